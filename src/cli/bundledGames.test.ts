import { describe, expect, it } from 'vitest';
import { seededRandom } from '../base/index.js';
import { type Game, observeTiming, perft, playout } from '../game/index.js';
import { readSheet } from '../gdl/index.js';
import { referenceGame } from '../reference/index.js';
import { type ValidRules, validate } from '../rules/index.js';
import { bundledFacts, bundledNames, bundledSheet } from './bundledGames.js';
import { drawBoard } from './drawBoard.js';

/** Counts above this are left to benches: they take the reference engine too long. */
const MOST_NODES = 5_000;

const PLAYOUTS = 10;

function rulesOf(name: string): ValidRules {
  const rules = validate(readSheet({ name: `${name}.kif`, content: bundledSheet(name) }));
  if (!rules.ok) throw new Error(rules.error.map(({ message }) => message).join('; '));
  return rules.value;
}

/** Moves in KIF, one a role. */
function after<State>(game: Game<State>, state: State, joints: readonly (readonly string[])[]): State {
  return joints.reduce((reached, joint) => {
    const moves = joint.map((text) => game.names.findMove(text)!);
    for (const [role, move] of moves.entries()) expect(game.legalMoves(reached, role)).toContain(move);
    return game.next(reached, moves);
  }, state);
}

const legal = <State>(game: Game<State>, state: State, role: number): string[] =>
  game
    .legalMoves(state, role)
    .map((move) => game.names.move(move))
    .sort();

describe('bundled games', () => {
  it('are those that the documentation promises', () => {
    expect(bundledNames()).toEqual([...bundledNames()].sort());
    expect(bundledNames()).toEqual(
      expect.arrayContaining([
        ...['breakthrough-6x6', 'connect-four', 'eight-puzzle', 'matching-pennies', 'maze', 'monty-hall', 'nim'],
        ...['orchard-2-2-1', 'orchard-4-10-9', 'othello-6x6', 'othello-8x8', 'random-tic-tac-toe-2x2', 'tic-tac-toe'],
      ]),
    );
  });

  it('are not found under another name', () => {
    expect(() => bundledSheet('no-such-game')).toThrow('ENOENT');
    expect(() => bundledFacts('no-such-game')).toThrow('ENOENT');
  });
});

describe.each(bundledNames())('%s', (name) => {
  const facts = bundledFacts(name);
  const rules = rulesOf(name);
  const game: Game = referenceGame(rules);

  it('is valid without a warning', () => {
    expect(rules.warnings).toEqual([]);
  });

  it('has the roles and the class of its facts', () => {
    const timing = observeTiming(game, { random: seededRandom(1), playouts: PLAYOUTS, plies: 500 });
    expect(rules.roles).toEqual(facts.roles);
    expect(`${rules.information}, ${timing}`).toBe(facts.class);
  });

  it('has the perft counts of its facts', () => {
    const counts = [...facts.perft].filter(([, nodes]) => nodes <= MOST_NODES);
    expect(counts.map(([depth]) => [depth, perft(game, depth)])).toEqual(counts);
  });

  it('ends with one goal a role, and every role can move until then', () => {
    const random = seededRandom(2);
    for (let i = 0; i < PLAYOUTS; i++) {
      const end = playout(game, random).states.at(-1);
      expect(game.isTerminal(end)).toBe(true);
      for (const [role, goal] of game.goals(end).entries()) {
        if (game.roles[role] !== 'random') expect(goal).toBeOneOf([0, 25, 50, 75, 100]);
      }
    }
  });

  it('gives a value to each role but random, if to any', () => {
    const players = facts.roles.filter((role) => role !== 'random');
    for (const known of [facts.value, facts.worst]) {
      if (known !== undefined) expect([...known.goals.keys()]).toEqual(players);
    }
  });

  it('draws every fact of its board', () => {
    const drawn = drawBoard(game.names.facts(game.initial()), facts.boards);
    for (const { functor, grows } of facts.boards ?? []) {
      expect(drawn).not.toContain(`(${functor} `);
      expect(drawn.split('\n')[0]).toMatch(grows === 'down' ? /^(x?1) / : /^\d /);
    }
  });
});

describe('rules that counts do not show', () => {
  const play = (name: string): Game => referenceGame(rulesOf(name));

  it('a player of othello who cannot turn a disc must pass', () => {
    const game = play('othello-4x4');
    const random = seededRandom(3);
    const lines = Array.from({ length: 20 }, () => playout(game, random));
    const passes = lines
      .flatMap(({ states }) => states.slice(0, -1))
      .filter((state) => [0, 1].every((role) => legal(game, state, role).join() === 'noop'));
    expect(passes.length).toBeGreaterThan(0);
  });

  it('the more discs win a game of othello', () => {
    const game = play('othello-6x6');
    const random = seededRandom(4);
    for (let i = 0; i < 5; i++) {
      const end = playout(game, random).states.at(-1);
      const cells = game.names.facts(end).filter((fact) => fact.startsWith('(cell '));
      const discs = (colour: string): number => cells.filter((cell) => cell.endsWith(` ${colour})`)).length;
      const lead = Math.sign(discs('black') - discs('white'));
      expect(game.goals(end)).toEqual([50 + 50 * lead, 50 - 50 * lead]);
    }
  });

  it('Monty Hall shows the candidate the opened door and nothing else', () => {
    const game = play('monty-hall');
    const move = (text: string): number => game.names.findMove(text)!;
    const first = [move('(pick 1)'), move('(hide 1)')];
    expect(game.percepts(game.initial(), first)).toEqual([[], []]);
    const picked = after(game, game.initial(), [['(pick 1)', '(hide 1)']]);
    expect(legal(game, picked, 1)).toEqual(['(open 2)', '(open 3)']);
    expect(game.percepts(picked, [move('noop'), move('(open 3)')])).toEqual([['(opened 3)'], []]);
    const opened = after(game, picked, [['noop', '(open 3)']]);
    expect(game.goals(after(game, opened, [['stay', 'noop']]))[0]).toBe(100);
    expect(game.goals(after(game, opened, [['switch', 'noop']]))[0]).toBe(0);
  });

  it('blind tic-tac-toe tells a player that a cell is taken and lets the player try again', () => {
    const game = play('blind-tic-tac-toe');
    const move = (text: string): number => game.names.findMove(text)!;
    const marked = after(game, game.initial(), [['(mark 2 2)', 'noop']]);
    expect(game.percepts(game.initial(), [move('(mark 2 2)'), move('noop')])).toEqual([['marked'], ['yourTurn']]);
    expect(game.percepts(marked, [move('noop'), move('(mark 2 2)')])).toEqual([[], ['taken']]);
    const refused = after(game, marked, [['noop', '(mark 2 2)']]);
    expect(legal(game, refused, 0)).toEqual(['noop']);
    expect(legal(game, refused, 1)).toHaveLength(8);
  });

  it('the pennies of alice, bob and chance win when they match', () => {
    const game = play('matching-pennies');
    const chosen = (bob: string): unknown =>
      after(game, game.initial(), [[`(choose heads)`, `(choose ${bob})`, 'noop']]);
    expect(legal(game, chosen('heads'), 2)).toEqual(['(choose heads)', '(choose tails)']);
    const goals = (bob: string, chance: string): unknown =>
      game.goals(after(game, chosen(bob), [['noop', 'noop', `(choose ${chance})`]])).slice(0, 2);
    expect(goals('heads', 'heads')).toEqual([100, 100]);
    expect(goals('heads', 'tails')).toEqual([0, 0]);
    expect(goals('tails', 'tails')).toEqual([0, 0]);
  });

  it.each([
    [
      'maze',
      'south south east east north east north east east south south east south take north west north north west west south west ' +
        'south west west north north',
      (step: string): string => (step === 'take' ? step : `(go ${step})`),
    ],
    ['eight-puzzle', '3 8 1 4 7 3 6 2 3 6 8 5 2 3 6 8 5 2 3 6', (tile: string): string => `(slide ${tile})`],
    ['coins', '4-7 6-2 1-3 5-8', (jump: string): string => `(jump ${jump.replace('-', ' ')})`],
  ])('%s is solved by its shortest way', (name, way, move) => {
    const game = play(name);
    const steps = way.split(' ');
    const almost = after(
      game,
      game.initial(),
      steps.slice(0, -1).map((step) => [move(step)]),
    );
    const solved = after(game, almost, [[move(steps.at(-1)!)]]);
    expect(game.isTerminal(almost)).toBe(false);
    expect(game.isTerminal(solved)).toBe(true);
    expect(game.goals(solved)).toEqual([100]);
  });

  it('randomised tic-tac-toe marks a free cell of the chosen line', () => {
    const game = play('random-tic-tac-toe-2x2');
    const state = after(game, game.initial(), [
      ['(chooseRow x1)', 'noop', 'noop'],
      ['noop', 'noop', '(mark x1 y1 1)'],
      ['noop', '(chooseCol y2)', 'noop'],
      ['noop', 'noop', '(mark x2 y2 2)'],
    ]);
    expect(legal(game, state, 0)).toEqual(['(chooseCol y1)', '(chooseCol y2)', '(chooseRow x1)', '(chooseRow x2)']);
    expect(legal(game, after(game, state, [['(chooseRow x2)', 'noop', 'noop']]), 2)).toEqual(['(mark x2 y1 1)']);
  });
});
