/**
 * Memory of `woodstock player` over many short matches: a process of its own plays them one after the other, over HTTP, in every other role, and its
 * resident memory is looked at now and then. Fails where it grows between the hundredth match and the last by more than a quarter.
 * `npm run bench -- player-memory [--matches N] [--rounds N] [--algorithm NAME] [--out FILE] [SHEET …]`; the default is bundled tic-tac-toe, 1,000 matches of
 * 2 rounds, by the player's own default algorithm.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { loadRules } from '../src/pipeline.js';
import { referenceGame } from '../src/reference/index.js';
import { circumstances } from './apart.js';
import { playOne } from './gauntletMatch.js';
import { startPlayer } from './gauntletPlayer.js';

const { values, positionals } = parseArgs({
  options: {
    matches: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '2' },
    algorithm: { type: 'string' },
    out: { type: 'string' },
  },
  allowPositionals: true,
});
/** Matches after which everything that is made once was made. */
const SETTLED = 100;
const MOST_GROWTH = 1.25;

const paths = positionals.length > 0 ? positionals : ['games/tic-tac-toe.kif'];
const games = paths.map((path) => {
  const rules = loadRules({ name: basename(path), content: readFileSync(path) });
  if (!rules.ok) throw new Error(`${path} is not valid`);
  return { rules: rules.value, game: referenceGame(rules.value) };
});
const matches = Number(values.matches);
const player = await startPlayer(values.algorithm === undefined ? [] : ['--algorithm', values.algorithm]);
const loadBefore = loadavg()[0]!;
const seen = new Map<number, number>();
let problems = 0;
for (let match = 1; match <= matches; match++) {
  const { rules, game } = games[match % games.length]!;
  const roles = [...rules.roles.keys()].filter((role) => role !== rules.randomRole);
  const role = roles[match % roles.length]!;
  const clocks = { startClock: 2, playClock: 2, turns: Number(values.rounds) };
  const outcome = await playOne(player, { id: `m${String(match)}`, rules, game, role, ...clocks, seed: match });
  problems += outcome.problems.length;
  for (const problem of outcome.problems) console.log(`match ${String(match)}: ${problem}`);
  player.takeLog();
  if (match > 1 && match % Math.max(1, Math.min(SETTLED, matches / 10)) !== 0) continue;
  seen.set(match, player.residentMegabytes());
  console.log(`after ${String(match)} matches: ${seen.get(match)!.toFixed(0)} MB`);
}
await player.end();
const settled = seen.get(SETTLED);
const last = seen.get(matches);
if (settled !== undefined && last !== undefined) {
  const growth = last / settled;
  console.log(
    `growth from match ${String(SETTLED)} to ${String(matches)}: ${growth.toFixed(2)}; problems: ${String(problems)}`,
  );
  process.exitCode = growth <= MOST_GROWTH && problems === 0 ? 0 : 1;
}
if (values.out !== undefined) {
  const names = paths.map((path) => basename(path, '.kif')).join(', ');
  const lines = [...seen].map(([match, megabytes]) => `| ${String(match)} | ${megabytes.toFixed(0)} |`);
  writeFileSync(
    values.out,
    `# Memory of the player over many matches

\`woodstock player${values.algorithm === undefined ? '' : ` --algorithm ${values.algorithm}`}\` in a process of its own, over HTTP: ${String(matches)} matches of ${values.rounds} rounds one after the other (${names}), in every
role; resident memory of the process between matches; ${circumstances(loadBefore)}. ${String(problems)} answers that were late, illegal or missing. Made by \`npm run bench -- player-memory\`.

| matches | resident MB |
|--:|--:|
${lines.join('\n')}
`,
  );
}
