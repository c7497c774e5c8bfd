import { drawBoard } from './drawBoard.js';
import type { BoardHint } from './guessBoards.js';
import { printable } from './outside.js';
import type { Colours } from './style.js';

/** Draws states, given as their facts, with the pieces of the roles in their colours. */
export function painterOf(
  roles: readonly string[],
  boards: readonly BoardHint[],
  colours: Colours,
): (facts: readonly string[]) => string {
  const tints = [colours.red, colours.yellow, colours.cyan, colours.magenta];
  const glyphsOf = (role: string): string[] => boards.map((board) => board.pieces.get(role) ?? role);
  const tintOf = new Map(
    roles.flatMap((role, index) => glyphsOf(role).map((glyph) => [glyph, tints[index % tints.length]!] as const)),
  );
  return (facts) =>
    printable(drawBoard(facts, boards)).replace(/(?<= )\S+(?= |$)/gm, (glyph) => tintOf.get(glyph)?.(glyph) ?? glyph);
}
