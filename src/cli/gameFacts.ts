import { type Result, fail, ok } from '../base/index.js';
import { type Compound, readTerm } from '../gdl/index.js';
import type { Information } from '../rules/index.js';
import type { BoardHint } from './guessBoards.js';

type GameClass = `${Information}, ${'turn-based' | 'simultaneous'}`;

/** What is known of a bundled game, from its `.facts` file; games/README.md has the format. */
export interface GameFacts {
  readonly title: string;
  /** Where the rules come from. */
  readonly source: string;
  /** In the order of the sheet. */
  readonly roles: readonly string[];
  readonly class: GameClass;
  /** Number of joint-move sequences by their length. */
  readonly perft: ReadonlyMap<number, number>;
  /** Under optimal play. */
  readonly value: KnownValue | undefined;
  /** The same where the players try to lose; for games against chance. */
  readonly worst: KnownValue | undefined;
  /** Order of the group of board symmetries that keep the rules, the initial state and each role. */
  readonly symmetries: number | undefined;
  /** How its states are drawn, or undefined where they have no board. */
  readonly boards: readonly BoardHint[] | undefined;
}

/** Goal points of each role but `random`. */
interface KnownValue {
  readonly goals: ReadonlyMap<string, number>;
  /** Who says so. */
  readonly source: string;
}

/** Keys that a file must have, those that it may have, and those that it may have several times, one line of text each. */
const REQUIRED = ['title', 'source', 'roles', 'class', 'perft'] as const;
const OPTIONAL = ['value', 'worst', 'symmetries', 'board', 'pieces', 'rows', 'scenery'] as const;
const REPEATABLE: readonly Key[] = ['source', 'scenery'];

type Key = (typeof REQUIRED)[number] | (typeof OPTIONAL)[number];
type Entries = ReadonlyMap<Key, readonly string[]>;

/** Reads a `.facts` file, or lists all that is wrong with it. */
export function readGameFacts(text: string): Result<GameFacts, readonly string[]> {
  const problems: string[] = [];
  const entries = readEntries(text, problems);
  for (const key of REQUIRED) if (!entries.has(key)) problems.push(`no ${key}`);
  const one = (key: Key): string => entries.get(key)?.join(' ') ?? '';
  const board = entries.has('board') ? readBoard(entries, problems) : undefined;
  const facts: GameFacts = {
    title: one('title'),
    source: one('source'),
    roles: words(one('roles')),
    class: readClass(one('class'), problems),
    perft: readPerft(one('perft'), problems),
    value: entries.has('value') ? readValue(one('value'), 'value', problems) : undefined,
    worst: entries.has('worst') ? readValue(one('worst'), 'worst', problems) : undefined,
    symmetries: entries.has('symmetries') ? readCount(one('symmetries'), 'symmetries', problems) : undefined,
    boards: board === undefined ? undefined : [board],
  };
  return problems.length === 0 ? ok(facts) : fail(problems);
}

function readEntries(text: string, problems: string[]): Entries {
  const entries = new Map<Key, string[]>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [, key = '', value = ''] = /^([a-z]+):\s*(.*?)\s*$/.exec(line) ?? [];
    if (!isKey(key)) problems.push(`line ${String(index + 1)}: no key known here: ${line}`);
    else if (!entries.has(key)) entries.set(key, [value]);
    else if (REPEATABLE.includes(key)) entries.get(key)!.push(value);
    else problems.push(`line ${String(index + 1)}: ${key} a second time`);
  }
  return entries;
}

const isKey = (text: string): text is Key => ([...REQUIRED, ...OPTIONAL] as readonly string[]).includes(text);

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

function readClass(text: string, problems: string[]): GameClass {
  if (!/^(deterministic|stochastic|partial), (turn-based|simultaneous)$/.test(text)) problems.push(`class: ${text}`);
  return text as GameClass;
}

function readPerft(text: string, problems: string[]): Map<number, number> {
  const perft = new Map<number, number>();
  for (const word of words(text)) {
    const [, depth, nodes] = /^(\d+)=(\d+)$/.exec(word) ?? [];
    if (depth === undefined) problems.push(`perft: ${word} is not depth=nodes`);
    else perft.set(Number(depth), Number(nodes));
  }
  return perft;
}

/** `x=50 o=50; who says so` */
function readValue(text: string, key: Key, problems: string[]): KnownValue {
  const [list = '', source = ''] = text.split(/;\s*(.*)/s);
  if (source === '') problems.push(`${key}: no source after a semicolon`);
  const goals = new Map<string, number>();
  for (const word of words(list)) {
    const [, role, goal] = /^(.+)=(\d+(?:\.\d+)?)$/.exec(word) ?? [];
    if (role === undefined) problems.push(`${key}: ${word} is not role=points`);
    else goals.set(role, Number(goal));
  }
  return { goals, source };
}

function readCount(text: string, key: Key, problems: string[]): number {
  if (!/^[1-9]\d*$/.test(text)) problems.push(`${key}: ${text} is not a number from 1 on`);
  return Number(text);
}

function readBoard(entries: Entries, problems: string[]): BoardHint | undefined {
  const pattern = entries.get('board')!.join(' ');
  const term = readTerm(pattern);
  const cell = term.ok && term.value.kind === 'compound' ? term.value : undefined;
  const [column, row, content] = ['column', 'row', 'content'].map((name) => argumentNamed(cell, name)) as Triple;
  if (cell === undefined || Math.min(column, row, content) < 0) {
    problems.push(`board: ${pattern} is not a fact with the arguments ?column, ?row and ?content`);
    return undefined;
  }
  const grows = entries.get('rows')?.join(' ') ?? 'down';
  if (grows !== 'down' && grows !== 'up') problems.push(`rows: ${grows} is neither down nor up`);
  const scenery = entries.get('scenery') ?? [];
  return {
    ...{ functor: cell.name, arity: cell.args.length, column, row, content: [content] },
    pieces: readPieces(entries.get('pieces')?.join(' ') ?? '', problems),
    grows: grows === 'up' ? 'up' : 'down',
    columns: numbers(scenery[0]?.length ?? 0),
    rows: numbers(scenery.length),
    scenery,
  };
}

type Triple = [number, number, number];

const numbers = (last: number): string[] => Array.from({ length: last }, (_, index) => String(index + 1));

const argumentNamed = (pattern: Compound | undefined, name: string): number =>
  pattern?.args.findIndex((argument) => argument.kind === 'variable' && argument.name === name) ?? -1;

function readPieces(text: string, problems: string[]): Map<string, string> {
  const pieces = new Map<string, string>();
  for (const word of words(text)) {
    const [, content, glyph] = /^(.+)=(.+)$/.exec(word) ?? [];
    if (content === undefined || glyph === undefined) problems.push(`pieces: ${word} is not content=glyph`);
    else pieces.set(content, glyph);
  }
  return pieces;
}
