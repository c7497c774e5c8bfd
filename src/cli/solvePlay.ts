import type { Expander, GoalClaim } from '../exact/index.js';
import type { Game } from '../game/index.js';
import { ground, type GroundProgram } from '../ground/index.js';
import type { Play } from '../pipeline.js';
import type { ValidRules } from '../rules/index.js';
import { networkPlay } from '../translate/index.js';
import { CliError } from './cliError.js';
import { budgetOf, playOrSubstitute } from './engines.js';
import type { Outside } from './outside.js';
import type { SolveEngine } from './solveOptions.js';
import { during } from './status.js';

/** A game that is ready to be solved. */
export interface SolvePlay {
  readonly game: Game;
  readonly simulator: Expander;
  /** What is known of the goals; undefined where the rules were not ground. */
  readonly claims: readonly GoalClaim[] | undefined;
  /** What really expands states. */
  readonly engine: SolveEngine;
  /** As {@link Play.symmetries}; not where the states are those of the network. */
  readonly symmetries?: Play['symmetries'];
}

interface SolveChoice {
  /** As messages call it. */
  readonly name: string;
  readonly rules: ValidRules;
  readonly engine: SolveEngine;
}

/** The game as the engine expands it; ends with exit code 1 where the rules are too large for it. */
export function solvePlay(outside: Outside, { name, rules, engine }: SolveChoice): SolvePlay {
  if (engine === 'network') return byNetwork(outside, name, rules);
  const { game, simulator, program, engine: used, symmetries } = playOrSubstitute(outside, { name, rules, engine });
  // What the goals are does not depend on who plays.
  const known = engine === 'reference' ? groundOrNull(outside, rules) : program;
  return { game, simulator, claims: known?.goals, engine: used, ...(symmetries && { symmetries }) };
}

function groundOrNull(outside: Outside, rules: ValidRules): GroundProgram | null {
  const program = ground(rules, budgetOf(outside));
  return program.ok ? program.value : null;
}

function byNetwork(outside: Outside, name: string, rules: ValidRules): SolvePlay {
  const budget = budgetOf(outside);
  const refuse = (reason: string): never => {
    throw new CliError(1, `${name}: --engine network cannot play this game: ${reason}; try --engine compiled`);
  };
  return during(outside.stderr, `${name}: translating into a network …`, () => {
    const program = ground(rules, budget);
    if (!program.ok) return refuse(program.error.reason);
    const play = networkPlay(program.value, budget);
    if (!play.ok) return refuse(play.error);
    // States are the engine's own: what takes a `Game` never looks inside.
    return { ...(play.value as Pick<SolvePlay, 'game' | 'simulator'>), claims: program.value.goals, engine: 'network' };
  });
}
