/** A yardstick as a side of a duel. */
import type { Game } from '../../src/game/index.js';
import type { Yardstick } from '../yardsticks/index.js';
import type { Seat, Side } from './match.js';

export class YardstickSide implements Side {
  readonly spent = null;

  constructor(
    readonly label: string,
    readonly game: Game,
    private readonly yardstick: Yardstick,
    private readonly depth: number,
  ) {}

  rehearse(): Promise<void> {
    return Promise.resolve();
  }

  sit(): Seat {
    const { game, yardstick, depth } = this;
    let state = game.initial();
    return {
      choose: () => yardstick.choose(game.names.facts(state), depth),
      follow: (joint) => {
        state = game.next(
          state,
          joint.map((text) => game.names.findMove(text)!),
        );
      },
      facts: () => game.names.facts(state),
    };
  }
}
