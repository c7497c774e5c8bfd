/** What is wrong with a network, where, and how to mend it. Faults are collected, never thrown one by one. */
export interface NetworkFault {
  /** A path into the network: `constraints[3].tuples[2]`. */
  readonly where: string;
  readonly message: string;
  /** What to do about it, as an imperative. */
  readonly mend: string;
}

export const printFault = ({ where, message, mend }: NetworkFault): string => `${where}: ${message}; ${mend}`;

/** Faults beyond this many help nobody; a hostile file could have millions. */
const MOST_FAULTS = 100;

/** Collects faults. */
export class FaultList {
  readonly #faults: NetworkFault[] = [];
  #omitted = 0;

  get isEmpty(): boolean {
    return this.#faults.length === 0;
  }

  add(where: string, message: string, mend: string): void {
    if (this.#faults.length < MOST_FAULTS) this.#faults.push({ where, message, mend });
    else this.#omitted++;
  }

  all(): readonly NetworkFault[] {
    if (this.#omitted === 0) return this.#faults;
    const message = `${String(this.#omitted)} more faults`;
    return [...this.#faults, { where: 'network', message, mend: 'mend those above first' }];
  }
}
