import { describe, expect, it } from 'vitest';
import { bundledProgram, programOf } from '../../../test/programs.js';
import { randomSheet } from '../../../test/randomSheet.js';
import { Meter, seededRandom } from '../../base/index.js';
import { firstDerived, type GroundProgram } from '../../ground/index.js';
import { Completion, FORM } from './completion.js';
import { lowBits, highBits, MOST_INPUTS, PrimeForms } from './primeForm.js';

const BUDGET = { clock: () => performance.now(), milliseconds: 60_000, bytes: 2e9 };

/** The derived atoms that the rules derive, the slow and obvious way. */
function derivedBy({ ruleStart, bodyStart, body, ...program }: GroundProgram, given: Uint8Array): Uint8Array {
  const values = given.slice();
  const first = firstDerived({ ruleStart, bodyStart, body, ...program });
  for (let component = 0; component < program.isRecursive.length; component++) {
    for (let hasChanged = true; hasChanged;) {
      hasChanged = false;
      for (let atom = program.componentStart[component]!; atom < program.componentStart[component + 1]!; atom++) {
        if (values[atom] === 1) continue;
        for (let rule = ruleStart[atom - first]!; rule < ruleStart[atom - first + 1]!; rule++) {
          const literals = body.subarray(bodyStart[rule], bodyStart[rule + 1]);
          if (literals.every((literal) => values[literal >> 1] === 1 - (literal & 1))) {
            values[atom] = 1;
            hasChanged = true;
          }
        }
      }
    }
  }
  return values;
}

/** What the definitions of a completion say. */
class Meaning {
  readonly #known = new Map<number, boolean>();

  constructor(
    private readonly completion: Completion,
    /** Of fluents, moves, and the atoms of recursive components. */
    private readonly given: Uint8Array,
  ) {}

  holds(literal: number): boolean {
    const same = this.completion.sameAs(literal);
    return this.#atomHolds(same >> 1) === ((same & 1) === 0);
  }

  #atomHolds(atom: number): boolean {
    const { form, written } = this.completion;
    if (form[atom] === FORM.none || form[atom] === FORM.recursion) return this.given[atom] === 1;
    let isSo = this.#known.get(atom);
    if (isSo === undefined) {
      isSo = this.tuplesHold(atom) === ((written[atom]! & 1) === 0);
      this.#known.set(atom, isSo);
    }
    return isSo;
  }

  /** Whether all literals of one of the tuples of a definition hold. */
  tuplesHold(atom: number): boolean {
    const { start, definitions } = this.completion;
    let at = start[atom]!;
    let isAny = false;
    for (let left = definitions.array[at++]!; left > 0; left--) {
      const length = definitions.array[at++]!;
      isAny ||= definitions.array.subarray(at, at + length).every((literal) => this.holds(literal));
      at += length;
    }
    return isAny;
  }
}

describe('the completion of a ground program', () => {
  const isAsDerived = (program: GroundProgram): void => {
    const completion = new Completion(program, new Meter(BUDGET));
    const random = seededRandom(1);
    for (let count = 0; count < 30; count++) {
      const given = new Uint8Array(program.atoms);
      given[0] = 1;
      const isRare = 1 + (count % 5);
      for (let atom = 1; atom < firstDerived(program); atom++) given[atom] = random.below(isRare) === 0 ? 1 : 0;
      const values = derivedBy(program, given);
      const meaning = new Meaning(completion, values);
      const wrong: number[] = [];
      for (let atom = 0; atom < program.atoms; atom++) {
        if (meaning.holds(2 * atom) !== (values[atom] === 1)) wrong.push(atom);
        // The rules of a component that is recursive are kept, and derive what they should from what they should.
        const isKept = completion.form[atom] === FORM.recursion;
        if (isKept && meaning.tuplesHold(atom) !== (values[atom] === 1)) wrong.push(atom);
      }
      expect(wrong).toEqual([]);
    }
  };

  it.each(['tic-tac-toe', 'connect-four-4x4', 'hex-5x5', 'breakthrough-6x6', 'monty-hall', 'eight-puzzle', 'nim'])(
    'defines atoms as the rules derive them, in states that need not be reached: %s',
    (name) => isAsDerived(bundledProgram(name)),
  );

  it('does so whatever the rules', () => {
    const random = seededRandom(2);
    for (let count = 0; count < 40; count++) isAsDerived(programOf(randomSheet(random)));
  });

  it('has each atom at a greater depth than what it is defined by', () => {
    const completion = new Completion(bundledProgram('connect-four'), new Meter(BUDGET));
    const { start, definitions, depth, form } = completion;
    for (let atom = 0; atom < completion.atoms; atom++) {
      if (form[atom] === FORM.none) continue;
      let at = start[atom]!;
      for (let left = definitions.array[at++]!; left > 0; left--) {
        const length = definitions.array[at++]!;
        for (const end = at + length; at < end; at++) {
          expect(depth[definitions.array[at]! >> 1]!).toBeLessThan(depth[atom]!);
        }
      }
    }
  });
});

describe('the prime form of a function', () => {
  const forms = new PrimeForms();
  const bit = (low: number, high: number, cell: number): number => ((cell < 32 ? low : high) >>> (cell & 31)) & 1;
  const holdsIn = (tuple: readonly number[], cell: number): boolean =>
    tuple.every((literal) => ((cell >> (literal >> 1)) & 1) === 1 - (literal & 1));

  it('is the function, by implicants of which no literal may be left out', () => {
    const random = seededRandom(1);
    for (let count = 0; count < 600; count++) {
      const inputs = count % (MOST_INPUTS + 1);
      // Some are nearly constant, so that implicants are large.
      const density = 1 + random.below(6);
      const word = (): number => {
        let bits = 0;
        for (let i = 0; i < 32; i++) if (random.below(density) === 0) bits |= 1 << i;
        return count % 2 === 0 ? bits : ~bits;
      };
      const low = lowBits(inputs, word());
      const high = highBits(inputs, word());
      const { isNegated, tuples } = forms.of({ inputs, low, high });
      const isTrue = (cell: number): boolean => (bit(low, high, cell) === 1) !== isNegated;
      const cells = Array.from({ length: 2 ** inputs }, (_, cell) => cell);
      for (const cell of cells) expect(tuples.some((tuple) => holdsIn(tuple, cell))).toBe(isTrue(cell));
      for (const tuple of tuples) {
        for (const left of tuple.keys()) {
          const shorter = tuple.toSpliced(left, 1);
          expect(cells.every((cell) => !holdsIn(shorter, cell) || isTrue(cell))).toBe(false);
        }
      }
    }
  });

  it('is the shorter of that of the function and that of its negation', () => {
    // Two inputs; true but where both are.
    expect(forms.of({ inputs: 2, low: 0b0111, high: 0 })).toEqual({ isNegated: true, tuples: [[0, 2]] });
    expect(forms.of({ inputs: 2, low: 0b1000, high: 0 })).toEqual({ isNegated: false, tuples: [[0, 2]] });
    // The second of three inputs.
    expect(forms.of({ inputs: 3, low: 0b11001100, high: 0 }).tuples).toEqual([[2]]);
  });
});
