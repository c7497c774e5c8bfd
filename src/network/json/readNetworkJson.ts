import { fail, type Result, Source } from '../../base/index.js';
import { checkNetwork } from '../checkNetwork.js';
import { type LiteralForm, Names } from '../names.js';
import { BOOLEAN, type Constraint, type Distribution, type Network, type Utility } from '../network.js';
import { FaultList, type NetworkFault } from '../networkFault.js';
import { FORMAT, VERSION } from './format.js';
import { type Fields, type Keys, Shape } from './shape.js';

/** The network that a JSON text describes, in the form of `format.ts`; or everything that is wrong with it. */
export function readNetworkJson(text: string): Result<Network, readonly NetworkFault[]> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return fail([syntaxFault(text, (error as SyntaxError).message)]);
  }
  return networkOfJson(json, []);
}

/** The network of a JSON document that was parsed already, with constraints that were found elsewhere besides. */
export function networkOfJson(
  json: unknown,
  constraints: readonly Constraint[],
): Result<Network, readonly NetworkFault[]> {
  const faults = new FaultList();
  const network = new JsonReader(new Shape(faults)).network(json);
  if (!faults.isEmpty) return fail(faults.all());
  return checkNetwork({ ...network, constraints: [...network.constraints, ...constraints] });
}

/** Engines tell where in some of their messages only. */
function syntaxFault(text: string, message: string): NetworkFault {
  const offset = /at position (\d+)/.exec(message)?.[1];
  const { line, column } = new Source('', text).place(Number(offset ?? 0));
  const where = offset === undefined ? 'the text' : `line ${String(line)}, column ${String(column)}`;
  return { where, message: `this is not JSON (${message})`, mend: 'correct it there' };
}

const NETWORK: Keys = {
  required: ['format', 'version', 'name', 'variables'],
  optional: ['constraints', 'distributions', 'players', 'utilities', 'threshold'],
};
const VARIABLE: Keys = { required: ['name', 'kind'], optional: ['stage', 'values'] };
const TABLE: Keys = { required: ['kind', 'scope', 'tuples'] };
const CONNECTIVE: Keys = { required: ['kind', 'literals'] };
const SCOPE_ALONE: Keys = { required: ['kind', 'scope'] };
const CHANCE_TABLE: Keys = { required: ['kind', 'variable', 'scope', 'rows'] };
const CHANCE_ROW: Keys = { required: ['tuple', 'probabilities'] };
const UNIFORM: Keys = { required: ['kind', 'variable', 'scope'] };
const UTILITY: Keys = { required: ['player', 'scope', 'rows'], optional: ['otherwise'] };
const UTILITY_ROW: Keys = { required: ['tuple', 'utility'] };

const CONSTRAINTS = ['table', 'and', 'or', 'clause', 'equal', 'channel'] as const;

class JsonReader {
  readonly #names: Names;

  constructor(private readonly shape: Shape) {
    this.#names = new Names(shape.faults);
  }

  network(json: unknown): Network {
    const { shape } = this;
    const fields = shape.object(json, 'network', NETWORK);
    this.#checkFormat(fields);
    this.#each(fields, 'variables', (item, where) => this.#variable(item, where));
    const players = shape.texts(fields['players'] ?? [], 'players');
    return {
      name: shape.text(fields['name'], 'name'),
      variables: this.#names.variables,
      constraints: this.#each(fields, 'constraints', (item, where) => this.#constraint(item, where)),
      distributions: this.#each(fields, 'distributions', (item, where) => this.#distribution(item, where)),
      players,
      utilities: this.#each(fields, 'utilities', (item, where) => this.#utility(item, where, players)),
      threshold: shape.numbers(fields['threshold'] ?? new Array(Math.max(1, players.length)).fill(0), 'threshold'),
    };
  }

  #checkFormat(fields: Fields): void {
    this.shape.word(fields['format'], 'format', [FORMAT]);
    if (fields['version'] !== undefined && fields['version'] !== VERSION)
      this.shape.faults.add('version', `this is not ${String(VERSION)}`, 'read it with the Woodstock that wrote it');
  }

  #each<T>(fields: Fields, key: string, read: (item: unknown, where: string) => T): readonly T[] {
    return this.shape.list(fields[key] ?? [], key).map((item, index) => read(item, `${key}[${String(index)}]`));
  }

  #variable(item: unknown, where: string): void {
    const { shape } = this;
    const fields = shape.object(item, where, VARIABLE);
    this.#names.declare({
      name: shape.text(fields['name'], `${where}.name`),
      kind: shape.word(fields['kind'], `${where}.kind`, ['decision', 'stochastic', 'auxiliary']),
      stage: shape.number(fields['stage'] ?? 0, `${where}.stage`),
      values: fields['values'] === undefined ? BOOLEAN : shape.texts(fields['values'], `${where}.values`),
    });
  }

  #constraint(item: unknown, where: string): Constraint {
    const { shape } = this;
    const kind = shape.word((item as Fields | null)?.['kind'], `${where}.kind`, CONSTRAINTS);
    switch (kind) {
      case 'table': {
        const fields = shape.object(item, where, TABLE);
        const scope = this.#scope(fields, where);
        return { kind, scope, tuples: this.#tuples(fields['tuples'], scope, `${where}.tuples`) };
      }
      case 'equal':
        // That it is a pair is for `checkNetwork` to say.
        return { kind, scope: this.#scope(shape.object(item, where, SCOPE_ALONE), where) as [number, number] };
      case 'channel':
        return { kind, scope: this.#scope(shape.object(item, where, SCOPE_ALONE), where) };
      default: {
        const fields = shape.object(item, where, CONNECTIVE);
        const forms = shape.list(fields['literals'], `${where}.literals`);
        const literals = forms.map((form, at) => this.#literal(form, `${where}.literals[${String(at)}]`));
        return { kind, ...this.#names.literals(literals, `${where}.literals`) };
      }
    }
  }

  #scope(fields: Fields, where: string): number[] {
    return this.#names.scope(this.shape.references(fields['scope'], `${where}.scope`), `${where}.scope`);
  }

  #tuples(item: unknown, scope: readonly number[], where: string): number[] {
    const values: number[] = [];
    this.shape.list(item, where).forEach((tuple, index) => {
      values.push(...this.#tuple(tuple, scope, `${where}[${String(index)}]`));
    });
    return values;
  }

  #tuple(item: unknown, scope: readonly number[], where: string): number[] {
    return this.#names.tuple(this.shape.references(item, where), scope, where);
  }

  #literal(item: unknown, where: string): LiteralForm {
    const { shape } = this;
    const parts = shape.list(item, where);
    if (parts.length !== 3) shape.faults.add(where, 'this is no literal', 'make it ["x", "=", 0] or ["x", "!=", 0]');
    const [variable, relation, value] = parts;
    return [shape.reference(variable, where), shape.word(relation, where, ['=', '!=']), shape.reference(value, where)];
  }

  #distribution(item: unknown, where: string): Distribution {
    const { shape } = this;
    const kind = shape.word((item as Fields | null)?.['kind'], `${where}.kind`, ['table', 'uniform']);
    const fields = shape.object(item, where, kind === 'table' ? CHANCE_TABLE : UNIFORM);
    const place = `${where}.variable`;
    const variable = this.#names.variable(shape.reference(fields['variable'], place), place);
    const scope = this.#scope(fields, where);
    if (kind === 'uniform') return { kind, variable, scope };
    const rows = this.#rows(fields, where, CHANCE_ROW).map(({ row, tuple, place }) => ({
      tuple: this.#tuple(tuple, scope, `${place}.tuple`),
      probabilities: shape.numbers(row['probabilities'], `${place}.probabilities`),
    }));
    return { kind, variable, scope, rows };
  }

  #utility(item: unknown, where: string, players: readonly string[]): Utility {
    const { shape } = this;
    const fields = shape.object(item, where, UTILITY);
    const player = shape.reference(fields['player'], `${where}.player`);
    const scope = this.#scope(fields, where);
    return {
      player: typeof player === 'number' ? player : players.indexOf(player),
      scope,
      rows: this.#rows(fields, where, UTILITY_ROW).map(({ row, tuple, place }) => ({
        tuple: this.#tuple(tuple, scope, `${place}.tuple`),
        utility: shape.number(row['utility'], `${place}.utility`),
      })),
      otherwise: shape.number(fields['otherwise'] ?? 0, `${where}.otherwise`),
    };
  }

  #rows(fields: Fields, where: string, keys: Keys): readonly { row: Fields; tuple: unknown; place: string }[] {
    return this.shape.list(fields['rows'], `${where}.rows`).map((item, index) => {
      const place = `${where}.rows[${String(index)}]`;
      const row = this.shape.object(item, place, keys);
      return { row, tuple: row['tuple'], place };
    });
  }
}
