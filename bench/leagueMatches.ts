/** Plays the matches of the league in one game, one after the other, and writes a line a match: what the table needs, and what else tells whether it went well. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { seededRandom } from '../src/base/index.js';
import { placeOf, playMatch, type MatchRecord } from '../src/match/index.js';
import { loadRules, openPlay, openSolverRounds, type Play } from '../src/pipeline.js';
import { type Pace, type Player, SearchPlayer } from '../src/player/index.js';
import { referenceGame } from '../src/reference/index.js';
import type { ValidRules } from '../src/rules/index.js';
import type { Game } from '../src/game/index.js';
import { ALGORITHMS, chooseAlgorithm } from '../src/search/index.js';
import { type Pair, pairName } from './leagueGames.js';

/** What is known of a match. */
export interface LeagueLine {
  readonly pair: string;
  readonly match: number;
  /** Milliseconds a move. */
  readonly clock: number;
  /** The version that played: see {@link playVersion}. */
  readonly version: string;
  /** Of the first and of the second of the pair; null where one of them cannot play the game. */
  readonly scores: readonly [number, number] | null;
  readonly rounds: number;
  /** Moves that were illegal, late or missing, faults of searches included, of the first and of the second. */
  readonly errors: readonly [number, number];
  /** Why it could not be played. */
  readonly reason?: string;
}

export interface LeagueTask extends Conditions {
  readonly sheet: string;
  readonly file: string;
  readonly pairs: readonly Pair[];
  readonly matches: number;
}

const clock = (): number => performance.now();
const STAGE = { clock, milliseconds: 120_000, bytes: 2 ** 31 };
/** Of each search: more than it can fill in a match at this clock. */
const SEARCH_BYTES = 2 ** 27;
/** Of a player before its first match. */
const REHEARSAL_MS = 100;
/** The start clock, in play clocks. */
const START_CLOCKS = 5;

export function readLines(file: string): readonly LeagueLine[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as LeagueLine);
}

/** Which matches go together. */
export interface Conditions {
  readonly playMs: number;
  readonly version: string;
}

/** Lines of a pair under the same conditions. */
export function linesOf(
  lines: readonly LeagueLine[],
  pair: Pair,
  { playMs, version }: Conditions,
): readonly LeagueLine[] {
  return lines.filter((line) => line.pair === pairName(pair) && line.clock === playMs && line.version === version);
}

/** Plays what is missing in the file. Pairs take turns, so that what is there after a while tells of all of them. */
export async function playGame({ sheet, file, pairs, matches, ...conditions }: LeagueTask): Promise<void> {
  const rules = valueOf(loadRules({ name: basename(sheet), content: readFileSync(sheet) }));
  const hall = new Hall(rules, basename(sheet));
  for (let match = 0; match < matches; match += 2) {
    for (const pair of pairs) {
      const known = linesOf(readLines(file), pair, conditions);
      if (known.some(({ scores }) => scores === null)) continue;
      for (const each of [match, match + 1]) {
        if (each >= matches || known.some((line) => line.match === each)) continue;
        const line = await hall.play(pair, each, conditions);
        appendFileSync(file, `${JSON.stringify(line)}\n`);
        if (line.scores === null) break;
      }
    }
  }
}

/** One game, ready to be played: what all matches share. */
class Hall {
  readonly #play: Play;
  readonly #judge: Game;
  readonly #players = new Map<string, Player>();
  #rounds: ReturnType<typeof openSolverRounds> | undefined;

  constructor(
    private readonly rules: ValidRules,
    private readonly name: string,
  ) {
    this.#play = valueOf(openPlay(rules, 'compiled', STAGE));
    this.#judge = referenceGame(rules);
    // Whoever makes use of them: they are found before clocks run, as rules are compiled before.
    this.#play.symmetries?.(STAGE);
  }

  async play(pair: Pair, match: number, { playMs, version }: Conditions): Promise<LeagueLine> {
    const about = { pair: pairName(pair), match, clock: playMs, version };
    try {
      const record = await this.#record(pair, match, playMs);
      return { ...about, ...outcome(record) };
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      return { ...about, scores: null, rounds: 0, errors: [0, 0], reason };
    }
  }

  async #record(pair: Pair, match: number, playMs: number): Promise<MatchRecord> {
    const { rules, name } = this;
    const place = placeOf(rules, match, true);
    const players: Player[] = [];
    for (const text of pair) players.push(await this.#player(text));
    const pace: Pace = { kind: 'clocks', startMs: START_CLOCKS * playMs, playMs };
    return playMatch({
      ...{ game: name, judge: this.#judge, rules, pace, clock, ...place },
      players: place.seats.map((seat) => players[seat] ?? null),
      seed: seededRandom(place.group + 1).nextUint32(),
    });
  }

  /** Players are made once, and rehearse: what takes long the first time does not count. */
  async #player(text: string): Promise<Player> {
    const known = this.#players.get(text);
    if (known !== undefined) return known;
    const player = new SearchPlayer({
      ...{ chosen: valueOf(chooseAlgorithm(text, ALGORITHMS)), clock, bytes: SEARCH_BYTES },
      open: () => this.#play,
      openSolver: (play) => valueOf((this.#rounds ??= openSolverRounds(play, STAGE))),
    });
    const role = this.rules.roles.findIndex((_, index) => index !== this.rules.randomRole);
    const pace: Pace = { kind: 'clocks', startMs: REHEARSAL_MS, playMs: REHEARSAL_MS };
    await player.start({ rules: this.rules, role, pace, deadline: clock() + REHEARSAL_MS, seed: 0, played: [] });
    await player.play({ joint: null, deadline: clock() + REHEARSAL_MS });
    const faults = player.thoughts()?.faults ?? [];
    if (faults.length > 0) throw new Error(faults.join('; '));
    await player.stop();
    this.#players.set(text, player);
    return player;
  }
}

function outcome({
  place: { seats },
  scores,
  moves,
  errors,
}: MatchRecord): Pick<LeagueLine, 'scores' | 'rounds' | 'errors'> {
  const of = (seat: number): number => scores[seats.indexOf(seat)]!;
  const errorsOf = (seat: number): number => errors.filter(({ role }) => seats[role] === seat).length;
  return { scores: [of(0), of(1)], rounds: moves.length, errors: [errorsOf(0), errorsOf(1)] };
}

function valueOf<T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown },
): T {
  if (result.ok) return result.value;
  throw new Error(typeof result.error === 'string' ? result.error : JSON.stringify(result.error));
}
