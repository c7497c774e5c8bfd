import { fail, ok, type Result } from '../base/index.js';
import { canAllMove, type Game, isLegal, type Move } from '../game/index.js';
import type { JointMove } from './player.js';

/** The state after a joint move, or what is wrong with that. */
export function advance(game: Game, state: unknown, joint: JointMove): Result<unknown, string> {
  const { roles } = game;
  if (joint.length !== roles.length)
    return fail(`number of moves is ${String(joint.length)}, not ${String(roles.length)}: ${joint.join(' ')}`);
  const moves: Move[] = [];
  for (const [role, text] of joint.entries()) {
    const move = game.names.findMove(text);
    if (move === undefined || !isLegal(game, state, { role, move }))
      return fail(`${text} is not legal for ${roles[role]!}`);
    moves.push(move);
  }
  return ok(game.next(state, moves));
}

/** Whether there is something to think about: not at the end, nor where the rules leave a role without a move. */
export function goesOn(game: Game, state: unknown): boolean {
  return !game.isTerminal(state) && canAllMove(game, state);
}
