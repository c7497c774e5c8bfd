import { type MatchError, type MatchRecord, RECORD_FORMAT } from '../../match/index.js';
import type { StartRequest } from '../../protocol/index.js';
import type { Settlement } from '../thread/messages.js';
import type { TeamAnswer } from '../team/team.js';

/** An answer that was sent. */
export interface SentAnswer {
  /** Of the match, from 1. */
  readonly round: number;
  readonly move: string;
  readonly source: TeamAnswer['source'];
  /** From the first byte of the request. */
  readonly ms: number;
  /** What was left of the clock. */
  readonly marginMs: number;
  readonly value: number | null;
  readonly playouts: number;
}

/**
 * A match as the player saw it: a record as the manager's (`woodstock match --replay` reads both), and what only a player knows. It is not told who plays the
 * other roles, nor how chance was drawn; where moves are hidden, those of others are one way in which what was seen can have come about.
 */
export interface GgpRecord extends MatchRecord {
  /** The manager's name of the match. */
  readonly match: string;
  readonly role: string;
  /** Text of the rules. */
  readonly sheet: string;
  /** How it ended for the player. */
  readonly closing: 'stopped' | 'aborted' | 'dropped';
  readonly answers: readonly SentAnswer[];
}

/** What a record is made of. */
export interface PlayedMatch {
  readonly request: StartRequest;
  /** In the sheet's spelling. */
  readonly role: string;
  readonly seed: number;
  readonly answers: readonly SentAnswer[];
  /** Undefined where the rules could not be played, or were not in time. */
  readonly settlement: Settlement | undefined;
}

/** In the place of players that are not known. */
const UNKNOWN = 'unknown';

const NOTHING_KNOWN: Settlement = {
  ...{ roles: [], rules: '', played: [], hasPercepts: false },
  outcome: { ending: 'capped', goals: null, scores: [], notes: ['the rules could not be followed'] },
};

export function ggpRecord(name: string, closing: GgpRecord['closing'], played: PlayedMatch): GgpRecord {
  const { request, role: roleName, seed, answers } = played;
  const { matchId, startClock, playClock } = request;
  const { roles, rules, played: moves, outcome, hasPercepts } = played.settlement ?? NOTHING_KNOWN;
  const own = roles.indexOf(roleName);
  const forOwn = <T, U>(value: T, other: U): readonly (T | U)[] =>
    roles.map((_, role) => (role === own ? value : other));
  const byRound = new Map(answers.map((answer) => [answer.round, answer]));
  const hidden = hasPercepts ? ['moves of others are guesses by what was seen'] : [];
  return {
    format: RECORD_FORMAT,
    ...{ game: matchId, rules, roles, seed, moves },
    players: forOwn(name, UNKNOWN),
    place: { group: 0, seats: forOwn(0, -1) },
    pace: { kind: 'clocks', startMs: 1000 * startClock, playMs: 1000 * playClock },
    ms: moves.map((_, index) => forOwn(byRound.get(index + 1)?.ms ?? null, null)),
    errors: moves.flatMap((joint, index) => replacement(byRound.get(index + 1), joint[own], own)),
    ...outcome,
    notes: [...outcome.notes, ...hidden],
    ...{ match: matchId, role: roleName, sheet: request.rules, closing, answers },
  };
}

/** Managers replace what comes too late, or what they take for illegal. */
function replacement(answer: SentAnswer | undefined, made: string | undefined, role: number): readonly MatchError[] {
  if (answer === undefined || made === undefined || made === answer.move) return [];
  const details = `answered ${answer.move}; the manager made ${made}`;
  return [{ kind: answer.source === 'guess' ? 'illegal' : 'late', round: answer.round, role, details }];
}
