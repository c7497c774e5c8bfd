import type { Game, Move } from '../game/index.js';
import type { SearchEffort, SearchReport } from '../search/index.js';

/** What a search found, in the words of the game: for people and for records. Values are goal points of the role; null: not known. */
export interface Thoughts {
  readonly move: string;
  readonly value: number | null;
  readonly isSolved: boolean;
  /** Every legal move, best first. */
  readonly moves: readonly MoveThoughts[];
  /** The joint moves that it expects. */
  readonly variation: readonly (readonly string[])[];
  readonly effort: SearchEffort;
  /** What went wrong in the player since its last answer; it answered all the same. */
  readonly faults: readonly string[];
}

export interface MoveThoughts {
  readonly move: string;
  readonly value: number | null;
  readonly visits: number;
  readonly isSolved: boolean;
  readonly probability: number | null;
}

/** Thoughts about a move that needed no search. */
export function withoutSearch(move: string, faults: readonly string[]): Thoughts {
  const effort = { nodes: 0, playouts: 0, expansions: 0, ms: 0 };
  return { move, value: null, isSolved: false, moves: [], variation: [], effort, faults };
}

/** Thoughts about a move that a search chose. */
export function thoughtsOf(game: Game, report: SearchReport, faults: readonly string[]): Thoughts {
  const text = (move: Move): string => game.names.move(move);
  return {
    move: text(report.move),
    value: report.value ?? null,
    isSolved: report.isSolved,
    moves: report.moves.map(({ move, value, visits, isSolved, probability }) => ({
      move: text(move),
      value: value ?? null,
      ...{ visits, isSolved },
      probability: probability ?? null,
    })),
    variation: report.variation.map((joint) => joint.map(text)),
    effort: report.effort,
    faults,
  };
}
