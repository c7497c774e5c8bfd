/**
 * Leaves a second of a search from the initial state, beside another version of it. Both think in turn, a quarter of
 * the time at once, in one process; what counts is processor time, of all its threads.
 *
 *   npm run bench -- leaves [GAME…] [--old DIR] [--algorithm woodstock] [--seconds 4] [--memory 512M] [--out FILE]
 *
 *   --old    another checkout of this repository (git worktree add ../old COMMIT)
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Simulator } from '../src/game/index.js';
import { circumstances } from './apart.js';
import { type Build, loadBuild, OWN_BUILD } from './duel/build.js';
import { sheetOf } from './leagueGames.js';
import { bytesOf, orWrongUse, WrongUse } from './wrongUse.js';

const GAMES = ['connectFour', 'breakthrough', 'reversi'];
const PARTS = 4;
const REHEARSAL_MS = 700;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    old: { type: 'string' },
    algorithm: { type: 'string', default: 'woodstock' },
    seconds: { type: 'string', default: '4' },
    memory: { type: 'string', default: '512M' },
    out: { type: 'string' },
  },
});

/** Milliseconds of all threads of the process. */
const clock = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Milliseconds by what they were spent on. */
interface Spent {
  leaves: number;
  all: number;
  playouts: number;
  /** Expansions, and successors one by one. */
  successors: number;
}

interface Thinker {
  readonly spent: Spent;
  readonly think: (ms: number) => void;
}

/** The rule sheet of that name, or at that path. */
function sheetNamed(name: string): string {
  const sheet = sheetOf(name) ?? name;
  if (!existsSync(sheet)) throw new WrongUse(`there is no rule sheet ${name} in games/ or ../shared/games`);
  return sheet;
}

function open({ pipeline, search }: Build, name: string): Thinker {
  const rules = pipeline.loadRules({ name, content: readFileSync(sheetNamed(name)) });
  if (!rules.ok) throw new Error(`${name} is not valid`);
  const play = pipeline.openPlay(rules.value, 'compiled', { clock, milliseconds: 120_000, bytes: 2 ** 31 });
  if (!play.ok) throw new Error(`${name}: ${play.error}`);
  const chosen = search.chooseAlgorithm(values.algorithm, search.ALGORITHMS);
  if (!chosen.ok) throw new Error(chosen.error);
  const { game, simulator } = play.value;
  const { algorithm, options } = chosen.value;
  const spent: Spent = { leaves: 0, all: 0, playouts: 0, successors: 0 };
  const role = game.roles.findIndex((each) => each !== 'random');
  const setting = { game, role, state: game.initial(), clock, seed: 1, bytes: bytesOf('memory', values.memory) };
  const opened = algorithm.open({ ...setting, simulator: watched(simulator, spent) }, options);
  return {
    spent,
    think: (ms) => {
      const before = opened.report().effort.nodes;
      const start = clock();
      opened.think({ deadline: start + ms });
      spent.all += clock() - start;
      spent.leaves += opened.report().effort.nodes - before;
    },
  };
}

/** The same simulator, whose calls are timed. */
function watched(simulator: Simulator, spent: Spent): Simulator {
  const timed = <T>(what: 'playouts' | 'successors', run: () => T): T => {
    const start = clock();
    const result = run();
    spent[what] += clock() - start;
    return result;
  };
  return {
    ...(simulator.lanes === undefined ? {} : { lanes: simulator.lanes }),
    ...(simulator.moves === undefined ? {} : { moves: simulator.moves }),
    playouts: (...request) => timed('playouts', () => simulator.playouts(...request)),
    expand: (...request) => timed('successors', () => simulator.expand(...request)),
    ...(simulator.next === undefined
      ? {}
      : { next: (...request) => timed('successors', () => simulator.next!(...request)) }),
    prepare: (kind, count) => simulator.prepare?.(kind, count),
  };
}

function rowsOf(name: string, builds: readonly Build[]): readonly string[] {
  const thinkers = builds.map((build) => open(build, name));
  for (const { think, spent } of thinkers) {
    think(REHEARSAL_MS);
    Object.assign(spent, { leaves: 0, all: 0, playouts: 0, successors: 0 });
  }
  for (let part = 0; part < PARTS; part++) {
    for (const { think } of thinkers) think((1000 * Number(values.seconds)) / PARTS);
  }
  const rate = ({ leaves, all }: Spent): number => (1000 * leaves) / all;
  const oldest = rate(thinkers.at(-1)!.spent);
  return thinkers.map(({ spent }, index) => {
    const { leaves, all, playouts, successors } = spent;
    const each = [all, playouts, successors, all - playouts - successors].map((ms) =>
      ((1000 * ms) / leaves).toFixed(2),
    );
    const version = builds[index]!.commit ?? 'this one';
    const cells = [name, version, Math.round(rate(spent)).toLocaleString('en'), ...each];
    return `| ${[...cells, (rate(spent) / oldest).toFixed(2)].join(' | ')} |`;
  });
}

await orWrongUse(async () => {
  const loadBefore = loadavg()[0]!;
  const builds = values.old === undefined ? [OWN_BUILD] : [OWN_BUILD, await loadBuild(values.old)];
  const rows = (positionals.length > 0 ? positionals : GAMES).flatMap((name) => rowsOf(name, builds));
  const text = `# Leaves a second of a search

\`${values.algorithm}\`, ${values.seconds} s of processor time each; ${circumstances(loadBefore)}. Made by \`npm run bench -- leaves --old DIR\`.

| game | version | leaves/s | µs a leaf | playouts | successors | tree | ratio |
|---|---|--:|--:|--:|--:|--:|--:|
${rows.join('\n')}
`;
  if (values.out === undefined) process.stdout.write(text);
  else writeFileSync(values.out, text);
});
