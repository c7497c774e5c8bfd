import { type Budget, ok, type Result, seededRandom } from '../base/index.js';
import type { GroundProgram } from '../ground/index.js';
import { type FluentGroup, roundTemplate, type RoundNetwork } from '../network/index.js';
import { proveGroups } from './provenGroups.js';
import { sampleStates } from './sampleStates.js';

export interface TranslationOptions {
  /** Of the network. */
  readonly name: string;
  /** Whether the round may come after the end of the game, as those of a game with a horizon do. */
  readonly mayBeOver?: boolean;
  /** Most time for proofs, whose effort is limited besides; a quarter of the budget's time unless it is given. */
  readonly proofMilliseconds?: number;
}

/** A round of a game as a network, and what was proved to build it. */
export interface Translation {
  readonly round: RoundNetwork;
  readonly groups: readonly FluentGroup[];
  /** Groups that names suggest and that were not proved. */
  readonly groupsLeft: number;
  readonly ms: { readonly proof: number; readonly network: number };
}

/** Random play that tells which groups are worth a proof; most games show all of their pieces within a few playouts. */
const SAMPLE = { playouts: 10, plies: 100, literals: 2e7 };
const SAMPLE_SEED = 1;

/** Translates one round of a game into a stochastic constraint network; fails with a reason where that exceeds the budget. */
export function translateRound(
  program: GroundProgram,
  options: TranslationOptions,
  budget: Budget,
): Result<Translation, string> {
  const { clock } = budget;
  const { name, mayBeOver = false, proofMilliseconds = budget.milliseconds / 4 } = options;
  const start = clock();
  const states = sampleStates(program, { ...SAMPLE, random: seededRandom(SAMPLE_SEED) });
  const { groups, left } = proveGroups(program, states, { ...budget, milliseconds: proofMilliseconds });
  const proved = clock();
  const round = roundTemplate(program, { name, groups, mayBeOver }, budget);
  if (!round.ok) return round;
  const ms = { proof: proved - start, network: clock() - proved };
  return ok({ round: round.value, groups, groupsLeft: left, ms });
}
