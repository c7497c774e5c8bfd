import { type Expansion, jointOf, NO_GOAL } from '../game/index.js';
import { type Choices, choicesOf, offsetsOf } from './choices.js';
import type { GameGraph } from './gameGraph.js';
import { type Chooser, choosersOf, type Match, type Objective, OWN, UNFINISHED, worthOf } from './objective.js';
import { type Policy, type PolicyBranch, type PolicyNode, type PolicyNodeKind, roleMoves } from './policy.js';

/** Values that differ by less are the same but for rounding. */
const SAME = 1e-9;
/** States that are expanded at once. */
const BATCH = 256;

interface Solved<State> {
  readonly graph: GameGraph<State>;
  /** Nodes at most, beside those that are reached from them and left out. */
  readonly most: number;
}

/**
 * What the own side does to get the bound of the root that it can make sure of: in each state a move whose bound is the best. Where the
 * bound needed no search, any move will do.
 */
export function graphPolicy<State>(match: Match<State>, objective: Objective, { graph, most }: Solved<State>): Policy {
  return new GraphPolicy(match, objective, graph).make(most);
}

/** A state that is reached. */
interface Met<State> {
  readonly state: State;
  readonly isTerminal: boolean;
  /** Of the role whose points count, in a terminal state. */
  readonly goal: number;
  readonly roundsLeft: number;
  readonly round: number;
}

/** A node of the policy before it is known what is done there. */
interface Place<State> extends Met<State> {
  readonly kind: PolicyNodeKind;
  readonly value: number;
  readonly facts: readonly string[];
}

class GraphPolicy<State> {
  readonly #places: Place<State>[] = [];
  /** Numbers of places by facts and rounds left. */
  readonly #known = new Map<string, number>();
  readonly #choosers: readonly Chooser[];

  constructor(
    private readonly match: Match<State>,
    private readonly objective: Objective,
    private readonly graph: GameGraph<State>,
  ) {
    this.#choosers = choosersOf(match.game.roles, objective);
  }

  make(most: number): Policy {
    const { game, start, horizon, simulator } = this.match;
    const goal = game.goals(start)[this.objective.role] ?? NO_GOAL;
    this.#placeOf({ state: start, isTerminal: game.isTerminal(start), goal, roundsLeft: horizon, round: 0 });
    const nodes: PolicyNode[] = [];
    while (nodes.length < this.#places.length && nodes.length < most) {
      const batch = this.#places.slice(nodes.length, Math.min(most, nodes.length + BATCH));
      const expansions = simulator.expand(batch.map(({ state }) => state));
      batch.forEach((place, index) => nodes.push(this.#node(place, expansions[index]!)));
    }
    const left = this.#places.slice(nodes.length);
    const cut = left.map((place) => bare(place.kind === 'decision' ? { ...place, kind: 'cut' } : place));
    const roles = this.objective.own.map((role) => game.roles[role]!);
    return { roles, nodes: [...nodes, ...cut], isComplete: cut.every(({ kind }) => kind !== 'cut') };
  }

  #placeOf(met: Met<State>): number {
    const facts = this.match.game.names.facts(met.state);
    const key = `${String(met.roundsLeft)} ${facts.join(' ')}`;
    let place = this.#known.get(key);
    if (place === undefined) {
      place = this.#places.length;
      this.#known.set(key, place);
      this.#places.push({ ...met, facts, kind: this.#kindOf(met), value: this.#boundOf(met) });
    }
    return place;
  }

  #kindOf({ state, isTerminal, roundsLeft }: Met<State>): PolicyNodeKind {
    if (isTerminal) return 'terminal';
    if (roundsLeft === 0) return 'horizon';
    const node = this.graph.find(state, roundsLeft);
    return node === undefined || this.graph.values.isLeaf(node) ? 'any' : 'decision';
  }

  /** What the own side can make sure of. */
  #boundOf({ state, isTerminal, goal, roundsLeft }: Met<State>): number {
    if (isTerminal) return worthOf(goal, this.objective);
    if (roundsLeft === 0) return UNFINISHED;
    const { lower, upper } = this.graph.values;
    const node = this.graph.find(state, roundsLeft);
    const isBest = this.objective.aim === 'best';
    if (node === undefined) return isBest ? -Infinity : Infinity;
    return isBest ? lower[node]! : upper[node]!;
  }

  #node(place: Place<State>, expansion: Expansion<State>): PolicyNode {
    if (place.kind !== 'decision') return bare(place);
    const { game } = this.match;
    if (expansion.successors.length === 0) return bare({ ...place, kind: 'stuck' });
    const choices = choicesOf(expansion.joints, this.#choosers);
    const [own, others, chance] = offsetsOf(choices, this.#choosers);
    const chosen = this.#chosen(place, expansion, choices);
    const joint = (offset: number): readonly number[] => jointOf(expansion, offset, game.roles.length);
    const free = [...choices.moves.keys()].filter((role) => this.#choosers[role] !== OWN && choices.moves[role]! > 1);
    const branches = others.flatMap((answer) =>
      chance.map((draw): PolicyBranch => {
        const offset = chosen + answer + draw;
        const to = this.#placeOf(this.#following(place, expansion, offset));
        return { moves: roleMoves(game, free, joint(offset)), probability: 1 / chance.length, to };
      }),
    );
    const moves = roleMoves(game, this.objective.own, joint(chosen));
    return { ...bare(place), moves, isChoice: own.length > 1, branches };
  }

  #following({ roundsLeft, round }: Place<State>, expansion: Expansion<State>, index: number): Met<State> {
    return {
      state: expansion.successors[index]!,
      isTerminal: expansion.terminal[index] === 1,
      goal: expansion.goals[index * this.#choosers.length + this.objective.role]!,
      roundsLeft: roundsLeft - 1,
      round: round + 1,
    };
  }

  /** The offset of the own choice with the best bound; of several the one that ends the game, or else the first. */
  #chosen(place: Place<State>, expansion: Expansion<State>, choices: Choices): number {
    const [own, others, chance] = offsetsOf(choices, this.#choosers);
    const self = place.roundsLeft === Infinity ? this.graph.find(place.state, Infinity) : undefined;
    const drawn = (offset: number): number => {
      const worths = chance
        .map((draw) => this.#following(place, expansion, offset + draw))
        .filter((met) => met.isTerminal || self === undefined || this.graph.find(met.state, Infinity) !== self)
        .map((met) => this.#boundOf(met));
      return worths.reduce((sum, worth) => sum + worth, 0) / worths.length;
    };
    const sign = this.objective.aim === 'best' ? 1 : -1;
    const rated = own.map((offset) => ({
      offset,
      rating: sign * Math.min(...others.map((answer) => drawn(offset + answer))),
      isEnd: expansion.terminal[offset] === 1,
    }));
    const best = Math.max(...rated.map(({ rating }) => (Number.isNaN(rating) ? -Infinity : rating)));
    const equal = rated.filter(({ rating }) => rating >= best - SAME);
    return (equal.find(({ isEnd }) => isEnd) ?? equal[0] ?? rated[0]!).offset;
  }
}

const bare = ({ kind, round, value, facts }: Pick<PolicyNode, 'kind' | 'round' | 'value' | 'facts'>): PolicyNode => ({
  ...{ kind, round, value, facts },
  ...{ moves: [], isChoice: false, branches: [] },
});
