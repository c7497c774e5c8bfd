import { readFileSync } from 'node:fs';
import { type Game, jointMoves, legalMovesOfAll, type Move } from '../src/game/index.js';
import { loadRules, openPlay, type Play } from '../src/pipeline.js';
import { ALGORITHMS, chooseAlgorithm, type Search, type SearchSetting } from '../src/search/index.js';

/** What tests of searches share: bundled games that are ready to be played, and searches on them. */

const BUNDLED = new URL('../games/', import.meta.url);
/** Generous: what a loaded machine needs several times over. */
const BUDGET = { clock: () => performance.now(), milliseconds: 60_000, bytes: 2 ** 31 };
/** Room for small searches: tests open thousands of them. */
const BYTES = 2 ** 20;

/** Time never passes: what is within this budget is so on every machine. */
export const TIMELESS = { clock: (): number => 0, milliseconds: 1, bytes: 2 ** 30 };

export function bundledPlay(name: string): Play {
  return playOf(readFileSync(new URL(`${name}.kif`, BUNDLED)));
}

export function playOf(content: Uint8Array | string): Play {
  const rules = loadRules({ name: 'sheet', content });
  if (!rules.ok) throw new Error(JSON.stringify(rules.error));
  const play = openPlay(rules.value, 'compiled', BUDGET);
  if (!play.ok) throw new Error(play.error);
  return play.value;
}

/** A search, by the name of its algorithm, with the initial state, the first role, a clock that stands still, unless others are given. */
export function openSearch<State>(
  text: string,
  setting: Pick<SearchSetting<State>, 'game' | 'simulator'> & Partial<SearchSetting<State>>,
): Search<State> {
  const chosen = chooseAlgorithm(text, ALGORITHMS);
  if (!chosen.ok) throw new Error(chosen.error);
  const { algorithm, options } = chosen.value;
  const { game, simulator } = setting;
  return algorithm.open(
    { role: 0, state: game.initial(), clock: () => 0, seed: 1, bytes: BYTES, ...setting, game, simulator },
    options,
  );
}

/** A text for a state, equal for equal states of the same game. */
export function keyOf<State>(game: Game<State>, state: State): string {
  return state instanceof Uint32Array ? state.join() : game.names.facts(state).join(' ');
}

/** The role that has a choice, where it is one; undefined where none has, or several. */
export function mover<State>(game: Game<State>, state: State): number | undefined {
  const choosing = legalMovesOfAll(game, state).flatMap((moves, role) => (moves.length > 1 ? [role] : []));
  return choosing.length === 1 ? choosing[0] : undefined;
}

/** The states after a move of a role, over all moves of the others. */
export function after<State>(
  game: Game<State>,
  state: State,
  { role, move }: { readonly role: number; readonly move: Move },
): readonly State[] {
  const legal = legalMovesOfAll(game, state).map((moves, each) => (each === role ? [move] : moves));
  return [...jointMoves(legal)].map((joint) => game.next(state, joint));
}

/** Every state that can be reached, each once, the terminal ones too. */
export function reachable<State>(game: Game<State>): readonly State[] {
  const found = new Map([[keyOf(game, game.initial()), game.initial()]]);
  for (const state of found.values()) {
    if (game.isTerminal(state)) continue;
    for (const joint of jointMoves(legalMovesOfAll(game, state))) {
      const next = game.next(state, joint);
      const key = keyOf(game, next);
      if (!found.has(key)) found.set(key, next);
    }
  }
  return [...found.values()];
}
