import { type Game, jointMoves, legalMovesOfAll, type Move } from '../src/game/index.js';

/** What is asked of {@link plainValue}. */
export interface PlainQuestion {
  /** The role whose goal counts, and those that choose for it. */
  readonly role: number;
  readonly own: readonly number[];
  readonly isWorst?: boolean;
  /** Rounds until play is cut off and counts 0. */
  readonly horizon?: number;
  /** What counts where the rules give no goal, or several. */
  readonly lowest: number;
}

/**
 * The value of a game as its definition reads: max over the moves of the own side, min over those of the others, mean over those of
 * `random`, over and over; equal states are remembered. Gives undefined where a state comes back, unless a draw changed nothing at all.
 */
export function plainValue<State>(game: Game<State>, question: PlainQuestion): number | undefined {
  const { role, own, isWorst = false, horizon = Infinity, lowest } = question;
  const random = game.roles.indexOf('random');
  const known = new Map<string, number | undefined>();

  function valueOf(state: State, left: number): number | undefined {
    if (game.isTerminal(state)) return game.goals(state)[role] ?? lowest;
    if (left === 0) return 0;
    const key = keyOf(state, left);
    if (known.has(key)) return known.get(key);
    known.set(key, undefined);
    const value = choice(state, left);
    known.set(key, value);
    return value;
  }

  const keyOf = (state: State, left: number): string => `${String(left)} ${game.names.facts(state).join(' ')}`;

  function choice(state: State, left: number): number | undefined {
    const legal = legalMovesOfAll(game, state);
    if (legal.some((moves) => moves.length === 0)) return 0;
    const of = (isChoosing: (role: number) => boolean): readonly (readonly Move[])[] => [
      ...jointMoves(legal.map((moves, index) => (isChoosing(index) ? moves : [-1]))),
    ];
    const mine = of((index) => own.includes(index));
    const theirs = of((index) => index !== random && !own.includes(index));
    const draws = of((index) => index === random);
    const together = (...parts: readonly (readonly Move[])[]): readonly Move[] =>
      legal.map((_, index) => Math.max(...parts.map((part) => part[index]!)));
    const drawn = (one: readonly Move[], other: readonly Move[]): number | undefined => {
      const next = draws.map((draw) => game.next(state, together(one, other, draw)));
      const others = next.filter((each) => left < Infinity || keyOf(each, left) !== keyOf(state, left));
      return mean((others.length === 0 ? next : others).map((each) => valueOf(each, left - 1)));
    };
    const answered = (one: readonly Move[]): number | undefined =>
      best(
        theirs.map((other) => drawn(one, other)),
        Math.min,
      );
    return best(mine.map(answered), isWorst ? Math.min : Math.max);
  }

  return valueOf(game.initial(), horizon);
}

function best(values: readonly (number | undefined)[], of: (...values: number[]) => number): number | undefined {
  return values.every((value) => value !== undefined) ? of(...values) : undefined;
}

function mean(values: readonly (number | undefined)[]): number | undefined {
  let sum = 0;
  for (const value of values) {
    if (value === undefined) return undefined;
    sum += value;
  }
  return sum / values.length;
}
