import type { JointMove, Pace, Thoughts } from '../player/index.js';
import type { Ending } from './judge.js';

/**
 * What went wrong in a match. `illegal`: the move was not legal; `late`: none came by the end of the clock; `failed`: the player broke before;
 * `fault`: something broke in the player, but it answered. The first three are replaced by random legal moves. Round 0 is the start.
 */
export interface MatchError {
  readonly kind: 'illegal' | 'late' | 'failed' | 'fault';
  readonly round: number;
  readonly role: number;
  /** For people: the move, the time, or the player's own words. */
  readonly details: string;
}

/** A match as it was played, with all that is needed to replay it. Arrays have one entry a role, in the order of the sheet. */
export interface MatchRecord {
  readonly format: typeof RECORD_FORMAT;
  readonly game: string;
  /** {@link rulesHash} of the rules. */
  readonly rules: string;
  readonly roles: readonly string[];
  /** Null for `random`, where the seed draws its moves; `unknown` in records of `woodstock player`, which is not told who plays the other roles. */
  readonly players: readonly (string | null)[];
  readonly place: Place;
  readonly seed: number;
  readonly pace: Pace;
  readonly moves: readonly JointMove[];
  /** How long each answer took, in milliseconds, round by round; null for `random`. */
  readonly ms: readonly (readonly (number | null)[])[];
  readonly errors: readonly MatchError[];
  /** `capped`: it was cut off. */
  readonly ending: Ending | 'capped';
  /** By the rules, in the last state; null where a role has none or several. Null altogether where the match did not come to its end. */
  readonly goals: readonly (number | null)[] | null;
  /** What counts: the goals, with {@link LOWEST_SCORE} in the place of what is null. */
  readonly scores: readonly number[];
  /** What people should know. */
  readonly notes: readonly string[];
  /** Round by round what each player thought, where that was asked for. */
  readonly thoughts?: readonly (readonly (Thoughts | null)[])[];
}

/** Where a match stands in a series. */
export interface Place {
  /** Matches of a group have the same seed, and roles swapped. */
  readonly group: number;
  /** Which of the series' players has the role; -1 for `random`, and for players who are not known. */
  readonly seats: readonly number[];
}

export const RECORD_FORMAT = 'woodstock match 1';

/** Goals that the rules do not give, or not once, count as this. */
export const LOWEST_SCORE = 0;

/** A line of a record file. */
export const recordLine = (record: MatchRecord): string => `${JSON.stringify(record)}\n`;

/** A record from its line, or undefined where it is none. */
export function readRecord(line: string): MatchRecord | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Lists that `replay` goes through; what is in them it compares. */
const LISTS: readonly (keyof MatchRecord)[] = ['roles', 'players', 'moves', 'scores'];

function isRecord(value: unknown): value is MatchRecord {
  const record = value as Partial<MatchRecord> | null;
  return (
    record?.format === RECORD_FORMAT &&
    Number.isInteger(record.seed) &&
    LISTS.every((key) => Array.isArray(record[key])) &&
    record.moves!.every((joint) => Array.isArray(joint) && joint.every((move) => typeof move === 'string'))
  );
}
