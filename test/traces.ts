import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type Game, type Move, type Observation, differenceOf, observe, renderDifference } from '../src/game/index.js';

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
 * line of play that leads to it, or undefined.
 */
export function firstDifference<State>(game: Game<State>, trace: Trace, playout: TracePlayout): string | undefined {
  const line: string[][] = [];
  const differs = (what: string): string =>
    `${trace.game}, seed ${String(playout.seed)}: ${renderDifference({ what, line })}`;
  if (game.roles.join() !== trace.roles.join()) return differs(`roles should be ${trace.roles.join()}`);
  let state = game.initial();
  for (const recorded of playout.states) {
    const what = differenceOf(game.roles, recordedObservation(trace, recorded), asRecorded(observe(game, state)));
    if (what !== undefined) return differs(what);
    if (recorded.moves === null) break;
    const texts = recorded.moves.map((move) => trace.atoms[move]!);
    const joint = texts.map((text) => game.names.findMove(text));
    if (joint.includes(undefined)) return differs(`a move of ${texts.join(' ')} is not found`);
    line.push(texts);
    state = game.next(state, joint as Move[]);
  }
  return undefined;
}

function recordedObservation(
  { atoms, roles }: Trace,
  { true: facts, terminal, legal, goals }: TraceState,
): Observation {
  const texts = (indexes: readonly number[]): string[] => indexes.map((index) => atoms[index]!);
  return {
    facts: texts(facts),
    isTerminal: terminal,
    legal: roles.map((role) => texts(legal[role]!)),
    goals: goals ?? roles.map(() => null),
  };
}

/** In a state that is not terminal the recorder gave up on the goals if one role had none or several. */
function asRecorded(observation: Observation): Observation {
  const { isTerminal, goals } = observation;
  const isGivenUp = !isTerminal && goals.includes(null);
  return isGivenUp ? { ...observation, goals: goals.map(() => null) } : observation;
}
