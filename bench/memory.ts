/**
 * Memory of `woodstock player` over many short matches: a process of its own plays them one after the other, over HTTP, in every other role, and its
 * resident memory is looked at now and then. Fails where it grows between the hundredth match and the last by more than a quarter.
 * `npm run bench:memory -- [--matches N] [--rounds N] [SHEET …]`; the default is bundled tic-tac-toe, 1,000 matches of 2 rounds.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { loadRules } from '../src/pipeline.js';
import { referenceGame } from '../src/reference/index.js';
import { playOne } from './gauntletMatch.js';
import { startPlayer } from './gauntletPlayer.js';

const { values, positionals } = parseArgs({
  options: { matches: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '2' } },
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
const player = await startPlayer(['--algorithm', 'random']);
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
  if (match % Math.max(1, Math.min(SETTLED, matches / 10)) !== 0) continue;
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
