/** Domains that shrink as variables are assigned: how far a search looks ahead. Undo is a stack. */
export interface Filter {
  /** Whether every variable has a value from the start. */
  readonly isConsistent: boolean;
  save(): void;
  /** Back to the last {@link save} that was not yet undone. */
  restore(): void;
  /** Whether no constraint looked at so far excludes the value. */
  has(variable: number, value: number): boolean;
  /** How many values are left. */
  size(variable: number): number;
  /** Gives a variable a value that is left; false where some variable then has none. */
  assign(variable: number, value: number): boolean;
}
