/**
 * Runs a bench: `npm run bench -- NAME [arguments of the bench]`; `npm run bench -- --help` lists them. It bundles
 * bench/NAME.ts, and the files that the bench starts as threads or processes, into node_modules/.woodstock-bench, and
 * runs it there with the folder of the project as working directory.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = 'node_modules/.woodstock-bench';

const HELPERS = ['src/node/simulationWorker.ts'];
const PLAYER = ['src/cli/main.ts', 'src/node/matchWorker.ts', 'src/node/simulationWorker.ts'];

/** What each bench measures, and the files that it needs beside it. */
const BENCHES = {
  calls: { about: 'requests for playouts by their size' },
  deadlines: { about: 'how late searches stop, on every sheet' },
  duel: {
    about: 'two settings of search, two versions, or a search and a yardstick against each other',
    beside: HELPERS,
  },
  gauntlet: { about: 'the player plays the first turns of every sheet over HTTP', beside: PLAYER },
  ground: { about: 'time and size of grounding every sheet' },
  headroom: { about: 'what four times the thinking time is worth, game by game' },
  league: { about: 'all algorithms against each other' },
  leaves: { about: 'leaves a second of a search, beside another version' },
  memory: { about: 'whether a search goes on growing its tree over a long match' },
  network: { about: 'sizes of the constraint network of every sheet' },
  orchard: { about: 'Orchard 4-10-9 played by a search, beside optimal play' },
  'player-memory': { about: 'memory of the player over many matches', beside: PLAYER },
  playouts: { about: 'random playouts a second on every sheet' },
  puzzles: { about: 'plans for every one-player sheet' },
  reference: { about: 'states a second that the reference engine referees' },
  rounds: { about: 'rounds a second by MAC, by forward checking and compiled' },
  search: { about: 'playouts and expansions a second inside searches' },
  'search-threads': { about: 'searches with threads beside one without', beside: HELPERS },
  solve: { about: 'time of `woodstock solve`; needs `npm run build`' },
  solver: { about: 'speed of the constraint solver; needs `npm run build`' },
  'symmetric-play': { about: 'how long play stays symmetric' },
  'symmetric-states': { about: 'states with and without symmetries' },
  symmetry: { about: 'symmetries of every sheet' },
  threads: { about: 'two worker threads beside one', beside: HELPERS },
};

const camelCase = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

function list() {
  const width = Math.max(...Object.keys(BENCHES).map(({ length }) => length));
  const lines = Object.entries(BENCHES).map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`);
  return `npm run bench -- NAME [arguments]; npm run bench -- NAME --help tells which arguments.\n\n${lines.join('\n')}\n`;
}

/** The comment at the head of a bench. */
function help(name) {
  const [head] = readFileSync(`${ROOT}bench/${camelCase(name)}.ts`, 'utf8').split('*/');
  return head
    .replace('/**', '')
    .replace(/^ \* ?/gm, '')
    .trim();
}

function run(name, { beside = [] }, args) {
  const file = camelCase(name);
  buildSync({
    absWorkingDir: ROOT,
    entryPoints: [`bench/${file}.ts`, ...beside].map((path) => ({ in: path, out: basename(path, '.ts') })),
    outdir: FOLDER,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
  const child = spawn(process.execPath, [`${FOLDER}/${file}.js`, ...args], { cwd: ROOT, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => (process.exitCode = code ?? 1));
}

const [name, ...args] = process.argv.slice(2);
if (name === undefined || name === '--help') process.stdout.write(list());
else if (Object.hasOwn(BENCHES, name) && args.includes('--help')) process.stdout.write(`${help(name)}\n`);
else if (Object.hasOwn(BENCHES, name)) run(name, BENCHES[name], args);
else {
  process.stderr.write(`there is no bench '${name}'; there are ${Object.keys(BENCHES).join(', ')}\n`);
  process.exitCode = 2;
}
