import { type Meter } from '../../base/index.js';
import { firstDerived, type GroundLiteral, type GroundProgram } from '../../ground/index.js';
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
  /** For each atom the literal that stands for it: its variable, {@link UNKNOWN} as long as it has none, and what that claims. */
  readonly #variables: Int32Array;
  readonly #claims: Int32Array;
  readonly #isInlined: Uint8Array;
  /** Where a cube is gathered: one that grows by itself would keep room for many literals more. */
  readonly #literals: number[] = [];
  readonly #size = (variable: number): number => this.#definitions.builder.size(variable);

  constructor(program: GroundProgram, definitions: Definitions, { inputs, targets, meter }: DerivationContext) {
    this.#program = program;
    this.#definitions = definitions;
    this.#variables = new Int32Array(program.atoms).fill(UNKNOWN);
    this.#claims = new Int32Array(program.atoms);
    [ALWAYS, ...inputs.fluents, ...inputs.moves].forEach((literal, atom) => {
      this.#set(atom, literal);
    });
    const { isNeeded, isInlined } = usesOf(program, targets);
    this.#isInlined = isInlined;
    const { componentStart, isRecursive } = program;
    const first = firstDerived(program);
    for (let component = 0; component < isRecursive.length; component++) {
      const from = componentStart[component]!;
      if (isNeeded[from - first] === 0) continue;
      meter.tick();
      if (isRecursive[component] === 1) this.#unfold(from, componentStart[component + 1]!, meter);
      else if (isInlined[from - first] === 0) this.#set(from, definitions.literal(this.#cubes(from)));
    }
  }

  of(literal: GroundLiteral): Literal {
    const atom = literal >> 1;
    // An atom that is left to a single target, which wants it denied, or as a literal after all.
    if (this.#variables[atom] === UNKNOWN) this.#set(atom, this.#definitions.literal(this.#cubes(atom)));
    return { variable: this.#variables[atom]!, claim: this.#claims[atom]! ^ (literal & 1) };
  }

  /** The same as a disjunction. */
  cubesOf(literal: GroundLiteral): readonly Cube[] {
    const index = (literal >> 1) - firstDerived(this.#program);
    if ((literal & 1) === 0 && index >= 0 && this.#isInlined[index] === 1) return this.#cubes(literal >> 1);
    const found = this.of(literal);
    if (isConstant(found)) return found.claim === 0 ? [[]] : [];
    return [cubeOf([found.variable, found.claim], this.#size)!];
  }

  #set(atom: number, { variable, claim }: Literal): void {
    this.#variables[atom] = variable;
    this.#claims[atom] = claim;
  }

  /** What the rules of an atom say, over the literals that its bodies stand for now. */
  #cubes(atom: number): readonly Cube[] {
    const { ruleStart, bodyStart } = this.#program;
    const index = atom - firstDerived(this.#program);
    const cubes: Cube[] = [];
    for (let rule = ruleStart[index]!; rule < ruleStart[index + 1]!; rule++) {
      const cube = this.#conjunction(bodyStart[rule]!, bodyStart[rule + 1]!);
      if (cube !== null) cubes.push(cube);
    }
    return cubes;
  }

  #conjunction(from: number, to: number): Cube | null {
    const { body } = this.#program;
    const literals = this.#literals;
    let length = 0;
    for (let at = from; at < to; at++) {
      const variable = this.#variables[body[at]! >> 1]!;
      const claim = this.#claims[body[at]! >> 1]! ^ (body[at]! & 1);
      if (variable !== ALWAYS.variable) {
        literals[length++] = variable;
        literals[length++] = claim;
      } else if (claim !== ALWAYS.claim) return null;
    }
    return cubeOf(literals.slice(0, length), this.#size);
  }

  /**
   * The completion of a recursive component has unsupported models; its least fixpoint is what as many rounds of its rules derive as it has
   * atoms.
   */
  #unfold(from: number, to: number, meter: Meter): void {
    const atoms = Array.from({ length: to - from }, (_, index) => from + index);
    for (const atom of atoms) this.#set(atom, negated(ALWAYS));
    for (let round = from; round < to; round++) {
      const derived = atoms.map((atom) => {
        meter.look();
        return this.#definitions.literal(this.#cubes(atom));
      });
      for (const [index, atom] of atoms.entries()) this.#set(atom, derived[index]!);
    }
  }
}

/** No variable, nor the mark of a constant. */
const UNKNOWN = -2;

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
