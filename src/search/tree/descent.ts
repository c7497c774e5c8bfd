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

/** What chooses at nodes. */
export interface Choices<State> {
  readonly turn: TurnChoice<State>;
  readonly several: SeveralChoice<State>;
  readonly random: Random;
}

/**
 * Takes the visits of a batch down the graph, all that go the same way together: a node shares out its visits among its edges, each as if those before were
 * lost (virtual loss), until they come to leaves or to what is solved.
 */
export class Descent<State> {
  readonly #shares = new EdgeShares();
  /** Entries of the batch that have visits to share out. */
  readonly #open: number[] = [];
  /** By entry: values of moves wherever they are made, in the nearest table. */
  readonly #tables: (MoveTable | undefined)[] = [];
  #edgesSeen = 0;

  constructor(
    private readonly graph: SearchGraph<State>,
    private readonly meetings: Meetings<State>,
    private readonly choices: Choices<State>,
    /** Share of the value of a node that a visit under way is taken to have. */
    private readonly hope: number,
  ) {}

  /** Takes so many visits down from the root, or those for which there is time, at least one. */
  go(batch: Batch<State>, visits: number, guide: { readonly learner: MoveLearner<State> | undefined; readonly isTimeUp: () => boolean }): void {
    const { learner } = guide;
    this.#edgesSeen = 0;
    this.#enter(batch, { node: this.graph.root, parent: NONE, edge: NONE, visits });
    let isLanded = false;
    while (this.#open.length > 0) {
      const entry = this.#open.pop()!;
      if (isLanded && this.#edgesSeen >= EDGES_A_LOOK) {
        if (guide.isTimeUp()) {
          this.#takeBack(batch, entry);
          continue;
        }
        this.#edgesSeen = 0;
      }
      const node = batch.nodes[entry]!;
      if (this.#isEndOfDescent(batch, entry)) {
        batch.own[entry] = batch.visits[entry]!;
        isLanded = true;
        continue;
      }
      if (learner !== undefined) this.#tables[entry] = learner.tableAt(node, this.#tables[entry]);
      this.#shareOut(batch, entry, learner);
    }
    this.#tables.length = 0;
  }

  /** Takes the visits of an entry, at a leaf that was just expanded, one step further: the children it is given are met with the states of the expansion. */
  goOn(batch: Batch<State>, entry: number, meet: (edge: number) => number): void {
    const node = batch.nodes[entry]!;
    const visits = batch.own[entry]!;
    batch.own[entry] = 0;
    this.#choose(node, visits, undefined);
    const { edges } = this.#shares;
    for (let index = 0; index < edges.length; index++) {
      const edge = edges.array[index]!;
      const known = this.graph.children[this.graph.edges[node]! + edge]!;
      const child = known === UNMET ? meet(edge) : known;
      if (child === NONE) this.#stay(batch, entry, edge);
      else {
        const below = this.#enter(batch, { node: child, parent: entry, edge, visits: this.#shares.visitsOf(edge) });
        batch.own[below] = batch.visits[below]!;
        this.#open.pop();
      }
    }
  }

  #isEndOfDescent(batch: Batch<State>, entry: number): boolean {
    const node = batch.nodes[entry]!;
    const kind = this.graph.kinds[node]!;
    if (kind === LEAF || kind === END || batch.depths[entry]! >= DEEPEST) return true;
    return batch.parents[entry] !== NONE && this.graph.isSolved(node);
  }

  #enter(batch: Batch<State>, { node, parent, edge, visits }: { readonly node: number; readonly parent: number; readonly edge: number; readonly visits: number }): number {
    const entry = batch.add(node, parent, edge, visits);
    if (this.hope > 0) batch.expect(entry, this.hope);
    this.graph.visits[node]! += visits;
    this.#open.push(entry);
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
      if (child === NONE) {
        this.#stay(batch, entry, edge);
        continue;
      }
      const below = this.#enter(batch, { node: child, parent: entry, edge, visits: this.#shares.visitsOf(edge) });
      if (table !== undefined) this.#tables[below] = learner!.tableBehind(table, place);
    }
  }

  /** Shares out so many visits of a node among its edges, and counts them there. */
  #choose(node: number, visits: number, table: MoveTable | undefined): void {
    const { kinds, counts, edges, edgeVisits } = this.graph;
    const { turn, several } = this.choices;
    const shares = this.#shares;
    shares.clear(counts[node]!);
    this.#edgesSeen += counts[node]!;
    if (kinds[node] === TURN) {
      turn.share({ node, visits, table }, shares);
      return;
    }
    for (let visit = 0; visit < visits; visit++) {
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

  /** There is no room for the child of an edge: its visits end at the node itself. */
  #stay(batch: Batch<State>, entry: number, edge: number): void {
    const visits = this.#shares.visitsOf(edge);
    batch.own[entry]! += visits;
    this.#giveBack(batch.nodes[entry]!, edge, visits);
  }

  /** Visits of an entry are not made after all: as if they had never left the root. */
  #takeBack(batch: Batch<State>, entry: number): void {
    const visits = batch.visits[entry]!;
    for (let each = entry; each !== NONE; each = batch.parents[each]!) {
      batch.visits[each]! -= visits;
      this.graph.visits[batch.nodes[each]!]! -= visits;
      if (batch.parents[each] !== NONE) this.#giveBack(batch.nodes[batch.parents[each]!]!, batch.edges[each]!, visits);
    }
  }

  #giveBack(node: number, edge: number, visits: number): void {
    if (this.graph.kinds[node] === TURN) this.choices.turn.takeBack(node, edge, visits);
    else this.graph.edgeVisits[this.graph.edges[node]! + edge]! -= visits;
  }
}
