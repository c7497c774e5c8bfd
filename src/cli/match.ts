import { type Command, InvalidArgumentError } from 'commander';
import { type MatchRecord, playSeries, recordLine } from '../match/index.js';
import type { Pace } from '../player/index.js';
import { referenceGame } from '../reference/index.js';
import { seconds } from './benchGames.js';
import { CliError } from './cliError.js';
import { peopleOn, scriptsOn } from './matchAudience.js';
import { playedRoles } from './matchPlayers.js';
import { bytesForSearches, memoryOption } from './memory.js';
import { replayRecords } from './matchReplay.js';
import type { Series } from './matchReport.js';
import { contendersOf, seated } from './matchSeats.js';
import { addCommand, type CommonOptions, wholeNumber } from './options.js';
import type { Session } from './outside.js';
import { writeOutput } from './outputs.js';
import { threads } from './threads.js';
import { rulesOf, type ValidReading } from './rulesOf.js';

interface MatchOptions extends CommonOptions {
  readonly players?: string;
  readonly matches: number;
  readonly startClock?: number;
  readonly playClock?: number;
  readonly nodes?: number;
  readonly swap?: true;
  readonly verbose?: true;
  readonly threads?: readonly number[];
  readonly memory?: number;
  readonly record?: string;
  readonly replay?: string;
}

/** Seconds; short, as a person waits. */
const DEFAULT_CLOCKS = { start: 2, play: 1 };

export function addMatch(program: Command, session: Session): void {
  addCommand(program, 'match', {
    description: 'Plays matches between algorithms and players on the network; the rules themselves are the judge.',
    examples: [
      'match tic-tac-toe --players random,random --matches 100 --swap',
      'match connect-four --players woodstock,random --play-clock 0.5 --verbose',
      'match connect-four --players woodstock,random --nodes 1000 --seed 1 --json',
      'match connect-four --players http://127.0.0.1:9147,uct --start-clock 10 --play-clock 5',
    ],
  })
    .argument('<GAME>', 'rule sheet or bundled game')
    .option(
      '--players <P1,P2,…>',
      'for each role but random an algorithm, NAME or NAME:key=value;key=value, or a URL, http://host:port',
    )
    .option('--matches <number>', 'how many', matches, 1)
    .option('--start-clock <seconds>', `time before the first move (${String(DEFAULT_CLOCKS.start)})`, seconds)
    .option('--play-clock <seconds>', `time for each move (${String(DEFAULT_CLOCKS.play)})`, seconds)
    .option('--nodes <number>', 'nodes for each move, in the place of clocks: the same match every time', nodes)
    .option(
      '--threads <N1,N2,…>',
      'search in so many threads: one number for all algorithms or one a player',
      threadList,
    )
    .addOption(memoryOption())
    .option('--swap', 'players take turns at the roles, with the same seed until each had each role')
    .option('--verbose', 'what the players thought, move by move')
    .option('--record <file>', 'write the matches to a file, one JSON document a line, with all that replays them')
    .option('--replay <file>', 'play no match, but check the records of a file against the rules')
    .action(async (name: string, options: MatchOptions) => {
      const { outside } = session;
      const pace = paceOf(options);
      const reading = await rulesOf(outside, name);
      if (options.replay !== undefined)
        await replayRecords(session, reading, { path: options.replay, json: options.json ?? false });
      else await playMatches(session, { name, reading, pace, options });
    });
}

function matches(text: string): number {
  const number = wholeNumber(text);
  if (number < 1) throw new InvalidArgumentError('It must be 1 or more.');
  return number;
}

const nodes = matches;

const threadList = (text: string): readonly number[] => text.split(',').map(threads);

function paceOf({ nodes, startClock, playClock }: Partial<MatchOptions>): Pace {
  if (nodes === undefined) {
    const { start, play } = DEFAULT_CLOCKS;
    return { kind: 'clocks', startMs: 1000 * (startClock ?? start), playMs: 1000 * (playClock ?? play) };
  }
  if (startClock !== undefined || playClock !== undefined) throw new CliError(2, 'either clocks or --nodes, not both');
  return { kind: 'nodes', nodes };
}

interface MatchTask {
  /** As it was given. */
  readonly name: string;
  readonly reading: ValidReading;
  readonly pace: Pace;
  readonly options: MatchOptions;
}

async function playMatches(session: Session, { name, reading, pace, options }: MatchTask): Promise<void> {
  const { outside } = session;
  const { rules, source } = reading;
  const contenders = contendersOf(options.players, rules, { pace, threads: options.threads });
  const bytes = bytesForSearches(outside, options.memory, pace.kind);
  const players = await seated(outside, contenders, { name: source.name, rules, bytes });
  const texts = contenders.map(({ text }) => text);
  const seed = options.seed ?? outside.freshSeed();
  const records: MatchRecord[] = [];
  const series: Series = { game: name, players: texts, pace, seed, records };
  const audience = (options.json ? scriptsOn : peopleOn)(outside, series, {
    ...{ matches: options.matches, verbose: options.verbose ?? false },
    ...{ roles: rules.roles, playedRoles: playedRoles(rules) },
  });
  if (options.record !== undefined) writeOutput(outside, options.record, []);
  const matches = playSeries({
    ...{ game: name, rules, judge: referenceGame(rules), players, pace, seed, clock: () => outside.now() },
    ...{ matches: options.matches, swaps: options.swap ?? false, keepsThoughts: options.verbose ?? false },
    onRound: (round, match) => audience.onRound(round, match),
  });
  for await (const record of matches) {
    records.push(record);
    if (record.errors.length > 0) session.exitCode = 1;
    if (options.record !== undefined) writeOutput(outside, options.record, records.map(recordLine));
    audience.onMatch(record);
  }
  audience.onEnd();
}
