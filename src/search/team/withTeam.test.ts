import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../base/index.js';
import { brokenClaims, gameSimulator, playout, playoutsAtOnce } from '../../game/index.js';
import { haveSameGoals, type Play } from '../../pipeline.js';
import { bundledPlay, openSearch, playOf } from '../../../test/searches.js';
import type { Search } from '../search.js';
import { TeamGame } from './teamGame.js';
import { TeamMoves } from './teamMoves.js';
import { TeamSimulator } from './teamSimulator.js';

const PLAYERS = ['woodstock', 'flat-ucb', 'uct', 'uct-sym', 'grave', 'cfr', 'mac-ucb', 'mac-ucb-sym'];

/** Chance, the role in the middle, names a hand three times; both players win by each other hand that they show together. */
const HANDS = playOf(`
(role left) (role random) (role right)
(player left) (player right)
(hand rock) (hand paper) (hand scissors)
(more 0 1) (more 1 2) (more 2 3)
(init (round 0)) (init (points 0))
(<= (legal ?player (show ?hand)) (player ?player) (hand ?hand))
(<= (legal random (name ?hand)) (hand ?hand))
(<= (next (round ?after)) (true (round ?before)) (more ?before ?after))
(<= together (does left (show ?hand)) (does right (show ?hand)) (not (does random (name ?hand))))
(<= (next (points ?after)) together (true (points ?before)) (more ?before ?after))
(<= (next (points ?same)) (not together) (true (points ?same)))
(<= terminal (true (round 3)))
(<= (goal ?player 0) (player ?player) (true (points 0)))
(<= (goal ?player 30) (player ?player) (true (points 1)))
(<= (goal ?player 60) (player ?player) (true (points 2)))
(<= (goal ?player 100) (player ?player) (true (points 3)))
`);

/** Two players have to turn a lock to the right numbers at once, four times; there are two keys to it. */
const LOCK = playOf(`
(role left) (role right)
(number 1) (number 2) (number 3) (number 4)
(code 0 1 3) (code 1 4 2) (code 2 2 2) (code 3 3 1)
(code 0 2 4) (code 1 1 1) (code 2 4 3) (code 3 2 4)
(more 0 1) (more 1 2) (more 2 3) (more 3 4)
(init (turn 0))
(<= (legal ?player (set ?number)) (role ?player) (number ?number))
(<= fits (true (turn ?turn)) (does left (set ?one)) (does right (set ?other)) (code ?turn ?one ?other))
(<= (next (turn ?after)) fits (true (turn ?before)) (more ?before ?after))
(<= (next jammed) (not fits))
(<= open (true (turn 4)))
(<= terminal open)
(<= terminal (true jammed))
(<= (goal ?player 100) (role ?player) open)
(<= (goal ?player 0) (role ?player) (not open))
`);

/** The search of each player, by role; each draws numbers of its own. */
function searchesOf(play: Play, text: string): ReadonlyMap<number, Search> {
  const { game, simulator } = play;
  const players = [...game.roles.keys()].filter((role) => game.roles[role] !== 'random');
  const setting = { game, simulator, haveSameGoals: haveSameGoals(play), bytes: 2 ** 22 };
  return new Map(players.map((role) => [role, openSearch(text, { ...setting, role, seed: 77 * role + 3 })]));
}

/** What the players do in a match, round by round, and their goal at its end. */
function matchOf(
  play: Play,
  text: string,
  seed: number,
): { readonly rounds: readonly string[][]; readonly goal: number } {
  const { game } = play;
  const random = seededRandom(seed);
  const searches = searchesOf(play, text);
  const rounds: string[][] = [];
  let state = game.initial();
  while (!game.isTerminal(state)) {
    const joint = game.roles.map((_, role) => {
      const legal = game.legalMoves(state, role);
      const search = searches.get(role);
      if (search === undefined || legal.length === 1) return legal[random.below(legal.length)]!;
      search.moveTo(state);
      search.think({ nodes: 400 });
      return search.report().move;
    });
    rounds.push([...searches.keys()].map((role) => game.names.move(joint[role]!)));
    state = game.next(state, joint);
  }
  return { rounds, goal: game.goals(state)[0]! };
}

describe.each(PLAYERS)('%s', (text) => {
  const pennies = bundledPlay('matching-pennies');

  it('does with itself what only helps together', () => {
    for (let seed = 0; seed < 4; seed++) {
      const [[own, other] = []] = matchOf(pennies, text, seed).rounds;
      expect(own).toBe(other);
      for (const [left, right] of matchOf(HANDS, text, seed).rounds) expect(left).toBe(right);
    }
  });

  it('tells its own moves, each once, and what all are to do', () => {
    const { game } = HANDS;
    const search = searchesOf(HANDS, text).get(2)!;
    search.think({ nodes: 400 });
    const { move, moves, variation } = search.report();
    expect(moves[0]!.move).toBe(move);
    expect(moves.map((each) => each.move).toSorted((a, b) => a - b)).toEqual(
      game.legalMoves(game.initial(), 2).toSorted((a, b) => a - b),
    );
    let state = game.initial();
    for (const joint of variation) {
      expect(joint).toHaveLength(3);
      joint.forEach((each, role) => {
        expect(game.legalMoves(state, role)).toContain(each);
      });
      state = game.next(state, joint);
    }
  });
});

describe('players with the same goals', () => {
  it.each([
    ['matching-pennies', true],
    ['tic-tac-toe', false],
    ['rock-paper-scissors', false],
    ['orchard-2-2-1', false],
  ])('are known by the rules: %s %s', (name, expected) => {
    expect(haveSameGoals(bundledPlay(name))).toBe(expected);
  });

  it('prove what the best is that they can do together', () => {
    // 003, figure 1: the optimal expected utility of both is 1/2.
    const search = searchesOf(bundledPlay('matching-pennies'), 'woodstock').get(1)!;
    search.think({ nodes: 400 });
    expect(search.report()).toMatchObject({ value: 50, isSolved: true });
  });

  it('look for a plan where there is no chance', () => {
    expect(matchOf(LOCK, 'woodstock', 1)).toMatchObject({ goal: 100, rounds: { length: 4 } });
  });
});

describe('the game of a team', () => {
  const { game, simulator } = HANDS;
  const moves = new TeamMoves(game.roles);
  const teamGame = new TeamGame(game, moves);
  const team = new TeamSimulator({ ...simulator, background: playoutsAtOnce(simulator) }, moves, game.roles.length);

  it('is a game of one player and chance', () => {
    expect(teamGame.roles).toEqual(['team', 'random']);
    expect(new TeamGame(LOCK.game, new TeamMoves(LOCK.game.roles)).roles).toEqual(['team']);
    expect(brokenClaims(teamGame, { random: seededRandom(2), playouts: 5, plies: 10 })).toEqual([]);
    const texts = teamGame.legalMoves(teamGame.initial(), 0).map((move) => teamGame.names.move(move));
    expect(texts).toHaveLength(9);
    expect(texts).toContain('((show rock) (show paper))');
  });

  it.each([
    ['chance between the players', HANDS],
    ['no chance', LOCK],
    ['chance last', bundledPlay('matching-pennies')],
  ])('has the successors that the slow simulator finds: %s', (_, play) => {
    const own = new TeamMoves(play.game.roles);
    const slow = gameSimulator(new TeamGame(play.game, own), [0, 0]);
    const fast = new TeamSimulator(play.simulator, own, play.game.roles.length);
    const { states } = playout(play.game, seededRandom(4), { plies: 10 });
    const textsOf = (all: ReturnType<typeof slow.expand>): unknown =>
      all.map(({ isTerminal, joints, terminal, goals, successors, words }) => {
        const [state] = successors as Uint32Array[];
        if (words !== undefined && state !== undefined) expect(words).toHaveLength(state.length * successors.length);
        const isIn = (at: number): boolean => terminal[at] === 1;
        return {
          isTerminal,
          joints: [...joints],
          // What the rules say of goals before the end is of no use.
          goals: [...goals].filter((__, at) => isIn(Math.floor(at / own.width))),
          successors: successors.map((each) => play.game.names.facts(each)),
          inWords: successors.map((each, at) =>
            words === undefined
              ? [...(each as Uint32Array)]
              : [...words.subarray(at * state!.length, (at + 1) * state!.length)],
          ),
        };
      });
    expect(textsOf(fast.expand(states))).toEqual(textsOf(slow.expand(states)));
  });

  it('gives the goals of playouts to the team and to chance, also those made in the background', () => {
    const starts = [game.initial(), playout(game, seededRandom(4), { plies: 2 }).states.at(-1)!];
    const request = { playouts: 40, seed: 5, maxPlies: 10 };
    const all = simulator.playouts(starts, request);
    const expected = [0, 1, 3, 4].map((at) => all.goalSum[at]!);
    const asked = { ...request, isDecisive: true, countsMoves: true };
    expect([...team.playouts(starts, asked).goalSum]).toEqual(expected);
    const tally = team.background!.finish(team.background!.begin(starts, asked));
    expect([...tally.goalSum]).toEqual(expected);
    expect(tally.moves).toBeUndefined();
  });
});
