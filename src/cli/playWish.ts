import { fail, ok, type Result } from '../base/index.js';
import { nearestName } from './nearest.js';

/** What a person can ask for beside making a move. */
export const WISHES = ['moves', 'hint', 'undo', 'help', 'quit'] as const;

export type Wish = { readonly kind: 'move'; readonly move: string } | { readonly kind: (typeof WISHES)[number] };

/** Moves that an answer lists. */
const SHOWN_MOVES = 6;

/**
 * What a line that was typed means: a legal move by its text (parentheses and case do not matter), by its number in the list or by a
 * beginning that no other has; or a wish. On failure what to type instead.
 */
export function readWish(line: string, legal: readonly string[]): Result<Wish, string> {
  const typed = bare(line);
  if (typed === '') return fail(`type a move, or one of ${WISHES.join(', ')}`);
  const exact = legal.find((move) => bare(move) === typed);
  if (exact !== undefined) return ok({ kind: 'move', move: exact });
  const wish = WISHES.find((each) => each === typed);
  if (wish !== undefined) return ok({ kind: wish });
  const numbered = numberedMove(typed, legal);
  if (numbered !== undefined) return ok({ kind: 'move', move: numbered });
  const begun = legal.filter((move) => bare(move).startsWith(typed));
  if (begun.length === 1) return ok({ kind: 'move', move: begun[0]! });
  return fail(begun.length > 1 ? `which one? ${listed(begun)}` : unknown(typed, legal));
}

const bare = (text: string): string =>
  text
    .replace(/[()\s]+/g, ' ')
    .trim()
    .toLowerCase();

/** Where moves are called by numbers, these are not the places in the list. */
function numberedMove(typed: string, legal: readonly string[]): string | undefined {
  const isPlace = /^\d+$/.test(typed) && !legal.some((move) => /^\d+$/.test(move));
  return isPlace ? legal[Number(typed) - 1] : undefined;
}

function unknown(typed: string, legal: readonly string[]): string {
  const nearest = nearestName(typed, [...legal, ...WISHES]);
  const mend = nearest === undefined ? `'moves' lists those that are: ${listed(legal)}` : `did you mean ${nearest}?`;
  return `${typed} is not a legal move; ${mend}`;
}

const listed = (moves: readonly string[]): string =>
  moves.slice(0, SHOWN_MOVES).join(', ') + (moves.length > SHOWN_MOVES ? `, … (${String(moves.length)} in all)` : '');
