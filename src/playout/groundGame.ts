import type { Game, Move } from '../game/index.js';
import { firstDerived, type GroundProgram } from '../ground/index.js';
import { MoveNames } from './moveNames.js';

/** A state of a ground program: one byte a fluent, 1 where it holds. Never changed once it was made. */
export type GroundState = Uint8Array;

/**
 * Plays a ground program in the slow, obvious way: every state evaluates all derived atoms, component by component, rule by rule. The twin
 * that compiled engines are compared with.
 */
export function groundGame(program: GroundProgram): Game<GroundState> {
  const moves = new MoveNames(program);
  const { roles, lexicon } = program;
  const standing = new WeakMap<GroundState, Values>();
  /** The truth of all atoms in a state, before anyone moves. */
  const stand = (state: GroundState): Values => {
    let values = standing.get(state);
    if (values === undefined) standing.set(state, (values = new Values(program, state, [])));
    return values;
  };
  /** The truth of all atoms in a state while the joint move is made. */
  const act = (state: GroundState, joint: readonly Move[]): Values => {
    const does = joint.map((move, role) => moves.atom(role, move)).filter((atom) => atom !== undefined);
    return new Values(program, state, does);
  };
  return {
    roles,
    names: {
      facts: (state) => [...lexicon.fluents.filter((_, i) => state[i] === 1), ...lexicon.constants].sort(),
      move: (move) => moves.text(move),
      findMove: (text) => moves.find(text),
    },
    initial: () => {
      const state = new Uint8Array(program.fluents);
      for (const fluent of program.initial) state[fluent - 1] = 1;
      return state;
    },
    legalMoves: (state, role) => {
      const values = stand(state);
      return moves.ofRole(role).filter((move) => values.holds(program.legal[moves.place(role, move)!]!));
    },
    next: (state, joint) => {
      const values = act(state, joint);
      return Uint8Array.from(program.next, (literal) => (values.holds(literal) ? 1 : 0));
    },
    isTerminal: (state) => stand(state).holds(program.terminal),
    goals: (state) => {
      const values = stand(state);
      const found = program.goals.filter((goal) => values.holds(goal.literal));
      return roles.map((_, role) => {
        const own = found.filter((goal) => goal.role === role);
        return own.length === 1 ? own[0]!.value : null;
      });
    },
    percepts: (state, joint) => {
      const values = act(state, joint);
      const seen = program.percepts.filter((percept) => values.holds(percept.literal));
      return roles.map((_, role) =>
        seen
          .filter((percept) => percept.role === role)
          .map(({ percept }) => percept)
          .sort(),
      );
    },
  };
}

/** The truth of every atom, given a state and the moves that are made in it. */
class Values {
  readonly #values: Uint8Array;

  constructor(
    private readonly program: GroundProgram,
    state: GroundState,
    does: readonly number[],
  ) {
    this.#values = new Uint8Array(program.atoms);
    this.#values[0] = 1;
    this.#values.set(state, 1);
    for (const atom of does) this.#values[atom] = 1;
    const { componentStart, isRecursive } = program;
    for (let component = 0; component < isRecursive.length; component++) {
      const from = componentStart[component]!;
      const to = componentStart[component + 1]!;
      while (this.#deriveAtoms(from, to) && isRecursive[component] === 1);
    }
  }

  holds(literal: number): boolean {
    return this.#values[literal >> 1] === 1 - (literal & 1);
  }

  /** Whether an atom became true that was not. */
  #deriveAtoms(from: number, to: number): boolean {
    let changed = false;
    for (let atom = from; atom < to; atom++) {
      if (this.#values[atom] === 1 || !this.#isDerived(atom)) continue;
      this.#values[atom] = 1;
      changed = true;
    }
    return changed;
  }

  #isDerived(atom: number): boolean {
    const { ruleStart, bodyStart, body } = this.program;
    const derived = atom - firstDerived(this.program);
    for (let rule = ruleStart[derived]!; rule < ruleStart[derived + 1]!; rule++) {
      let at = bodyStart[rule]!;
      const end = bodyStart[rule + 1]!;
      while (at < end && this.holds(body[at]!)) at++;
      if (at === end) return true;
    }
    return false;
  }
}
