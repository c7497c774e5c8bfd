import type { Clock, Random } from '../../base/index.js';
import {
  countLegalMoves,
  type Game,
  isLegal,
  jointMoves,
  type Move,
  MOST_LISTED as MOST_MOVES,
  randomLegalMove,
  someLegalMoves,
} from '../../game/index.js';
import { goesOn, type JointMove } from '../../player/index.js';
import type { Tale, ToldTale } from './messages.js';

/** A state that the match may be in, and the rounds that lead there. */
export interface Hypothesis {
  readonly state: unknown;
  readonly played: readonly JointMove[];
}

export interface HypothesesSetting {
  readonly game: Game;
  /** Whose percepts are told. */
  readonly role: number;
  /** Whether the rules tell what roles see: then terms without a name may be that. */
  readonly hasPercepts: boolean;
  readonly random: Random;
  readonly clock: Clock;
}

/** States that are kept: what is legal is mostly the same in all of them. */
const MOST_KEPT = 64;
/** Joint moves of all kept states that are tried one by one; beyond that they are drawn at random. */
const MOST_LISTED = 4096;
const MOST_DRAWN = 100_000;
/** Rounds that can be missed; beyond that nothing is known anyway. */
const MOST_MISSED = 20;

/** What is known of a round: the moves of roles that were told, and what the role saw. */
interface Evidence {
  readonly moves: readonly (string | undefined)[];
  readonly percepts?: readonly string[];
}

/**
 * Where a match stands by all that was told of it. With everybody's moves that is one state. Where moves are hidden (GDL-II), were lost or make no
 * sense, it is a sample of the states that agree with what is known.
 */
export class Hypotheses {
  #kept: readonly Hypothesis[];
  #told = 0;
  #turn: number | undefined;
  #faults: string[] = [];
  readonly #initial: Hypothesis;

  constructor(private readonly setting: HypothesesSetting) {
    this.#initial = { state: setting.game.initial(), played: [] };
    this.#kept = [this.#initial];
  }

  /** Takes in what is new of all that was told; gives what made no sense. */
  follow(tales: readonly ToldTale[], until: number): readonly string[] {
    this.#faults = [];
    const fresh = tales.slice(this.#told);
    this.#told = tales.length;
    for (const [index, told] of fresh.entries()) {
      const now = this.setting.clock();
      this.#take(told, now + (until - now) / (fresh.length - index));
    }
    return this.#faults;
  }

  get kept(): readonly Hypothesis[] {
    return this.#kept;
  }

  /** Moves of the role that are legal in most of the states; one of them where there are too many to be listed. */
  legal(): readonly string[] {
    const { game, role, random } = this.setting;
    if (this.isWide) {
      const move = randomLegalMove(game, this.#kept[0]!.state, { role, random });
      return move === undefined ? [] : [game.names.move(move)];
    }
    const counts = new Map<Move, number>();
    for (const { state } of this.#kept)
      for (const move of game.legalMoves(state, role)) counts.set(move, (counts.get(move) ?? 0) + 1);
    const most = Math.max(0, ...counts.values());
    return [...counts].filter(([, count]) => count === most).map(([move]) => game.names.move(move));
  }

  /** Whether there are more legal moves than can be listed. */
  get isWide(): boolean {
    const { game, role } = this.setting;
    return game.combinations !== undefined && countLegalMoves(game, this.#kept[0]!.state, role) > MOST_MOVES;
  }

  #take({ tale, answered }: ToldTale, until: number): void {
    switch (tale.kind) {
      case 'nothing':
        // In the older form of GDL-II, nothing was seen.
        if (this.setting.hasPercepts && answered !== undefined) return this.#takeTerms([], answered, until);
        return this.#takeNothing();
      case 'moves':
        return this.#takeMoves(tale.joint, answered, until);
      case 'terms':
        return this.#takeTerms(tale.terms, answered, until);
      case 'percepts':
        return this.#takePercepts(tale, answered, until);
      case 'unreadable':
        this.#faults.push(tale.reason);
        return this.#keepSensible({ moves: this.#ownMove(answered) }, until);
    }
  }

  /** In the older form of GDL-II percepts look like moves. */
  #takeTerms(terms: readonly string[], answered: string | undefined, until: number): void {
    if (!this.setting.hasPercepts) return this.#takeMoves(terms, answered, until);
    // Before the first move there was nothing to see.
    if (answered === undefined && terms.length === 0) return;
    const seen = this.#step(this.#kept, { moves: this.#ownMove(answered), percepts: terms }, until);
    if (seen.length > 0) return this.#keep(seen);
    const next = terms.length === this.setting.game.roles.length ? this.#step(this.#kept, { moves: terms }, until) : [];
    if (next.length > 0) return this.#keep(next);
    this.#guess(this.#kept, { moves: this.#ownMove(answered), percepts: terms }, until);
  }

  /** Before the first round nothing is told. */
  #takeNothing(): void {
    if (this.#kept[0]!.played.length === 0) return;
    this.#faults.push('told that nothing was played yet, after some rounds: back to the initial state');
    this.#kept = [this.#initial];
  }

  #takeMoves(joint: JointMove, answered: string | undefined, until: number): void {
    const told = this.#evidenceOf(joint, answered);
    const next = this.#step(this.#kept, told, until);
    if (next.length > 0) return this.#keep(next);
    if (this.#isLast(joint)) {
      this.#faults.push(`told again: ${joint.join(' ')}`);
      return;
    }
    const nothing = { moves: joint.map(() => undefined) };
    const late = this.#step(this.#step(this.#kept, nothing, until), told, until);
    if (late.length > 0) {
      this.#faults.push(`not legal unless a round was missed, which is guessed: ${joint.join(' ')}`);
      return this.#keep(late);
    }
    this.#faults.push(`the moves told are not legal: ${joint.join(' ')}`);
    this.#keepSensible(told, until);
  }

  /** The moves that are told, those unknown that are none of the game; all but the own one where there are too many or too few. */
  #evidenceOf(joint: JointMove, answered: string | undefined): Evidence {
    const { roles } = this.setting.game;
    if (joint.length === roles.length) {
      const moves = joint.map((text) => (this.#isMove(text) ? text : undefined));
      const unknown = joint.filter((_, role) => moves[role] === undefined);
      if (unknown.length > 0) this.#faults.push(`no moves of this game: ${unknown.join(' ')}`);
      return { moves };
    }
    const number = `number of moves is ${String(joint.length)}, not ${String(roles.length)}`;
    this.#faults.push(`${number}: ${joint.join(' ')}`);
    return { moves: this.#ownMove(answered) };
  }

  /** Takes each role's move for unknown where it is legal nowhere. */
  #keepSensible({ moves }: Evidence, until: number): void {
    const sensible = moves.map((text, role) =>
      text !== undefined && this.#kept.some(({ state }) => this.#find(state, role, text) !== undefined)
        ? text
        : undefined,
    );
    const next = this.#step(this.#kept, { moves: sensible }, until);
    if (next.length > 0) this.#keep(next);
  }

  #takePercepts(
    { turn, lastMove, percepts }: Tale & { kind: 'percepts' },
    answered: string | undefined,
    until: number,
  ): void {
    if (lastMove === null && this.#turn !== undefined && turn < this.#turn) {
      this.#turn = turn;
      return this.#takeNothing();
    }
    const own = lastMove ?? answered;
    const rounds = this.#roundsUntil(turn, own);
    if (rounds === 0) return;
    if (rounds > 1) this.#faults.push(`${String(rounds - 1)} rounds were missed, and are guessed`);
    const nothing = { moves: this.setting.game.roles.map(() => undefined) };
    let from = this.#kept;
    for (let missed = 1; missed < Math.min(rounds, MOST_MISSED); missed++) from = this.#step(from, nothing, until);
    const evidence = { moves: this.#ownMove(own), percepts };
    const agreeing = this.#step(from, evidence, until);
    if (agreeing.length > 0) this.#keep(agreeing);
    else this.#guess(from, evidence, until);
  }

  /** Something follows, whatever was seen. */
  #guess(from: readonly Hypothesis[], { moves, percepts = [] }: Evidence, until: number): void {
    this.#faults.push(`no state was found that agrees with what was seen: ${percepts.join(' ')}`);
    const others = [{ moves }, { moves: moves.map(() => undefined) }];
    const guessed = others.map((evidence) => this.#step(from, evidence, until)).find(({ length }) => length > 0);
    if (guessed !== undefined) this.#keep(guessed);
  }

  /** Of a round in which nothing but the own move is known, if that is. */
  #ownMove(own: string | undefined): readonly (string | undefined)[] {
    return this.setting.game.roles.map((_, role) => (role === this.setting.role ? own : undefined));
  }

  /** How many rounds are over since the last tale. Turns count from 0 (Dresden), or from 1 where the first message says so. */
  #roundsUntil(turn: number, own: string | undefined): number {
    const before = this.#turn;
    this.#turn = Math.max(turn, before ?? 0);
    if (before === undefined) return own === undefined ? 0 : Math.max(1, turn - this.#kept[0]!.played.length);
    if (turn < before) this.#faults.push(`turn ${String(turn)} is told after turn ${String(before)}`);
    return Math.max(0, turn - before);
  }

  /** Of several states, those that go on, for the match does. Of a single one that is not asked: the first time it may take seconds. */
  #keep(next: readonly Hypothesis[]): void {
    const { game } = this.setting;
    const going = next.length === 1 ? next : next.filter(({ state }) => goesOn(game, state));
    this.#kept = going.length > 0 ? going : next;
  }

  /** States after a round that agrees with the evidence, as many as are found by the moment; without percepts at least one. */
  #step(from: readonly Hypothesis[], evidence: Evidence, until: number): readonly Hypothesis[] {
    const { game, clock, role } = this.setting;
    const seen = evidence.percepts?.map(canonical).sort().join(' ');
    const found = new Map<string, Hypothesis>();
    for (const { state, played, joint } of this.#rounds(from, evidence)) {
      if (clock() > until && (found.size > 0 || seen !== undefined)) break;
      if (seen !== undefined && game.percepts(state, joint)[role]!.map(canonical).sort().join(' ') !== seen) continue;
      const next = game.next(state, joint);
      const texts = joint.map((move) => game.names.move(move));
      found.set(game.names.facts(next).join(' '), { state: next, played: [...played, texts] });
      if (found.size >= MOST_KEPT) break;
    }
    return [...found.values()];
  }

  /** Rounds that the moves told allow, in random order where not all are tried. */
  *#rounds(
    from: readonly Hypothesis[],
    { moves }: Evidence,
  ): Generator<Hypothesis & { readonly joint: readonly Move[] }> {
    const choices = from.flatMap((hypothesis) => {
      const legal = this.#choices(hypothesis.state, moves);
      return legal.some(({ length }) => length === 0) ? [] : [{ ...hypothesis, legal }];
    });
    const sizes = choices.map(({ legal }) => legal.reduce((product, { length }) => product * length, 1));
    if (choices.length === 0) return;
    if (sizes.reduce((sum, size) => sum + size, 0) <= MOST_LISTED) {
      const rounds = choices.flatMap((each) => [...jointMoves(each.legal)].map((joint) => ({ ...each, joint })));
      yield* this.#shuffled(rounds);
      return;
    }
    const { random } = this.setting;
    for (let drawn = 0; drawn < MOST_DRAWN; drawn++) {
      const each = choices[random.below(choices.length)]!;
      yield { ...each, joint: each.legal.map((legal) => legal[random.below(legal.length)]!) };
    }
  }

  #choices(state: unknown, moves: Evidence['moves']): readonly (readonly Move[])[] {
    const { game } = this.setting;
    if (moves.includes(undefined) && game.isTerminal(state)) return [[]];
    return moves.map((text, role) => {
      if (text === undefined) return someLegalMoves(game, state, { role, most: MOST_MOVES });
      const move = this.#find(state, role, text);
      return move === undefined ? [] : [move];
    });
  }

  /** The legal move that a text stands for; managers may change the case of letters. */
  #find(state: unknown, role: number, text: string): Move | undefined {
    const { game } = this.setting;
    const exact = game.names.findMove(text);
    if (exact !== undefined && isLegal(game, state, { role, move: exact })) return exact;
    if (game.combinations !== undefined) return undefined;
    const wanted = canonical(text);
    return game.legalMoves(state, role).find((move) => canonical(game.names.move(move)) === wanted);
  }

  #isMove(text: string): boolean {
    return (
      this.setting.game.names.findMove(text) !== undefined ||
      this.#kept.some(({ state }) =>
        this.setting.game.roles.some((_, role) => this.#find(state, role, text) !== undefined),
      )
    );
  }

  #isLast(joint: JointMove): boolean {
    const last = this.#kept[0]!.played.at(-1);
    return last?.length === joint.length && last.every((move, role) => canonical(move) === canonical(joint[role]!));
  }

  #shuffled<T>(items: T[]): T[] {
    for (let last = items.length - 1; last > 0; last--) {
      const other = this.setting.random.below(last + 1);
      [items[last], items[other]] = [items[other]!, items[last]!];
    }
    return items;
  }
}

/** KIF without the differences that do not matter between messages. */
const canonical = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/ ?([()]) ?/g, '$1');
