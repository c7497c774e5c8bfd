import type { Game, GoalStructure } from '../game/index.js';
import { FALSE, type GroundLiteral, type GroundProgram } from '../ground/index.js';
import { clockFluents } from './clockFluents.js';
import { GoalDistance } from './goalDistance.js';
import { necessaryFluents } from './necessaryFluents.js';

/**
 * Reads from the rules what leads to the highest goal of a role. States are those of compiled games: fluent f, counted from 0, is bit
 * f % 32 of word f / 32.
 */
export function goalStructure(
  program: GroundProgram,
  game: Game<Uint32Array>,
  role: number,
): GoalStructure<Uint32Array> {
  const { highest, literal } = highestGoal(program, role);
  const distance = new GoalDistance(program, literal);
  const needs = necessaryFluents(program, [literal, program.terminal]);
  const clock = clockFluents(program, game);
  return {
    highest,
    distances: (states) => Float64Array.from(states, (state) => distance.of(state)),
    needs: needs.length,
    isMet: (state, need) => holds(state, (needs[need]! >> 1) - 1) === ((needs[need]! & 1) === 0),
    withoutClock: clock.length === 0 ? undefined : maskOf(program, clock),
  };
}

/** Of the goals that some state may have; a role that has none gets nothing. */
function highestGoal(program: GroundProgram, role: number): { highest: number; literal: GroundLiteral } {
  const own = program.goals.filter((goal) => goal.role === role && goal.literal !== FALSE);
  const highest = Math.max(0, ...own.map(({ value }) => value));
  return { highest, literal: own.find(({ value }) => value === highest)?.literal ?? FALSE };
}

const holds = (state: Uint32Array, fluent: number): boolean => ((state[fluent >>> 5]! >>> (fluent & 31)) & 1) === 1;

/** Keeps all fluents but some; the words behind them (a hash of all) become 0. */
function maskOf(program: GroundProgram, without: readonly number[]): (state: Uint32Array) => Uint32Array {
  const kept = new Uint32Array((program.fluents + 31) >>> 5).fill(0xffffffff);
  for (const fluent of without) kept[fluent >>> 5]! &= ~(1 << (fluent & 31));
  return (state) => {
    const masked = new Uint32Array(state.length);
    for (let word = 0; word < kept.length; word++) masked[word] = state[word]! & kept[word]!;
    return masked;
  };
}
