import type { Expansion, GoalStructure, Move } from '../../game/index.js';
import type { PlanSpace } from './planSpace.js';
import { bytesOf, copyOf } from './stateKey.js';
import { type Link, type Strategy, successorsOf } from './strategy.js';

/** Bytes of a node beside its state. */
const NODE_BYTES = 200;

interface Node<State> {
  readonly state: State;
  readonly first: number;
  readonly link: Link | undefined;
  /** Moves that are made no more on this branch. */
  readonly excluded: Excluded | undefined;
}

/** A move, and those excluded before it. */
interface Excluded {
  readonly move: Move;
  readonly before: Excluded | undefined;
}

/** A successor that meets a need. */
interface Choice {
  readonly successor: number;
  readonly move: Move;
}

/**
 * For puzzles in which the order of moves does not matter and none is made twice (numbers into cells, lights to press): what is looked for
 * is a set of moves. Depth first; in each state the need of the goal that the fewest moves can meet is decided (first fail, Haralick and
 * Elliott 1980), move by move: a branch with the second excludes the first, and so on. A need that no move can meet ends a branch. In other
 * puzzles this soon comes to an end without a plan.
 */
export class Commitments<State> implements Strategy {
  isDone = false;
  readonly isProof = false;
  readonly #open: Node<State>[];
  readonly #mostOpen: number;

  constructor(
    private readonly space: PlanSpace<State>,
    private readonly goals: GoalStructure<State>,
    bytes: number,
  ) {
    this.#open = [{ state: space.root, first: 0, link: undefined, excluded: undefined }];
    this.#mostOpen = bytes / (NODE_BYTES + bytesOf(space.root));
  }

  advance(most: number): void {
    const nodes = this.#open.splice(Math.max(0, this.#open.length - most));
    const expansions = this.space.expand(nodes.map(({ state }) => state));
    this.#open.push(...nodes.slice(expansions.length));
    for (const [index, expansion] of expansions.entries()) this.#branch(expansion, nodes[index]!);
    this.isDone = this.#open.length === 0 || this.#open.length > this.#mostOpen;
  }

  #branch(expansion: Expansion<State>, node: Node<State>): void {
    const choices = this.#decide(expansion, node);
    const children: Node<State>[] = [];
    let { excluded } = node;
    for (const { successor, move } of choices) {
      excluded = { move, before: excluded };
      const first = node.link === undefined ? successor : node.first;
      const link = { before: node.link, successor };
      if (expansion.terminal[successor] === 1) {
        this.space.meetEnd(expansion, successor, { first, way: () => successorsOf(link) });
      } else children.push({ state: copyOf(expansion.successors[successor]!), first, link, excluded });
    }
    while (children.length > 0) this.#open.push(children.pop()!);
  }

  /** Of the unmet needs, what meets the one with the fewest choices; where all are met, every move. */
  #decide(expansion: Expansion<State>, node: Node<State>): readonly Choice[] {
    const { goals } = this;
    const all = this.#allowed(expansion, node);
    let fewest = all;
    let isAllMet = true;
    for (let need = 0; need < goals.needs; need++) {
      if (goals.isMet(node.state, need)) continue;
      const meeting = all.filter(({ successor }) => goals.isMet(expansion.successors[successor]!, need));
      if (isAllMet || meeting.length < fewest.length) fewest = meeting;
      isAllMet = false;
      if (fewest.length === 0) break;
    }
    return fewest;
  }

  #allowed({ successors, joints }: Expansion<State>, node: Node<State>): readonly Choice[] {
    const excluded = new Set<Move>();
    for (let at = node.excluded; at !== undefined; at = at.before) excluded.add(at.move);
    const { game, role } = this.space.setting;
    const choices: Choice[] = [];
    for (let successor = 0; successor < successors.length; successor++) {
      const move = joints[successor * game.roles.length + role]!;
      if (!excluded.has(move)) choices.push({ successor, move });
    }
    return choices;
  }
}
