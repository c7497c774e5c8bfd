import { collectVariables, type CompoundPattern, isVariable, type Pattern, variableIndex } from './rule.js';

/**
 * Patterns of whole tuples, laid out for the inner loop of joins. Almost all columns are *plain*: the id of a term, or `-1 - v` for
 * variable v. Compounds with variables inside stand apart.
 */
interface CompoundColumn {
  readonly column: number;
  readonly pattern: CompoundPattern;
}

/** A tuple whose variables all have values when it is asked for. */
export interface KnownTuple {
  /** By column; 0 where the column is a compound. */
  readonly plain: Int32Array;
  readonly compounds: readonly CompoundColumn[];
}

/** Columns of a row that are to be matched, in the order of the fields. */
export interface OpenColumns {
  /** Pairs `column, variable`: the variables that get their values there. */
  readonly binds: Int32Array;
  /** Pairs `column, plain pattern`: what has a value by then. */
  readonly checks: Int32Array;
  readonly compounds: readonly CompoundColumn[];
  /** The variables that only the compounds give values. */
  readonly insideCompounds: readonly number[];
}

export function knownTuple(patterns: readonly Pattern[]): KnownTuple {
  const compounds: CompoundColumn[] = [];
  const plain = Int32Array.from(patterns, (pattern, column) => {
    if (typeof pattern === 'number') return pattern;
    compounds.push({ column, pattern });
    return 0;
  });
  return { plain, compounds };
}

/** `known` are the variables that have values before the row is matched. */
export function openColumns(
  columns: readonly { readonly column: number; readonly pattern: Pattern }[],
  known: ReadonlySet<number>,
): OpenColumns {
  const bound = new Set(known);
  const binds: number[] = [];
  const checks: number[] = [];
  const compounds: CompoundColumn[] = [];
  const inside = new Set<number>();
  for (const { column, pattern } of columns) {
    if (typeof pattern !== 'number') {
      compounds.push({ column, pattern });
      collectVariables(pattern, inside);
    } else if (isVariable(pattern) && !bound.has(variableIndex(pattern))) {
      bound.add(variableIndex(pattern));
      binds.push(column, variableIndex(pattern));
    } else checks.push(column, pattern);
  }
  const insideCompounds = [...inside].filter((each) => !bound.has(each));
  return { binds: Int32Array.from(binds), checks: Int32Array.from(checks), compounds, insideCompounds };
}
