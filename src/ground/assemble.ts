import { IntList, stronglyConnectedComponents } from '../base/index.js';
import type { ValidRules } from '../rules/index.js';
import { FALSE, type GroundProgram, TRUE } from './groundProgram.js';
import type { PlayInterface } from './playInterface.js';
import { type Propositions, sortedSet } from './propositions.js';
import type { Simplified } from './simplify.js';

/** Numbers the atoms that are left as `GroundProgram` lays them out, derived ones in dependency order. */
export function assemble(rules: ValidRules, play: PlayInterface, { propositions, meaning }: Simplified): GroundProgram {
  const { io } = play;
  const fluents = [...io.fluents.keys()].filter((i) => meaning.isOwn(io.fluents[i]!));
  const moves = [...io.moves.keys()]
    .filter((i) => meaning.isOwn(io.moves[i]!))
    .sort((a, b) => play.moveRoles[a]! - play.moveRoles[b]! || a - b);
  const inputs = [...fluents.map((i) => io.fluents[i]!), ...moves.map((i) => io.moves[i]!)];
  const { order, componentStart, isRecursive } = orderDerived(propositions);
  const numbers = new Int32Array(propositions.atoms).fill(-1);
  numbers[0] = 0;
  for (const [i, atom] of inputs.entries()) numbers[atom] = 1 + i;
  for (let i = 0; i < order.length; i++) numbers[order[i]!] = 1 + inputs.length + i;
  const literal = (old: number): number => {
    const resolved = meaning.resolve(old);
    const atom = numbers[resolved >> 1]!;
    if (atom < 0) throw new Error('a literal of an atom that simplification dropped');
    return 2 * atom + (resolved & 1);
  };
  const constants = [...io.fluents.keys()].filter((i) => meaning.resolve(2 * io.fluents[i]!) === TRUE);
  const moveStart = new Int32Array(rules.roles.length + 1);
  for (const i of moves) moveStart[play.moveRoles[i]! + 1]!++;
  moveStart[0] = 1 + fluents.length;
  for (let role = 0; role < rules.roles.length; role++) moveStart[role + 1]! += moveStart[role]!;
  return {
    roles: rules.roles,
    randomRole: rules.randomRole,
    fluents: fluents.length,
    moves: moves.length,
    atoms: 1 + inputs.length + order.length,
    ...writeRules(propositions, order, literal),
    componentStart: componentStart.map((at) => at + 1 + inputs.length),
    isRecursive,
    initial: Int32Array.from(
      fluents.filter((i) => io.isInitial[i] === 1),
      (i) => numbers[io.fluents[i]!]!,
    ),
    next: Int32Array.from(fluents, (i) => literal(io.next[i]!)),
    moveStart,
    legal: Int32Array.from(moves, (i) => literal(io.legal[i]!)),
    terminal: literal(play.terminal),
    goals: possible(play.goals.map((goal) => ({ ...goal, literal: literal(goal.literal) }))),
    percepts: possible(play.percepts.map((percept) => ({ ...percept, literal: literal(percept.literal) }))),
    lexicon: {
      fluents: fluents.map((i) => play.fluentNames[i]!),
      moves: moves.map((i) => play.moveNames[i]!),
      constants: [...play.frozenNames, ...constants.map((i) => play.fluentNames[i]!)],
    },
  };
}

const possible = <T extends { readonly literal: number }>(all: readonly T[]): T[] =>
  all.filter((each) => each.literal !== FALSE);

interface Order {
  /** The atoms with rules, dependencies first. */
  readonly order: Int32Array;
  /** Where components begin in `order`, and its length at the end. */
  readonly componentStart: Int32Array;
  readonly isRecursive: Uint8Array;
}

function orderDerived({ atoms, ruleStart, rules, bodies }: Propositions): Order {
  const start = new Int32Array(atoms + 1);
  const targets = new IntList(rules.length + 1);
  const push = (literal: number): void => {
    targets.push(literal >> 1);
  };
  for (let atom = 0; atom < atoms; atom++) {
    for (let rule = ruleStart[atom]!; rule < ruleStart[atom + 1]!; rule++) bodies.each(rules[rule]!, push);
    start[atom + 1] = targets.length;
  }
  const { count, of } = stronglyConnectedComponents({ start, targets: targets.toArray() });
  const isDerived = (atom: number): boolean => ruleStart[atom + 1]! > ruleStart[atom]!;
  const sizes = new Int32Array(count);
  for (let atom = 0; atom < atoms; atom++) if (isDerived(atom)) sizes[of[atom]!]!++;
  const componentStart = [0];
  const isRecursive: number[] = [];
  const place = new Int32Array(count);
  for (let component = 0; component < count; component++) {
    const size = sizes[component]!;
    if (size === 0) continue;
    const first = componentStart.at(-1)!;
    place[component] = first;
    componentStart.push(first + size);
    isRecursive.push(size > 1 ? 1 : 0);
  }
  const order = new Int32Array(componentStart.at(-1)!);
  for (let atom = 0; atom < atoms; atom++) if (isDerived(atom)) order[place[of[atom]!]!++] = atom;
  return { order, componentStart: Int32Array.from(componentStart), isRecursive: Uint8Array.from(isRecursive) };
}

function writeRules(
  { ruleStart, rules, bodies }: Propositions,
  order: Int32Array,
  literal: (old: number) => number,
): Pick<GroundProgram, 'ruleStart' | 'bodyStart' | 'body'> {
  const newRules = new IntList(order.length + 1);
  const bodyStart = new IntList(order.length + 1);
  const body = new IntList(1024);
  const scratch = new IntList();
  const push = (old: number): void => {
    scratch.push(literal(old));
  };
  for (const atom of order) {
    newRules.push(bodyStart.length);
    for (let rule = ruleStart[atom]!; rule < ruleStart[atom + 1]!; rule++) {
      bodyStart.push(body.length);
      scratch.length = 0;
      bodies.each(rules[rule]!, push);
      const length = sortedSet(scratch.array, scratch.length);
      for (let i = 0; i < length; i++) body.push(scratch.array[i]!);
    }
  }
  newRules.push(bodyStart.length);
  bodyStart.push(body.length);
  return { ruleStart: newRules.toArray(), bodyStart: bodyStart.toArray(), body: body.toArray() };
}
