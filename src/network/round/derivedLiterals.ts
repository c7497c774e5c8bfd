import { type Meter } from '../../base/index.js';
import { firstDerived, firstMove, type GroundLiteral, type GroundProgram } from '../../ground/index.js';
import { type Cube, cubeOf } from './cubes.js';
import { ALWAYS, type Definitions, isConstant, type Literal, negated } from './definitions.js';

/** The variables that stand for fluents and moves: fluent f is the literal `fluents[f]`, move m the literal `moves[m]`. */
export interface InputLiterals {
  readonly fluents: readonly Literal[];
  readonly moves: readonly Literal[];
}

/**
 * What the atoms of a ground program are in the network. Derived atoms that targets need get a literal each, in dependency order; one
 * that a single target uses, and nothing else, is left to that target as cubes, so that the target's own table can say it.
 */
export class DerivedLiterals {
  readonly #program: GroundProgram;
  readonly #definitions: Definitions;
  readonly #inputs: InputLiterals;
  readonly #derived: Literal[] = [];
  readonly #isInlined: Uint8Array;

  constructor(program: GroundProgram, definitions: Definitions, context: DerivationContext) {
    this.#program = program;
    this.#definitions = definitions;
    this.#inputs = context.inputs;
    const { isNeeded, isInlined } = usesOf(program, context.targets);
    this.#isInlined = isInlined;
    const { componentStart, isRecursive } = program;
    const first = firstDerived(program);
    for (let component = 0; component < isRecursive.length; component++) {
      const from = componentStart[component]!;
      const to = componentStart[component + 1]!;
      if (isNeeded[from - first] === 0) continue;
      context.meter.tick();
      if (isRecursive[component] === 1) this.#unfold(from, to, context.meter);
      else if (isInlined[from - first] === 0) this.#derived[from - first] = definitions.literal(this.#cubes(from));
    }
  }

  of(literal: GroundLiteral): Literal {
    const found = this.#ofAtom(literal >> 1);
    return (literal & 1) === 1 ? negated(found) : found;
  }

  /** The same as a disjunction. */
  cubesOf(literal: GroundLiteral): readonly Cube[] {
    const index = (literal >> 1) - firstDerived(this.#program);
    if ((literal & 1) === 0 && index >= 0 && this.#isInlined[index] === 1) return this.#cubes(literal >> 1);
    const found = this.of(literal);
    if (isConstant(found)) return found.claim === 0 ? [[]] : [];
    return [cubeOf([found.variable, found.claim], (variable) => this.#definitions.builder.size(variable))!];
  }

  #ofAtom(atom: number): Literal {
    if (atom === 0) return ALWAYS;
    const move = atom - firstMove(this.#program);
    if (move < 0) return this.#inputs.fluents[atom - 1]!;
    const index = atom - firstDerived(this.#program);
    if (index < 0) return this.#inputs.moves[move]!;
    // A negated target of its own: nothing but that target uses it.
    return (this.#derived[index] ??= this.#definitions.literal(this.#cubes(atom)));
  }

  #cubes(atom: number): readonly Cube[] {
    return this.#cubesWith(atom, (literal) => this.of(literal));
  }

  #cubesWith(atom: number, of: (literal: GroundLiteral) => Literal): readonly Cube[] {
    const { ruleStart, bodyStart, body } = this.#program;
    const index = atom - firstDerived(this.#program);
    const cubes: Cube[] = [];
    for (let rule = ruleStart[index]!; rule < ruleStart[index + 1]!; rule++) {
      const literals = Array.from(body.subarray(bodyStart[rule], bodyStart[rule + 1]), of);
      const cube = this.#conjunction(literals);
      if (cube !== null) cubes.push(cube);
    }
    return cubes;
  }

  #conjunction(literals: readonly Literal[]): Cube | null {
    const flat: number[] = [];
    for (const literal of literals) {
      if (!isConstant(literal)) flat.push(literal.variable, literal.claim);
      else if (literal.claim !== 0) return null;
    }
    return cubeOf(flat, (variable) => this.#definitions.builder.size(variable));
  }

  /**
   * The completion of a recursive component has unsupported models; its least fixpoint is what as many rounds of its rules derive as it has
   * atoms.
   */
  #unfold(from: number, to: number, meter: Meter): void {
    const first = firstDerived(this.#program);
    let known: readonly Literal[] = Array.from({ length: to - from }, () => negated(ALWAYS));
    for (let round = from; round < to; round++) {
      const before = known;
      const of = (literal: GroundLiteral): Literal => {
        const atom = literal >> 1;
        return atom >= from && atom < to ? before[atom - from]! : this.of(literal);
      };
      known = before.map((_, index) => {
        meter.look();
        return this.#definitions.literal(this.#cubesWith(from + index, of));
      });
    }
    for (const [index, literal] of known.entries()) this.#derived[from + index - first] = literal;
  }
}

export interface DerivationContext {
  readonly inputs: InputLiterals;
  /** What will be asked for. */
  readonly targets: readonly GroundLiteral[];
  readonly meter: Meter;
}

interface Uses {
  /** For each derived atom, whether a target depends on it; the atoms of a component alike. */
  readonly isNeeded: Uint8Array;
  /** Whether just one target uses it, as it is, and no rule does. */
  readonly isInlined: Uint8Array;
}

function usesOf(program: GroundProgram, targets: readonly GroundLiteral[]): Uses {
  const { componentStart, isRecursive, ruleStart, bodyStart, body } = program;
  const first = firstDerived(program);
  const inTargets = new Int32Array(program.atoms - first);
  const inRules = new Int32Array(program.atoms - first);
  for (const literal of targets) if (literal >> 1 >= first) inTargets[(literal >> 1) - first]!++;
  const isNeeded = new Uint8Array(program.atoms - first);
  const isInlined = new Uint8Array(program.atoms - first);
  for (let component = isRecursive.length - 1; component >= 0; component--) {
    const from = componentStart[component]! - first;
    const to = componentStart[component + 1]! - first;
    let isUsed = false;
    for (let index = from; index < to; index++) isUsed ||= inTargets[index]! > 0 || inRules[index]! > 0;
    if (!isUsed) continue;
    isNeeded.fill(1, from, to);
    if (isRecursive[component] === 0 && inRules[from] === 0 && inTargets[from] === 1) isInlined[from] = 1;
    for (let at = bodyStart[ruleStart[from]!]!; at < bodyStart[ruleStart[to]!]!; at++) {
      const atom = body[at]! >> 1;
      if (atom >= first) inRules[atom - first]!++;
    }
  }
  return { isNeeded, isInlined };
}
