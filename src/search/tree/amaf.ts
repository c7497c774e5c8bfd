import type { MoveTally } from '../../game/index.js';
import { POINTS, type SearchGraph } from '../graph/index.js';
import type { MoveImages } from './frames.js';

/** Share of the memory of a search that its tables of moves may take. */
const MEMORY_SHARE = 0.25;
const FEWEST_TABLES = 8;
/** Two numbers of 4 bytes for each move. */
const BYTES_OF_ENTRY = 8;

/**
 * Values of moves wherever they were made in the playouts below a node ("all moves as first", Gelly and Silver 2007).
 * Only nodes with some visits have a table of their own; others look into that of the nearest one above (GRAVE,
 * Cazenave 2015). In a table: for each move and player, how often it was made and the sum of the player's values, at
 * 2 × (move × players + player).
 */
export class Amaf<State> {
  readonly #tables = new Map<number, Float32Array>();
  /** Entries of a table: grows with the largest move met. */
  #entries = 0;
  /** A tally of one row. */
  readonly #one: MoveTally = {
    start: new Int32Array(1),
    role: new Int32Array(1),
    move: new Int32Array(1),
    played: new Int32Array(1),
    goalSum: new Float64Array(1),
  };
  /** By role; -1 for chance. */
  readonly #playerOf: readonly number[];

  constructor(
    private readonly graph: SearchGraph<State>,
    /** Visits from which on a node has a table. */
    private readonly reference: number,
    private readonly bytes: number,
  ) {
    this.#playerOf = Array.from({ length: graph.roles }, (_, role) => graph.roleOf.indexOf(role));
  }

  /** The node's own table. */
  tableOf(node: number): Float32Array | undefined {
    return this.#tables.get(node);
  }

  /** Whether moves below the node are worth telling about. */
  hasTable(node: number): boolean {
    return (
      this.#tables.has(node) || (this.graph.visits[node]! >= this.reference && this.#tables.size < this.#mostTables())
    );
  }

  /** Adds the moves of rows `from` … `to` - 1 of a tally, under each different name that they have at the node. */
  learn(
    node: number,
    { role, move, played, goalSum }: MoveTally,
    { from, to, names }: { readonly from: number; readonly to: number; readonly names: readonly MoveImages[] },
  ): void {
    const { players } = this.graph;
    for (let row = from; row < to; row++) {
      const player = this.#playerOf[role[row]!]!;
      if (player < 0) continue;
      for (let name = 0; name < Math.max(1, names.length); name++) {
        const called = nameOf(move[row]!, names, { role: role[row]!, name });
        if (called === KNOWN) continue;
        const table = this.#tableFor(node, called);
        const at = 2 * (called * players + player);
        table[at]! += played[row]!;
        table[at + 1]! += goalSum[row]! / POINTS;
      }
    }
  }

  /** Adds one move of a role, made in so many playouts with that mean value. */
  learnMove(
    node: number,
    { role, move }: { readonly role: number; readonly move: number },
    { count, value, names }: { readonly count: number; readonly value: number; readonly names: readonly MoveImages[] },
  ): void {
    const one = this.#one;
    one.role[0] = role;
    one.move[0] = move;
    one.played[0] = count;
    one.goalSum[0] = POINTS * count * value;
    this.learn(node, one, { from: 0, to: 1, names });
  }

  /** The node is no more. */
  drop(node: number): void {
    this.#tables.delete(node);
  }

  #mostTables(): number {
    const most = (MEMORY_SHARE * this.bytes) / (BYTES_OF_ENTRY * Math.max(1, this.#entries));
    return Math.max(FEWEST_TABLES, Math.floor(most));
  }

  /** The node's table, with room for the move. */
  #tableFor(node: number, move: number): Float32Array {
    const needed = (move + 1) * this.graph.players;
    if (needed > this.#entries) this.#entries = 2 * needed;
    const known = this.#tables.get(node);
    if (known !== undefined && known.length >= 2 * needed) return known;
    const table = new Float32Array(2 * this.#entries);
    if (known !== undefined) table.set(known);
    this.#tables.set(node, table);
    return table;
  }
}

/** In place of a move: it was told under another name. */
const KNOWN = -1;

/** One of the names of a role's move, unless an earlier one is the same. */
function nameOf(
  move: number,
  names: readonly MoveImages[],
  { role, name }: { readonly role: number; readonly name: number },
): number {
  if (names.length === 0) return move;
  const called = names[name]![role]![move]!;
  for (let earlier = 0; earlier < name; earlier++) if (names[earlier]![role]![move] === called) return KNOWN;
  return called;
}
