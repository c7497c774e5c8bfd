import { describe, expect, test } from 'vitest';
import { seededRandom } from '../base/index.js';
import { FALSE, type GroundProgram } from '../ground/index.js';
import { type FluentGroup, partition, roundTemplate, suggestGroups } from '../network/index.js';
import { bundledProgram } from '../../test/programs.js';
import { inductionProgram } from './inductionProgram.js';
import { InductionStep } from './inductionStep.js';
import { sampleStates } from './sampleStates.js';

const BUDGET = { clock: () => performance.now(), milliseconds: 60_000, bytes: 3e9 };

/** The groups that a step may break, each with what is left of it. */
function brokenIn(program: GroundProgram, assumed: readonly FluentGroup[], asked: readonly FluentGroup[]): string[] {
  const round = roundTemplate(program, { name: 'induction', groups: assumed, nextGroups: [] }, BUDGET);
  if (!round.ok) throw new Error(round.error);
  const effort = { events: 1e9, isOver: () => false };
  const broken = new InductionStep(round.value, effort, 20).broken({ assumed, asked, known: new Map() });
  return Array.from(broken!, ([{ name }, left]) => `${name} ${String(left.length)}`);
}

describe.each(['tic-tac-toe', 'hex-5x5', 'othello-4x4', 'coins', 'matching-pennies'])('a step about %s', (game) => {
  const program = bundledProgram(game);
  const states = sampleStates(program, { playouts: 4, plies: 50, literals: 1e6, random: seededRandom(1) });
  const groups = partition(suggestGroups(program.lexicon.fluents, states));

  test('breaks the same groups as with all rules', () => {
    const asked = groups.filter((_, index) => index % 3 === 0);
    const about = inductionProgram(program, new Set(asked.flatMap(({ fluents }) => fluents)));
    expect(about.literals).toBeLessThan(program.body.length);
    expect(brokenIn(about.program, groups, asked)).toEqual(brokenIn(program, groups, asked));
  });

  test('tells what is asked and nothing else of the next state', () => {
    const { program: about } = inductionProgram(program, [0]);
    expect(about.next[0]).toBe(program.next[0]);
    expect(about.next.slice(1).every((literal) => literal === FALSE)).toBe(true);
  });
});
