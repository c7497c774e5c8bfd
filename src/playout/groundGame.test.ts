import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../base/index.js';
import { brokenClaims, compareGames, type Game, renderDifference } from '../game/index.js';
import { readSheet } from '../gdl/index.js';
import { ground, type GroundOptions } from '../ground/index.js';
import { referenceGame } from '../reference/index.js';
import { validate, type ValidRules } from '../rules/index.js';
import { randomSheet } from '../../test/randomSheet.js';
import { groundGame, type GroundState } from './index.js';

/** Generous: what a loaded machine needs for the largest sheet, several times over. */
const BUDGET = { clock: () => performance.now(), milliseconds: 110_000, bytes: 3e9 };

function rulesOf(name: string, content: string | Uint8Array): ValidRules {
  const rules = validate(readSheet({ name, content }));
  if (!rules.ok) throw new Error(`${name}: ${rules.error.map(({ message }) => message).join('; ')}`);
  return rules.value;
}

/** Splits and restricts whatever can be, so that small sheets go all the ways that large ones do. */
const EAGER: GroundOptions = {
  worthSplitting: 0,
  splitShare: Infinity,
  worthNarrowing: 0,
  worthUnfolding: 0,
  unfoldShare: Infinity,
  worthIdling: 0,
  worthMerging: 0,
  mergeShare: Infinity,
  worthSurveying: 0,
  surveySteps: 1_000_000,
  worthAsking: 0,
  worthAskingFixed: 0,
  askedShare: Infinity,
  isAbsorbing: false,
};

function gameOf(rules: ValidRules, options?: GroundOptions): Game<GroundState> {
  const program = ground(rules, BUDGET, options);
  if (!program.ok) throw new Error(program.error.reason);
  return groundGame(program.value);
}

describe('random sheets', () => {
  test.each([
    ['', undefined],
    [', all that can be split or restricted', EAGER],
  ])('play the same in reference and ground form%s', (_, options) => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = seededRandom(seed);
        const content = randomSheet(random);
        const rules = rulesOf(`seed ${String(seed)}`, content);
        const difference = compareGames(referenceGame(rules), gameOf(rules, options), {
          random,
          playouts: 3,
          plies: 6,
        });
        if (difference !== undefined) throw new Error(`${content}\n\n${renderDifference(difference)}`);
      }),
      { numRuns: 400, seed: 2016 },
    );
  });

  test('keep the contract of a game', () => {
    for (let seed = 0; seed < 40; seed++) {
      const random = seededRandom(seed);
      const game = gameOf(rulesOf(`seed ${String(seed)}`, randomSheet(random)));
      expect(brokenClaims(game, { random, playouts: 2, plies: 6 })).toEqual([]);
    }
  });
});

describe('sheets that need care', () => {
  const NODES = ['1', '2', '3', '4', '5'];
  test.each([
    [
      'recursion over edges that come and go',
      `(role red) (init start) ${NODES.map((node) => `(node ${node})`).join(' ')}
       (<= (legal red (flip ?x ?y)) (node ?x) (node ?y) (distinct ?x ?y))
       (<= (next (edge ?x ?y)) (does red (flip ?x ?y)) (not (true (edge ?x ?y))))
       (<= (next (edge ?x ?y)) (true (edge ?x ?y)) (not (does red (flip ?x ?y))))
       (<= (path ?x ?y) (true (edge ?x ?y))) (<= (path ?x ?z) (path ?y ?z) (true (edge ?x ?y)))
       (<= (sees red ?x) (path 1 ?x) (does red ?m))
       (<= terminal (path 1 1) (path 2 2) (path 3 3) (path 4 4) (path 5 5)) (goal red 100)`,
    ],
    [
      'an atom with one rule that is used once, negated',
      `(role red) (init a) (init b) (legal red noop) (<= (legal red (drop ?x)) (true ?x))
       (<= both (true a) (true b)) (<= (legal red rest) (true a) (not both))
       (<= (next ?x) (true ?x) (not (does red (drop ?x))))
       (<= terminal (not (true a)) (not (true b))) (goal red 100)`,
    ],
  ])('%s', (name, content) => {
    const rules = rulesOf(name, content);
    const difference = compareGames(referenceGame(rules), gameOf(rules), {
      random: seededRandom(1),
      playouts: 10,
      plies: 40,
    });
    expect(difference && renderDifference(difference)).toBeUndefined();
  });
});
