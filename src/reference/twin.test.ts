import { describe, expect, it } from 'vitest';
import { naiveGame } from '../../test/naiveGame.js';
import { randomSheet } from '../../test/randomSheet.js';
import { seededRandom } from '../base/index.js';
import { brokenClaims, compareGames, renderDifference } from '../game/index.js';
import { readSheet } from '../gdl/index.js';
import { type ValidRules, validate } from '../rules/index.js';
import { type ReferenceOptions, referenceGame } from './index.js';

/** The ways of evaluation: all tuples of every relation, only what is needed of every relation, and a mixture. */
const WAYS: Readonly<Record<string, Partial<ReferenceOptions>>> = {
  all: { workForAll: Infinity, fixedWorkForAll: Infinity },
  'by key': { workForAll: 0, fixedWorkForAll: 0 },
  mixed: { workForAll: 20, fixedWorkForAll: 20 },
};

const SHEETS = 60;

function valid(content: string): ValidRules {
  const rules = validate(readSheet({ name: 'sheet.kif', content }));
  if (!rules.ok) throw new Error(rules.error.map(({ message }) => message).join('\n'));
  return rules.value;
}

function differenceFromNaive(rules: ValidRules, options: Partial<ReferenceOptions>, seed: number): string | undefined {
  const compare = { random: seededRandom(seed), playouts: 2, plies: 4 };
  const difference = compareGames(naiveGame(rules), referenceGame(rules, options), compare);
  return difference && renderDifference(difference);
}

/** Around each a game in which one walks from node to node, and what is derived shows in goals, legal moves and states. */
const RECURSIONS: Readonly<Record<string, string>> = {
  'a chain to the right': '(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (edge ?x ?y) (path ?y ?z))',
  'a chain to the left': '(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (path ?x ?y) (edge ?y ?z))',
  'two recursive literals': '(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (path ?x ?y) (path ?y ?z) (edge ?y ?w))',
  'relations that need each other':
    '(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (odd ?x ?y) (edge ?y ?z)) (<= (odd ?x ?z) (edge ?z ?y) (path ?x ?y))',
  'a path that may not pass the walker':
    '(<= (path ?x ?y) (edge ?x ?y) (not (true (at ?y)))) (<= (path ?x ?z) (path ?x ?y) (not (true (at ?y))) (edge ?y ?z))',
  'terms that are taken apart': `(list nil) (list (cons a nil)) (list (cons b (cons a nil))) (list (cons c (cons b (cons a nil))))
    (<= (in ?x (cons ?x ?tail)) (list (cons ?x ?tail))) (<= (in ?x (cons ?y ?tail)) (list (cons ?y ?tail)) (in ?x ?tail))
    (<= (path ?x ?y) (edge ?x ?y) (list ?l) (in ?x ?l) (in ?y ?l))`,
};

function walk(path: string): string {
  return `(role walker) (init (at a)) (init (clock 0)) (next-step 0 1) (next-step 1 2) (next-step 2 3)
    (edge a b) (edge b c) (edge c d) (edge d b) (edge e a)
    ${path}
    (<= (legal walker (go ?y)) (true (at ?x)) (path ?x ?y))
    (legal walker stay)
    (<= (next (at ?y)) (does walker (go ?y)))
    (<= (next (at ?x)) (does walker stay) (true (at ?x)))
    (<= (next (was ?x)) (true (at ?x)) (not (path ?x ?x)))
    (<= (next (was ?x)) (true (was ?x)) (path ?x d))
    (<= (next (clock ?m)) (true (clock ?n)) (next-step ?n ?m))
    (<= terminal (true (clock 3)))
    (<= (goal walker 100) (true (at ?x)) (path ?x d))
    (<= (goal walker 0) (true (at ?x)) (not (path ?x d)))`;
}

describe.each(Object.entries(WAYS))('the reference engine, asking for %s', (_, options) => {
  it('plays random sheets as the naive engine does', () => {
    for (let seed = 0; seed < SHEETS; seed++) {
      const rules = valid(randomSheet(seededRandom(seed)));
      expect(differenceFromNaive(rules, options, seed), `sheet of seed ${String(seed)}`).toBeUndefined();
    }
  });

  it.each(Object.entries(RECURSIONS))('plays a recursion as the naive engine does: %s', (_name, path) => {
    expect(differenceFromNaive(valid(walk(path)), options, 1)).toBeUndefined();
  });

  it('keeps the contract of a game', () => {
    for (let seed = 0; seed < SHEETS / 2; seed++) {
      const game = referenceGame(valid(randomSheet(seededRandom(seed))), options);
      const broken = brokenClaims(game, { random: seededRandom(seed), playouts: 2, plies: 5 });
      expect(broken, `sheet of seed ${String(seed)}`).toEqual([]);
    }
  });
});
