import { IntList, type Random } from '../../base/index.js';
import { CHANCE, END, NONE, POINTS, SEVERAL, type SearchGraph } from '../graph/index.js';
import type { SearchSetting } from '../search.js';
import { Playouts, type PlayoutSetting } from '../tree/playouts.js';
import { BESIDE } from './layout.js';
import type { MacOptions } from './macOptions.js';
import type { Utilities } from './utilities.js';

/** Of a playout that did not end, nothing is known. */
const UNKNOWN = 0.5;

/** Values the arms of rounds, their solutions, by playouts; those of all rounds of a batch in one call. */
export class ArmSampler<State> {
  readonly #playouts: Playouts<State>;
  /** Whether players were seen to have different goals in the end. */
  isOpposed = false;
  readonly #starts: State[] = [];
  readonly #nodes = new IntList();
  /** By node: playouts that are shared out, but not made yet. */
  readonly #planned: Int32Array;

  constructor(
    private readonly setting: Pick<SearchSetting<State>, 'role'> & PlayoutSetting<State>,
    private readonly graph: SearchGraph<State>,
    private readonly utilities: Utilities<State>,
    private readonly options: MacOptions,
  ) {
    this.#planned = graph.intsBeside(BESIDE.PLANNED);
    const { sample, plies, playing } = options;
    this.#playouts = new Playouts(setting, graph, { playouts: sample, plies, playing });
  }

  /** Playouts made; to be set to 0 when counting begins anew. */
  get playouts(): number {
    return this.#playouts.count;
  }

  set playouts(count: number) {
    this.#playouts.count = count;
  }

  /**
   * Asks for the first playouts from the states that a round leads to; gives the number of states that get a value by
   * it, as starts or as ends.
   */
  askFirst(round: number): number {
    const { kinds, edges, counts, children, visits } = this.graph;
    const prior = this.utilities.sampleMean(round);
    let valued = 0;
    for (let edge = edges[round]!; edge < edges[round]! + counts[round]!; edge++) {
      const child = children[edge]!;
      if (kinds[child] === END) {
        this.utilities.begin(child);
        this.#compareGoals(this.graph.lower, child);
        valued++;
      } else if (visits[child] === 0) {
        visits[child] = 1;
        this.utilities.begin(child, prior);
        this.ask(child);
        valued++;
      }
    }
    return valued;
  }

  /**
   * Shares as many playouts as a round has arms among these: UCB with √(2 ln n / n_i) (003 section 4.3), for the one
   * who chooses; evenly where chance draws or several choose. Gives the number of starts; none where the round has
   * had its playouts, or all is proved.
   */
  askMore(round: number): number {
    const { counts } = this.graph;
    const most = Math.min(
      counts[round]!,
      Math.floor((this.options.playouts - this.#samplesOf(round)) / this.options.sample),
    );
    let asked = 0;
    while (asked < most) {
      const arm = this.#bestArm(round);
      if (arm === NONE) break;
      this.ask(arm);
      asked++;
    }
    return asked;
  }

  /** Asks for playouts from a state: one start. */
  ask(node: number): number {
    this.#starts.push(this.graph.state(node));
    this.#nodes.push(node);
    this.#planned[node]! += this.options.sample;
    return 1;
  }

  /**
   * Makes all playouts that were asked for, so that so many milliseconds are left when they are over; none where time
   * is up: to begin them takes long in large games.
   */
  run(random: Random, toLeave: number): void {
    const starts = this.#starts.length;
    if (starts === 0) return;
    if (this.setting.pace.left <= 0) {
      this.#forgoAll();
      return;
    }
    const each = this.#playouts.each(starts);
    const tally = this.#playouts.run(this.#starts, random.nextUint32(), toLeave);
    const { roles } = this.graph;
    // Where no playout tells what the others want, they are taken to be against us.
    if (!tally.ended.some((ended) => ended > 0)) this.isOpposed = true;
    for (let start = 0; start < starts; start++) {
      const node = this.#nodes.array[start]!;
      const ended = tally.ended[start]!;
      const sum = tally.goalSum[start * roles + this.setting.role]! / POINTS + UNKNOWN * (each - ended);
      if (this.utilities.samples[node] === 0) this.utilities.addToMean(node, sum / each);
      this.utilities.learn(node, each, sum);
      this.#planned[node] = 0;
      this.#compareRoles(tally.goalSum, start * roles);
      this.#compareRoles(tally.goalSquareSum, start * roles);
    }
    this.#starts.length = 0;
    this.#nodes.length = 0;
  }

  /** Makes no playout. A state that has had none is known as by one that did not end. */
  #forgoAll(): void {
    for (const node of this.#nodes.toArray()) {
      this.#planned[node] = 0;
      if (this.utilities.samples[node] !== 0) continue;
      this.utilities.addToMean(node, UNKNOWN);
      this.utilities.learn(node, 1, UNKNOWN);
    }
    this.#starts.length = 0;
    this.#nodes.length = 0;
  }

  #bestArm(round: number): number {
    const { kinds, edges, counts, children } = this.graph;
    const isEven = kinds[round] === CHANCE || kinds[round] === SEVERAL;
    const sign = this.utilities.isAgainstUs(round) ? -1 : 1;
    const bonus = 2 * Math.log(this.#samplesOf(round) + 1);
    let best = NONE;
    let bestScore = -Infinity;
    for (let edge = edges[round]!; edge < edges[round]! + counts[round]!; edge++) {
      const child = children[edge]!;
      if (this.utilities.isSolved(child)) continue;
      const samples = this.utilities.samples[child]! + this.#planned[child]!;
      const score = isEven ? -samples : sign * this.utilities.sampleMean(child) + Math.sqrt(bonus / (samples + 1));
      if (score > bestScore) [best, bestScore] = [child, score];
    }
    return best;
  }

  #samplesOf(round: number): number {
    const { edges, counts, children } = this.graph;
    let sum = 0;
    for (let edge = edges[round]!; edge < edges[round]! + counts[round]!; edge++) {
      const child = children[edge]!;
      sum += this.utilities.samples[child]! + this.#planned[child]!;
    }
    return sum;
  }

  #compareGoals(worth: Float32Array, from: number): void {
    for (let player = 1; player < this.graph.players; player++)
      if (worth[from + player] !== worth[from]) this.isOpposed = true;
  }

  #compareRoles(sums: Float64Array, from: number): void {
    const { roleOf } = this.graph;
    for (const role of roleOf) if (sums[from + role] !== sums[from + roleOf[0]!]) this.isOpposed = true;
  }
}
