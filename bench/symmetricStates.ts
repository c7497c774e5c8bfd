/**
 * How many states a search has to know with and without symmetries: all that can be reached within so many rounds, as many rounds as give no more than
 * a number of states, each state once (the column "Ame" of 002, table 2, is the share that is saved). `npm run bench -- symmetric-states [--states N] [--out FILE] [SHEET …]`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { stateIndex } from '../src/game/index.js';
import { loadRules, openPlay, type Play } from '../src/pipeline.js';
import { circumstances, gameOf } from './apart.js';

const SHARED = '../shared/games/';
/** Games of 002 and of this project that have symmetries. */
const SHEETS = [
  ...['games/tic-tac-toe.kif', 'games/connect-four.kif', 'games/breakthrough-6x6.kif', 'games/othello-6x6.kif'],
  ...['games/orchard-4-10-9.kif', 'games/hex-5x5.kif'],
  ...['breakthroughSuicide', 'connectFourSimultaneous', 'dotsAndBoxesSuicide', 'englishDraughts'].map(sharedSheet),
  ...['knightThrough', 'pentago', 'quarto', 'reversi', 'hex', 'gomoku_15x15', 'blocker', 'lightsOn', '2pttc'].map(
    sharedSheet,
  ),
];

function sharedSheet(name: string): string {
  return `${SHARED}${name}.kif`;
}

const { values, positionals } = parseArgs({
  options: {
    states: { type: 'string', default: '200000' },
    out: { type: 'string', default: 'bench/results/symmetric-states.md' },
  },
  allowPositionals: true,
});
const mostStates = Number(values.states);
const clock = (): number => performance.now();
const BUDGET = { clock, milliseconds: 60_000, bytes: 2 ** 31 };
/** States that are expanded at once. */
const BATCH = 256;

interface Counted {
  readonly rounds: number;
  readonly states: number;
}

/** States within some rounds: as many rounds as are given, or as give no more states than the limit. */
function statesOf({ game, simulator }: Play, canonical: (state: unknown) => unknown, rounds: number): Counted {
  const index = stateIndex(game);
  index.add(canonical(game.initial()), 0);
  let from = 0;
  let before = { rounds: 0, states: 1 };
  for (let round = 1; round <= rounds && from < index.size; round++) {
    const to = index.size;
    for (; from < to; from += BATCH) {
      const ids = Array.from({ length: Math.min(BATCH, to - from) }, (_, offset) => from + offset);
      for (const { successors, terminal } of simulator.expand(ids.map((id) => index.state(id)))) {
        successors.forEach((state, at) => terminal[at] === 0 && index.add(canonical(state), 0));
      }
      if (index.size > mostStates) return before;
    }
    from = to;
    before = { rounds: round, states: index.size };
  }
  return before;
}

function row(sheet: string): string {
  const rules = loadRules({ name: basename(sheet), content: readFileSync(sheet) });
  if (!rules.ok) return `| ${gameOf(sheet)} | | | | | invalid rules |`;
  const play = openPlay(rules.value, 'compiled', BUDGET);
  const symmetries = play.ok ? play.value.symmetries?.(BUDGET) : undefined;
  if (!play.ok || symmetries === undefined) return `| ${gameOf(sheet)} | | | | | not found within the budget |`;
  const plain = statesOf(play.value, (state) => state, Infinity);
  const turned = statesOf(play.value, (state) => symmetries.canonical(state).state, plain.rounds);
  const saved = (100 * (1 - turned.states / plain.states)).toFixed(2);
  const number = (count: number): string => count.toLocaleString('en');
  return `| ${gameOf(sheet)} | ${String(symmetries.size)} | ${String(plain.rounds)} | ${number(plain.states)} | ${number(turned.states)} | ${saved} |`;
}

const loadBefore = loadavg()[0]!;
const lines = ['| game | symmetries | rounds | states | with symmetries | saved % |', '|---|--:|--:|--:|--:|--:|'];
console.log(lines.join('\n'));
for (const sheet of positionals.length > 0 ? positionals : SHEETS) {
  lines.push(row(sheet));
  console.log(lines.at(-1));
}
const head = `# States with and without symmetries

All states that are not terminal and can be reached within some rounds, as many rounds as give no more than ${mostStates.toLocaleString('en')} states; each
once, and then each once for all that are symmetric to it. \`symmetries\`: how many are made use of, those that fix the initial state, 128 at most. The share saved is
the column "Ame" of 002, table 2 (there for search trees of MAC-UCB and MAC-UCB-SYM). Made by \`npm run bench -- symmetric-states\`.

${circumstances(loadBefore)}

`;
writeFileSync(values.out, `${head}${lines.join('\n')}\n`);
