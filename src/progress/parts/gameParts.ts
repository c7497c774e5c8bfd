import { type Game, type GameParts, IDLE, type RootedParts } from '../../game/index.js';
import { firstMove, type GroundProgram } from '../../ground/index.js';
import { movedFluents } from '../movedFluents.js';
import { actingRoles } from './actingRoles.js';
import { FluentParts, SEVERAL } from './fluentParts.js';
import { type PartActions, moveActions } from './moveActions.js';
import { MoveAtoms } from './moveAtoms.js';
import { PartRounds } from './partRounds.js';
import { partTargets } from './partTargets.js';

/** With more atoms the rules are not looked at; with more parts than moves on them are worth it, neither. */
const MOST_ATOMS = 2 ** 20;
const MOST_PARTS = 256;
/** Places of fluents in a part are characters. */
const MOST_FLUENTS = 2 ** 16;
/** A single part is to have so many fluents, and no more that hold at first. */
const LARGE_PART = 1024;
const MOST_HOLDING = 32;
/** Moves that act on all parts at once are to be at least this share of all combinations of actions. */
const COMPLETE = 0.5;

/** The parts of a game with one role; undefined where it has none, or it would take too long to look for them. */
export function gameParts(program: GroundProgram, game: Game<Uint32Array>): GameParts<Uint32Array> | undefined {
  if (program.roles.length !== 1 || program.atoms > MOST_ATOMS) return undefined;
  const moves = new MoveAtoms(program);
  const isMoved = movedFluents(program);
  const parts = FluentParts.of(program, isMoved, moves);
  const count = parts.fluents.length;
  const divided = { program, game, moves, isMoved };
  if (count === 1) return onePart(divided, parts);
  if (count === 0 || count > MOST_PARTS || parts.fluents.some(({ length }) => length > MOST_FLUENTS)) return undefined;
  const actions = moveActions(program, parts, { moves, roles: parts.fluents.map(() => 0) });
  if (actions === undefined) return undefined;
  return inTurn(divided, parts, actions) ?? together(divided, parts, actions);
}

/**
 * The parts of a game whose roles are the columns of one player's moves; undefined as above, and where a part depends on the moves of
 * several of them.
 */
export function columnParts(program: GroundProgram, game: Game<Uint32Array>): GameParts<Uint32Array> | undefined {
  if (program.atoms > MOST_ATOMS) return undefined;
  const moves = new MoveAtoms(program);
  const isMoved = movedFluents(program);
  const parts = partsOfRoles(program, FluentParts.of(program, isMoved, moves));
  if (parts === undefined || parts.fluents.some(({ length }) => length > MOST_FLUENTS)) return undefined;
  const roles = actingRoles(program, parts).map(([role]) => role!);
  const actions = moveActions(program, parts, { moves, roles });
  if (actions === undefined) return undefined;
  const first = firstMove(program);
  const all = program.roles.map((_, role) => {
    const [from, to] = [program.moveStart[role]! - first, program.moveStart[role + 1]! - first];
    return Array.from({ length: to - from }, (_move, at) => from + at);
  });
  return build({ program, game, moves, isMoved }, parts, actions, {
    kind: 'together',
    movesOf: (chosen, role) => {
      const part = roles.indexOf(role);
      if (part < 0) return all[role]!;
      return all[role]!.filter((move) => actions[part]!.actionOf[move] === chosen[part]);
    },
  });
}

/** Roles whose moves the same parts depend on, as sets. */
export function tiedRoles(program: GroundProgram): readonly (readonly number[])[] {
  if (program.atoms > MOST_ATOMS) return [];
  const parts = FluentParts.of(program, movedFluents(program), new MoveAtoms(program));
  return actingRoles(program, parts).filter(({ length }) => length > 1);
}

/** Parts that the same role acts on are one; undefined where several roles act on one. */
function partsOfRoles(program: GroundProgram, parts: FluentParts): FluentParts | undefined {
  const roles = actingRoles(program, parts);
  if (roles.some(({ length }) => length !== 1)) return undefined;
  const byRole = new Map<number, Set<number>>();
  for (const [part, [role]] of roles.entries()) byRole.set(role!, (byRole.get(role!) ?? new Set()).add(part));
  const sets = [...byRole.values()].filter(({ size }) => size > 1);
  return sets.length === 0 ? parts : parts.joined(sets);
}

/** What all parts have in common. */
interface Divided {
  readonly program: GroundProgram;
  readonly game: Game<Uint32Array>;
  readonly moves: MoveAtoms;
  readonly isMoved: Uint8Array;
}

/**
 * One part is worth it where engines for all states at once are slow: where there are very many fluents, of which few hold, and what holds next
 * follows from those alone.
 */
function onePart(divided: Divided, parts: FluentParts): GameParts<Uint32Array> | undefined {
  const { program, game } = divided;
  const [fluents] = parts.fluents as [readonly number[]];
  const initial = fluents.filter((fluent) => program.initial.includes(fluent + 1));
  if (fluents.length < LARGE_PART || fluents.length > MOST_FLUENTS || initial.length > MOST_HOLDING) return undefined;
  if (game.isTerminal(game.initial())) return undefined;
  const each = Array.from({ length: program.moves }, (_, move) => move);
  const actions = [{ actions: program.moves, actionOf: Uint32Array.from(each), moves: each }];
  return together(divided, parts, actions, true);
}

/** Where each move acts on one part at most, what it is legal by belongs to that part. */
function inTurn(
  divided: Divided,
  parts: FluentParts,
  actions: readonly PartActions[],
): GameParts<Uint32Array> | undefined {
  const { program, moves } = divided;
  const own = actedOn(program, actions);
  if (own === undefined) return undefined;
  const legal = legalParts(program, parts);
  const sets = [...own].flatMap((part, move) => {
    const touched = legal(move);
    return touched.size === 0 ? [] : [new Set([...touched, ...(part === NOTHING ? [] : [part])])];
  });
  const isWhole = sets.every(({ size }) => size < 2);
  const joined = isWhole ? parts : parts.joined(sets);
  if (joined.fluents.length < 2) return undefined;
  const ofJoined = isWhole ? actions : moveActions(program, joined, { moves, roles: joined.fluents.map(() => 0) });
  if (ofJoined === undefined) return undefined;
  const acted = actedOn(program, ofJoined);
  if (acted === undefined) return undefined;
  const idle = ofJoined.map((each) => mostCommon(each));
  const byAction = ofJoined.map(({ actionOf, actions: count }, part) => {
    const ofAction = Array.from({ length: count }, (): number[] => []);
    acted.forEach((each, move) => {
      if (each === part) ofAction[actionOf[move]!]!.push(move);
    });
    return ofAction;
  });
  return build(divided, joined, ofJoined, {
    kind: 'inTurn',
    idle,
    movesOf: (chosen) => {
      const part = Array.from(chosen).findIndex((action) => action !== IDLE);
      return part < 0 ? [] : byAction[part]![chosen[part]!]!;
    },
  });
}

function together(
  divided: Divided,
  parts: FluentParts,
  actions: readonly PartActions[],
  isForward = false,
): GameParts<Uint32Array> | undefined {
  const { program } = divided;
  const combinations = actions.reduce((product, each) => product * each.actions, 1);
  if (COMPLETE * combinations > program.moves) return undefined;
  const byCode = new Map<number, number[]>();
  const codeOf = (action: (part: number) => number): number =>
    actions.reduce((code, each, part) => code * each.actions + action(part), 0);
  for (let move = 0; move < program.moves; move++) {
    const code = codeOf((part) => actions[part]!.actionOf[move]!);
    const known = byCode.get(code);
    if (known === undefined) byCode.set(code, [move]);
    else known.push(move);
  }
  if (byCode.size < COMPLETE * combinations) return undefined;
  return build(divided, parts, actions, {
    ...{ kind: 'together', isForward },
    movesOf: (chosen) => byCode.get(codeOf((part) => chosen[part]!)) ?? [],
  });
}

interface Kind {
  readonly kind: GameParts['kind'];
  /** Whether what holds next must follow from what holds now. */
  readonly isForward?: boolean;
  /** For each part the action that leaves it as it is, where there is one. */
  readonly idle?: readonly number[];
  /** The moves of a role with these actions. */
  readonly movesOf: (actions: ArrayLike<number>, role: number) => readonly number[];
}

function build(
  { program, game, moves, isMoved }: Divided,
  parts: FluentParts,
  actions: readonly PartActions[],
  { kind, idle, movesOf, isForward = false }: Kind,
): GameParts<Uint32Array> | undefined {
  const { targets, conditions } = partTargets(program, parts);
  if (targets.length === 0) return undefined;
  const rounds = new PartRounds({ program, moves, isMoved, fluents: parts.fluents, actions, idle, conditions });
  if (isForward && !rounds.isForward) return undefined;
  return {
    ...{ kind, parts: parts.fluents.length, targets, conditions },
    from: (state): RootedParts => rounds.from(state),
    jointIn: (state, chosen) => {
      const joint = game.roles.map((_, role) => {
        const legal = new Set(game.legalMoves(state, role));
        return movesOf(chosen, role)
          .map((move) => game.names.findMove(program.lexicon.moves[move]!)!)
          .find((move) => legal.has(move));
      });
      return joint.every((move) => move !== undefined) ? joint : undefined;
    },
  };
}

const NOTHING = -1;

/** For each move the part that it acts on, or {@link NOTHING}; undefined where one acts on several. */
function actedOn(program: GroundProgram, actions: readonly PartActions[]): Int32Array | undefined {
  const own = new Int32Array(program.moves).fill(NOTHING);
  for (const [part, each] of actions.entries()) {
    const idle = mostCommon(each);
    for (let move = 0; move < own.length; move++) {
      if (each.actionOf[move] === idle) continue;
      if (own[move] !== NOTHING) return undefined;
      own[move] = part;
    }
  }
  return own;
}

/** The action that most moves are: where moves act in turn, that of the moves on other parts. */
function mostCommon({ actions, actionOf }: PartActions): number {
  const counts = new Int32Array(actions);
  for (const action of actionOf) counts[action]!++;
  return counts.indexOf(Math.max(...counts));
}

/** For a move, the parts that it depends on whether it is legal. */
function legalParts(program: GroundProgram, parts: FluentParts): (move: number) => ReadonlySet<number> {
  const known = new Map<number, ReadonlySet<number>>();
  return (move) => {
    const literal = program.legal[move]!;
    const label = parts.labelOf(literal >> 1);
    if (label !== SEVERAL) return new Set(label < 0 ? [] : [label]);
    let found = known.get(literal >> 1);
    if (found === undefined) known.set(literal >> 1, (found = parts.partsOf(literal)));
    return found;
  };
}
