import { memoryOfEach, ThreadedPlayer, type ThreadedPlayerSetting, threadStarter } from '../node/index.js';
import type { Pace, Player } from '../player/index.js';
import { playerAddress, type PlayerAddress, RemotePlayer } from '../protocol/index.js';
import type { ValidRules } from '../rules/index.js';
import type { ChosenAlgorithm } from '../search/index.js';
import { CliError } from './cliError.js';
import { playOrSubstitute } from './engines.js';
import { algorithmOf, DEFAULT_ALGORITHM, isUrl, playedRoles, playersOf } from './matchPlayers.js';
import type { Outside } from './outside.js';
import { plural } from './style.js';

/** Who plays: an algorithm in this process, or a player on the network. */
export type Contender = { readonly text: string } & (
  | { readonly kind: 'algorithm'; readonly chosen: ChosenAlgorithm }
  /** An algorithm in search threads of its own. */
  | { readonly kind: 'threads'; readonly algorithm: string; readonly threads: number }
  | { readonly kind: 'remote'; readonly address: PlayerAddress }
);

/** A contender for each role that is played, from `P1,P2,…`; without it the strongest algorithm for all. Ends with exit code 2 on nonsense. */
export function contendersOf(
  texts: string | undefined,
  rules: ValidRules,
  { pace, threads }: { readonly pace: Pace; readonly threads: readonly number[] | undefined },
): readonly Contender[] {
  const roles = playedRoles(rules);
  const names = texts?.split(',') ?? roles.map(() => DEFAULT_ALGORITHM);
  if (names.length !== roles.length) {
    const needed = `this game has ${plural(roles.length, 'player')}: ${roles.join(', ')}`;
    const example = roles.map((_, index) => names[index % names.length]!).join(',');
    throw new CliError(2, `--players names ${String(names.length)}, but ${needed}; try --players '${example}'`);
  }
  if (threads !== undefined && threads.length > 1 && threads.length !== names.length)
    throw new CliError(2, `--threads names ${String(threads.length)} numbers for ${plural(names.length, 'player')}`);
  return names.map((text, index) => {
    if (isUrl(text)) return remote(text, pace);
    const chosen = algorithmOf(text, rules);
    if (threads === undefined) return { kind: 'algorithm', text, chosen };
    const number = threads[index] ?? threads[0]!;
    return { kind: 'threads', text: `${text} on ${plural(number, 'thread')}`, algorithm: text, threads: number };
  });
}

function remote(text: string, pace: Pace): Contender {
  const address = playerAddress(text);
  if (!address.ok) throw new CliError(2, address.error);
  if (pace.kind === 'nodes') throw new CliError(2, `${text}: players on the network need clocks, not --nodes`);
  if ([pace.startMs, pace.playMs].some((ms) => ms % 1000 !== 0))
    throw new CliError(2, `${text}: players on the network take clocks of whole seconds`);
  return { kind: 'remote', text, address: address.value };
}

interface Seating {
  /** As messages call the game. */
  readonly name: string;
  readonly rules: ValidRules;
  /** Memory of all searches. */
  readonly bytes: number;
}

/** The players, in the order of the contenders. Ends with exit code 1 where an algorithm cannot play the game. */
export async function seated(
  outside: Outside,
  contenders: readonly Contender[],
  { name, rules, bytes }: Seating,
): Promise<readonly Player[]> {
  const each = memoryOfEach(bytes, contenders.filter(({ kind }) => kind !== 'remote').length);
  const algorithms = contenders.flatMap((contender) => (contender.kind === 'algorithm' ? [contender.chosen] : []));
  const local = algorithms.length === 0 ? [] : await localPlayers(outside, algorithms, { name, rules, bytes: each });
  // No two series have the same ids, for a player may still be busy with a match of another.
  const series = `woodstock.${outside.freshSeed().toString(36)}`;
  let next = 0;
  return contenders.map((contender) => {
    if (contender.kind === 'algorithm') return local[next++]!;
    if (contender.kind === 'threads') return threadedPlayer(outside, { ...contender, bytes: each }, false);
    return new RemotePlayer({ name: contender.text, address: contender.address, series });
  });
}

/** An algorithm in search threads of its own. */
export function threadedPlayer(
  outside: Outside,
  { algorithm, threads, bytes }: Pick<ThreadedPlayerSetting, 'algorithm' | 'threads'> & { readonly bytes: number },
  ponders: boolean,
): Player {
  return new ThreadedPlayer({
    ...{ algorithm, threads, bytes, ponders, start: threadStarter(outside.openThread) },
    clock: () => outside.now(),
  });
}

function localPlayers(
  outside: Outside,
  algorithms: readonly ChosenAlgorithm[],
  { name, rules, bytes }: Seating,
): Promise<readonly Player[]> {
  const play = playOrSubstitute(outside, { name, rules, engine: 'compiled' });
  return playersOf(outside, algorithms, { name, rules, play, ponders: false, bytes });
}
