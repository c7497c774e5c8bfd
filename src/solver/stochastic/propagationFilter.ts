import type { Propagation } from '../propagation.js';
import type { Filter } from './filter.js';

/** Looks ahead by propagation to the fixpoint. */
export class PropagationFilter implements Filter {
  constructor(private readonly propagation: Propagation) {}

  get isConsistent(): boolean {
    return this.propagation.isConsistent;
  }

  save(): void {
    this.propagation.save();
  }

  restore(): void {
    this.propagation.restore();
  }

  has(variable: number, value: number): boolean {
    return this.propagation.has(variable, value);
  }

  size(variable: number): number {
    return this.propagation.size(variable);
  }

  assign(variable: number, value: number): boolean {
    return this.propagation.assign(variable, value) && this.propagation.propagate();
  }
}
