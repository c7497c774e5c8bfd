import { firstDerived, type GroundLiteral, type GroundProgram } from '../../ground/index.js';
import type { MoveAtoms } from './moveAtoms.js';

/** The label of what depends on no part, and of what depends on several. */
export const NO_PART = -1;
export const SEVERAL = -2;

/** Fluents that influence each other, directly or through others, as parts numbered from 0. */
export class FluentParts {
  /** For each atom the part that it depends on, {@link NO_PART} or {@link SEVERAL}. */
  readonly #labels: Int32Array;
  /** The fluents of each part, counted from 0. */
  readonly fluents: readonly (readonly number[])[];

  private constructor(
    private readonly program: GroundProgram,
    private readonly isMoved: Uint8Array,
    private readonly groups: Groups,
  ) {
    const numbers = new Map<number, number>();
    const fluents: number[][] = [];
    this.#labels = new Int32Array(program.atoms).fill(NO_PART);
    isMoved.forEach((moved, fluent) => {
      if (moved === 0) return;
      const group = groups.of(fluent + 1);
      let part = numbers.get(group);
      if (part === undefined) {
        numbers.set(group, (part = fluents.length));
        fluents.push([]);
      }
      fluents[part]!.push(fluent);
      this.#labels[fluent + 1] = part;
    });
    this.fluents = fluents;
    this.#labelDerived();
  }

  /** Of the fluents that some move has influence on. */
  static of(program: GroundProgram, isMoved: Uint8Array, moves: MoveAtoms): FluentParts {
    return new FluentParts(program, isMoved, groupsOf(program, isMoved, moves));
  }

  labelOf(atom: number): number {
    return this.#labels[atom]!;
  }

  /** The parts that a literal depends on. */
  partsOf(literal: GroundLiteral): ReadonlySet<number> {
    const { ruleStart, bodyStart, body } = this.program;
    const parts = new Set<number>();
    const seen = new Set<number>();
    const open = [literal >> 1];
    for (let atom = open.pop(); atom !== undefined; atom = open.pop()) {
      const label = this.#labels[atom]!;
      if (label >= 0) parts.add(label);
      if (label !== SEVERAL || seen.has(atom)) continue;
      seen.add(atom);
      const derived = atom - firstDerived(this.program);
      for (let at = bodyStart[ruleStart[derived]!]!; at < bodyStart[ruleStart[derived + 1]!]!; at++) {
        open.push(body[at]! >> 1);
      }
    }
    return parts;
  }

  /** The same with some parts made one. */
  joined(sets: readonly ReadonlySet<number>[]): FluentParts {
    for (const parts of sets) {
      const [first, ...others] = [...parts].map((part) => this.fluents[part]![0]! + 1);
      for (const other of others) this.groups.join(first!, other);
    }
    return new FluentParts(this.program, this.isMoved, this.groups);
  }

  /** In dependency order; what is recursive is labelled as a whole. */
  #labelDerived(): void {
    const { ruleStart, bodyStart, body, componentStart, isRecursive } = this.program;
    const labels = this.#labels;
    const first = firstDerived(this.program);
    for (let component = 0; component < isRecursive.length; component++) {
      const [from, to] = [componentStart[component]!, componentStart[component + 1]!];
      const isWhole = isRecursive[component] === 1;
      let whole = NO_PART;
      for (let atom = from; atom < to; atom++) {
        let label = isWhole ? whole : NO_PART;
        for (let at = bodyStart[ruleStart[atom - first]!]!; at < bodyStart[ruleStart[atom - first + 1]!]!; at++) {
          label = joinedLabel(label, labels[body[at]! >> 1]!);
        }
        labels[atom] = whole = label;
      }
      if (isWhole) labels.fill(whole, from, to);
    }
  }
}

const joinedLabel = (a: number, b: number): number => (a === b || b === NO_PART ? a : a === NO_PART ? b : SEVERAL);

/** Disjoint sets of atoms. */
class Groups {
  readonly #parent: Int32Array;

  constructor(atoms: number) {
    this.#parent = Int32Array.from({ length: atoms }, (_, atom) => atom);
  }

  of(atom: number): number {
    let root = atom;
    while (this.#parent[root] !== root) root = this.#parent[root] = this.#parent[this.#parent[root]!]!;
    return root;
  }

  join(a: number, b: number): void {
    this.#parent[this.of(a)] = this.of(b);
  }
}

/** Joins each atom that the next state depends on with what it depends on itself, where moves have influence on that through fluents. */
function groupsOf(program: GroundProgram, isMoved: Uint8Array, moves: MoveAtoms): Groups {
  const { atoms, ruleStart, bodyStart, body, fluents } = program;
  const first = firstDerived(program);
  const touches = touchingAtoms(program, isMoved);
  const groups = new Groups(atoms);
  const isSeen = new Uint8Array(atoms);
  const open: number[] = [];
  const meet = (atom: number, literal: GroundLiteral): void => {
    const below = literal >> 1;
    if (touches[below] === 0 || moves.isPure(below)) return;
    groups.join(atom, below);
    if (isSeen[below] === 1) return;
    isSeen[below] = 1;
    if (below >= first) open.push(below);
  };
  for (let fluent = 0; fluent < fluents; fluent++) if (isMoved[fluent] === 1) meet(fluent + 1, program.next[fluent]!);
  for (let atom = open.pop(); atom !== undefined; atom = open.pop()) {
    const derived = atom - first;
    for (let at = bodyStart[ruleStart[derived]!]!; at < bodyStart[ruleStart[derived + 1]!]!; at++)
      meet(atom, body[at]!);
  }
  return groups;
}

/** 1 for atoms that depend on a fluent that moves have influence on. */
function touchingAtoms(program: GroundProgram, isMoved: Uint8Array): Uint8Array {
  const { ruleStart, bodyStart, body, componentStart, isRecursive } = program;
  const first = firstDerived(program);
  const touches = new Uint8Array(program.atoms);
  touches.set(isMoved, 1);
  isRecursive.forEach((recursive, component) => {
    const [from, to] = [componentStart[component]!, componentStart[component + 1]!];
    let isAny = 0;
    for (let atom = from; atom < to; atom++) {
      let at = bodyStart[ruleStart[atom - first]!]!;
      const end = bodyStart[ruleStart[atom - first + 1]!]!;
      while (at < end && touches[body[at]! >> 1] === 0) at++;
      if (at < end) isAny = touches[atom] = 1;
    }
    if (recursive === 1) touches.fill(isAny, from, to);
  });
  return touches;
}
