import { IntList, type Meter } from '../../base/index.js';
import { FALSE, firstDerived, firstMove, type GroundLiteral, type GroundProgram, TRUE } from '../../ground/index.js';
import { highBits, highWord, lowBits, lowWord, MOST_INPUTS, PrimeForms } from './primeForm.js';
import { gatherTuples, type SharingTuples } from './sharedLiterals.js';
import { TupleList } from './tupleList.js';

/** How the definition of an atom is to be read. */
export const FORM = {
  /** There is none: a fluent, a move, or what is the same as something else. */
  none: 0,
  /** One tuple. */
  conjunction: 1,
  disjunction: 2,
  /** Rules, which may depend on what they define. */
  recursion: 3,
} as const;

/** A conjunction of at most so many literals is written out where a larger function asks for it. */
const SHORT_CONJUNCTION = 3;

/**
 * What the derived atoms of a ground program mean, each iff: the Clark completion (003 section 3), written so that it depends on the
 * functions more than on the rules. A function of few inputs is written by its prime form; a larger one by its rules, those that have literals in
 * common gathered in an atom more, or, where they are single literals, as the conjunction of what they deny. An atom that is the
 * same as another, or its opposite, or constant is replaced by that. The atoms of recursive components mean the least fixpoint of
 * their rules, and are left as these are.
 *
 * Layout: the definition of atom a, of the form `form[a]`, begins at `start[a]` of `definitions` with the number of its tuples; each tuple is its
 * length and then its literals. It says of which assignments the literal `written[a]`, of a or of its denial, holds: of those for
 * which all literals of one of the tuples hold. Atoms that are not of the program come after those that are.
 */
export class Completion {
  readonly form: Uint8Array;
  readonly start: Int32Array;
  readonly definitions = new IntList(1024);
  readonly written: Int32Array;
  /** 0 for fluents and moves, for others more than those of all that they depend on; that of the atoms of a component is the same. */
  readonly depth: Int32Array;
  /** 1 where it depends on what is done, besides on the state. */
  readonly isOfMoves: Uint8Array;
  /** How many atoms there are, with those that are not of the program. */
  atoms: number;
  readonly #program: GroundProgram;
  /** The literal that each atom is the same as. */
  readonly #same: Int32Array;
  readonly #forms = new PrimeForms();
  /** What the atom at hand is defined by. */
  #tuples: TupleList;
  #otherTuples: TupleList;
  /** By atom, the last atom whose tuples were seen to have it, and its place among the inputs of that. */
  readonly #userOf: Int32Array;
  readonly #place: Int32Array;
  readonly #inputs = new IntList();
  readonly #counts: Int32Array;

  constructor(program: GroundProgram, meter: Meter) {
    const { componentStart, isRecursive } = program;
    this.#program = program;
    this.atoms = program.atoms;
    // An atom more has the place of at least two rules.
    const most = program.atoms + (program.bodyStart.length >> 1);
    meter.allocate(4 * (11 * most + 2 * program.body.length));
    this.form = new Uint8Array(most);
    this.start = new Int32Array(most);
    this.written = new Int32Array(most);
    this.depth = new Int32Array(most);
    this.isOfMoves = new Uint8Array(most).fill(1, firstMove(program), firstDerived(program));
    this.#tuples = new TupleList(most);
    this.#otherTuples = new TupleList(most);
    this.#userOf = new Int32Array(most);
    this.#place = new Int32Array(most);
    this.#counts = new Int32Array(2 * most);
    this.#same = new Int32Array(most);
    for (let atom = 0; atom < most; atom++) this.#same[atom] = 2 * atom;
    for (let component = 0; component < isRecursive.length; component++) {
      const from = componentStart[component]!;
      const to = componentStart[component + 1]!;
      meter.tick();
      if (isRecursive[component] === 1) this.#addComponent(from, to);
      else for (let atom = from; atom < to; atom++) this.#addAtom(atom);
    }
  }

  /** The literal that stands for one. */
  sameAs(literal: GroundLiteral): GroundLiteral {
    return this.#same[literal >> 1]! ^ (literal & 1);
  }

  #addAtom(atom: number): void {
    this.#readRules(atom);
    if (this.#addIfSmall(atom)) return;
    this.#inlineConjunctions();
    this.#gather();
    this.#addLarge(atom);
  }

  #readRules(atom: number): void {
    const { ruleStart, bodyStart, body } = this.#program;
    const index = atom - firstDerived(this.#program);
    const tuples = this.#tuples;
    tuples.clear();
    for (let rule = ruleStart[index]!; rule < ruleStart[index + 1]!; rule++) {
      tuples.begin();
      for (let at = bodyStart[rule]!; at < bodyStart[rule + 1]!; at++) tuples.add(this.sameAs(body[at]!));
      tuples.end();
    }
  }

  /** Defines an atom by the tuples at hand, where they have few inputs. */
  #addIfSmall(atom: number): boolean {
    const { count, isAlways } = this.#tuples;
    if (isAlways || count === 0) {
      this.#same[atom] = isAlways ? TRUE : FALSE;
      return true;
    }
    this.#findInputs(atom);
    if (this.#inputs.length > MOST_INPUTS) return false;
    this.#addPrimeForm(atom);
    return true;
  }

  /** Stops where they are too many. */
  #findInputs(user: number): void {
    const { array, length } = this.#tuples.literals;
    this.#inputs.length = 0;
    for (let at = 0; at < length && this.#inputs.length <= MOST_INPUTS;) {
      const end = at + 1 + array[at]!;
      for (at++; at < end; at++) {
        const atom = array[at]! >> 1;
        if (this.#userOf[atom] === user) continue;
        this.#userOf[atom] = user;
        this.#place[atom] = this.#inputs.length;
        this.#inputs.push(atom);
      }
    }
  }

  #addPrimeForm(atom: number): void {
    const { array, length } = this.#tuples.literals;
    let low = 0;
    let high = 0;
    for (let at = 0; at < length;) {
      const end = at + 1 + array[at]!;
      let tupleLow = -1;
      let tupleHigh = -1;
      for (at++; at < end; at++) {
        const literal = 2 * this.#place[array[at]! >> 1]! + (array[at]! & 1);
        tupleLow &= lowWord(literal);
        tupleHigh &= highWord(literal);
      }
      low |= tupleLow;
      high |= tupleHigh;
    }
    const inputs = this.#inputs.length;
    const table = { inputs, low: lowBits(inputs, low), high: highBits(inputs, high) };
    const { isNegated, tuples } = this.#forms.of(table);
    const sign = Number(isNegated);
    if (tuples.length === 0) this.#same[atom] = FALSE ^ sign;
    else if (tuples[0]!.length === 0) this.#same[atom] = TRUE ^ sign;
    else if (tuples.length === 1 && tuples[0]!.length === 1) {
      this.#same[atom] = this.#inputLiteral(tuples[0]![0]!) ^ sign;
    } else {
      this.#begin(2 * atom + sign, tuples.length);
      for (const tuple of tuples) {
        this.definitions.push(tuple.length);
        for (const literal of tuple) this.#use(atom, this.#inputLiteral(literal));
      }
    }
  }

  #inputLiteral(literal: number): GroundLiteral {
    return 2 * this.#inputs.array[literal >> 1]! + (literal & 1);
  }

  /** Short conjunctions that tuples ask for become part of them. */
  #inlineConjunctions(): void {
    const from = this.#tuples.literals;
    const to = this.#otherTuples;
    to.clear();
    for (let at = 0; at < from.length;) {
      const end = at + 1 + from.array[at]!;
      to.begin();
      for (at++; at < end; at++) this.#inline(from.array[at]!, to);
      to.end();
    }
    [this.#tuples, this.#otherTuples] = [this.#otherTuples, this.#tuples];
  }

  #inline(literal: GroundLiteral, to: TupleList): void {
    const atom = literal >> 1;
    const { array } = this.definitions;
    const at = this.start[atom]! + 1;
    const isShort = this.form[atom] === FORM.conjunction && array[at]! <= SHORT_CONJUNCTION;
    if (!isShort || this.written[atom] !== literal) to.add(literal);
    else for (let i = at + 1; i <= at + array[at]!; i++) to.add(array[i]!);
  }

  /** Tuples that have literals in common become one: those, and an atom for what is left of them. */
  #gather(): void {
    if (this.#tuples.count < 2) return;
    const gathered = gatherTuples(this.#tuples.literals, this.#counts);
    if (gathered.length === 1) return;
    const parts = gathered.map((some, index) =>
      some.count < 2 || index === gathered.length - 1 ? some : { ...some, rests: this.#joined(some), count: 1 },
    );
    this.#tuples.clear();
    for (const { shared, rests } of parts) {
      for (let at = 0; at < rests.length;) {
        const end = at + 1 + rests.array[at]!;
        this.#tuples.begin();
        for (const literal of shared) this.#tuples.add(literal);
        for (at++; at < end; at++) this.#tuples.add(rests.array[at]!);
        this.#tuples.end();
      }
    }
  }

  /** A tuple of one literal, which says that one of several holds. */
  #joined({ rests }: SharingTuples): IntList {
    const atom = this.atoms++;
    this.#tuples.clear();
    for (let at = 0; at < rests.length;) {
      const end = at + 1 + rests.array[at]!;
      this.#tuples.begin();
      for (at++; at < end; at++) this.#tuples.add(rests.array[at]!);
      this.#tuples.end();
    }
    if (!this.#addIfSmall(atom)) this.#addLarge(atom);
    const joined = new IntList(2);
    joined.push(1);
    joined.push(this.sameAs(2 * atom));
    return joined;
  }

  #addLarge(atom: number): void {
    const { literals, count } = this.#tuples;
    const { array, length } = literals;
    // Each tuple takes two numbers: its length, 1, and its literal.
    const isOfSingles = count > 1 && length === 2 * count;
    if (isOfSingles) {
      this.#begin(2 * atom + 1, 1);
      this.definitions.push(count);
      for (let at = 1; at < length; at += 2) this.#use(atom, array[at]! ^ 1);
    } else this.#addTuples(atom);
  }

  #addTuples(atom: number): void {
    const { literals, count } = this.#tuples;
    const { array, length } = literals;
    this.#begin(2 * atom, count);
    for (let at = 0; at < length;) {
      const end = at + 1 + array[at]!;
      this.definitions.push(array[at]!);
      for (at++; at < end; at++) this.#use(atom, array[at]!);
    }
  }

  #begin(written: GroundLiteral, tuples: number): void {
    const atom = written >> 1;
    this.start[atom] = this.definitions.length;
    this.written[atom] = written;
    this.form[atom] = tuples === 1 ? FORM.conjunction : FORM.disjunction;
    this.definitions.push(tuples);
  }

  #use(atom: number, literal: GroundLiteral): void {
    this.definitions.push(literal);
    const depth = this.depth[literal >> 1]! + 1;
    if (depth > this.depth[atom]!) this.depth[atom] = depth;
    this.isOfMoves[atom]! |= this.isOfMoves[literal >> 1]!;
  }

  #addComponent(from: number, to: number): void {
    let depth = 1;
    let isOfMoves = 0;
    for (let atom = from; atom < to; atom++) {
      this.#readRules(atom);
      this.#addTuples(atom);
      // Those of the component still have none.
      if (this.depth[atom]! > depth) depth = this.depth[atom]!;
      this.depth[atom] = 0;
      isOfMoves |= this.isOfMoves[atom]!;
    }
    this.isOfMoves.fill(isOfMoves, from, to);
    this.depth.fill(depth, from, to);
    this.form.fill(FORM.recursion, from, to);
  }
}
