/**
 * How long play stays symmetric, sheet by sheet: rounds of random games that begin in a state that some symmetry leaves as it is, since only there are moves alike. Games in which that
 * is seldom so have nothing to tell of searches that make use of symmetries. `npm run bench -- symmetric-play [--out FILE] [--rows FILE] [SHEET or FOLDER …]`.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { seededRandom } from '../src/base/index.js';
import { isChance, playout, type StateSymmetries } from '../src/game/index.js';
import { loadRules, openPlay, type Play } from '../src/pipeline.js';
import { benchSheets, type Outcome, type Row } from './apart.js';

const GAMES = 20;
const MOST_ROUNDS = 300;
const BUDGET = { clock: () => performance.now(), milliseconds: 60_000, bytes: 2 ** 31 };

interface SymmetricPlay {
  readonly players: number;
  /** Whether the goals of all added up to the same in every end. */
  readonly isZeroSum: boolean;
  /** Symmetries that searches make use of. */
  readonly symmetries: number;
  /** Rounds of a game, and of these the ones that begin in a symmetric state. */
  readonly rounds: number;
  readonly symmetric: number;
}

function measure(path: string): Outcome<SymmetricPlay> {
  const rules = loadRules({ name: basename(path), content: readFileSync(path) });
  if (!rules.ok) return { ok: false, reason: 'invalid rules' };
  const play = openPlay(rules.value, 'compiled', BUDGET);
  if (!play.ok) return { ok: false, reason: play.error };
  const symmetries = play.value.symmetries?.(BUDGET);
  if (symmetries === undefined) return { ok: false, reason: 'symmetries not found within the budget' };
  return { ok: true, ...played(play.value, symmetries) };
}

function played({ game }: Play, symmetries: StateSymmetries): SymmetricPlay {
  const random = seededRandom(1);
  const sums = new Set<number>();
  let [rounds, symmetric] = [0, 0];
  for (let each = 0; each < GAMES; each++) {
    const { states } = playout(game, random, { plies: MOST_ROUNDS });
    const last = states.at(-1)!;
    if (game.isTerminal(last)) sums.add(game.goals(last).reduce<number>((sum, goal) => sum + (goal ?? 0), 0));
    for (const state of states) {
      if (game.isTerminal(state)) continue;
      rounds++;
      if (symmetries.stabiliser(state).length > 1) symmetric++;
    }
  }
  const players = game.roles.filter((role) => !isChance(role)).length;
  return {
    ...{ players, isZeroSum: sums.size === 1, symmetries: symmetries.size },
    ...{ rounds: rounds / GAMES, symmetric: symmetric / GAMES },
  };
}

function cells({ outcome }: Row<SymmetricPlay>): readonly (string | number)[] {
  if (!outcome.ok) return ['', '', '', '', '', outcome.reason];
  const { players, isZeroSum, symmetries, rounds, symmetric } = outcome;
  return [players, isZeroSum ? 'yes' : 'no', symmetries, rounds.toFixed(1), symmetric.toFixed(1), ''];
}

/** Shorter games are solved in the time of a few moves, whatever the search. */
const FEWEST_ROUNDS = 20;
const MOST_LISTED = 16;

function summary(rows: readonly Row<SymmetricPlay>[]): readonly string[] {
  const longest = rows
    .flatMap(({ game, outcome }) => (outcome.ok ? [{ game, ...outcome }] : []))
    .filter(({ players, isZeroSum, rounds }) => players === 2 && isZeroSum && rounds >= FEWEST_ROUNDS)
    .sort((a, b) => b.symmetric - a.symmetric)
    .slice(0, MOST_LISTED);
  const listed = longest.map(({ game, symmetric }) => `${game} ${symmetric.toFixed(1)}`).join(', ');
  return [
    `two players with opposed goals and ${String(FEWEST_ROUNDS)} rounds or more, those that stay symmetric longest: ${listed}`,
  ];
}

await benchSheets<SymmetricPlay>({
  script: import.meta.url,
  out: 'bench/results/symmetric-play.md',
  limits: { seconds: 120, heapMegabytes: 4000 },
  title: 'How long play stays symmetric',
  note:
    `Means of ${String(GAMES)} random games (of ${String(MOST_ROUNDS)} rounds at most). \`symmetric\`: rounds that begin in a state that some symmetry leaves as it is. \`symmetries\`: how many ` +
    'are made use of, those that fix the initial state, 128 at most. Made by `npm run bench -- symmetric-play`.',
  columns: ['players', 'opposed', 'symmetries', 'rounds', 'symmetric', 'not found because'],
  measure,
  cells,
  summary,
});
