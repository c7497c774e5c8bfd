import type { MatchStart, Player, Turn } from '../player/index.js';
import { referenceGame } from '../reference/index.js';
import type { ValidRules } from '../rules/index.js';
import type { MatchSetting } from './playMatch.js';

/** A player that writes down what it is told, and says what it is given. */
export interface ScriptedPlayer extends Player {
  readonly starts: MatchStart[];
  readonly turns: Turn[];
  stops: number;
}

/** Says its lines in turn, then nothing that is a move; functions are called, and may throw. */
export function scripted(name: string, lines: readonly (string | (() => string))[]): ScriptedPlayer {
  const starts: MatchStart[] = [];
  const turns: Turn[] = [];
  const player: ScriptedPlayer = {
    ...{ name, starts, turns, stops: 0 },
    start: (start) => {
      starts.push(start);
      return Promise.resolve();
    },
    play: (turn) => {
      const line = lines[turns.push(turn) - 1] ?? 'silence';
      return new Promise((resolve) => {
        resolve(typeof line === 'string' ? line : line());
      });
    },
    stop: () => {
      player.stops++;
      return Promise.resolve();
    },
  };
  return player;
}

/** Everything of a match but its players. */
export function settingOf(rules: ValidRules): Omit<MatchSetting, 'players'> {
  return {
    game: 'test',
    rules,
    judge: referenceGame(rules),
    group: 0,
    seats: rules.roles.map((_, role) => role),
    pace: { kind: 'clocks', startMs: 5000, playMs: 1000 },
    seed: 1,
    clock: () => 0,
  };
}
