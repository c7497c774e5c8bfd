/**
 * Has each algorithm think about each sheet until deadlines, in a process of its own, and prints a table of how late it stops.
 * `npm run bench -- deadlines [--out FILE] [--rows FILE] [SHEET or FOLDER …]`.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { seededRandom } from '../src/base/index.js';
import { type Game, playout } from '../src/game/index.js';
import { loadRules, openPlay, openSolverRounds, type Play } from '../src/pipeline.js';
import { ALGORITHMS, chooseAlgorithm, type SolverMethod } from '../src/search/index.js';
import { benchSheets, type Outcome, quantile, type Row } from './apart.js';

const NAMES = ['woodstock', 'uct', 'grave', 'cfr', 'flat-ucb', 'mac-ucb', 'mac-ucb-sym', 'fc-ucb'];
const THINKING_MS = 100;
/** What the issue allows. */
const ALLOWED_MS = 20;
/** Plies of random play after which searches think: twice in the initial state, then further on. */
const PLIES = [0, 0, 3, 6, 12];
const BYTES = 2 ** 27;
const STAGE = { clock: () => performance.now(), milliseconds: 20_000, bytes: 2 ** 31 };
/** Of translating a game into networks. */
const SOLVER_MS = 5000;
/** Of the clock, for a sheet. */
const PATIENCE_SECONDS = 300;
const HEAP_MEGABYTES = 4000;

interface Lateness {
  readonly engine: string;
  /** By algorithm: milliseconds, the most of all thoughts; null where it cannot play the game. */
  readonly ms: readonly (number | null)[];
}

function measure(path: string): Outcome<Lateness> {
  const rules = loadRules({ name: basename(path), content: readFileSync(path) });
  if (!rules.ok) return { ok: false, reason: rules.error[0]?.message ?? 'not valid' };
  const play = openPlay(rules.value, 'compiled', STAGE);
  if (!play.ok) return { ok: false, reason: play.error };
  return { ok: true, engine: play.value.engine, ms: NAMES.map((name) => latenessOf(play.value, name)) };
}

function latenessOf(play: Play, name: string): number | null {
  const { game, simulator, symmetries } = play;
  const chosen = chooseAlgorithm(name, ALGORITHMS);
  if (!chosen.ok) throw new Error(chosen.error);
  const needsSolver = name === 'fc-ucb';
  const rounds = needsSolver ? openSolverRounds(play, { ...STAGE, milliseconds: SOLVER_MS }) : undefined;
  if (rounds?.ok === false) return null;
  const { algorithm, options } = chosen.value;
  const role = game.roles.findIndex((each) => each !== 'random');
  const { clock } = STAGE;
  const search = algorithm.open(
    {
      ...{ game, simulator, role, state: game.initial(), clock, seed: 1, bytes: BYTES },
      firstDeadline: clock() + THINKING_MS,
      symmetries: (milliseconds) => symmetries?.({ ...STAGE, milliseconds }),
      ...(rounds === undefined ? {} : { throughSolver: (method: SolverMethod) => rounds.value(method) }),
    },
    options,
  );
  const late = statesOf(game).map((state) => {
    const deadline = clock() + THINKING_MS;
    search.moveTo(state);
    search.think({ deadline });
    search.report();
    return clock() - deadline;
  });
  return late.length === 0 ? null : Math.max(0, ...late);
}

function statesOf<State>(game: Game<State>): readonly State[] {
  const states = PLIES.map((plies) => playout(game, seededRandom(plies), { plies }).states.at(-1)!);
  const goesOn = (state: State): boolean =>
    !game.isTerminal(state) && game.roles.every((_, role) => game.legalMoves(state, role).length > 0);
  return states.filter(goesOn);
}

const COLUMNS = [...NAMES, 'engine, or why not'];

const cells = ({ outcome }: Row<Lateness>): readonly (string | number)[] =>
  outcome.ok
    ? [...outcome.ms.map((ms) => (ms === null ? '' : ms.toFixed(1))), outcome.engine]
    : [...NAMES.map(() => ''), outcome.reason];

function summary(rows: readonly Row<Lateness>[]): readonly string[] {
  return NAMES.map((name, column) => {
    const measured = rows.flatMap(({ game, outcome }) => {
      const ms = outcome.ok ? outcome.ms[column] : null;
      return ms === null || ms === undefined ? [] : [{ game, ms }];
    });
    const times = measured.map(({ ms }) => ms);
    const late = measured.filter(({ ms }) => ms > ALLOWED_MS).map(({ game, ms }) => `${game} ${ms.toFixed(0)}`);
    const at = (share: number): string => quantile(times, share)?.toFixed(1) ?? '-';
    return (
      `${name}: ${String(measured.length)} games, median ${at(0.5)} ms, 95 % within ${at(0.95)} ms; ` +
      `later than ${String(ALLOWED_MS)} ms: ${String(late.length)}${late.length === 0 ? '' : ` (${late.join(', ')})`}`
    );
  });
}

await benchSheets<Lateness>({
  script: import.meta.url,
  out: 'bench/results/deadlines.md',
  limits: { seconds: PATIENCE_SECONDS, heapMegabytes: HEAP_MEGABYTES },
  title: 'Deadlines',
  note:
    `How many milliseconds after a deadline searches have told their move, at worst over ${String(PLIES.length)} thoughts of ${String(THINKING_MS)} ms along random play: ` +
    'the first ones cold, right after the game was compiled and the search opened. Each sheet in a process of its own. Time on the wall, on a machine that is shared: ' +
    'a pause of the machine counts as lateness. Made by `npm run bench -- deadlines`.',
  columns: COLUMNS,
  measure,
  cells,
  summary,
});
