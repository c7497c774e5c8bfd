import type { GroundProgram } from '../../ground/index.js';
import { type Edge, FALSE, type GateNetwork, nodeOf, not, TRUE } from './gateNetwork.js';
import { restructure } from './restructure.js';
import type { Choice, RoundNetwork } from './roundNetwork.js';
import { coneOf, Substitution } from './substitution.js';

/** A round may become so many times as large, and by so many operands whatever it is. */
const MOST_GROWTH = { times: 6, operands: 4000 };

/**
 * A round in which players choose among the moves that win at once, where there are some, and else among those that do not lose at once, where
 * there are some (decisive moves, Teytaud and Teytaud 2010). To win is to end the game with one's highest goal, to lose with one's lowest. What
 * a move leads to is the round itself with the move put in its place, and all other roles' legal moves: it is exact where these have one each.
 *
 * `after` is the round that follows (that of the next phase). Undefined where no move decides, where the ends depend on recursion, or where the round would
 * become too large.
 */
export function decisiveRound(
  program: GroundProgram,
  round: RoundNetwork,
  after: RoundNetwork,
): RoundNetwork | undefined {
  try {
    return new DecisiveRound(program, round, after).build();
  } catch (cause) {
    if (cause instanceof TooLarge) return undefined;
    throw cause;
  }
}

class TooLarge extends Error {}

/** Whether a move ends the game, with which goals. */
interface Ending {
  readonly wins: Edge;
  readonly loses: Edge;
}

class DecisiveRound {
  readonly #network: GateNetwork;
  readonly #isTrue: ReadonlySet<Edge>;
  readonly #mostOperands: number;

  constructor(
    private readonly program: GroundProgram,
    private readonly round: RoundNetwork,
    private readonly after: RoundNetwork,
  ) {
    this.#network = round.network;
    this.#isTrue = impliedBy(round.network, not(round.terminal));
    this.#mostOperands = MOST_GROWTH.times * round.network.operands.length + MOST_GROWTH.operands;
  }

  build(): RoundNetwork | undefined {
    if (this.#isRecursive()) return undefined;
    const choices = this.round.choices.map((choice, role) => this.#preferred(choice, role));
    if (choices.every((choice, role) => choice === this.round.choices[role])) return undefined;
    const { terminal, next, goals, percepts } = this.round;
    const legal = choices.flatMap((choice) => choice.legal);
    const better = restructure(this.#network, [terminal, ...next, ...goals, ...percepts, ...legal]);
    return {
      network: better.network,
      terminal: better.edgeOf(terminal),
      choices: choices.map(({ moves, legal }) => ({ moves, legal: legal.map(better.edgeOf) })),
      next: next.map(better.edgeOf),
      goals: goals.map(better.edgeOf),
      percepts: percepts.map(better.edgeOf),
    };
  }

  #isRecursive(): boolean {
    const variablesOf = ({ network }: RoundNetwork): readonly number[] =>
      network.loops.flatMap(({ variables }) => variables);
    const { terminal, goals } = this.after;
    const below = new Set(coneOf(this.after.network, [terminal, ...goals]));
    if (variablesOf(this.after).some((variable) => below.has(variable))) return true;
    const before = new Set(coneOf(this.round.network, [...this.round.next]));
    return variablesOf(this.round).some((variable) => before.has(variable));
  }

  #preferred(choice: Choice, role: number): Choice {
    if (this.program.roles[role] === 'random' || choice.moves.length < 2) return choice;
    const endings = this.#endings(choice, role);
    if (endings.every(({ wins, loses }) => wins === FALSE && loses === FALSE)) return choice;
    const network = this.#network;
    const wins = choice.legal.map((legal, index) => network.and([legal, endings[index]!.wins]));
    const safe = choice.legal.map((legal, index) => network.and([legal, not(endings[index]!.loses)]));
    const noneWins = network.and(wins.map(not));
    const noneIsSafe = network.and(safe.map(not));
    const legal = choice.legal.map((legal, index) => {
      const unforced = network.or([safe[index]!, network.and([legal, noneIsSafe])]);
      return network.or([wins[index]!, network.and([unforced, noneWins])]);
    });
    return { moves: choice.moves, legal };
  }

  #endings({ moves }: Choice, role: number): readonly Ending[] {
    const { highest, lowest } = this.#goalsOf(role);
    if (highest.length === 0 || lowest.length === 0) return moves.map(() => ({ wins: FALSE, loses: FALSE }));
    const target = { network: this.#network, isTrue: this.#isTrue };
    const { next, network } = this.round;
    const step = new Substitution(network, [...next], target, (input) => this.#without(role, input));
    const { terminal } = this.after;
    const outputs = [terminal, ...highest, ...lowest];
    const base = (input: number): Edge => (input <= next.length ? step.edgeOf(next[input - 1]!) : FALSE);
    const end = new Substitution(this.after.network, outputs, target, base);
    const users = fluentsBy(next);
    return moves.map((move) => {
      if (network.operands.length > this.#mostOperands) throw new TooLarge();
      const stepped = step.changed(new Map([[move, TRUE]]));
      const fluents = new Map<number, Edge>();
      for (const [node, edge] of stepped) {
        for (const fluent of users.get(node) ?? []) fluents.set(1 + fluent, edge ^ (next[fluent]! & 1));
      }
      const ended = end.changed(fluents);
      const edgeOf = (edge: Edge): Edge => (ended.get(nodeOf(edge)) ?? end.edgeOf(edge & ~1)) ^ (edge & 1);
      const over = edgeOf(terminal);
      const some = (goals: readonly Edge[]): Edge => network.and([over, network.or(goals.map(edgeOf))]);
      return { wins: some(highest), loses: some(lowest) };
    });
  }

  /** What stands in place of an input before the role has moved: the others do what is legal. */
  #without(role: number, input: number): Edge {
    const other = this.round.choices.findIndex(({ moves }) => moves.includes(input));
    if (other < 0) return 2 * input;
    const { moves, legal } = this.round.choices[other]!;
    return other === role ? FALSE : legal[moves.indexOf(input)]!;
  }

  /** The edges, in the round after, of the role's highest and lowest goals. */
  #goalsOf(role: number): { readonly highest: readonly Edge[]; readonly lowest: readonly Edge[] } {
    const own = this.program.goals.flatMap((goal, index) => (goal.role === role ? [{ ...goal, index }] : []));
    const values = own.map(({ value }) => value);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    if (own.length === 0 || low === high) return { highest: [], lowest: [] };
    const edgesOf = (wanted: number): readonly Edge[] =>
      own.filter(({ value }) => value === wanted).map(({ index }) => this.after.goals[index]!);
    return { highest: edgesOf(high), lowest: edgesOf(low) };
  }
}

/** By node: the fluents whose next value it is, or the opposite of. */
function fluentsBy(next: Int32Array): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  next.forEach((edge, fluent) => {
    const fluents = found.get(nodeOf(edge));
    if (fluents === undefined) found.set(nodeOf(edge), [fluent]);
    else fluents.push(fluent);
  });
  return found;
}

/** An edge and what it implies through conjunctions. */
function impliedBy(network: GateNetwork, edge: Edge): ReadonlySet<Edge> {
  const found = new Set<Edge>();
  const stack = [edge];
  while (stack.length > 0) {
    const each = stack.pop()!;
    if (found.has(each)) continue;
    found.add(each);
    if (network.isConjunction(each)) stack.push(...network.operandsOf(nodeOf(each)));
  }
  return found;
}
