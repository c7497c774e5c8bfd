import { mixHash } from '../../base/index.js';
import { firstDerived, firstMove, type GroundProgram } from '../../ground/index.js';
import type { FluentParts } from './fluentParts.js';
import type { MoveAtoms } from './moveAtoms.js';

/** More moves, counted once for each part, are not looked at. */
const MOST_ENTRIES = 2 ** 25;

/** More words of sets of moves, for what is left of rules, are not kept. */
const MOST_WORDS = 2 ** 23;

/** In place of an action, for moves of roles that do not act on a part. */
const NO_ACTION = 2 ** 32 - 1;

/** What moves do to a part: moves that do the same to it, whatever the state, are one action. */
export interface PartActions {
  /** How many actions there are; they are numbered from 0. */
  readonly actions: number;
  /** For each move, counted from 0; one that is none for those of other roles. */
  readonly actionOf: Uint32Array;
  /** A move of each action. */
  readonly moves: readonly number[];
}

/**
 * For each part, of the moves of the one role that acts on it; undefined where there is too much to look at, or a part depends on what is
 * recursive.
 */
export function moveActions(
  program: GroundProgram,
  { fluents }: FluentParts,
  { moves, roles }: { readonly moves: MoveAtoms; readonly roles: readonly number[] },
): readonly PartActions[] | undefined {
  if (fluents.length * program.moves > MOST_ENTRIES) return undefined;
  const found: PartActions[] = [];
  const first = firstMove(program);
  for (const [part, own] of fluents.entries()) {
    const hashes = movesHashed(program, own, moves);
    if (hashes === undefined) return undefined;
    const [from, to] = [program.moveStart[roles[part]!]! - first, program.moveStart[roles[part]! + 1]! - first];
    found.push(numbered(hashes, (move) => move >= from && move < to));
  }
  return found;
}

/** Moves are told apart by the rules that they take part in: by what is left of the rules when what depends on the move alone is taken away. */
function movesHashed(
  program: GroundProgram,
  fluents: readonly number[],
  moves: MoveAtoms,
): { readonly low: Int32Array; readonly high: Int32Array } | undefined {
  const effects = effectsOn(program, fluents, moves);
  if (effects === undefined) return undefined;
  const low = new Int32Array(program.moves);
  const high = new Int32Array(program.moves);
  let number = 0;
  for (const set of effects.values()) {
    number++;
    for (let word = 0; word < set.length; word++) {
      for (let rest = set[word]!; rest !== 0; rest &= rest - 1) {
        const move = 32 * word + 31 - Math.clz32(rest & -rest);
        low[move] = mixHash(low[move]!, number);
        high[move] = mixHash(high[move]!, ~number);
      }
    }
  }
  return { low, high };
}

function numbered(
  { low, high }: { readonly low: Int32Array; readonly high: Int32Array },
  isOwn: (move: number) => boolean,
): PartActions {
  const numbers = new Map<number, number>();
  const moves: number[] = [];
  const actionOf = Uint32Array.from(low, (hash, move) => {
    if (!isOwn(move)) return NO_ACTION;
    // 53 bits of both.
    const key = (hash >>> 0) * 2 ** 21 + (high[move]! >>> 11);
    let action = numbers.get(key);
    if (action === undefined) {
      numbers.set(key, (action = moves.length));
      moves.push(move);
    }
    return action;
  });
  return { actions: moves.length, actionOf, moves };
}

/** For what is left of each rule, the moves with which it applies. */
function effectsOn(
  program: GroundProgram,
  fluents: readonly number[],
  moves: MoveAtoms,
): ReadonlyMap<string, Uint32Array> | undefined {
  const { ruleStart, bodyStart, body } = program;
  const first = firstDerived(program);
  const effects = new Map<string, Uint32Array>();
  const meet = (head: string, literals: readonly number[]): boolean => {
    const pure = literals.filter((literal) => moves.isPure(literal >> 1));
    if (pure.length === 0) return true;
    const key = `${head} ${literals.filter((literal) => !moves.isPure(literal >> 1)).join(' ')}`;
    const set = moves.movesWith(pure);
    const known = effects.get(key);
    if (set !== undefined && known !== undefined) known.forEach((word, at) => (set[at]! |= word));
    if (set !== undefined) effects.set(key, set);
    return set !== undefined && effects.size * set.length <= MOST_WORDS;
  };
  const seen = new Set<number>();
  const open: number[] = [];
  const visit = (literal: number): void => {
    const atom = literal >> 1;
    if (atom < first || seen.has(atom) || moves.isPure(atom)) return;
    seen.add(atom);
    open.push(atom);
  };
  for (const fluent of fluents) {
    const next = program.next[fluent]!;
    if (!meet(`next ${String(fluent)}`, [next])) return undefined;
    visit(next);
  }
  for (let atom = open.pop(); atom !== undefined; atom = open.pop()) {
    for (let rule = ruleStart[atom - first]!; rule < ruleStart[atom - first + 1]!; rule++) {
      const literals = [...body.subarray(bodyStart[rule], bodyStart[rule + 1])];
      if (!meet(String(atom), literals)) return undefined;
      literals.forEach(visit);
    }
  }
  return effects;
}
