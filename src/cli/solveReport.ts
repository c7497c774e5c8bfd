import { pointsText, policyText, type RoleValue, type Solution, type SolveKind, type Ways } from '../exact/index.js';
import type { Game } from '../game/index.js';
import { printable } from './outside.js';
import type { SolveOptions } from './solveOptions.js';
import { type PolicyJson, policyJson } from './solvePolicy.js';
import { type Colours, count, milliseconds, plural, rate, rounded, table } from './style.js';

/** All that is known of a game that was solved. */
export interface Report {
  readonly game: Game;
  readonly solution: Solution;
  /** The role that the threshold and the policy are about. */
  readonly main: RoleValue;
  readonly options: SolveOptions;
  /** Null where it is not known. */
  readonly satisfiable: boolean | null;
  readonly ways: Ways;
  /** Why the value is not known, if it is not. */
  readonly problem: string | undefined;
  readonly engine: string;
  /** Whether the rules hide something. */
  readonly isPartial: boolean;
}

/** States of the policy in JSON; a file has more room. */
const MOST_NODES = 1000;
/** Lines of the policy for people. */
const MOST_LINES = 60;

/** What `woodstock solve --json` prints. */
interface SolveJson {
  /** Null where it is not known: then `bounds` says how much is. */
  readonly value: Readonly<Record<string, number | null>>;
  readonly satisfiable: boolean | null;
  /** Number of policies that reach the threshold, as a decimal string where it is too large for a number; null where not counted. */
  readonly policies: number | string | null;
  /** Null where the threshold is not reached. */
  readonly policy: PolicyJson | null;
  readonly nodes: number;
  readonly ms: number;
  readonly nodesPerSecond: number;
  readonly branches: number | string | null;
  readonly kind: SolveKind;
  readonly meaning: string;
  readonly bounds: Readonly<Record<string, readonly [number, number]>>;
  readonly aim: 'best' | 'worst';
  readonly horizon: number | null;
  readonly threshold: number | null;
  readonly engine: string;
  /** How many symmetries made states one; 1 where none did but the identity. */
  readonly symmetries: number;
  readonly problem: string | null;
}

export function reportJson(report: Report): SolveJson {
  const { game, solution, options, ways, satisfiable, engine, problem } = report;
  const byRole = <T>(of: (value: RoleValue) => T): Record<string, T> =>
    Object.fromEntries(solution.values.map((value) => [game.roles[value.role]!, of(value)]));
  return {
    value: byRole(({ lower, upper }) => (lower >= upper ? lower : null)),
    satisfiable,
    policies: numberOf(ways.policies),
    policy: hasPolicy(report) ? policyJson(report.main.answer.policy(MOST_NODES), { hasFacts: false }) : null,
    nodes: solution.nodes,
    ms: rounded(solution.milliseconds),
    nodesPerSecond: rounded(speedOf(solution)),
    branches: numberOf(ways.branches),
    symmetries: solution.symmetries,
    kind: solution.kind,
    meaning: meaningOf(report),
    bounds: byRole(({ lower, upper }) => [lower, upper] as const),
    aim: options.worst ? 'worst' : 'best',
    horizon: options.horizon ?? null,
    threshold: options.threshold ?? null,
    engine,
    problem: problem ?? null,
  };
}

/** There is none to show where the threshold is missed, or where nothing is known yet. */
const hasPolicy = ({ satisfiable, problem }: Report): boolean => satisfiable === true && problem === undefined;

const speedOf = ({ nodes, milliseconds }: Solution): number => (1000 * nodes) / Math.max(milliseconds, 1e-3);

const numberOf = (many: bigint | null): number | string | null =>
  many === null ? null : many <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(many) : String(many);

const MEANINGS: Readonly<Record<SolveKind, string>> = {
  single: 'the most that the player can expect',
  cooperative: 'the most that the players can expect, who have the same goals and choose together',
  'zero-sum': 'what both players get if both play perfectly: minimax, for their goals always add up to the same',
  guarantee:
    'what each player can make sure of even if all others play against it together, seeing its moves before they make theirs; ' +
    'a guarantee, not an equilibrium: players who do otherwise may all get more',
};

/** What the values are, in words. */
function meaningOf(report: Report): string {
  const { solution, options } = report;
  const { kind, values } = solution;
  const aim = options.worst
    ? 'the least that the player gets who plays to lose, the others doing their worst'
    : MEANINGS[kind];
  const cut =
    options.horizon === undefined ? '' : `; a game that is not over after ${plural(options.horizon, 'round')} counts 0`;
  const isStuck = values.some(({ answer }) => answer.isStuck);
  const stuck = isStuck ? '; states in which a role has no legal move count 0: the rules are at fault' : '';
  const open = report.isPartial ? '; everybody sees everything here, whatever the rules hide' : '';
  return `${aim}${cut}${open}${stuck}`;
}

export interface ReportStyle {
  readonly colours: Colours;
  /** Of the policy. */
  readonly rounds: number;
}

export function reportText(report: Report, { colours, rounds }: ReportStyle): string {
  const { game, solution, options, satisfiable, ways, main } = report;
  const rows: (readonly [string, string])[] = [
    ...solution.values.map(
      (value, index) => [index === 0 ? 'value' : '', `${game.roles[value.role]!} ${boundsText(value)}`] as const,
    ),
    ['meaning', meaningOf(report)],
  ];
  const { threshold } = options;
  if (threshold !== undefined) rows.push(['threshold', thresholdText(threshold, satisfiable)]);
  if (ways.policies !== null) rows.push(['policies', `${bigText(ways.policies)} reach it`]);
  if (ways.branches !== null) rows.push(['branches', `${bigText(ways.branches)} ${branchesText(threshold)}`]);
  rows.push([
    'states',
    `${count(solution.nodes)} expanded in ${milliseconds(solution.milliseconds)}, ${rate(speedOf(solution))} a second`,
  ]);
  if (solution.symmetries > 1)
    rows.push(['symmetries', `${count(solution.symmetries)}: states that they map to each other were solved as one`]);
  const head = table(
    [{ title: '' }, { title: '' }],
    rows.map(([label, text]) => [colours.bold(label), printable(text)]),
    colours,
  );
  if (!hasPolicy(report)) return head;
  const policy = main.answer.policy(MOST_NODES);
  const title = colours.bold(`policy of ${policy.roles.join(' and ')}`);
  return `${head}\n\n${printable(title)}\n${printable(policyText(policy, { rounds, lines: MOST_LINES }))}`;
}

const boundsText = ({ lower, upper }: RoleValue): string =>
  lower >= upper ? pointsText(lower) : `between ${pointsText(lower)} and ${pointsText(upper)}`;

const thresholdText = (threshold: number, satisfiable: boolean | null): string =>
  `${String(threshold)} ${satisfiable === null ? 'may be reached' : satisfiable ? 'is reached' : 'is not reached'}`;

const branchesText = (threshold: number | undefined): string =>
  `sequences of the role's moves can end with ${threshold === undefined ? 'the most points' : 'so many points'}`;

const bigText = (many: bigint): string => (many > BigInt(Number.MAX_SAFE_INTEGER) ? String(many) : count(Number(many)));
