import type { Random } from '../../base/index.js';
import { CHANCE, END, LEAF, type Meetings, NONE, type SearchGraph, TURN, UNMET } from '../graph/index.js';
import type { Batch } from './batch.js';
import { EdgeShares } from './edgeShares.js';
import type { MoveLearner } from './moveLearner.js';
import type { SeveralChoice } from './severalChoice.js';
import { DEEPEST } from './treeOptions.js';
import type { MoveTable, TurnChoice } from './turnChoice.js';

/** Edges that are looked at between two looks at the clock. */
const EDGES_A_LOOK = 4096;
/** Edges of which the visits, or the values, are one line of the cache. */
const EDGES_A_LINE = 16;
/** Where there are more edges, the processor sees by itself what is read next. */
const MOST_TOUCHED = 256;

export interface Guide<State> {
  /** Of values of moves wherever they are made, where they guide choices. */
  readonly learner: MoveLearner<State> | undefined;
  readonly isTimeUp: () => boolean;
}

/** What chooses at nodes. */
export interface Choices<State> {
  readonly turn: TurnChoice<State>;
  readonly several: SeveralChoice<State>;
  readonly random: Random;
}

/**
 * Takes the visits of a batch down the graph, all that go the same way together: a node shares out its visits among
 * its edges, each as if those before were lost (virtual loss), until they come to leaves or to what is solved.
 */
export class Descent<State> {
  readonly #shares = new EdgeShares();
  /** By entry: values of moves wherever they are made, in the nearest table. */
  readonly #tables: (MoveTable | undefined)[] = [];
  /** Of no use but that what was read for it counts as used. */
  touched = 0;

  constructor(
    private readonly graph: SearchGraph<State>,
    private readonly meetings: Meetings<State>,
    private readonly choices: Choices<State>,
    /** Share of the value of a node that a visit under way is taken to have. */
    private readonly hope: number,
  ) {}

  /** Takes so many visits down from the root, or those for which there is time, at least one. */
  go(batch: Batch<State>, visits: number, { learner, isTimeUp }: Guide<State>): void {
    this.#enter(batch, { node: this.graph.root, parent: NONE, edge: NONE, visits });
    let hasLanded = false;
    let edgesSeen = 0;
    for (let from = 0; from < batch.count;) {
      const end = batch.count;
      edgesSeen += this.#touch(batch, from, end);
      for (let entry = from; entry < end; entry++) {
        if (edgesSeen >= EDGES_A_LOOK) {
          edgesSeen = 0;
          if (isTimeUp() && this.#cutShort(batch, entry, hasLanded)) return;
        }
        if (batch.visits[entry] === 0) continue;
        if (this.#isEndOfDescent(batch, entry)) {
          batch.end(entry, batch.visits[entry]!);
          hasLanded = true;
          continue;
        }
        if (learner !== undefined) this.#tables[entry] = learner.tableAt(batch.nodes[entry]!, this.#tables[entry]);
        this.#shareOut(batch, entry, learner);
      }
      from = end;
    }
    this.#tables.length = 0;
  }

  /**
   * Reads what the choices at these entries rest on: memory then brings it for all of them at once, where each choice
   * alone would wait for its own. Gives the number of edges.
   */
  #touch({ nodes }: Batch<State>, from: number, end: number): number {
    const { edges, counts, edgeRarities, edgeValues } = this.graph;
    let touched = 0;
    let seen = 0;
    for (let entry = from; entry < end; entry++) seen += counts[nodes[entry]!]!;
    for (let entry = from; entry < end; entry++) {
      const node = nodes[entry]!;
      const first = edges[node]!;
      const last = first + Math.min(counts[node]!, MOST_TOUCHED);
      for (let place = first; place < last; place += EDGES_A_LINE) touched += edgeRarities[place]! + edgeValues[place]!;
    }
    this.touched = touched;
    return seen;
  }

  /** The same for all that values are carried up through. */
  touch({ nodes, edges, parents, count }: Batch<State>): void {
    const { sums, visits, edgeValues } = this.graph;
    const firstEdges = this.graph.edges;
    let touched = 0;
    for (let entry = 1; entry < count; entry++) {
      const node = nodes[entry]!;
      touched += sums[node >> 1]! + visits[node]!;
      touched += edgeValues[firstEdges[nodes[parents[entry]!]!]! + edges[entry]!]!;
    }
    this.touched = touched;
  }

  /**
   * Time is up: of the entries from that one on none is taken further, unless no descent has come to an end yet,
   * where one is. True if that is all.
   */
  #cutShort(batch: Batch<State>, from: number, hasLanded: boolean): boolean {
    for (let entry = batch.count - 1; entry >= from; entry--) {
      if ((hasLanded || entry > from) && batch.visits[entry]! > 0) this.#takeBack(batch, entry);
    }
    if (hasLanded) this.#tables.length = 0;
    return hasLanded;
  }

  /**
   * Takes the visits of an entry, at a leaf that was just expanded, one step further: the children it is given are
   * met with the states of the expansion.
   */
  goOn(batch: Batch<State>, entry: number, meet: (edge: number) => number): void {
    const node = batch.nodes[entry]!;
    this.#choose(node, batch.own[entry]!, undefined);
    const { edges } = this.#shares;
    for (let index = 0; index < edges.length; index++) {
      const edge = edges.array[index]!;
      const visits = this.#shares.visitsOf(edge);
      const known = this.graph.children[this.graph.edges[node]! + edge]!;
      const child = known === UNMET ? meet(edge) : known;
      if (child === NONE) this.#giveBack(node, edge, visits);
      else {
        batch.own[entry]! -= visits;
        batch.end(this.#enter(batch, { node: child, parent: entry, edge, visits }), visits);
      }
    }
  }

  #isEndOfDescent(batch: Batch<State>, entry: number): boolean {
    const node = batch.nodes[entry]!;
    const kind = this.graph.kinds[node]!;
    if (kind === LEAF || kind === END || batch.depths[entry]! >= DEEPEST) return true;
    return batch.parents[entry] !== NONE && this.graph.isSolved(node);
  }

  #enter(
    batch: Batch<State>,
    {
      node,
      parent,
      edge,
      visits,
    }: { readonly node: number; readonly parent: number; readonly edge: number; readonly visits: number },
  ): number {
    const entry = batch.add(node, parent, edge, visits);
    if (this.hope > 0) batch.expect(entry, this.hope);
    this.graph.visits[node]! += visits;
    return entry;
  }

  #shareOut(batch: Batch<State>, entry: number, learner: MoveLearner<State> | undefined): void {
    const { graph } = this;
    const node = batch.nodes[entry]!;
    const table = this.#tables[entry];
    this.#choose(node, batch.visits[entry]!, table);
    const { edges } = this.#shares;
    for (let index = 0; index < edges.length; index++) {
      const edge = edges.array[index]!;
      const place = graph.edges[node]! + edge;
      const known = graph.children[place]!;
      const child = known === UNMET ? this.meetings.meet(node, edge) : known;
      const visits = this.#shares.visitsOf(edge);
      if (child === NONE) {
        // There is no room for it: its visits end at the node itself.
        batch.end(entry, visits);
        this.#giveBack(node, edge, visits);
        continue;
      }
      const below = this.#enter(batch, { node: child, parent: entry, edge, visits });
      if (table !== undefined) this.#tables[below] = learner!.tableBehind(table, place);
    }
  }

  /** Shares out so many visits of a node among its edges, and counts them there. */
  #choose(node: number, visits: number, table: MoveTable | undefined): void {
    const { kinds, counts, edges, edgeVisits } = this.graph;
    const { turn, several } = this.choices;
    const shares = this.#shares;
    shares.clear(counts[node]!);
    if (kinds[node] === TURN) {
      turn.share(node, visits, table, shares);
      return;
    }
    // What several choose rests on how many visits there were before each.
    this.graph.visits[node]! -= visits;
    for (let visit = 0; visit < visits; visit++) {
      this.graph.visits[node]!++;
      const edge = kinds[node] === CHANCE ? this.#rarestDraw(node) : several.choose(node);
      edgeVisits[edges[node]! + edge]!++;
      shares.give(edge, 1);
    }
  }

  /** Draws are equally likely: taking the rarest, the first by chance, has the right shares and the least noise. */
  #rarestDraw(node: number): number {
    const { edges, counts, edgeVisits } = this.graph;
    const first = edges[node]!;
    const count = counts[node]!;
    const turned = this.choices.random.below(count);
    let rarest = turned;
    for (let index = 1; index < count; index++) {
      const edge = index + turned < count ? index + turned : index + turned - count;
      if (edgeVisits[first + edge]! < edgeVisits[first + rarest]!) rarest = edge;
    }
    return rarest;
  }

  /** Visits of an entry are not made after all: as if they had never left the root. */
  #takeBack(batch: Batch<State>, entry: number): void {
    const visits = batch.visits[entry]!;
    for (let each = entry; each !== NONE; each = batch.parents[each]!) {
      batch.forgo(each, visits);
      if (batch.parents[each] !== NONE) this.#giveBack(batch.nodes[batch.parents[each]!]!, batch.edges[each]!, visits);
    }
  }

  #giveBack(node: number, edge: number, visits: number): void {
    if (this.graph.kinds[node] === TURN) this.choices.turn.takeBack(node, edge, visits);
    else this.graph.edgeVisits[this.graph.edges[node]! + edge]! -= visits;
  }
}
