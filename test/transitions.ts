import { seededRandom } from '../src/base/index.js';
import { type Game, jointMoves, legalMovesOfAll, randomJointMove } from '../src/game/index.js';
import type { GroundProgram } from '../src/ground/index.js';
import { injectState, type RoundNetwork } from '../src/network/index.js';
import { macSearch } from '../src/solver/index.js';

/** What a round can do in a state, as text: each joint move with the fluents that hold after it. By the solver and by a game. */

export function solvedTransitions(program: GroundProgram, round: RoundNetwork, holding: readonly number[]): string[] {
  const network = injectState(round, holding);
  const names = network.variables.map(({ values }) => values);
  return Array.from(macSearch(network, { variables: round.actions }), (solution) => {
    const joint = round.actions.map((action) => names[action]![solution[action]!]!);
    const after = program.lexicon.fluents.filter(
      (_, fluent) => solution[round.next.variable[fluent]!] === round.next.value[fluent],
    );
    return transition(joint, after);
  }).sort();
}

export function playedTransitions<State>(program: GroundProgram, game: Game<State>, state: State): string[] {
  return Array.from(jointMoves(legalMovesOfAll(game, state)), (joint) => {
    const facts = new Set(game.names.facts(game.next(state, joint)));
    const after = program.lexicon.fluents.filter((fluent) => facts.has(fluent));
    return transition(
      joint.map((move) => game.names.move(move)),
      after,
    );
  }).sort();
}

const transition = (joint: readonly string[], after: readonly string[]): string =>
  `${joint.join(' ')} → ${after.join(' ')}`;

/** The fluents of a state, counted from 0. */
export function holdingIn<State>(program: GroundProgram, game: Game<State>, state: State): number[] {
  const facts = new Set(game.names.facts(state));
  return [...program.lexicon.fluents.keys()].filter((fluent) => facts.has(program.lexicon.fluents[fluent]!));
}

/** States of random play that are not terminal and have at most so many joint moves. */
export function playedStates<State>(game: Game<State>, { count, joints }: { count: number; joints: number }): State[] {
  const random = seededRandom(5);
  const states: State[] = [];
  for (let attempt = 0; attempt < 20 * count && states.length < count; attempt++) {
    let state = game.initial();
    for (let ply = random.below(30); ply > 0; ply--) {
      const joint = game.isTerminal(state) ? undefined : randomJointMove(game, state, random);
      if (joint === undefined) break;
      state = game.next(state, joint);
    }
    if (game.isTerminal(state)) continue;
    const product = legalMovesOfAll(game, state).reduce((sum, moves) => sum * moves.length, 1);
    if (product > 0 && product <= joints) states.push(state);
  }
  return states;
}
