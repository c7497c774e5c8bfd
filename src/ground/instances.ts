import { IntList, type Meter } from '../base/index.js';

/**
 * The ground rules as they are found. Atoms are 0 … atoms - 1. Each rule is `head, length, literals …` in `words`, one after the other; a
 * literal is `2 * atom`, plus 1 where it is negated.
 */
export class Instances {
  readonly words = new IntList(1024);
  rules = 0;
  atoms = 0;

  constructor(private readonly meter: Meter) {}

  addAtom(): number {
    return this.atoms++;
  }

  /** Begins a rule; its literals follow by {@link addLiteral}. */
  addRule(head: number, literals: number): void {
    this.meter.allocate(this.words.reserve(literals + 2));
    this.rules++;
    this.words.push(head);
    this.words.push(literals);
  }

  addLiteral(literal: number): void {
    this.words.push(literal);
  }
}
