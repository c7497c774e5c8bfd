import type { Random } from '../../base/index.js';
import { armOf, type SearchGraph } from '../graph/index.js';
import type { TreeOptions } from './treeOptions.js';

/** Share of choices that regret matching leaves to chance, so that every move is tried. */
const TREMBLE = 0.1;
const TWO_TO_32 = 2 ** 32;

/**
 * Choices where several choose at once. Each role chooses by itself: chance uniformly; a player by UCB over its own moves (decoupled UCT), or, where several
 * players choose and a pure choice could be exploited, by regret matching⁺ (Hart and Mas-Colell 2000; Tammelin 2014) on the values of the
 * joint moves, whose average strategy approaches an equilibrium in games of constant sum (Lanctot et al. 2013).
 */
export class SeveralChoice<State> {
  readonly #strategy: number[] = [];

  constructor(
    private readonly graph: SearchGraph<State>,
    private readonly random: Random,
    private readonly options: TreeOptions,
  ) {}

  /** The edge that the choices of all make up; their visits are counted. */
  choose(node: number): number {
    const { arms, armInts, armVisits, roles, roleOf } = this.graph;
    const block = arms[node]!;
    const isMixed = this.options.mixing === 'regret' && choosers(this.graph, block) > 1;
    let at = block + roles;
    let edge = 0;
    for (let role = 0; role < roles; role++) {
      const size = armInts[block + role]!;
      const place = { node, at, size };
      let arm = 0;
      if (size > 1) {
        if (!roleOf.includes(role)) arm = this.random.below(size);
        else if (isMixed) arm = this.#byRegret(place);
        else arm = this.#byUcb(place);
      }
      armVisits[at + arm]!++;
      edge = edge * size + arm;
      at += size;
    }
    return edge;
  }

  /** Takes the visits of a choice back. */
  undo(node: number, edge: number): void {
    for (let role = 0; role < this.graph.roles; role++) {
      this.graph.armVisits[armOf(this.graph, { node, edge }, role)]!--;
    }
  }

  /** Carries the values of a descent through an edge over to the arms. */
  learn(node: number, edge: number, values: Float64Array): void {
    const { roleOf, armSums, arms } = this.graph;
    const isMixed = this.options.mixing === 'regret' && choosers(this.graph, arms[node]!) > 1;
    roleOf.forEach((role, player) => {
      armSums[armOf(this.graph, { node, edge }, role)]! += values[player]!;
      if (isMixed) this.#regret({ node, edge }, player);
    });
  }

  #byUcb({ node, at, size }: ArmPlace): number {
    const { armVisits, armSums, visits } = this.graph;
    const bonus = this.options.exploration ** 2 * Math.log(visits[node]! + 1);
    const turned = this.random.below(size);
    let best = turned;
    let bestScore = -1;
    for (let index = 0; index < size; index++) {
      const arm = (index + turned) % size;
      const tries = armVisits[at + arm]!;
      const score = tries === 0 ? Infinity : armSums[at + arm]! / tries + Math.sqrt(bonus / tries);
      if (score > bestScore) [best, bestScore] = [arm, score];
    }
    return best;
  }

  #byRegret({ node, at, size }: ArmPlace): number {
    const { armRegrets, armShares, visits } = this.graph;
    let sum = 0;
    for (let arm = 0; arm < size; arm++) sum += armRegrets[at + arm]!;
    for (let arm = 0; arm < size; arm++) {
      const share = sum > 0 ? armRegrets[at + arm]! / sum : 1 / size;
      this.#strategy[arm] = share;
      // Later strategies are better: they weigh more.
      armShares[at + arm]! += share * visits[node]!;
    }
    let drawn = this.random.nextUint32() / TWO_TO_32;
    for (let arm = 0; arm < size; arm++) {
      drawn -= (1 - TREMBLE) * this.#strategy[arm]! + TREMBLE / size;
      if (drawn < 0) return arm;
    }
    return size - 1;
  }

  /** What a player would rather have had, the others' moves being what they were. */
  #regret({ node, edge }: { readonly node: number; readonly edge: number }, player: number): void {
    const { roleOf, arms, armInts, armRegrets, roles, edges, children, visits } = this.graph;
    const role = roleOf[player]!;
    const block = arms[node]!;
    const size = armInts[block + role]!;
    if (size === 1) return;
    let stride = 1;
    for (let each = roles - 1; each > role; each--) stride *= armInts[block + each]!;
    const taken = armOf(this.graph, { node, edge }, role);
    const own = Math.floor(edge / stride) % size;
    const first = taken - own;
    const had = this.graph.value(children[edges[node]! + edge]!, player);
    for (let arm = 0; arm < size; arm++) {
      const child = children[edges[node]! + edge + (arm - own) * stride]!;
      if (visits[child] === 0 && !this.graph.isSolved(child)) continue;
      const regret = armRegrets[first + arm]! + this.graph.value(child, player) - had;
      armRegrets[first + arm] = Math.max(0, regret);
    }
  }
}

interface ArmPlace {
  readonly node: number;
  /** The first arm of the role. */
  readonly at: number;
  readonly size: number;
}

/** Players that have a choice. */
export function choosers<State>({ roleOf, armInts }: SearchGraph<State>, block: number): number {
  let count = 0;
  for (const role of roleOf) if (armInts[block + role]! > 1) count++;
  return count;
}

/** Every edge of the node has been tried once. */
export function countFirstTries<State>(graph: SearchGraph<State>, node: number): void {
  const { counts, roles, armVisits } = graph;
  for (let edge = 0; edge < counts[node]!; edge++) {
    for (let role = 0; role < roles; role++) armVisits[armOf(graph, { node, edge }, role)]!++;
  }
}
