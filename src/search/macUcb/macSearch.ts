import { type Random, seededRandom } from '../../base/index.js';
import type { Move, Simulator } from '../../game/index.js';
import { LEAF, Room, SearchGraph } from '../graph/index.js';
import type { Search, SearchLimit, SearchReport, SearchSetting } from '../search.js';
import { EdgePace } from '../tree/edgePace.js';
import { Pace } from '../tree/pace.js';
import { legalMoves } from '../tree/report.js';
import { ArmSampler } from './armSampler.js';
import { LineChoice } from './lineChoice.js';
import { WORDS_BESIDE } from './layout.js';
import type { MacOptions } from './macOptions.js';
import { macReport } from './macReport.js';
import { OpenRounds } from './openRounds.js';
import { Parents, reachedFrom } from './parents.js';
import { RoundBatch } from './roundBatch.js';
import { Utilities } from './utilities.js';
import { WorkShares } from './workShares.js';

/** Share of the memory that the graph gets; the rest is for what is kept beside its edges. */
const GRAPH_SHARE = 0.9;
/** A batch is at most this share of the rounds that its choices rest on. */
const BATCH_SHARE = 1 / 8;
/** Steps of making room between two batches, about a millisecond, and for each arm that may be met in the next. */
const [ROOM_STEPS, ROOM_STEPS_AN_ARM] = [16_384, 8];
/** Milliseconds that playouts take, as long as none was made: code that never ran before is slow. */
const COLD_PLAY_MS = 10;
/** Milliseconds that an arm takes before its playouts, and after them, as long as nothing was measured. */
const COLD_ARM_MS = 1e-2;
/** So many batches that find no round end the thinking. */
const MOST_EMPTY = 16;

/**
 * MAC-UCB (001 section 4.2 with algorithm 3, 003 section 4, 004 section 5): solves open one-round problems one after
 * the other, those that promise most first. To solve a round is to find all its solutions, the joint moves with
 * chance's part in them; each is an arm, whose utility playouts estimate; an arm that is not terminal is an open
 * round. What utilities mean and how they go up is told at {@link Utilities}, which rounds need not be solved at
 * {@link LineChoice} and {@link OpenRounds}. A state is one round however it is reached. Here rounds are solved in
 * batches, and the arms of all of them sampled in one call.
 */
export class MacSearch<State> implements Search<State> {
  readonly #graph: SearchGraph<State>;
  readonly #room: Room<State>;
  readonly #parents: Parents<State>;
  readonly #utilities: Utilities<State>;
  readonly #sampler: ArmSampler<State>;
  readonly #line: LineChoice<State>;
  readonly #list: OpenRounds<State> | undefined;
  readonly #batch: RoundBatch<State>;
  readonly #random: Random;
  readonly #pace: Pace;
  readonly #edgePace: EdgePace;
  /** For what is done with arms after their playouts. */
  readonly #armPace: EdgePace;
  readonly #shares: WorkShares;
  /**
   * The legal moves at the root, where it was not solved before there was a deadline: to ask the game then takes
   * milliseconds where there are thousands.
   */
  #legal: readonly Move[] | undefined;
  #isTimed = false;
  #nodes = 0;
  #nodesLeft = Infinity;
  #expansions = 0;
  /** Expansions for which there was no room. */
  #refusals = 0;
  #ms = 0;
  /** When the solutions of the present batch had been found. */
  #solvedAt = 0;
  /** How long the last playouts took. */
  #playMs = COLD_PLAY_MS;
  /** Arms of a round, of those that were solved last. */
  #width = 1;
  /** States valued in each round so far, about. */
  #armsEach = 1;

  constructor(
    private readonly setting: SearchSetting<State>,
    /** Finds the solutions of rounds. */
    private readonly solver: Pick<Simulator<State>, 'expand'>,
    private readonly options: MacOptions,
  ) {
    const { game, bytes, role } = setting;
    const { order, prior } = options;
    this.#graph = new SearchGraph({ game, bytes: GRAPH_SHARE * bytes, meetsAll: true, beside: WORDS_BESIDE });
    this.#room = new Room(this.#graph);
    this.#parents = new Parents(this.#graph);
    this.#utilities = new Utilities(this.#graph, this.#parents, {
      player: this.#graph.roleOf.indexOf(role),
      prior: order === 'line' ? prior : 0,
    });
    this.#random = seededRandom(setting.seed);
    this.#pace = new Pace(setting.clock);
    this.#edgePace = new EdgePace(this.#pace, COLD_ARM_MS);
    this.#armPace = new EdgePace(this.#pace, COLD_ARM_MS);
    this.#sampler = new ArmSampler({ ...setting, pace: this.#pace }, this.#graph, this.#utilities, options);
    this.#line = new LineChoice(this.#graph, this.#utilities, this.#random, options);
    if (order !== 'line') this.#list = new OpenRounds(this.#graph, this.#utilities, this.#parents, options);
    this.#batch = new RoundBatch(this.#graph);
    this.#shares = new WorkShares(options);
    this.#graph.moveTo(setting.state);
    this.#begin();
  }

  think(limit: SearchLimit): void {
    const start = this.setting.clock();
    this.#pace.start(limit);
    this.#shares.start();
    this.#isTimed = limit.deadline !== undefined;
    this.#nodesLeft = limit.nodes ?? Infinity;
    if (this.#isTimed && this.#graph.counts[this.#root] === 0)
      this.#legal ??= legalMoves({ setting: this.setting, graph: this.#graph, root: this.#root });
    let empty = 0;
    while (!this.#isDone && empty < MOST_EMPTY) {
      const rounds = this.#pace.begin(this.#wantedRounds());
      if (rounds === 0) break;
      this.#room.make(ROOM_STEPS + ROOM_STEPS_AN_ARM * rounds * this.#armsEach);
      this.#fill(rounds);
      empty = this.#batch.rounds.length === 0 ? empty + 1 : 0;
      const nodes = this.#solveBatch();
      this.#pace.end(rounds, nodes);
    }
    this.#ms += this.setting.clock() - start;
  }

  report(): SearchReport {
    const report = macReport(
      {
        setting: this.setting,
        graph: this.#graph,
        utilities: this.#utilities,
        root: this.#root,
        legal: this.#graph.counts[this.#root] === 0 ? this.#legal : undefined,
      },
      this.options,
      { nodes: this.#nodes, playouts: this.#sampler.playouts, expansions: this.#expansions, ms: this.#ms },
    );
    return { ...report, memory: { states: this.#graph.size, bytes: this.#graph.bytes, refusals: this.#refusals } };
  }

  moveTo(state: State): void {
    this.#room.moveTo(state);
    this.#begin();
    // Proofs without their witnesses are no help in choosing a move.
    if (this.#graph.kinds[this.#root] === LEAF) this.#utilities.forgetBounds(this.#root);
    this.#legal = undefined;
    this.#listAnew();
    this.#nodes = 0;
    this.#expansions = 0;
    this.#refusals = 0;
    this.#sampler.playouts = 0;
    this.#ms = 0;
  }

  get #root(): number {
    return this.#graph.root;
  }

  /** If nothing is known of the root yet. */
  #begin(): void {
    if (this.#graph.visits[this.#root] !== 0) return;
    this.#graph.visits[this.#root] = 1;
    this.#utilities.begin(this.#root);
  }

  /** Whether the value is proved, by what was found since the present state came up. */
  get #isDone(): boolean {
    return this.#graph.kinds[this.#root] !== LEAF && this.#utilities.isSolved(this.#root);
  }

  #wantedRounds(): number {
    const grown = Math.floor(this.#graph.visits[this.#root]! * BATCH_SHARE);
    const affordable = Math.floor(this.#nodesLeft / this.#armsEach);
    return Math.max(1, Math.min(this.options.rounds, grown, affordable));
  }

  /** Chooses the rounds of a batch. */
  #fill(rounds: number): void {
    const batch = this.#batch;
    batch.clear();
    if (this.#graph.kinds[this.#root] === LEAF) batch.add(this.#root);
    else if (this.#list === undefined) this.#line.fill(batch, this.#root, rounds);
    else {
      this.#list.fill(batch, this.#root, rounds);
      // Rounds were dropped for what was known of the ways to them then; there may be others by now.
      if (batch.rounds.length === 0) this.#listAnew();
    }
  }

  /**
   * Solves the rounds of the batch, samples their arms, and carries up what was found; gives the number of states
   * that were valued.
   */
  #solveBatch(): number {
    const { rounds } = this.#batch;
    const chosen = [...rounds.array.subarray(0, rounds.length)];
    const solved = this.#graph.isFull ? [] : this.#expand(chosen.filter((round) => this.#isDue(round)));
    let nodes = 0;
    for (const round of solved) nodes += this.#sampler.askFirst(round);
    // Rounds that are not due, or that there is no room for, get to be known better.
    for (const round of chosen) if (this.#graph.kinds[round] === LEAF) nodes += this.#sampler.ask(round);
    this.#armsEach = Math.max(1, (7 * this.#armsEach + nodes / Math.max(1, chosen.length)) / 8);
    let playMs = this.#play(nodes);
    while (this.#shares.isPlayoutsTurn && this.#pace.left > 2 * this.#playMs && nodes < this.#nodesLeft) {
      let more = 0;
      for (const round of solved) more += this.#sampler.askMore(round);
      if (more === 0) break;
      nodes += more;
      playMs += this.#play(nodes);
    }
    const playedAt = this.setting.clock();
    for (const round of chosen) this.#utilities.touch(round);
    this.#utilities.carryUp();
    if (this.#sampler.isOpposed && this.#utilities.isCooperative)
      this.#utilities.opposeOthers(reachedFrom(this.#graph, this.#root));
    for (const round of solved) this.#list?.addSuccessors(round);
    this.#spread();
    const arms = solved.reduce((sum, round) => sum + this.#graph.counts[round]!, 0);
    const now = this.setting.clock();
    this.#edgePace.learn(arms, now - this.#solvedAt - playMs);
    this.#armPace.learn(nodes, now - playedAt);
    nodes = Math.max(nodes, 1);
    this.#nodes += nodes;
    this.#nodesLeft -= nodes;
    return nodes;
  }

  /**
   * Whether as much is known of an arm as solving its round is worth; it is taken to have as many arms as the last
   * rounds had.
   */
  #isDue(round: number): boolean {
    const { order, patience, sample } = this.options;
    if (order !== 'line' || round === this.#root) return true;
    return this.#utilities.samples[round]! >= patience * sample * this.#width;
  }

  /** Finds the solutions of rounds; gives those that there was time and room for. */
  #expand(rounds: readonly number[]): readonly number[] {
    const start = this.setting.clock();
    // Playouts come after it; they end when time is up, so that how long the last ones took may say more about the time that there was.
    const toLeave = Math.min(this.#playMs, this.#pace.left / 2);
    const expansions = this.solver.expand(
      rounds.map((round) => this.#graph.state(round)),
      () => this.#pace.left <= toLeave,
    );
    this.#solvedAt = this.setting.clock();
    this.#expansions += expansions.length;
    let arms = 0;
    const solved = rounds.slice(0, expansions.length).filter((round, index) => {
      const expansion = expansions[index]!;
      arms += expansion.terminal.length;
      if (!this.#edgePace.hasTimeFor(arms)) return false;
      if (this.#graph.expand(round, expansion)) return true;
      this.#refusals++;
      return false;
    });
    for (const round of solved) {
      this.#parents.enter(round);
      if (this.#graph.counts[round] === 0) this.#utilities.begin(round);
    }
    const solutions = expansions.reduce((sum, { terminal }) => sum + terminal.length, 0);
    if (solutions > 0) this.#width = solutions / expansions.length;
    this.#shares.countSolving({ ms: this.#isTimed ? this.setting.clock() - start : undefined, solutions });
    return solved;
  }

  /**
   * Makes the playouts that were asked for, and gives the milliseconds that took; so many arms will have been sampled
   * with them.
   */
  #play(arms: number): number {
    const start = this.setting.clock();
    const before = this.#sampler.playouts;
    this.#sampler.run(this.#random, this.#armPace.expectedMs(arms));
    const playouts = this.#sampler.playouts - before;
    const ms = this.setting.clock() - start;
    if (playouts > 0) this.#playMs = ms;
    this.#shares.countPlaying({ ms: this.#isTimed ? ms : undefined, playouts });
    return ms;
  }

  /** Counts the rounds of the batch at the root, and adds their utilities to the means on their ways. */
  #spread(): void {
    const { rounds } = this.#batch;
    this.#graph.visits[this.#root]! += rounds.length;
    for (let index = 0; index < rounds.length; index++) {
      const utility = this.#utilities.expected[rounds.array[index]! >> 1]!;
      this.#batch.forEachNode(this.#root, index, (node) => this.#utilities.addToMean(node, utility));
    }
  }

  /** Lists the open rounds anew. */
  #listAnew(): void {
    this.#list?.renew(reachedFrom(this.#graph, this.#root));
  }
}
