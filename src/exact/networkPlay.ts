import { type Expansion, type Game, jointMoves, type Move, NO_GOAL } from '../game/index.js';
import { type RoundNetwork, stateValues } from '../network/index.js';
import { macSearch, Propagation } from '../solver/index.js';
import type { Expander } from './objective.js';

/** What a round is called, and where the game begins. */
export interface RoundWords {
  readonly roles: readonly string[];
  /** KIF of each fluent, and of those that hold in every state. */
  readonly fluents: readonly string[];
  readonly constants: readonly string[];
  /** Fluents that hold at the start, counted from 0. */
  readonly initial: Iterable<number>;
}

/** Fluent f is bit f % 32 of word f / 32. */
type BitState = Uint32Array;

/** What the network says about a state. */
interface Sight {
  readonly isTerminal: boolean;
  readonly goals: Int32Array;
}

/** A solution of the round: a transition. */
interface Transition {
  /** Values of the actions, in role order. */
  readonly actions: readonly number[];
  readonly successor: BitState;
}

/**
 * Plays a game by the constraint network of one round alone, which must be one that may come after the end (`mayBeOver`): a state is injected and propagated,
 * and what terminal and the scores are then fixed to is its end; the solutions that MAC finds are its joint moves and what they
 * lead to. Goals that are missing, or several, are the lowest, as the network has it. Nothing is seen: it has no percepts.
 */
export function networkPlay(
  round: RoundNetwork,
  words: RoundWords,
): { readonly game: Game<BitState>; readonly simulator: Expander<BitState> } {
  const rounds = new NetworkRounds(round, words);
  return { game: rounds, simulator: { expand: (states) => states.map((state) => rounds.expand(state)) } };
}

class NetworkRounds implements Game<BitState> {
  readonly #propagation: Propagation;
  /** Moves of all roles: the same text is the same move. */
  readonly #texts: readonly string[];
  readonly #moveOf = new Map<string, Move>();
  /** For each role and value of its action, the move. */
  readonly #moves: readonly (readonly Move[])[];
  readonly #initial: BitState;

  constructor(
    private readonly round: RoundNetwork,
    private readonly words: RoundWords,
  ) {
    this.#propagation = new Propagation(round.network);
    const values = round.actions.map((action) => round.network.variables[action]!.values);
    this.#texts = [...new Set(values.flat())];
    for (const [move, text] of this.#texts.entries()) this.#moveOf.set(text, move);
    this.#moves = values.map((texts) => texts.map((text) => this.#moveOf.get(text)!));
    this.#initial = this.#packed(words.initial);
  }

  get roles(): readonly string[] {
    return this.words.roles;
  }

  readonly names = {
    facts: (state: BitState): readonly string[] =>
      [...this.#holding(state).map((fluent) => this.words.fluents[fluent]!), ...this.words.constants].sort(),
    move: (move: Move): string => this.#texts[move]!,
    findMove: (text: string): Move | undefined => this.#moveOf.get(text),
  };

  initial(): BitState {
    return this.#initial;
  }

  isTerminal(state: BitState): boolean {
    return this.#look(state).isTerminal;
  }

  goals(state: BitState): readonly (number | null)[] {
    return Array.from(this.#look(state).goals, (goal) => (goal === NO_GOAL ? null : goal));
  }

  legalMoves(state: BitState, role: number): readonly Move[] {
    const values = new Set(this.#transitions(state).map(({ actions }) => actions[role]!));
    return [...values].sort((a, b) => a - b).map((value) => this.#moves[role]![value]!);
  }

  next(state: BitState, joint: readonly Move[]): BitState {
    const isMade = ({ actions }: Transition): boolean =>
      actions.every((value, role) => this.#moves[role]![value] === joint[role]);
    const made = this.#transitions(state).find(isMade);
    if (made === undefined) throw new Error('not a legal joint move');
    return made.successor;
  }

  percepts(): readonly (readonly string[])[] {
    return this.roles.map(() => []);
  }

  expand(state: BitState): Expansion<BitState> {
    const { isTerminal } = this.#look(state);
    const transitions = isTerminal ? [] : this.#inOrder(this.#transitions(state));
    const sights = transitions.map(({ successor }) => this.#look(successor));
    return {
      isTerminal,
      joints: Int32Array.from(
        transitions.flatMap(({ actions }) => actions.map((value, role) => this.#moves[role]![value]!)),
      ),
      successors: transitions.map(({ successor }) => successor),
      terminal: Uint8Array.from(sights, (sight) => (sight.isTerminal ? 1 : 0)),
      goals: Int32Array.from(sights.flatMap(({ goals }) => [...goals])),
    };
  }

  /** In the order of `jointMoves`, as expansions have them. */
  #inOrder(transitions: readonly Transition[]): readonly Transition[] {
    const values = this.roles.map((_, role) =>
      [...new Set(transitions.map(({ actions }) => actions[role]!))].sort((a, b) => a - b),
    );
    const known = new Map(transitions.map((transition) => [transition.actions.join(), transition]));
    return [...jointMoves(values)].map((joint) => known.get(joint.join())!);
  }

  #look(state: BitState): Sight {
    return this.#at(state, (isPossible) => {
      const { terminal, scores, network } = this.round;
      const isTerminal = isPossible && this.#propagation.value(terminal) === 1;
      const goals = scores.map((score) =>
        isTerminal && score >= 0 ? Number(network.variables[score]!.values[this.#propagation.value(score)]) : NO_GOAL,
      );
      return { isTerminal, goals: Int32Array.from(goals) };
    });
  }

  #transitions(state: BitState): readonly Transition[] {
    return this.#at(state, (isPossible) => {
      if (!isPossible) return [];
      const { actions, next } = this.round;
      const transitions: Transition[] = [];
      for (const solution of macSearch(this.#propagation, { variables: actions })) {
        const holding = [...next.variable.keys()].filter(
          (fluent) => solution[next.variable[fluent]!] === next.value[fluent],
        );
        transitions.push({ actions: actions.map((action) => solution[action]!), successor: this.#packed(holding) });
      }
      return transitions;
    });
  }

  /** Asks the network while a state is injected; where that is not possible, some role has no legal move there. */
  #at<T>(state: BitState, ask: (isPossible: boolean) => T): T {
    const propagation = this.#propagation;
    propagation.save();
    try {
      const isAssigned = stateValues(this.round, this.#holding(state)).every(([x, value]) =>
        propagation.assign(x, value),
      );
      return ask(isAssigned && propagation.assign(this.round.isDefined, 1) && propagation.propagate());
    } finally {
      propagation.restore();
    }
  }

  #holding(state: BitState): number[] {
    return [...this.words.fluents.keys()].filter((fluent) => ((state[fluent >>> 5]! >>> (fluent & 31)) & 1) === 1);
  }

  #packed(holding: Iterable<number>): BitState {
    const state = new Uint32Array((this.words.fluents.length + 31) >>> 5);
    for (const fluent of holding) state[fluent >>> 5]! |= 1 << (fluent & 31);
    return state;
  }
}
