import { DEFAULT_PLAYOUT, type Game, isChance } from '../game/index.js';
import { type Ending, Judge } from './judge.js';
import { LOWEST_SCORE, type MatchError, type MatchRecord, RECORD_FORMAT } from './record.js';
import { rulesHash } from './rulesHash.js';
import { type Round, Table, type TableSetting } from './table.js';

export interface MatchSetting extends Omit<TableSetting, 'graceMs'> {
  /** As the record calls it. */
  readonly game: string;
  /** What decides: the rules themselves (`referenceGame`). Several matches may share it. */
  readonly judge: Game;
  /** Matches of a group have the same seed, and roles swapped. */
  readonly group: number;
  /** Whether the record tells what the players thought. */
  readonly keepsThoughts?: boolean;
  readonly onRound?: (round: Round) => void;
  readonly limits?: Partial<MatchLimits>;
}

export interface MatchLimits {
  /** Most rounds. */
  readonly rounds: number;
  /**
   * How much later than the clock an answer may come, in milliseconds: a busy machine delays any program now and then, and GGP Base's server
   * waits a whole second longer. Records have the times.
   */
  readonly graceMs: number;
}

export const DEFAULT_MATCH_LIMITS: MatchLimits = { rounds: DEFAULT_PLAYOUT.plies, graceMs: 100 };

/**
 * Plays one match. Players on a network are asked at the same time, the others one after the other, each with the whole clock for itself, for they may
 * share a thread. Whatever they do, the match goes on: moves that are illegal, late or missing are replaced by random ones, and told.
 */
export async function playMatch(setting: MatchSetting): Promise<MatchRecord> {
  const { players, keepsThoughts = false, limits, onRound } = setting;
  const { rounds: mostRounds, graceMs } = { ...DEFAULT_MATCH_LIMITS, ...limits };
  const judge = new Judge(setting.judge);
  const table = new Table({ ...setting, graceMs }, judge);
  const errors: MatchError[] = [...(await table.start())];
  const rounds: Round[] = [];
  while (judge.ending === undefined && rounds.length < mostRounds) {
    const round = await table.round();
    rounds.push(round);
    errors.push(...round.errors);
    onRound?.(round);
  }
  errors.push(...(await table.stop()));
  return {
    format: RECORD_FORMAT,
    game: setting.game,
    rules: rulesHash(setting.rules),
    roles: judge.roles,
    players: players.map((player) => player?.name ?? null),
    place: { group: setting.group, seats: setting.seats },
    seed: setting.seed,
    pace: setting.pace,
    moves: judge.played,
    ms: rounds.map(({ ms }) => ms),
    errors,
    ...outcomeOf(judge),
    ...(keepsThoughts ? { thoughts: rounds.map(({ thoughts }) => thoughts) } : {}),
  };
}

/** How the match stands: the ending, what the rules give and what counts. */
export function outcomeOf(judge: Judge): Pick<MatchRecord, 'ending' | 'goals' | 'scores' | 'notes'> {
  const ending = judge.ending ?? 'capped';
  const goals = ending === 'terminal' ? judge.goals() : null;
  const missing = judge.roles.filter((role, index) => !isChance(role) && goals?.[index] === null);
  return {
    ending,
    goals,
    scores: judge.roles.map((_, role) => goals?.[role] ?? LOWEST_SCORE),
    notes: [
      ...noteOf(ending, judge.played.length),
      ...missing.map((role) => `${role} has no goal or several at the end: it counts as ${String(LOWEST_SCORE)}`),
    ],
  };
}

function noteOf(ending: Ending | 'capped', rounds: number): string[] {
  const counts = `all roles count as ${String(LOWEST_SCORE)}`;
  if (ending === 'capped') return [`cut off after round ${String(rounds)}: ${counts}`];
  if (ending === 'stuck') return [`a role has no legal move after round ${String(rounds)}: ${counts}`];
  return [];
}
