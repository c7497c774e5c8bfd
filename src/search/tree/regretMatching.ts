import type { Random } from '../../base/index.js';
import type { SearchGraph } from '../graph/index.js';

const TWO_TO_32 = 2 ** 32;
/**
 * Larger matrices of joint moves are looked at in one of several visits only, so that a visit costs as much as with
 * this many.
 */
const EDGES_A_VISIT = 256;
/** A joint move counts as if it had been tried so many times more with the mean of the player's own move. */
const PRIOR = 1;

/** A joint move that was drawn, with which probability, and what came of it for each player. */
export interface Draw {
  readonly edge: number;
  readonly probability: number;
  readonly values: Float64Array;
}

/**
 * Regret matching⁺ (Hart and Mas-Colell 2000; Tammelin 2014) at nodes where several choose at once, on the matrix of
 * the values of the children: every player's moves are weighed against the present strategies of all others, regrets
 * below zero are forgotten, later strategies count more in the average. With two players and a constant sum the
 * averages approach an equilibrium (Lanctot et al. 2013); chance plays uniformly.
 */
export class RegretMatching<State> {
  /** The probability of the last draw. */
  probability = 1;
  /** For each player what the node is worth under the strategies of the last `learn`. */
  readonly #expected: Float64Array;
  /** By arm, counted from the first of the node: the probability that it is played … */
  #mix = new Float64Array(64);
  /** … and what it is worth to its role. */
  #worth = new Float64Array(64);
  /** By role: the arm of an edge, counted as above. */
  readonly #armAt: Int32Array;
  readonly #playerOf: Int32Array;

  constructor(
    private readonly graph: SearchGraph<State>,
    private readonly random: Random,
    /** Share of draws that are left to chance, so that every move is tried. */
    private readonly tremble: number,
  ) {
    this.#expected = new Float64Array(graph.players);
    this.#armAt = new Int32Array(graph.roles);
    this.#playerOf = Int32Array.from({ length: graph.roles }, (_, role) => graph.roleOf.indexOf(role));
  }

  /** Draws a joint move, each role by itself, and adds the strategies to the averages. */
  draw(node: number): number {
    const { arms, roles, visits } = this.graph;
    const { ints: armInts, shares: armShares } = this.graph.ofArms;
    this.#readMix(node);
    const block = arms[node]!;
    const weight = visits[node]! + 1;
    let edge = 0;
    let at = 0;
    this.probability = 1;
    for (let role = 0; role < roles; role++) {
      const size = armInts[block + role]!;
      for (let arm = at; arm < at + size; arm++) armShares[block + roles + arm]! += weight * this.#mix[arm]!;
      edge = edge * size + (size === 1 ? 0 : this.#drawArm(at, size));
      at += size;
    }
    return edge;
  }

  /** Adds the regrets of a visit, which was the node's so-many-th. */
  learnMeans(node: number, visit: number): void {
    if (this.#isTooLarge(node, visit)) return;
    this.#readMix(node);
    this.#weigh(node);
    this.#addRegrets(node);
  }

  /**
   * Adds the regrets of a draw; gives what the node is worth to each player under the present strategies, right on
   * average whatever the means are. So are the regrets with a correction of 1; with less they rest on the means, and
   * have less noise.
   */
  learn(node: number, draw: Draw, correction: number): Float64Array {
    if (this.#isTooLarge(node, this.graph.visits[node]!)) return draw.values;
    this.#readMix(node);
    this.#weigh(node);
    if (correction > 0) this.#correct(node, draw, correction);
    this.#addRegrets(node);
    this.#expect(node, draw, 1 - correction);
    return this.#expected;
  }

  /** Whether this visit has to do without the whole matrix. */
  #isTooLarge(node: number, visit: number): boolean {
    const { counts } = this.graph;
    return counts[node]! > EDGES_A_VISIT && visit % Math.ceil(counts[node]! / EDGES_A_VISIT) !== 0;
  }

  /** The present strategies; chance's is uniform. */
  #readMix(node: number): void {
    const { arms, roles } = this.graph;
    const { ints: armInts, regrets: armRegrets } = this.graph.ofArms;
    const block = arms[node]!;
    let at = 0;
    for (let role = 0; role < roles; role++) {
      const size = armInts[block + role]!;
      if (this.#mix.length < at + size) this.#grow(at + size);
      const first = block + roles + at;
      let sum = 0;
      for (let arm = 0; arm < size; arm++) sum += armRegrets[first + arm]!;
      for (let arm = 0; arm < size; arm++) this.#mix[at + arm] = sum > 0 ? armRegrets[first + arm]! / sum : 1 / size;
      at += size;
    }
  }

  #grow(size: number): void {
    const mix = new Float64Array(2 * size);
    mix.set(this.#mix);
    this.#mix = mix;
    this.#worth = new Float64Array(2 * size);
  }

  #drawArm(at: number, size: number): number {
    let drawn = this.random.nextUint32() / TWO_TO_32;
    let arm = 0;
    while (arm < size - 1) {
      drawn -= this.#shareOf(at + arm, size);
      if (drawn < 0) break;
      arm++;
    }
    this.probability *= this.#shareOf(at + arm, size);
    return arm;
  }

  /** The probability that an arm is drawn. */
  #shareOf(arm: number, size: number): number {
    return (1 - this.tremble) * this.#mix[arm]! + this.tremble / size;
  }

  /** What each arm is worth against the others' strategies. */
  #weigh(node: number): void {
    const { counts, players, roles, roleOf } = this.graph;
    this.#worth.fill(0);
    for (let edge = 0; edge < counts[node]!; edge++) {
      this.#readArms(node, edge);
      for (let player = 0; player < players; player++) {
        const own = roleOf[player]!;
        let weight = 1;
        for (let role = 0; role < roles && weight > 0; role++) {
          if (role !== own) weight *= this.#mix[this.#armAt[role]!]!;
        }
        if (weight > 0) this.#worth[this.#armAt[own]!]! += weight * this.#valueOf(node, edge, player);
      }
    }
  }

  #readArms(node: number, edge: number): void {
    const { arms, roles } = this.graph;
    const armInts = this.graph.ofArms.ints;
    const block = arms[node]!;
    let rest = edge;
    for (let role = roles - 1; role >= 0; role--) {
      const size = armInts[block + role]!;
      const whole = Math.floor(rest / size);
      this.#armAt[role] = rest - whole * size;
      rest = whole;
    }
    let at = 0;
    for (let role = 0; role < roles; role++) {
      this.#armAt[role]! += at;
      at += armInts[block + role]!;
    }
  }

  /** The value of an edge, whose arms were read, for a player: near that of his own arm while it was rarely tried. */
  #valueOf(node: number, edge: number, player: number): number {
    const { arms, roles, roleOf, edges, children, visits, sums, lower, upper } = this.graph;
    const { visits: armVisits, sums: armSums } = this.graph.ofArms;
    const child = children[edges[node]! + edge]!;
    const at = child + player;
    if (lower[at] === upper[at]) return lower[at]!;
    const arm = arms[node]! + roles + this.#armAt[roleOf[player]!]!;
    const prior = armVisits[arm]! > 0 ? armSums[arm]! / armVisits[arm]! : this.graph.value(node, player);
    const mean = (sums[(child >> 1) + player]! + PRIOR * prior) / (visits[child]! + PRIOR);
    return Math.min(Math.max(mean, lower[at]!), upper[at]!);
  }

  /**
   * Adds to its arms what a draw brought beyond the value of its edge, divided by its probability (a baseline: Schmid
   * et al. 2019; Davis et al. 2020).
   */
  #correct(node: number, { edge, probability, values }: Draw, correction: number): void {
    const { players, roles, roleOf } = this.graph;
    this.#readArms(node, edge);
    for (let player = 0; player < players; player++) {
      const own = roleOf[player]!;
      let weight = correction / probability;
      for (let role = 0; role < roles; role++) if (role !== own) weight *= this.#mix[this.#armAt[role]!]!;
      this.#worth[this.#armAt[own]!]! += weight * (values[player]! - this.#valueOf(node, edge, player));
    }
  }

  /** Adds to the expected values the part of that which the arms have not. */
  #expect(node: number, { edge, probability, values }: Draw, part: number): void {
    this.#readArms(node, edge);
    let weight = part / probability;
    for (const arm of this.#armAt) weight *= this.#mix[arm]!;
    for (let player = 0; player < this.graph.players; player++) {
      this.#expected[player]! += weight * (values[player]! - this.#valueOf(node, edge, player));
    }
  }

  #addRegrets(node: number): void {
    const { arms, roles } = this.graph;
    const { ints: armInts, regrets: armRegrets } = this.graph.ofArms;
    const block = arms[node]!;
    let at = 0;
    for (let role = 0; role < roles; role++) {
      const size = armInts[block + role]!;
      const player = this.#playerOf[role]!;
      if (player >= 0) {
        let mean = 0;
        for (let arm = at; arm < at + size; arm++) mean += this.#mix[arm]! * this.#worth[arm]!;
        this.#expected[player] = mean;
        for (let arm = at; arm < at + size && size > 1; arm++) {
          const regret = armRegrets[block + roles + arm]! + this.#worth[arm]! - mean;
          armRegrets[block + roles + arm] = Math.max(0, regret);
        }
      }
      at += size;
    }
  }
}
