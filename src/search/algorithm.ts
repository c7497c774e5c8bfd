import { fail, ok, type Result } from '../base/index.js';
import type { Search, SearchSetting } from './search.js';

/** A way to search, by name. */
export interface Algorithm {
  readonly name: string;
  /** One line for people. */
  readonly summary: string;
  /** What can be set, by name. */
  readonly options: Readonly<Record<string, OptionKind>>;
  /** Named sets of options, chosen by `preset=NAME`. */
  readonly presets?: Readonly<Record<string, Readonly<Record<string, number | string>>>>;
  open<State>(setting: SearchSetting<State>, options: OptionValues): Search<State>;
}

/** A number between two, or one of some words; `summary` has the unit and the source of the default. */
export type OptionKind =
  | {
      readonly kind: 'number';
      readonly least: number;
      readonly most: number;
      readonly default: number;
      readonly summary: string;
    }
  | { readonly kind: 'word'; readonly words: readonly string[]; readonly default: string; readonly summary: string };

/** A value for each option of an algorithm. */
export type OptionValues = Readonly<Record<string, number | string>>;

/** An algorithm with its options set. */
export interface ChosenAlgorithm {
  readonly algorithm: Algorithm;
  readonly options: OptionValues;
  /** As it was written. */
  readonly text: string;
}

/** Reads `NAME` or `NAME:key=value;key=value`. On failure one line that says what is wrong and what there is. */
export function chooseAlgorithm(text: string, algorithms: readonly Algorithm[]): Result<ChosenAlgorithm, string> {
  const colon = text.indexOf(':');
  const name = colon < 0 ? text : text.slice(0, colon);
  const algorithm = algorithms.find((each) => each.name === name);
  if (algorithm === undefined)
    return fail(`there is no algorithm '${name}'; there are ${algorithms.map((each) => each.name).join(', ')}`);
  const settings = colon < 0 ? [] : text.slice(colon + 1).split(';');
  const options: Record<string, number | string> = defaultsOf(algorithm);
  for (const setting of settings) {
    const read = readSetting(algorithm, setting);
    if (!read.ok) return read;
    Object.assign(options, read.value);
  }
  return ok({ algorithm, options, text });
}

function defaultsOf({ options }: Algorithm): Record<string, number | string> {
  return Object.fromEntries(Object.entries(options).map(([key, kind]) => [key, kind.default]));
}

function readSetting(
  { name, options, presets = {} }: Algorithm,
  setting: string,
): Result<Readonly<Record<string, number | string>>, string> {
  const [key = '', value = '', ...rest] = setting.split('=');
  if (value === '' || rest.length > 0) return fail(`'${setting}' in the options of ${name} should be key=value`);
  if (key === 'preset') {
    if (Object.hasOwn(presets, value)) return ok(presets[value]!);
    return fail(`${name} has no preset '${value}'; ${listed(Object.keys(presets))}`);
  }
  if (!Object.hasOwn(options, key)) {
    return fail(
      `${name} has no option '${key}'; ${listed([...Object.keys(options), ...(Object.keys(presets).length > 0 ? ['preset'] : [])])}`,
    );
  }
  return readValue(`${key} of ${name}`, value, options[key]!, key);
}

function readValue(
  what: string,
  value: string,
  kind: OptionKind,
  key: string,
): Result<Readonly<Record<string, number | string>>, string> {
  if (kind.kind === 'word')
    return kind.words.includes(value)
      ? ok({ [key]: value })
      : fail(`${what} should be one of ${kind.words.join(', ')}, not '${value}'`);
  const number = /^-?\d+(\.\d+)?(e-?\d+)?$/.test(value) ? Number(value) : Number.NaN;
  return number >= kind.least && number <= kind.most
    ? ok({ [key]: number })
    : fail(`${what} should be a number from ${String(kind.least)} to ${String(kind.most)}, not '${value}'`);
}

const listed = (names: readonly string[]): string =>
  names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`;
