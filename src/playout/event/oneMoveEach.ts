import { firstMove, type GroundLiteral, type GroundProgram } from '../../ground/index.js';
import type { Conjunctions } from './conjunctions.js';

/** The role makes none of these moves. */
interface NoneOf {
  readonly role: number;
  /** Atoms. */
  readonly moves: readonly number[];
}

/** To distribute over n roles takes 2^n clauses. */
const MOST_DISTRIBUTED = 4;

/**
 * Uses that each role makes exactly one move, for frame rules (`cell` stays unless some move changes it), so that these are told of the
 * few moves that matter instead of all others.
 *
 * 1. Rules of one atom that differ only in a move of the same role say "the role makes one of these"; where these are most of its
 *    moves, "it makes none of the others" has fewer literals.
 * 2. Where roles take turns, that becomes "white makes none of noop, a, b, or black none of noop, c, d": at each move, one changes from true
 *    to false and the other one back. Multiplied out, "not both noop, not noop and one of c, d, not …", hardly anything changes.
 */
export class OneMoveEach {
  readonly #firstMove: number;
  /** 1 for each move that few rules name although they name most moves of the role, as a `noop`: it is among the others of most frames. */
  readonly #isUsual: Uint8Array;
  readonly #noneOf = new Map<GroundLiteral, NoneOf>();

  constructor(
    private readonly program: GroundProgram,
    private readonly conjunctions: Conjunctions,
  ) {
    this.#firstMove = firstMove(program);
    this.#isUsual = new Uint8Array(program.moves);
    const uses = new Int32Array(program.moves);
    for (const literal of program.body) {
      const move = (literal >> 1) - this.#firstMove;
      if ((literal & 1) === 0 && move >= 0 && move < program.moves) uses[move]!++;
    }
    for (let role = 0; role < program.roles.length; role++) {
      const from = program.moveStart[role]! - this.#firstMove;
      const to = program.moveStart[role + 1]! - this.#firstMove;
      const mean = uses.subarray(from, to).reduce((sum, count) => sum + count, 0) / (to - from);
      for (let move = from; move < to; move++) this.#isUsual[move] = 2 * uses[move]! < mean ? 1 : 0;
    }
  }

  /** Bodies of the rules of an atom, as good as the given ones. */
  rewrite(bodies: GroundLiteral[][]): GroundLiteral[][] {
    if (bodies.length < 2) return bodies;
    const { moveStart, roles } = this.program;
    let rewritten = bodies;
    for (let role = 0; role < roles.length; role++) {
      // Fewer rules than half of the role's moves cannot be most of them.
      if (2 * rewritten.length > moveStart[role + 1]! - moveStart[role]!)
        rewritten = this.#rewriteRole(rewritten, role);
    }
    return this.#distribute(rewritten);
  }

  #rewriteRole(bodies: GroundLiteral[][], role: number): GroundLiteral[][] {
    const from = this.program.moveStart[role]!;
    const to = this.program.moveStart[role + 1]!;
    const isOwn = (literal: GroundLiteral): boolean => (literal & 1) === 0 && literal >> 1 >= from && literal >> 1 < to;
    const { kept, groups } = groupByRest(bodies, isOwn);
    for (const { rest, members } of groups) {
      if (2 * members.size > to - from) kept.push([...rest, this.#noneOfTheOthers(members, role)]);
      else for (const literal of members) kept.push([...rest, literal]);
    }
    return kept;
  }

  #noneOfTheOthers(literals: ReadonlySet<GroundLiteral>, role: number): GroundLiteral {
    const moves: number[] = [];
    for (let move = this.program.moveStart[role]!; move < this.program.moveStart[role + 1]!; move++) {
      if (!literals.has(2 * move)) moves.push(move);
    }
    const literal = this.conjunctions.and(moves.map((move) => 2 * move + 1));
    this.#noneOf.set(literal, { role, moves });
    return literal;
  }

  /** Joins bodies that differ only in which role makes none of some moves. */
  #distribute(bodies: GroundLiteral[][]): GroundLiteral[][] {
    const { kept, groups } = groupByRest(bodies, (literal) => this.#noneOf.has(literal));
    for (const { rest, members } of groups) {
      const all = [...members].map((literal) => this.#noneOf.get(literal)!);
      const roles = new Set(all.map(({ role }) => role));
      const isJoined = all.length > 1 && roles.size === all.length && all.length <= MOST_DISTRIBUTED;
      if (isJoined) kept.push([...rest, this.#someNoneOf(all)]);
      else for (const literal of members) kept.push([...rest, literal]);
    }
    return kept;
  }

  /** For at least one of them, the role makes none of the moves: multiplied out, with the usual moves apart from the rest. */
  #someNoneOf(all: readonly NoneOf[]): GroundLiteral {
    let broken: GroundLiteral[][] = [[]];
    for (const { moves } of all) {
      const usual = this.#anyOf(moves.filter((move) => this.#isUsual[move - this.#firstMove] === 1));
      const rest = this.#anyOf(moves.filter((move) => this.#isUsual[move - this.#firstMove] === 0));
      broken = broken.flatMap((made) => [
        [...made, usual],
        [...made, rest],
      ]);
    }
    return this.conjunctions.and(broken.map((made) => this.conjunctions.and(made) ^ 1));
  }

  #anyOf(moves: readonly number[]): GroundLiteral {
    return this.conjunctions.or(moves.map((move) => 2 * move));
  }
}

interface Group {
  readonly rest: readonly GroundLiteral[];
  readonly members: Set<GroundLiteral>;
}

/** Groups the bodies that have such a literal by their other literals. */
function groupByRest(
  bodies: readonly GroundLiteral[][],
  isMember: (literal: GroundLiteral) => boolean,
): { kept: GroundLiteral[][]; groups: Iterable<Group> } {
  const kept: GroundLiteral[][] = [];
  const groups = new Map<string, Group>();
  for (const body of bodies) {
    const member = body.find(isMember);
    if (member === undefined) {
      kept.push(body);
      continue;
    }
    const rest = body.filter((literal) => literal !== member).sort((a, b) => a - b);
    const key = rest.join();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { rest, members: new Set([member]) });
    else group.members.add(member);
  }
  return { kept, groups: groups.values() };
}
