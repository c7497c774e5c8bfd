import type { Network } from '../network/index.js';
import type { PassEffect } from '../solver/index.js';
import type { Findings } from './networkFindings.js';
import { type NetworkReport, sizesOf, speedsOf, thresholdOf } from './networkReport.js';
import { shownOf } from './networkShown.js';
import { assignmentText, policyTree, type Shown, utilitiesText, utilityText } from './networkTree.js';
import { printable } from './outside.js';
import { type Colours, count, milliseconds, plural, rate, table } from './style.js';

/** Lines of a policy. */
const MOST_LINES = 60;

/** What people read of a network. */
export function networkText(report: NetworkReport, colours: Colours): string {
  const { network, preprocessing, findings, options, ms } = report;
  const parts = [listing(networkRows(report), colours)];
  if (preprocessing !== undefined) {
    const rows: readonly Row[] = [['preprocessed', milliseconds(ms.preprocess)], ...sizeRows(preprocessing.network)];
    parts.push(effectsTable(preprocessing.effects, colours), listing(rows, colours));
  }
  if (findings !== undefined) {
    const shown = shownOf(network, { isWhole: options.auxiliary === true });
    parts.push(listing(searchRows(report, findings), colours), solutionsText(findings, shown));
    parts.push(...policyTexts(findings, shown, colours));
  }
  return parts.filter((part) => part !== '').join('\n\n');
}

type Row = readonly [label: string, text: string];

function listing(rows: readonly Row[], colours: Colours): string {
  const cells = rows.map(([label, text]) => [colours.bold(label), printable(text)]);
  return table([{ title: '' }, { title: '' }], cells, colours);
}

function networkRows(report: NetworkReport): readonly Row[] {
  const { file, network, ready } = report;
  const { name, players } = network;
  return [
    ['network', name === file ? file : `${name} (${file})`],
    ...sizeRows(network),
    ['players', players.length === 0 ? 'none: policies are worth their satisfaction' : players.join(', ')],
    ['threshold', thresholdOf(report).map(utilityText).join(', ')],
    ['read in', milliseconds(ready)],
  ];
}

function sizeRows(network: Network): readonly Row[] {
  const sizes = sizesOf(network);
  const { variables, decision, stochastic, auxiliary, stages, values, maxDomain, constraints, tuples } = sizes;
  const kinds = `${count(decision)} decision, ${count(stochastic)} stochastic, ${count(auxiliary)} auxiliary`;
  return [
    ['variables', `${count(variables)}: ${kinds}; ${plural(stages, 'stage')}`],
    ['values', `${count(values)}, at most ${count(maxDomain)} of a variable`],
    ['constraints', `${count(constraints)}, with ${plural(tuples, 'tuple')}`],
  ];
}

const MEASURES = ['variables', 'values', 'constraints', 'tuples'] as const;

/** What each pass of preprocessing did. Variables are those with several values. */
function effectsTable(effects: readonly PassEffect[], colours: Colours): string {
  const numbers = ['open variables', 'values', 'constraints', 'tuples', 'time'];
  const columns = [{ title: 'pass' }, ...numbers.map((title) => ({ title, align: 'right' as const }))];
  const rows = effects.map(({ pass, before, after, milliseconds: ms }) => [
    pass,
    ...MEASURES.map((measure) => changeText(before[measure], after[measure])),
    milliseconds(ms),
  ]);
  return rows.length === 0 ? '' : table(columns, rows, colours);
}

const changeText = (before: number, after: number): string =>
  before === after ? count(after) : `${count(before)} → ${count(after)}`;

const answerText = (satisfiable: boolean | null): string =>
  satisfiable === null ? 'not known' : satisfiable ? 'yes' : 'no';

const foundText = (found: number, isComplete: boolean): string =>
  isComplete ? count(found) : found === 0 ? 'none found so far' : `${count(found)} or more`;

function searchRows(report: NetworkReport, findings: Findings): readonly Row[] {
  const { question, ms } = report;
  const { satisfiable, found, isComplete, nodes, failures } = findings;
  const { solutionsPerSecond, nodesPerSecond } = speedsOf(report);
  const wanted = 'wanted' in question ? `, ${question.wanted}` : '';
  const speeds = [
    ...(solutionsPerSecond === null ? [] : [`${rate(solutionsPerSecond)} solutions a second`]),
    ...(nodesPerSecond === null ? [] : [`${rate(nodesPerSecond)} nodes a second`]),
  ];
  const failed = failures === null ? '' : `, with ${plural(failures, 'failure')}`;
  return [
    ['method', `${question.method}${wanted}`],
    ['satisfiable', answerText(satisfiable)],
    [question.method === 'mac' ? 'solutions' : 'policies', foundText(found, isComplete)],
    ['nodes', nodes === null ? 'not known' : `${count(nodes)}${failed}`],
    ['time', [milliseconds(ms.search), ...speeds].join(', ')],
  ];
}

function solutionsText({ solutions, found }: Findings, shown: Shown): string {
  const lines = solutions.map((solution) => printable(assignmentText(shown, solution)));
  const rest = found - solutions.length;
  return [...lines, ...(lines.length > 0 && rest > 0 ? [`… and ${count(rest)} more`] : [])].join('\n');
}

function policyTexts({ policies }: Findings, shown: Shown, colours: Colours): readonly string[] {
  return policies.map(({ policy, utilities }, index) => {
    const which = policies.length === 1 ? 'policy' : `policy ${String(index + 1)}`;
    const title = colours.bold(printable(`${which}: ${utilitiesText(shown.network.players, utilities)}`));
    return `${title}\n${printable(policyTree(policy, shown, MOST_LINES))}`;
  });
}
