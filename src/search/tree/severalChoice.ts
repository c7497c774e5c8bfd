import { IntList, type Random } from '../../base/index.js';
import { armOf, type Edge, type SearchGraph, SEVERAL } from '../graph/index.js';
import { RegretMatching } from './regretMatching.js';
import type { TreeOptions } from './treeOptions.js';

/** Share of draws that regret matching leaves to chance, so that every move is tried. */
const TREMBLE = 0.1;

/**
 * Choices where several choose at once. Each role chooses by itself: chance uniformly; a player by UCB over its own
 * moves (decoupled UCT), or, where several players choose and a pure choice could be exploited, by regret matching.
 */
export class SeveralChoice<State> {
  readonly #regrets: RegretMatching<State>;
  /** Nodes at which regrets are to be added, once for each descent of the batch. */
  readonly #passed = new IntList();

  constructor(
    private readonly graph: SearchGraph<State>,
    private readonly random: Random,
    private readonly options: TreeOptions,
  ) {
    this.#regrets = new RegretMatching(graph, random, TREMBLE);
  }

  /** The edge that the choices of all make up; their visits are counted. */
  choose(node: number): number {
    const edge = this.#isMixed(node) ? this.#regrets.draw(node) : this.#byUcb(node);
    this.#count(node, edge);
    return edge;
  }

  /**
   * Carries the values of so many visits of an edge over to the arms: their sums are at a place of an array, player
   * by player.
   */
  learn({ node, edge, visits }: Edge & { readonly visits: number }, sums: Float64Array, at: number): void {
    const { roleOf, ofArms } = this.graph;
    roleOf.forEach((role, player) => {
      ofArms.sums[armOf(this.graph, { node, edge }, role)]! += sums[at + player]!;
    });
    if (this.#isMixed(node)) for (let visit = 0; visit < visits; visit++) this.#passed.push(node);
  }

  /**
   * All descents of a batch have their values: only now are the means free of visits under way, so that regrets can
   * be told.
   */
  endBatch(): void {
    const passed = this.#passed.array.subarray(0, this.#passed.length);
    const left = new Map<number, number>();
    for (const node of passed) left.set(node, (left.get(node) ?? 0) + 1);
    for (const node of passed) {
      left.set(node, left.get(node)! - 1);
      // All visits of the batch are counted already.
      const visit = this.graph.visits[node]! - left.get(node)!;
      if (this.graph.kinds[node] === SEVERAL) this.#regrets.learnMeans(node, visit);
    }
    this.#passed.length = 0;
  }

  #isMixed(node: number): boolean {
    const { mixing } = this.options;
    if (mixing === 'ucb' || (mixing === 'root' && node !== this.graph.root)) return false;
    return choosers(this.graph, this.graph.arms[node]!) > 1;
  }

  #count(node: number, edge: number): void {
    for (let role = 0; role < this.graph.roles; role++) {
      this.graph.ofArms.visits[armOf(this.graph, { node, edge }, role)]!++;
    }
  }

  #byUcb(node: number): number {
    const { arms, roles, roleOf } = this.graph;
    const armInts = this.graph.ofArms.ints;
    const block = arms[node]!;
    const isAlone = choosers(this.graph, block) === 1;
    let at = block + roles;
    let edge = 0;
    for (let role = 0; role < roles; role++) {
      const size = armInts[block + role]!;
      const choice = { node, role, at, size, isAlone };
      const arm = roleOf.includes(role) ? this.#bestArm(choice) : this.random.below(size);
      edge = edge * size + arm;
      at += size;
    }
    return edge;
  }

  /** UCB over the arms; where nobody else chooses, over those that are neither settled nor worse than what is sure. */
  #bestArm(choice: ArmChoice): number {
    const { visits, ofArms } = this.graph;
    const { visits: armVisits, sums: armSums } = ofArms;
    const { node, at, size } = choice;
    const bonus = this.options.exploration ** 2 * Math.log(visits[node]! + 1);
    const turned = this.random.below(size);
    let best = turned;
    let bestScore = -1;
    for (let index = 0; index < size; index++) {
      const arm = (index + turned) % size;
      if (choice.isAlone && size > 1 && !this.#isOpen(choice, arm)) continue;
      const tries = armVisits[at + arm]!;
      const score = tries === 0 ? Infinity : armSums[at + arm]! / tries + Math.sqrt(bonus / tries);
      if (score > bestScore) [best, bestScore] = [arm, score];
    }
    return best;
  }

  /** Whether something is left to find out about an arm, all other arms being chance's. */
  #isOpen({ node, role, size }: ArmChoice, arm: number): boolean {
    const { roles, roleOf, arms, counts, edges, children, lower, upper } = this.graph;
    const armInts = this.graph.ofArms.ints;
    const player = roleOf.indexOf(role);
    const draws = counts[node]! / size;
    let stride = 1;
    for (let each = roles - 1; each > role; each--) stride *= armInts[arms[node]! + each]!;
    let low = 0;
    let high = 0;
    for (let draw = 0; draw < draws; draw++) {
      const edge = stride === 1 ? draw * size + arm : arm * draws + draw;
      const at = children[edges[node]! + edge]! + player;
      low += lower[at]!;
      high += upper[at]!;
    }
    return low < high && Math.fround(high / draws) > lower[node + player]!;
  }
}

/** The choice of a role at a node: its arms, and whether no other player chooses there. */
interface ArmChoice {
  readonly node: number;
  readonly role: number;
  /** The first arm. */
  readonly at: number;
  readonly size: number;
  readonly isAlone: boolean;
}

/** Players that have a choice. */
export function choosers<State>({ roleOf, ofArms }: SearchGraph<State>, block: number): number {
  let count = 0;
  for (const role of roleOf) if (ofArms.ints[block + role]! > 1) count++;
  return count;
}

/** Every edge of the node has been tried once, with the value of its child. */
export function countFirstTries<State>(graph: SearchGraph<State>, node: number): void {
  const { counts, roles, roleOf, edges, children } = graph;
  const { visits: armVisits, sums: armSums } = graph.ofArms;
  for (let edge = 0; edge < counts[node]!; edge++) {
    const child = children[edges[node]! + edge]!;
    for (let role = 0; role < roles; role++) armVisits[armOf(graph, { node, edge }, role)]!++;
    for (const [player, role] of roleOf.entries()) {
      armSums[armOf(graph, { node, edge }, role)]! += graph.value(child, player);
    }
  }
}
