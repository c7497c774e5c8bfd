import { claim } from '../network.js';

/** A conjunction of literals, variable and claim in turn; a variable takes one value, or is denied some. */
export type Cube = readonly number[];

/** The literal that takes the place of one of a Boolean variable, or of the only other value. */
export function canonicalClaim(claimed: number, size: number): number {
  return (claimed & 1) === 1 && size === 2 ? claim(1 - (claimed >> 1)) : claimed;
}

/** The conjunction of literals (variable and claim in turn, in any order), which become it, or null where it never holds. */
export function cubeOf(literals: number[], size: (variable: number) => number): Cube | null {
  for (let at = 0; at < literals.length; at += 2)
    literals[at + 1] = canonicalClaim(literals[at + 1]!, size(literals[at]!));
  return isEachOnce(literals) ? literals : joined(literals, size);
}

/** Whether no variable comes twice: so it is in nearly all rules, and quickly seen where they are short. */
function isEachOnce(cube: Cube): boolean {
  if (cube.length > 16) return new Set(cube.filter((_, at) => (at & 1) === 0)).size === cube.length / 2;
  for (let at = 2; at < cube.length; at += 2) {
    for (let before = 0; before < at; before += 2) if (cube[before] === cube[at]) return false;
  }
  return true;
}

function joined(literals: Cube, size: (variable: number) => number): Cube | null {
  const claims = new Map<number, number[]>();
  for (let at = 0; at < literals.length; at += 2) {
    const known = claims.get(literals[at]!);
    if (known === undefined) claims.set(literals[at]!, [literals[at + 1]!]);
    else if (!known.includes(literals[at + 1]!)) known.push(literals[at + 1]!);
  }
  const cube: number[] = [];
  for (const [variable, claimed] of claims) {
    const kept = joinClaims(claimed, size(variable));
    if (kept === null) return null;
    for (const one of kept) cube.push(variable, one);
  }
  return cube;
}

function joinClaims(claims: readonly number[], size: number): readonly number[] | null {
  if (claims.length === 1) return claims;
  const taken = claims.filter((one) => (one & 1) === 0);
  if (taken.length > 1) return null;
  if (taken.length === 1) return claims.includes(taken[0]! + 1) ? null : taken;
  if (claims.length === size) return null;
  if (claims.length < size - 1) return claims;
  for (let value = 0; ; value++) if (!claims.includes(2 * value + 1)) return [claim(value)];
}

/** The variables of some cubes, each once, in ascending order. */
export function variablesOf(cubes: readonly Cube[]): readonly number[] {
  const variables = new Set<number>();
  for (const cube of cubes) for (let at = 0; at < cube.length; at += 2) variables.add(cube[at]!);
  return [...variables].sort((a, b) => a - b);
}

/** The same where they are at most so many, which are few, or null: then not all cubes are looked at. */
export function fewVariablesOf(cubes: readonly Cube[], most: number): readonly number[] | null {
  const variables: number[] = [];
  for (const cube of cubes) {
    for (let at = 0; at < cube.length; at += 2) {
      if (variables.includes(cube[at]!)) continue;
      if (variables.length === most) return null;
      insert(cube[at]!, variables);
    }
  }
  return variables;
}

/** Keeps few elements in ascending order. */
function insert(element: number, sorted: number[]): void {
  let at = sorted.push(element) - 1;
  for (; at > 0 && sorted[at - 1]! > element; at--) sorted[at] = sorted[at - 1]!;
  sorted[at] = element;
}

/** Whether the cube holds where each variable takes the value that is at its index. */
export function holdsIn(cube: Cube, values: readonly number[]): boolean {
  for (let at = 0; at < cube.length; at += 2) {
    const claimed = cube[at + 1]!;
    if ((values[cube[at]!] === claimed >> 1) === ((claimed & 1) === 1)) return false;
  }
  return true;
}

/** Whether one of the cubes does. */
export function holdsInAny(cubes: readonly Cube[], values: readonly number[]): boolean {
  for (const cube of cubes) if (holdsIn(cube, values)) return true;
  return false;
}
