import { FALSE, firstDerived, type GroundLiteral, type GroundProgram } from '../../ground/index.js';
import { Conjunctions } from './conjunctions.js';
import { OneMoveEach } from './oneMoveEach.js';

/** A ground program as conjunctions, with the literals in terms of them that its outputs have. */
export interface Translation {
  readonly conjunctions: Conjunctions;
  readonly next: Int32Array;
  readonly legal: Int32Array;
  readonly terminal: GroundLiteral;
  /** In the order of the program's goals. */
  readonly goals: Int32Array;
}

/** It is the same program as long as each role makes exactly one move; what needs no move does not even need that. */
export function translate(program: GroundProgram): Translation {
  const translator = new Translator(program);
  const literal = (of: GroundLiteral): GroundLiteral => translator.literal(of);
  return {
    conjunctions: translator.conjunctions,
    next: program.next.map(literal),
    legal: program.legal.map(literal),
    terminal: literal(program.terminal),
    goals: Int32Array.from(program.goals, (goal) => literal(goal.literal)),
  };
}

class Translator {
  readonly conjunctions: Conjunctions;
  readonly #oneMoveEach: OneMoveEach;
  /** Literal for derived atom d, counted from the first one. */
  readonly #literals: Int32Array;
  readonly #first: number;

  constructor(private readonly program: GroundProgram) {
    this.#first = firstDerived(program);
    this.conjunctions = new Conjunctions(this.#first);
    this.#oneMoveEach = new OneMoveEach(program, this.conjunctions);
    this.#literals = new Int32Array(program.atoms - this.#first);
    const { componentStart, isRecursive } = program;
    for (let component = 0; component < isRecursive.length; component++) {
      const from = componentStart[component]!;
      const to = componentStart[component + 1]!;
      if (isRecursive[component] === 1) this.#loop(from, to);
      else for (let atom = from; atom < to; atom++) this.#literals[atom - this.#first] = this.#atom(atom);
    }
  }

  literal(literal: GroundLiteral): GroundLiteral {
    const derived = (literal >> 1) - this.#first;
    return derived < 0 ? literal : this.#literals[derived]! ^ (literal & 1);
  }

  #atom(atom: number): GroundLiteral {
    const rules = this.#oneMoveEach.rewrite(this.#rules(atom));
    const common = commonLiterals(rules);
    const rest = rules.map((body) => this.conjunctions.and(body.filter((literal) => !common.includes(literal))));
    return this.conjunctions.and([...common, this.conjunctions.or(rest)]);
  }

  #loop(from: number, to: number): void {
    const { loops } = this.conjunctions;
    loops.push(this.conjunctions.nodes);
    for (let atom = from; atom < to; atom++) this.#literals[atom - this.#first] = 2 * this.conjunctions.loopAtom();
    for (let atom = from; atom < to; atom++) {
      const head = this.literal(2 * atom) >> 1;
      for (const body of this.#rules(atom)) {
        const literals = body.filter((literal) => literal !== 0);
        if (!literals.includes(FALSE)) this.conjunctions.separate(literals, head);
      }
    }
    loops.push(this.conjunctions.nodes);
  }

  /** The bodies of the atom's rules, translated. */
  #rules(atom: number): GroundLiteral[][] {
    const { ruleStart, bodyStart, body } = this.program;
    const derived = atom - this.#first;
    const bodies: GroundLiteral[][] = [];
    for (let rule = ruleStart[derived]!; rule < ruleStart[derived + 1]!; rule++) {
      const literals: GroundLiteral[] = [];
      for (let at = bodyStart[rule]!; at < bodyStart[rule + 1]!; at++) literals.push(this.literal(body[at]!));
      bodies.push(literals);
    }
    return bodies;
  }
}

/** What all of several bodies have in common. */
function commonLiterals([first, ...others]: readonly GroundLiteral[][]): GroundLiteral[] {
  if (first === undefined || others.length === 0) return [];
  return first.filter((literal) => others.every((body) => body.includes(literal)));
}
