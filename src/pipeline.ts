import { type Budget, type Diagnostic, fail, ok, type Result, seededRandom } from './base/index.js';
import {
  combinedGame,
  type Game,
  type GameParts,
  gameSimulator,
  type GoalStructure,
  MOST_LISTED,
  type Simulator,
  type StateSymmetries,
} from './game/index.js';
import { interestsOf } from './exact/index.js';
import { readSheet, type SheetInput } from './gdl/index.js';
import { ground, type GroundProgram } from './ground/index.js';
import { compiledPlay, type GameCode, groundGame, lowestGoals, type PackedState } from './playout/index.js';
import { columnParts, gameParts, goalStructure, tiedRoles } from './progress/index.js';
import { referenceGame } from './reference/index.js';
import { type MoveColumns, moveColumns, validate, type ValidRules } from './rules/index.js';
import {
  groundProgramGame,
  NoSymmetry,
  packedProgramGame,
  type PlaySymmetries,
  playSymmetries,
  type ProgramGame,
  stateGroup,
  type SymmetryOptions,
} from './symmetry/index.js';
import { type SolverMethod, solverRounds } from './translate/index.js';

/** How rules become moves, on one screen: text → sheet → valid rules → ground program → game and simulator. */

/** Reads and checks a rule sheet; on failure every error and warning of the sheet. */
export function loadRules(sheet: SheetInput): Result<ValidRules, readonly Diagnostic[]> {
  return validate(readSheet(sheet));
}

/**
 * What can play a game: the slow and obvious judge; the ground program, evaluated rule by rule; the ground program compiled, bit-sliced or
 * event-driven. To ask for `compiled` is to ask for the fastest: it is `event` where that was measured to be faster, and `ground` or
 * `reference` where the rules are too large. The others are had as they are asked for, or not at all.
 */
export const ENGINES = ['reference', 'ground', 'compiled', 'event'] as const;

export type Engine = (typeof ENGINES)[number];

/** A game that is ready to be played. */
export interface Play {
  readonly game: Game;
  readonly simulator: Simulator;
  /** The one that really plays. */
  readonly engine: Engine;
  /** Why it is this one, for people. */
  readonly reason: string;
  /** What was compiled, for people. */
  readonly details?: string;
  /** What was compiled, for threads that are to simulate as `simulator` does. */
  readonly code?: GameCode;
  /** What the rules tell about the way to the highest goal of a role, where they were compiled. */
  readonly goalsOf?: (role: number) => GoalStructure;
  /** What simulates the columns, where the moves of the game are combinations; `simulator` cannot expand states then. */
  readonly columnSimulator?: Simulator;
  /** The parts that a game with one role falls into, where it was compiled and does; of one with columns, of these. */
  readonly parts?: () => GameParts | undefined;
  /** The symmetries of the game, looked for until they are found once; undefined where that exceeds the budget. */
  readonly symmetries?: (budget: Budget) => StateSymmetries | undefined;
  /** Null where the rules were not ground, because nobody needed it or because it was not possible. */
  readonly program: GroundProgram | null;
  /** How long the stages took, null where there was nothing to do. */
  readonly ms: { readonly ground: number | null; readonly compile: number | null };
}

/** Makes valid rules ready to be played; fails with a reason where the engine cannot play them within the budget of each stage. */
export function openPlay(rules: ValidRules, engine: Engine, budget: Budget): Result<Play, string> {
  if (engine === 'reference') return ok(referencePlay(rules, ASKED_FOR, null));
  const combined = openColumns(rules, engine, budget);
  if (combined !== undefined) return ok(combined);
  const start = budget.clock();
  const program = ground(rules, budget);
  const groundMs = budget.clock() - start;
  if (program.ok) return openProgram(program.value, { engine, budget, groundMs });
  const { reason } = program.error;
  return engine === 'compiled' ? ok(referencePlay(rules, reason, groundMs)) : fail(reason);
}

interface ProgramStage {
  readonly engine: Exclude<Engine, 'reference'>;
  readonly budget: Budget;
  readonly groundMs: number;
}

function openProgram(program: GroundProgram, { engine, budget, groundMs }: ProgramStage): Result<Play, string> {
  if (engine === 'ground') return ok(groundPlay(program, ASKED_FOR, groundMs));
  const compiled = compiledPlay(program, engine, budget);
  if (compiled.ok) {
    const { compileMs, ...play } = compiled.value;
    const game = play.game as Game<Uint32Array>;
    const goalsOf = (role: number): GoalStructure => goalStructure(program, game, role) as GoalStructure;
    const parts = (): GameParts | undefined => gameParts(program, game);
    const opened = { ...play, goalsOf, parts, program, ms: { ground: groundMs, compile: compileMs } };
    return ok({ ...opened, symmetries: symmetriesOnce(opened) });
  }
  return engine === 'compiled' ? ok(groundPlay(program, compiled.error, groundMs)) : compiled;
}

/** Most of the time for grounding that may go into finding out whether a game is better played by the columns of its moves. */
const COLUMNS_SHARE = 0.25;

/**
 * The game by the columns of its moves, where there are more combinations of them than can be listed; undefined where moves have no columns,
 * or these cannot be ground.
 */
function openColumns(rules: ValidRules, engine: ProgramStage['engine'], budget: Budget): Play | undefined {
  const start = budget.clock();
  const grounding = { ...budget, milliseconds: COLUMNS_SHARE * budget.milliseconds };
  const ofColumns = (columns: MoveColumns | undefined): GroundColumns | undefined => {
    const program = columns && ground(columns.rules, grounding);
    return program?.ok === true ? { columns: columns!, program: program.value } : undefined;
  };
  const single = ofColumns(moveColumns(rules));
  if (single === undefined || countCombinations(single.program) <= MOST_LISTED) return undefined;
  const tied = tiedRoles(single.program);
  const { columns, program } = (tied.length === 0 ? undefined : ofColumns(moveColumns(rules, tied))) ?? single;
  const opened = openProgram(program, { engine, budget, groundMs: budget.clock() - start });
  if (!opened.ok) return undefined;
  const { game: ofRoles, simulator, goalsOf, reason, details, ms, engine: chosen } = opened.value;
  const game = combinedGame(ofRoles, rules.roles[0]!, columns);
  return {
    ...{ game, simulator: gameSimulator(game, lowestGoals(program).slice(0, 1)), columnSimulator: simulator },
    ...{ engine: chosen, reason: `by ${String(ofRoles.roles.length)} columns of moves, ${reason}`, program: null, ms },
    ...(details === undefined ? {} : { details }),
    ...(goalsOf === undefined ? {} : { goalsOf }),
    parts: () => (chosen === 'ground' ? undefined : columnParts(program, ofRoles as Game<Uint32Array>)),
  };
}

interface GroundColumns {
  readonly columns: MoveColumns;
  readonly program: GroundProgram;
}

/** How many moves the columns make together, at most. */
function countCombinations({ roles, moveStart }: GroundProgram): number {
  return roles.reduce((product, _, role) => product * (moveStart[role + 1]! - moveStart[role]!), 1);
}

/** Whether in every state all players, two at least, provably have the same goals. */
export function haveSameGoals({ game, program }: Play): boolean {
  return interestsOf(game.roles, program?.goals) === 'same';
}

/**
 * The rounds of a compiled game through the constraint solver: states, moves and expansions are those of the game's own simulator, which also makes the
 * playouts (the network's propagation, compiled). The network is built here, and fails with a reason where that exceeds the budget; keep
 * what is returned, for what solves by a method is made when that is first asked for, and only once.
 */
export function openSolverRounds(
  { program, engine, reason, simulator }: Play,
  budget: Budget,
): Result<(method: SolverMethod) => Simulator, string> {
  const isCompiled = engine === 'compiled' || engine === 'event';
  if (program === null || !isCompiled) return fail(`there is no compiled game: ${reason}`);
  const rounds = solverRounds(program, budget);
  if (!rounds.ok) return rounds;
  return ok((method) => {
    const expander = rounds.value(method);
    return {
      playouts: (starts, request, isTimeUp) => simulator.playouts(starts, request, isTimeUp),
      expand: (states, isTimeUp) => expander.expandInTime(states as readonly PackedState[], isTimeUp),
    };
  });
}

/**
 * The symmetries of a game that was ground, checked in states of random play: generators as maps of the bits of its states and of its moves, and
 * what tells which moves of a state are alike. Fails with a reason where the rules were not ground, or their graph exceeds the budget.
 */
export function openSymmetries(play: Play, options: SymmetryOptions): Result<PlaySymmetries<unknown>, string> {
  const played = programGame(play);
  return played.ok ? playSymmetries(played.value, options) : played;
}

/** Any will do: it only chooses the states in which symmetries are checked. */
const CHECK_SEED = 1;

/** The same symmetries, found in the network, as they act on states; none where they are not found, or one of them turns out to be none. */
function symmetriesOnce(play: Play): NonNullable<Play['symmetries']> {
  let found: StateSymmetries | undefined;
  const look = (budget: Budget): StateSymmetries | undefined => {
    const played = programGame(play);
    if (!played.ok) return undefined;
    try {
      const random = seededRandom(CHECK_SEED);
      const symmetries = playSymmetries(played.value, { method: 'network', budget, random });
      return symmetries.ok ? stateGroup(played.value, symmetries.value.generators) : undefined;
    } catch (cause) {
      if (cause instanceof NoSymmetry) return undefined;
      throw cause;
    }
  };
  return (budget) => (found ??= look(budget));
}

function programGame({ program, game, engine, reason }: Play): Result<ProgramGame<unknown>, string> {
  if (program === null) return fail(`the rules were not ground: ${reason}`);
  const played =
    engine === 'ground'
      ? groundProgramGame(program, game as Game<Uint8Array>)
      : packedProgramGame(program, game as Game<Uint32Array>);
  return ok(played as ProgramGame<unknown>);
}

const ASKED_FOR = 'as asked for';

function groundPlay(program: GroundProgram, reason: string, groundMs: number): Play {
  const game = groundGame(program) as Game;
  const simulator = gameSimulator(game, lowestGoals(program));
  const opened = {
    game,
    simulator,
    engine: 'ground',
    reason,
    program,
    ms: { ground: groundMs, compile: null },
  } as const;
  return { ...opened, symmetries: symmetriesOnce(opened) };
}

/** Only grounding tells which goals there are: where rules were not ground, the lowest possible counts. */
function referencePlay(rules: ValidRules, reason: string, groundMs: number | null): Play {
  const game = referenceGame(rules) as Game;
  const simulator = gameSimulator(game, new Array<number>(rules.roles.length).fill(0));
  return { game, simulator, engine: 'reference', reason, program: null, ms: { ground: groundMs, compile: null } };
}
