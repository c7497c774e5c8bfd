import { LOST } from '../game/index.js';
import { firstDerived, type GroundLiteral, type GroundProgram } from '../ground/index.js';
import { type LastingFluents, lastingFluents } from './lastingFluents.js';

/** More than any number of facts. */
const NEVER = 1e9;
/** A least sum that has to be looked for. */
const UNKNOWN = -1;
/** The share of the mean over all alternatives that is added to the least, and the most that an alternative counts there. */
const HINT = 2 ** -6;
const FARTHEST = 2 ** 10;
const FRACTION = 2 ** 20;

/**
 * How far a state is from a condition: how many fluents would have to be otherwise, if each could be chosen for itself. Of a conjunction
 * the distances are summed, of a disjunction the least is taken (as the additive heuristic of planning does; fuzzy evaluations of goals,
 * Schiffel and Thielscher 2007, combine in the same way), with a small share of the mean of all: the least may be out of reach and never
 * change, and then the others show the way. What recursion defines is a fact like a fluent: 0 or 1 away. A fluent that never changes again
 * is {@link LOST} away from being otherwise.
 *
 * States that are asked for one after the other are mostly much alike: only what depends on a fluent that changed is measured again.
 */
export class GoalDistance {
  readonly #cone: Cone;
  readonly #lasting: LastingFluents;
  /** For each literal of the program, how far it is in the last state. */
  readonly #distance: Float64Array;
  /** For each rule of the cone: the sum over its conditions, and the least that makes one of them fail. */
  readonly #sum: Float64Array;
  readonly #least: Float64Array;
  /** For each atom of the cone: the least of the sums of its rules, or {@link UNKNOWN}, and the sum of what makes each of them fail. */
  readonly #toTrue: Float64Array;
  readonly #toFalse: Float64Array;
  /** For each atom of the cone: the sum over its rules. */
  readonly #total: Float64Array;
  /** 1 for the components that have to be measured again. */
  readonly #isOld: Uint8Array;
  /** Fluents of the last state. */
  readonly #last: Uint32Array;

  constructor(
    private readonly program: GroundProgram,
    private readonly literal: GroundLiteral,
  ) {
    this.#cone = coneOf(program, literal >> 1);
    const { components, fluents } = this.#cone;
    this.#lasting = lastingFluents(program, fluents);
    this.#distance = new Float64Array(2 * program.atoms);
    this.#distance[1] = NEVER;
    this.#sum = new Float64Array(program.bodyStart.length - 1);
    this.#least = new Float64Array(program.bodyStart.length - 1);
    this.#toTrue = new Float64Array(program.atoms).fill(UNKNOWN);
    this.#toFalse = new Float64Array(program.atoms);
    this.#total = new Float64Array(program.atoms);
    this.#isOld = new Uint8Array(components.length).fill(1);
    this.#last = new Uint32Array((program.fluents + 31) >>> 5);
    for (const fluent of fluents) this.#distance[2 * fluent + 2] = this.#toChange(fluent, 0);
    for (const { atoms } of components) for (const atom of atoms) this.#measureRules(atom);
  }

  /** All rules of an atom, as far as what they depend on is known. */
  #measureRules(atom: number): void {
    const { ruleStart } = this.program;
    const derived = atom - firstDerived(this.program);
    for (let rule = ruleStart[derived]!; rule < ruleStart[derived + 1]!; rule++) this.#measureRule(rule, atom);
  }

  of(state: Uint32Array): number {
    this.#meet(state);
    const { components } = this.#cone;
    for (let at = 0; at < components.length; at++) {
      if (this.#isOld[at] === 0) continue;
      const { atoms, isRecursive } = components[at]!;
      if (isRecursive) this.#settle(atoms);
      else this.#measure(atoms[0]!);
      this.#isOld[at] = 0;
    }
    return this.#distance[this.literal]!;
  }

  #meet(state: Uint32Array): void {
    const { isFluent } = this.#cone;
    for (let word = 0; word < this.#last.length; word++) {
      const changed = (state[word]! ^ this.#last[word]!) & isFluent[word]!;
      this.#last[word] = state[word]!;
      for (let rest = changed; rest !== 0; rest &= rest - 1) {
        const bit = 31 - Math.clz32(rest & -rest);
        const holds = (state[word]! >>> bit) & 1;
        const toChange = this.#toChange(32 * word + bit, holds);
        this.#set(1 + 32 * word + bit, holds === 1 ? 0 : toChange, holds === 1 ? toChange : 0);
      }
    }
  }

  /** How far a fluent, counted from 0, is from being otherwise. */
  #toChange(fluent: number, holds: number): number {
    const { isLastingTrue, isLastingFalse } = this.#lasting;
    return (holds === 1 ? isLastingTrue : isLastingFalse)[fluent] === 1 ? LOST : 1;
  }

  /** How far an atom is from holding, and from not holding; the rules that use it are measured again at once. */
  #set(atom: number, toTrue: number, toFalse: number): void {
    const distance = this.#distance;
    if (distance[2 * atom] === toTrue && distance[2 * atom + 1] === toFalse) return;
    distance[2 * atom] = toTrue;
    distance[2 * atom + 1] = toFalse;
    const { useStart, uses, heads } = this.#cone;
    for (let at = useStart[atom]!; at < useStart[atom + 1]!; at++) this.#measureRule(uses[at]!, heads[uses[at]!]!);
  }

  /** The sums of a head follow its rules; the least of them is looked for again only where it is gone. */
  #measureRule(rule: number, head: number): void {
    const { bodyStart, body } = this.program;
    const distance = this.#distance;
    let sum = 0;
    let least = NEVER;
    for (let at = bodyStart[rule]!; at < bodyStart[rule + 1]!; at++) {
      const literal = body[at]!;
      sum += distance[literal]!;
      if (distance[literal ^ 1]! < least) least = distance[literal ^ 1]!;
    }
    this.#isOld[this.#cone.componentOf[head]!] = 1;
    this.#toFalse[head]! += least - this.#least[rule]!;
    this.#total[head]! += Math.min(sum, FARTHEST) - Math.min(this.#sum[rule]!, FARTHEST);
    if (sum < this.#toTrue[head]!) this.#toTrue[head] = sum;
    else if (this.#sum[rule] === this.#toTrue[head] && sum > this.#sum[rule]!) this.#toTrue[head] = UNKNOWN;
    this.#sum[rule] = sum;
    this.#least[rule] = least;
  }

  #measure(atom: number): void {
    if (this.#toTrue[atom] === UNKNOWN) this.#toTrue[atom] = this.#leastSum(atom);
    const least = this.#toTrue[atom]!;
    this.#set(atom, least === 0 ? 0 : least + this.#hint(atom), this.#toFalse[atom]!);
  }

  /** A small share of the mean over all rules of an atom, in binary fractions, so that sums are exact in any order. */
  #hint(atom: number): number {
    const { ruleStart } = this.program;
    const derived = atom - firstDerived(this.program);
    const rules = ruleStart[derived + 1]! - ruleStart[derived]!;
    return rules < 2 ? 0 : Math.round((HINT * FRACTION * this.#total[atom]!) / rules) / FRACTION;
  }

  #leastSum(atom: number): number {
    const { ruleStart } = this.program;
    const derived = atom - firstDerived(this.program);
    let least = NEVER;
    for (let rule = ruleStart[derived]!; rule < ruleStart[derived + 1]!; rule++) {
      if (this.#sum[rule]! < least) least = this.#sum[rule]!;
    }
    return least;
  }

  /** The least fixpoint of a recursive component: what does not hold is 1 away, what holds 0. */
  #settle(atoms: readonly number[]): void {
    const holding = new Set<number>();
    for (let size = -1; size < holding.size;) {
      size = holding.size;
      for (const atom of atoms) if (!holding.has(atom) && this.#follows(atom, holding, atoms)) holding.add(atom);
    }
    for (const atom of atoms) this.#set(atom, holding.has(atom) ? 0 : 1, holding.has(atom) ? 1 : 0);
  }

  /** Whether an atom of a component holds if those of its atoms hold that are known to. */
  #follows(atom: number, holding: ReadonlySet<number>, atoms: readonly number[]): boolean {
    const { ruleStart, bodyStart, body } = this.program;
    const derived = atom - firstDerived(this.program);
    const [first, last] = [atoms[0]!, atoms.at(-1)!];
    for (let rule = ruleStart[derived]!; rule < ruleStart[derived + 1]!; rule++) {
      let at = bodyStart[rule]!;
      const end = bodyStart[rule + 1]!;
      for (; at < end; at++) {
        const below = body[at]! >> 1;
        const holds = below >= first && below <= last ? holding.has(below) : this.#distance[body[at]!] === 0;
        if (!holds) break;
      }
      if (at === end) return true;
    }
    return false;
  }
}

interface Component {
  /** In ascending order. */
  readonly atoms: readonly number[];
  readonly isRecursive: boolean;
}

/** What a condition depends on. */
interface Cone {
  readonly fluents: readonly number[];
  /** The fluents as bits of states. */
  readonly isFluent: Uint32Array;
  /** In dependency order. */
  readonly components: readonly Component[];
  readonly componentOf: Int32Array;
  /** For each rule, the atom that it is about. */
  readonly heads: Int32Array;
  /** The rules that atom a is used in are `uses[useStart[a] … useStart[a + 1])`. */
  readonly useStart: Int32Array;
  readonly uses: Int32Array;
}

function coneOf(program: GroundProgram, atom: number): Cone {
  const isNeeded = neededFor(program, atom);
  const isFluent = new Uint32Array((program.fluents + 31) >>> 5);
  const fluents: number[] = [];
  for (let fluent = 0; fluent < program.fluents; fluent++) {
    if (isNeeded[fluent + 1] === 0) continue;
    fluents.push(fluent);
    isFluent[fluent >>> 5]! |= 1 << (fluent & 31);
  }
  const components = componentsOf(program, isNeeded);
  return { fluents, isFluent, components, ...usesOf(program, components) };
}

/** 1 for the atoms that an atom depends on, itself among them. */
function neededFor(program: GroundProgram, atom: number): Uint8Array {
  const { ruleStart, bodyStart, body } = program;
  const isNeeded = new Uint8Array(program.atoms);
  isNeeded[atom] = 1;
  const open = [atom];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const derived = next - firstDerived(program);
    if (derived < 0) continue;
    for (let at = bodyStart[ruleStart[derived]!]!; at < bodyStart[ruleStart[derived + 1]!]!; at++) {
      const below = body[at]! >> 1;
      if (isNeeded[below] === 1) continue;
      isNeeded[below] = 1;
      open.push(below);
    }
  }
  return isNeeded;
}

/** Those of more than one atom are recursive. */
function componentsOf({ componentStart, isRecursive }: GroundProgram, isNeeded: Uint8Array): readonly Component[] {
  const components: Component[] = [];
  isRecursive.forEach((recursive, component) => {
    const atoms: number[] = [];
    for (let atom = componentStart[component]!; atom < componentStart[component + 1]!; atom++) {
      if (isNeeded[atom] === 1) atoms.push(atom);
    }
    if (recursive === 1 && atoms.length > 0) components.push({ atoms, isRecursive: true });
    else for (const atom of atoms) components.push({ atoms: [atom], isRecursive: false });
  });
  return components;
}

function usesOf(
  program: GroundProgram,
  components: readonly Component[],
): Pick<Cone, 'componentOf' | 'heads' | 'useStart' | 'uses'> {
  const { ruleStart, bodyStart, body } = program;
  const componentOf = new Int32Array(program.atoms);
  const heads = new Int32Array(bodyStart.length - 1);
  const useStart = new Int32Array(program.atoms + 1);
  const forEachUse = (visit: (atom: number, rule: number) => void): void => {
    components.forEach(({ atoms }, component) => {
      for (const atom of atoms) {
        const derived = atom - firstDerived(program);
        componentOf[atom] = component;
        for (let rule = ruleStart[derived]!; rule < ruleStart[derived + 1]!; rule++) {
          heads[rule] = atom;
          for (let at = bodyStart[rule]!; at < bodyStart[rule + 1]!; at++) visit(body[at]! >> 1, rule);
        }
      }
    });
  };
  forEachUse((atom) => useStart[atom + 1]!++);
  for (let atom = 0; atom < program.atoms; atom++) useStart[atom + 1]! += useStart[atom]!;
  const uses = new Int32Array(useStart[program.atoms]!);
  const filled = useStart.slice();
  forEachUse((atom, rule) => {
    uses[filled[atom]!++] = rule;
  });
  return { componentOf, heads, useStart, uses };
}
