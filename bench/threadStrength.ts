/**
 * Two search threads against one, at equal time: a duel in each game, roles swapped; the threads of the other player rest while one thinks (no
 * pondering), so that each has the machine for itself. Needs two free cores: `CPU` is what the process got of them while two threads thought.
 * On a busy machine `--nodes N` gives the tree N nodes a move for each thread, which is what equal time gives it where cores are free, as long as a node costs two
 * threads no more of the processor than one (the table tells that too) and the work can be shared evenly.
 * `npm run bench:thread-strength -- [--matches N] [--clock S | --nodes N] [--out FILE] [SHEET …]`; the default are bundled games.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { playSeries, wilsonInterval } from '../src/match/index.js';
import { ThreadedPlayer } from '../src/node/index.js';
import type { Pace, Player } from '../src/player/index.js';
import { loadRules } from '../src/pipeline.js';
import { referenceGame } from '../src/reference/index.js';
import { circumstances, gameOf } from './apart.js';

const GAMES = ['breakthrough-6x6', 'connect-four', 'hex-5x5', 'othello-6x6'];

const { values, positionals } = parseArgs({
  options: {
    matches: { type: 'string', default: '40' },
    clock: { type: 'string', default: '0.2' },
    nodes: { type: 'string' },
    algorithm: { type: 'string', default: 'woodstock' },
    out: { type: 'string' },
  },
  allowPositionals: true,
});
const paths = positionals.length > 0 ? positionals : GAMES.map((name) => `games/${name}.kif`);
const clock = (): number => performance.now();
const pace: Pace =
  values.nodes === undefined
    ? { kind: 'clocks', startMs: 3000, playMs: 1000 * Number(values.clock) }
    : { kind: 'nodes', nodes: Number(values.nodes) };

/** A player that also tells how much it did, and what of the processor it had for that. */
class Measured implements Player {
  readonly name: string;
  nodes = 0;
  cpuMs = 0;
  ms = 0;
  readonly #player: ThreadedPlayer;

  constructor(private readonly threads: number) {
    this.#player = new ThreadedPlayer({ algorithm: values.algorithm, threads, clock });
    this.name = this.#player.name;
  }

  start: Player['start'] = (match) =>
    this.#player.start(
      pace.kind === 'clocks' ? match : { ...match, pace: { ...pace, nodes: this.threads * pace.nodes } },
    );
  stop: Player['stop'] = () => this.#player.stop();
  thoughts = (): ReturnType<ThreadedPlayer['thoughts']> => this.#player.thoughts();

  async play(turn: Parameters<Player['play']>[0]): Promise<string> {
    const used = process.cpuUsage();
    const start = clock();
    const move = await this.#player.play(turn);
    const thoughts = this.#player.thoughts();
    if (thoughts !== undefined && thoughts.effort.nodes > 0) {
      const { user, system } = process.cpuUsage(used);
      this.cpuMs += (user + system) / 1000;
      this.ms += clock() - start;
      this.nodes += thoughts.effort.nodes;
    }
    return move;
  }
}

async function duel(
  path: string,
): Promise<{ readonly line: string; readonly points: number; readonly matches: number }> {
  const rules = loadRules({ name: basename(path), content: readFileSync(path) });
  if (!rules.ok) throw new Error(`${path} is not valid`);
  const players = [new Measured(2), new Measured(1)] as const;
  const series = playSeries({
    ...{ game: gameOf(path), rules: rules.value, judge: referenceGame(rules.value), players, seed: 1, clock },
    ...{ pace, matches: Number(values.matches), swaps: true },
  });
  let points = 0;
  let matches = 0;
  let errors = 0;
  for await (const { scores, place, errors: found } of series) {
    const [two, one] = [scores[place.seats.indexOf(0)]!, scores[place.seats.indexOf(1)]!];
    points += two > one ? 1 : two === one ? 0.5 : 0;
    matches++;
    errors += found.length;
  }
  const { low, high } = wilsonInterval(points, matches);
  const percent = (share: number): string => (100 * share).toFixed(0);
  const [two, one] = players;
  const speed = two.nodes / two.ms / (one.nodes / one.ms);
  const thrift = two.nodes / two.cpuMs / (one.nodes / one.cpuMs);
  const score = `${percent(points / matches)} (${percent(low)}–${percent(high)})`;
  const cells = [matches, score, speed.toFixed(2), thrift.toFixed(2)];
  const cpu = [two, one].map(({ cpuMs, ms }) => (cpuMs / ms).toFixed(2));
  return { line: `| ${gameOf(path)} | ${[...cells, ...cpu, errors].join(' | ')} |`, points, matches };
}

const HEAD = `| game | matches | two threads score % (95 %) | nodes a second, two to one | nodes a CPU second, two to one | CPU of two | CPU of one | errors |
|---|--:|--:|--:|--:|--:|--:|--:|`;
const loadBefore = loadavg()[0]!;
const lines: string[] = [];
let points = 0;
let matches = 0;
console.log(HEAD);
for (const path of paths) {
  const found = await duel(path);
  points += found.points;
  matches += found.matches;
  lines.push(found.line);
  console.log(found.line);
}
const { low, high } = wilsonInterval(points, matches);
const all = `Two threads score ${((100 * points) / matches).toFixed(1)} % over ${String(matches)} matches (95 %: ${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)}).`;
const about = `\`${values.algorithm}\` on two search threads against itself on one, ${pace.kind === 'clocks' ? `${values.clock} s` : `${String(pace.nodes)} nodes a thread`} a move, no pondering, roles swapped; ${circumstances(loadBefore)}`;
console.log(`\n${all}\n${about}`);
if (values.out !== undefined)
  writeFileSync(
    values.out,
    `# Two search threads against one\n\n${about}. Made by \`npm run bench:thread-strength\`.\n\n${all}\n\n${HEAD}\n${lines.join('\n')}\n`,
  );
