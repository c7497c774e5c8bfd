import type { GroundLiteral } from '../../ground/index.js';
import { type Conjunctions, NO_HEAD } from './conjunctions.js';
import type { Translation } from './translate.js';

/** When a node is brought up to date. Nodes depend on nodes of the same phase or of an earlier one, apart from scores: not on acts. */
export type Phase = typeof STAND | typeof ACT | typeof SCORE | typeof UNNEEDED;

/** In every state: legal moves, the end, and what they need. */
export const STAND = 0;
/** Once the moves are chosen: the next state. */
export const ACT = 1;
/** In terminal states only: goals. */
export const SCORE = 2;
/** Never. */
export const UNNEEDED = 3;

/** The phase of every node, and of every fluent that is needed, by what depends on it. */
export function phasesOf({ conjunctions, next, legal, terminal, goals }: Translation): Uint8Array {
  const cones = new Cones(conjunctions);
  cones.mark(legal, FOR_STAND);
  cones.mark([terminal], FOR_STAND);
  cones.mark(goals, FOR_SCORE);
  // What the next values of needed fluents need can be more fluents: until there are no more.
  const isFollowed = new Uint8Array(next.length);
  for (let found = true; found;) {
    found = false;
    for (let fluent = 0; fluent < next.length; fluent++) {
      if (isFollowed[fluent] === 1 || cones.marks[fluent + 1] === 0) continue;
      isFollowed[fluent] = 1;
      cones.mark([next[fluent]!], FOR_ACT);
      found = true;
    }
  }
  return cones.marks.map(phaseOf);
}

const FOR_STAND = 1;
const FOR_ACT = 2;
const FOR_SCORE = 4;

function phaseOf(marks: number): Phase {
  if (marks === 0) return UNNEEDED;
  if (marks === FOR_ACT) return ACT;
  // What the next state and the goals have in common must be up to date at both times.
  return marks === FOR_SCORE ? SCORE : STAND;
}

class Cones {
  readonly marks: Uint8Array;
  /** For each node of a loop, the loop's place in `loops`. */
  readonly #loop: Int32Array;

  constructor(private readonly conjunctions: Conjunctions) {
    this.marks = new Uint8Array(conjunctions.nodes);
    const { loops, nodes } = conjunctions;
    this.#loop = new Int32Array(nodes);
    for (let i = 0; i < loops.length; i += 2) this.#loop.fill(i, loops.array[i], loops.array[i + 1]);
  }

  /** Marks all that the literals depend on. */
  mark(literals: Iterable<GroundLiteral>, mark: number): void {
    const pending: number[] = [];
    const visit = (node: number): void => {
      if ((this.marks[node]! & mark) !== 0) return;
      this.marks[node]! |= mark;
      if (node >= this.conjunctions.inputs) pending.push(node);
    };
    for (const literal of literals) visit(literal >> 1);
    const { conjunctions } = this;
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      const to = conjunctions.startOf(node + 1);
      for (let at = conjunctions.startOf(node); at < to; at++) visit(conjunctions.literals.array[at]! >> 1);
      if (conjunctions.headOf(node) !== NO_HEAD) this.#visitLoop(node, visit);
    }
  }

  /** A loop is brought up to date as a whole. Its first node stands for it, so that it is walked through once. */
  #visitLoop(node: number, visit: (node: number) => void): void {
    const { array } = this.conjunctions.loops;
    const loop = this.#loop[node]!;
    const first = array[loop]!;
    visit(first);
    if (node === first) for (let other = first; other < array[loop + 1]!; other++) visit(other);
  }
}
