import type { MoveThoughts, Thoughts } from '../player/index.js';
import { printable } from './outside.js';
import { type Colours, count, milliseconds, plural, rate, table } from './style.js';

/** Moves of a table, and rounds of a variation, that people look at. */
const SHOWN_MOVES = 5;
const SHOWN_ROUNDS = 6;

/** What a player thought, for people, with its best moves. Empty where it did not think. */
export function thoughtsText(thoughts: Thoughts, colours: Colours): string {
  if (thoughts.moves.length === 0) return '';
  return [thoughtsLines(thoughts), indented(movesTable(thoughts.moves, colours))].join('\n');
}

/** The same in short: value, effort, what it expects. */
export function thoughtsLines(thoughts: Thoughts): string {
  const { moves, variation } = thoughts;
  if (moves.length === 0) return '';
  const expected = variation.slice(0, SHOWN_ROUNDS).map(jointText);
  const rest = variation.length > SHOWN_ROUNDS ? ' …' : '';
  const expects = expected.length > 0 ? [`expects ${expected.join(', ')}${rest}`] : [];
  return indented(printable([`${verdict(thoughts)}; ${effortText(thoughts)}`, ...expects].join('\n')));
}

/** How good the player thinks its move is. */
export function verdict({ value, isSolved }: Thoughts): string {
  return value === null ? 'value not known' : `value ${value.toFixed(1)}${isSolved ? ', proved' : ''}`;
}

function effortText({ effort }: Thoughts): string {
  const { nodes, playouts, expansions, ms } = effort;
  if (nodes === 0) return 'without a search';
  const speed = (number: number): string => `${rate((1000 * number) / Math.max(ms, 1))}/s`;
  const done = `${plural(nodes, 'node')} in ${milliseconds(ms)}`;
  return `${done}, ${speed(playouts)} playouts, ${speed(expansions)} states`;
}

function movesTable(moves: readonly MoveThoughts[], colours: Colours): string {
  const mixes = moves.some(({ probability }) => probability !== null);
  const columns = [
    { title: 'move' },
    { title: 'value', align: 'right' as const },
    { title: 'visits', align: 'right' as const },
    ...(mixes ? [{ title: 'chance', align: 'right' as const }] : []),
    { title: '' },
  ];
  const rows = moves
    .slice(0, SHOWN_MOVES)
    .map(({ move, value, visits, probability, isSolved }) => [
      printable(move),
      value === null ? '–' : value.toFixed(1),
      count(visits),
      ...(mixes ? [percent(probability ?? 0)] : []),
      isSolved ? 'proved' : '',
    ]);
  const more = moves.length > SHOWN_MOVES ? `\n… ${plural(moves.length - SHOWN_MOVES, 'other move')}` : '';
  return table(columns, rows, colours) + more;
}

export const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

/** A joint move: what those do who have a choice, as far as one can see. */
function jointText(joint: readonly string[]): string {
  const shown = joint.filter((move) => !/^(noop|nil)$/i.test(move));
  return (shown.length === 0 ? joint : shown).join(' + ');
}

const indented = (text: string): string => text.replace(/^/gm, '  ');
