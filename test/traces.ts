import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Game, Move } from '../src/game/index.js';

/** Recorded playouts of public rule sheets, made with an independent prover. Not part of the project: tests skip where they are absent. */
const SHARED = new URL('../../shared/', import.meta.url);

/** One game's recording. States, moves and legal moves are indexes into `atoms`. */
export interface Trace {
  readonly game: string;
  readonly roles: readonly string[];
  readonly atoms: readonly string[];
  readonly playouts: readonly TracePlayout[];
}

export interface TracePlayout {
  readonly seed: number;
  readonly states: readonly TraceState[];
}

export interface TraceState {
  readonly true: readonly number[];
  readonly legal: Readonly<Record<string, readonly number[]>>;
  readonly terminal: boolean;
  /** Null in a non-terminal state where some role has no goal or several; null for such a role in a terminal one. */
  readonly goals: readonly (number | null)[] | null;
  /** Null in the last state. */
  readonly moves: readonly number[] | null;
}

export const hasTraces = existsSync(new URL('traces/', SHARED));

/** Names of the recorded games. */
export function tracedGames(): readonly string[] {
  if (!hasTraces) return [];
  const ending = '.json.gz';
  const files = readdirSync(new URL('traces/', SHARED)).filter((file) => file.endsWith(ending));
  return files.map((file) => file.slice(0, -ending.length)).sort();
}

export function loadTrace(game: string): Trace {
  const content = gunzipSync(readFileSync(new URL(`traces/${game}.json.gz`, SHARED)));
  return JSON.parse(content.toString('utf8')) as Trace;
}

/** Bytes of the public rule sheet of a game. */
export function loadSheet(game: string): Uint8Array {
  return readFileSync(new URL(`games/${game}.kif`, SHARED));
}

/**
 * Replays a recorded playout and compares states, legal moves, terminal flags and goals, as sets. Returns the first difference with the
 * line of play that leads to it, or undefined. In terminal states the recorder asked for no legal moves.
 */
export function firstDifference<State>(game: Game<State>, trace: Trace, playout: TracePlayout): string | undefined {
  const texts = (atoms: readonly number[]): string[] => atoms.map((atom) => trace.atoms[atom]!).sort();
  const line: string[] = [];
  let state = game.initial();
  for (const recorded of playout.states) {
    const difference = compareState(game, state, { trace, recorded, texts });
    if (difference !== undefined) {
      return [`${trace.game}, seed ${String(playout.seed)}: ${difference}`, 'after', ...line].join('\n  ');
    }
    if (recorded.moves === null) break;
    const joint = recorded.moves.map((move) => game.names.findMove(trace.atoms[move]!));
    line.push(recorded.moves.map((move) => trace.atoms[move]!).join(' '));
    if (joint.includes(undefined)) return `${trace.game}: a move of "${line.at(-1)!}" is unknown`;
    state = game.next(state, joint as Move[]);
  }
  return undefined;
}

interface Recorded {
  readonly trace: Trace;
  readonly recorded: TraceState;
  readonly texts: (atoms: readonly number[]) => string[];
}

function compareState<State>(
  game: Game<State>,
  state: State,
  { trace, recorded, texts }: Recorded,
): string | undefined {
  const facts = differenceOfSets('true', texts(recorded.true), game.names.facts(state));
  if (facts !== undefined) return facts;
  if (game.isTerminal(state) !== recorded.terminal) return `terminal should be ${String(recorded.terminal)}`;
  for (const [role, name] of trace.roles.entries()) {
    if (game.roles[role] !== name) return `role ${String(role)} should be ${name}`;
    if (recorded.terminal) continue;
    const moves = game.legalMoves(state, role).map((move) => game.names.move(move));
    const legal = differenceOfSets(`legal ${name}`, texts(recorded.legal[name]!), moves.sort());
    if (legal !== undefined) return legal;
  }
  const goals = game.goals(state);
  const expected = JSON.stringify(recorded.goals);
  const found = JSON.stringify(!recorded.terminal && goals.includes(null) ? null : goals);
  return expected === found ? undefined : `goals should be ${expected} and are ${found}`;
}

function differenceOfSets(what: string, expected: readonly string[], found: readonly string[]): string | undefined {
  const missing = expected.filter((text) => !found.includes(text));
  const surplus = found.filter((text) => !expected.includes(text));
  if (missing.length + surplus.length === 0 && expected.length === found.length) return undefined;
  return `${what} lacks [${missing.join(', ')}] and should not have [${surplus.join(', ')}]`;
}
