import type { Command } from 'commander';
import { countWays, type RoleProgress, type RoleValue, type Solution, solve, type Ways } from '../exact/index.js';
import { isChance, type StateSymmetries } from '../game/index.js';
import { CliError } from './cliError.js';
import { complain } from './complaints.js';
import { budgetOf } from './engines.js';
import { readInput } from './inputs.js';
import { parseLineOfPlay } from './lineOfPlay.js';
import { nearestName } from './nearest.js';
import { addCommand } from './options.js';
import { type Outside, type Session, writeJson, writeLine } from './outside.js';
import { replay } from './replay.js';
import { rulesOf } from './rulesOf.js';
import { addSolveOptions, type SolveOptions } from './solveOptions.js';
import { type SolvePlay, solvePlay } from './solvePlay.js';
import { policyFormat, writePolicy } from './solvePolicy.js';
import { type Report, reportJson, reportText } from './solveReport.js';
import { during, statusOn } from './status.js';
import { coloursFor, count } from './style.js';

export function addSolve(program: Command, session: Session): void {
  const command = addCommand(program, 'solve', {
    description:
      'Solves a game exactly: the value of each role under optimal play, in goal points, and a policy that reaches it.',
    examples: [
      'solve tic-tac-toe',
      'solve orchard-2-2-1 --horizon 5 --threshold 0.3',
      'solve orchard-4-10-9 --worst --json',
      'solve eight-puzzle --policy plan.dot',
    ],
  });
  addSolveOptions(command.argument('<GAME>', 'rule sheet or bundled game')).action(
    async (name: string, options: SolveOptions) => {
      await solveGame(session, name, options);
    },
  );
}

/** What is to be solved. */
interface Task {
  /** As messages call it. */
  readonly name: string;
  readonly play: SolvePlay;
  readonly isPartial: boolean;
  readonly start: unknown;
  readonly role: number | undefined;
  readonly options: SolveOptions;
}

async function solveGame(session: Session, game: string, options: SolveOptions): Promise<void> {
  const { outside } = session;
  const format = options.policy === undefined ? undefined : policyFormat(options.policy);
  if (options.decide && options.threshold === undefined) throw new CliError(2, '--decide needs a --threshold');
  const task = await taskOf(outside, game, options);
  const solution = solved(outside, task);
  const report = reportOf(task, solution);
  session.exitCode = report.satisfiable === true && report.problem === undefined ? 0 : 1;
  if (options.json) writeJson(outside.stdout, reportJson(report));
  else
    writeLine(
      outside.stdout,
      reportText(report, { colours: coloursFor(outside.stdout, outside.env), rounds: options.rounds }),
    );
  if (format !== undefined) writePolicy(outside, { path: options.policy!, format, answer: report.main.answer });
  if (report.problem !== undefined) complain(outside, `${task.name}: ${report.problem}`);
}

async function taskOf(outside: Outside, game: string, options: SolveOptions): Promise<Task> {
  if (game === '-' && options.moves === '-') {
    throw new CliError(2, 'standard input cannot be both the rule sheet and the moves');
  }
  const { rules, source } = await rulesOf(outside, game);
  const { name } = source;
  const role = options.role === undefined ? undefined : roleNamed(options.role, rules.roles);
  const play = solvePlay(outside, { name, rules, engine: options.engine });
  const start = options.moves === undefined ? play.game.initial() : await stateAfter(outside, play, options.moves);
  return { name, play, isPartial: rules.information === 'partial', start, role, options };
}

function roleNamed(name: string, roles: readonly string[]): number {
  const players = roles.filter((role) => !isChance(role));
  if (players.includes(name)) return roles.indexOf(name);
  const nearest = nearestName(name, players);
  const mend = nearest === undefined ? `the players are ${players.join(', ')}` : `did you mean ${nearest}?`;
  throw new CliError(2, `--role ${name}: no player of this game; ${mend}`);
}

/** The state after a line of play; an illegal move ends the command with exit code 1. */
async function stateAfter(outside: Outside, { game }: SolvePlay, path: string): Promise<unknown> {
  const line = parseLineOfPlay(await readInput(outside, path), game.roles);
  replay(game, line);
  return line.reduce(
    (state, joint) =>
      game.next(
        state,
        joint.map((move) => game.names.findMove(move)!),
      ),
    game.initial(),
  );
}

/** A threshold that is reached but for rounding is reached. */
const ROUNDING = 1e-7;

const pointsOf = ({ threshold }: SolveOptions): number | undefined =>
  threshold === undefined ? undefined : 100 * threshold - ROUNDING;

/** Time between two looks at how far it has come. */
const PROGRESS_MS = 200;

/** States that are solved as they are before it is worth looking for symmetries. */
const PILOT_NODES = 5000;
/** Fewer symmetries cost more than they save (bench/results/solve.md). */
const FEWEST_SYMMETRIES = 4;
/** Share of the time that looking for them may take. */
const SYMMETRY_SHARE = 0.1;

function solved(outside: Outside, task: Task): Solution {
  const { symmetries: when, nodes } = task.options;
  if (when === 'no' || task.play.symmetries === undefined) return solvedAs(outside, task, {});
  if (when === 'auto') {
    const pilot = solvedAs(outside, task, { nodes: Math.min(nodes, PILOT_NODES) });
    const isEnough = pilot.nodes < PILOT_NODES || pilot.values.every(({ answer }) => answer.ending !== 'budget');
    if (isEnough || nodes <= PILOT_NODES) return pilot;
  }
  const budget = { ...budgetOf(outside), milliseconds: SYMMETRY_SHARE * 1000 * task.options.seconds };
  const symmetries = during(outside.stderr, `${task.name}: looking for symmetries …`, () =>
    task.play.symmetries!(budget),
  );
  const isWorthIt = symmetries !== undefined && (when === 'yes' || symmetries.size >= FEWEST_SYMMETRIES);
  return solvedAs(outside, task, isWorthIt ? { symmetries } : {});
}

interface Aid {
  readonly nodes?: number;
  readonly symmetries?: StateSymmetries;
}

function solvedAs(outside: Outside, { name, play, start, role, options }: Task, { nodes, ...aid }: Aid): Solution {
  const { game, simulator, claims } = play;
  const status = statusOn(outside.stderr);
  let shown = -Infinity;
  const onProgress = ({ nodes: met, lower, upper, role: of }: RoleProgress): void => {
    if (!outside.stderr.isTTY || outside.now() - shown < PROGRESS_MS) return;
    shown = outside.now();
    const bounds = `${game.roles[of]!} between ${String(lower)} and ${String(upper)}`;
    status.show(`${name}: ${count(met)} states, ${bounds} …`);
  };
  const points = options.decide ? pointsOf(options) : undefined;
  try {
    return solve({
      ...{ game, simulator, start, claims, onProgress, aim: options.worst ? 'worst' : 'best', ...aid },
      ...(options.horizon === undefined ? {} : { horizon: options.horizon }),
      ...(role === undefined ? {} : { role }),
      ...(points === undefined ? {} : { threshold: points }),
      budget: {
        clock: () => outside.now(),
        milliseconds: 1000 * options.seconds,
        bytes: options.memory,
        nodes: nodes ?? options.nodes,
      },
    });
  } catch (cause) {
    // What states with too many joint moves, and typed arrays that are too large, end with.
    if (cause instanceof RangeError) throw new CliError(1, `${name}: cannot be solved: ${cause.message}`);
    throw cause;
  } finally {
    status.erase();
  }
}

function reportOf({ play, isPartial, start, options }: Task, solution: Solution): Report {
  const [main] = solution.values;
  if (main === undefined) throw new CliError(1, 'nobody plays this game but chance: there is nothing to solve');
  const points = pointsOf(options);
  const isReached = points === undefined || main.lower >= points;
  const isMissed = points !== undefined && main.upper < points;
  return {
    game: play.game,
    solution,
    main,
    options,
    satisfiable: isReached ? true : isMissed ? false : null,
    ways: waysOf({ play, start }, main, options),
    problem: problemOf(main, options),
    engine: play.engine,
    isPartial,
  };
}

/** Counted where somebody asks for it by a threshold, or where the horizon makes it finite. */
function waysOf({ play, start }: Pick<Task, 'play' | 'start'>, main: RoleValue, options: SolveOptions): Ways {
  const { threshold, horizon = Infinity, decide } = options;
  if ((threshold === undefined && horizon === Infinity) || decide) return { policies: null, branches: null };
  const { game, simulator } = play;
  const points = pointsOf(options) ?? main.objective.range.highest;
  const { policies, branches } = countWays({ game, simulator, start, horizon }, main.objective, points);
  return { policies: threshold === undefined ? null : policies, branches };
}

/** Why the value is not known, and what to do. */
function problemOf({ answer: { ending, reason, lower, upper } }: RoleValue, options: SolveOptions): string | undefined {
  const known = `the value is between ${String(lower)} and ${String(upper)}`;
  if (ending === 'cycle') {
    const bounded = `give a --horizon to cut play off`;
    return `cannot be solved without a horizon: ${reason}, so play may never end; ${known}; ${bounded}`;
  }
  if (ending !== 'budget') return undefined;
  const smaller = options.horizon === undefined ? 'a --horizon' : 'a smaller --horizon';
  return `given up after ${reason}: ${known}; allow more by --seconds, --nodes or --memory, or give ${smaller}`;
}
