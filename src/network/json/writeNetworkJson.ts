import {
  BOOLEAN,
  type Constraint,
  type Distribution,
  type Network,
  STAR,
  type Utility,
  type Variable,
} from '../network.js';
import { inChunks } from '../textChunks.js';
import { FORMAT, VERSION } from './format.js';

/**
 * A network as JSON, in the form that `format.ts` describes: one line a variable and a constraint, indexes rather than names. It comes in
 * pieces, because a large network does not fit into one string.
 */
export function writeNetworkJson(network: Network): Generator<string> {
  return inChunks(pieces(network));
}

function* pieces(network: Network): Generator<string> {
  yield `{${headText(network)},\n"variables":[\n`;
  yield* separated(network.variables, ',\n', (variable) => [variableText(variable)]);
  yield '],\n"constraints":[\n';
  yield* separated(network.constraints, ',\n', constraintText);
  yield '],\n';
  yield* chanceText(network);
  yield '}\n';
}

/** All but variables and constraints, as an object on one line. */
export function* stochasticText(network: Network): Generator<string> {
  yield `{${headText(network)},`;
  yield* chanceText(network);
  yield '}';
}

const headText = ({ name }: Network): string =>
  `"format":"${FORMAT}","version":${String(VERSION)},"name":${JSON.stringify(name)}`;

function* chanceText({ distributions, players, utilities, threshold }: Network): Generator<string> {
  yield '"distributions":[';
  yield* separated(distributions, ',', distributionText);
  yield `],"players":${JSON.stringify(players)},"utilities":[`;
  yield* separated(utilities, ',', utilityText);
  yield `],"threshold":${JSON.stringify(threshold)}`;
}

function* separated<T>(items: readonly T[], separator: string, text: (item: T) => Iterable<string>): Generator<string> {
  for (const [index, item] of items.entries()) {
    if (index > 0) yield separator;
    yield* text(item);
  }
}

export function variableText({ name, kind, stage, values }: Variable): string {
  const start = `{"name":${JSON.stringify(name)},"kind":"${kind}","stage":${String(stage)}`;
  return isBoolean(values) ? `${start}}` : `${start},"values":${JSON.stringify(values)}}`;
}

const isBoolean = (values: readonly string[]): boolean =>
  values.length === BOOLEAN.length && values.every((value, index) => value === BOOLEAN[index]);

function* constraintText(constraint: Constraint): Generator<string> {
  const { kind, scope } = constraint;
  switch (kind) {
    case 'table':
      yield `{"kind":"table","scope":${JSON.stringify(scope)},"tuples":[`;
      yield* tuplesText(constraint.tuples, scope.length);
      yield ']}';
      break;
    case 'equal':
    case 'channel':
      yield `{"kind":"${kind}","scope":${JSON.stringify(scope)}}`;
      break;
    default: {
      const literals = constraint.claims.map(
        (code, at) => `[${String(scope[at])},"${code % 2 === 0 ? '=' : '!='}",${String(code >> 1)}]`,
      );
      yield `{"kind":"${kind}","literals":[${literals.join(',')}]}`;
    }
  }
}

function* tuplesText(tuples: readonly number[], arity: number): Generator<string> {
  for (let at = 0; at < tuples.length; at += arity)
    yield `${at === 0 ? '' : ','}${tupleText(tuples.slice(at, at + arity))}`;
}

const tupleText = (tuple: readonly number[]): string =>
  `[${tuple.map((value) => (value === STAR ? '"*"' : String(value))).join(',')}]`;

function* distributionText(distribution: Distribution): Generator<string> {
  const { kind, variable, scope } = distribution;
  const start = `{"kind":"${kind}","variable":${String(variable)},"scope":${JSON.stringify(scope)}`;
  if (distribution.kind === 'uniform') yield `${start}}`;
  else {
    yield `${start},"rows":[`;
    yield* separated(distribution.rows, ',', ({ tuple, probabilities }) => [
      `{"tuple":${tupleText(tuple)},"probabilities":${JSON.stringify(probabilities)}}`,
    ]);
    yield ']}';
  }
}

function* utilityText({ player, scope, rows, otherwise }: Utility): Generator<string> {
  yield `{"player":${String(player)},"scope":${JSON.stringify(scope)},"rows":[`;
  yield* separated(rows, ',', ({ tuple, utility }) => [`{"tuple":${tupleText(tuple)},"utility":${String(utility)}}`]);
  yield `],"otherwise":${String(otherwise)}}`;
}
