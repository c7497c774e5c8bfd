import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Random, seededRandom } from '../../base/index.js';
import { type Game, randomJointMove } from '../../game/index.js';
import { readSheet } from '../../gdl/index.js';
import { ground, type GroundProgram } from '../../ground/index.js';
import { validate } from '../../rules/index.js';
import { randomSheet } from '../../../test/randomSheet.js';
import { hasTraces, loadSheet } from '../../../test/traces.js';
import { groundGame, type GroundState } from '../groundGame.js';
import { MoveNames } from '../moveNames.js';
import { StateLayout } from '../packedState.js';
import { compile } from './compile.js';
import type { EventState } from './eventState.js';

const BUDGET = { clock: () => performance.now(), milliseconds: 110_000, bytes: 3e9 };

function programOf(name: string, content: string | Uint8Array): GroundProgram {
  const rules = validate(readSheet({ name, content }));
  if (!rules.ok) throw new Error(`${name}: ${rules.error.map(({ message }) => message).join('; ')}`);
  const program = ground(rules.value, BUDGET);
  if (!program.ok) throw new Error(program.error.reason);
  return program.value;
}

/** Plays the ground program and its event-driven twin side by side. */
class Pair {
  readonly #game: Game<GroundState>;
  readonly #layout: StateLayout;
  readonly #names: MoveNames;
  readonly #state: EventState;

  constructor(private readonly program: GroundProgram) {
    this.#game = groundGame(program);
    this.#names = new MoveNames(program);
    this.#layout = new StateLayout(program.fluents);
    this.#state = compile(program, this.#layout);
  }

  /** The first difference in a line of play from the initial state; or from the state of another line, as search starts them. */
  firstDifference(random: Random, plies: number): string | undefined {
    let state = this.#game.initial();
    this.#become(state);
    const line: string[] = [];
    for (let ply = 0; ply <= plies; ply++) {
      const difference = this.#difference(state);
      if (difference !== undefined) return `${difference} after ${line.join(', ')}`;
      const joint = this.#game.isTerminal(state) ? undefined : randomJointMove(this.#game, state, random);
      if (joint === undefined) break;
      line.push(joint.map((move) => this.#game.names.move(move)).join(' '));
      state = this.#game.next(state, joint);
      if (random.below(10) === 0) this.#become(state);
      else this.#state.act(joint.map((move, role) => this.#names.place(role, move)!));
    }
    return undefined;
  }

  #become(state: GroundState): void {
    this.#state.become(this.#layout.of([...state.keys()].filter((fluent) => state[fluent] === 1)));
  }

  #difference(expected: GroundState): string | undefined {
    const { program } = this;
    const found = this.#state;
    for (let fluent = 0; fluent < program.fluents; fluent++) {
      if (found.isNeeded(fluent) && found.holds(fluent) !== (expected[fluent] === 1))
        return program.lexicon.fluents[fluent]!;
    }
    if (found.isTerminal !== this.#game.isTerminal(expected)) return 'terminal';
    const goals = program.roles.map((): number[] => []);
    found.forEachGoal((goal) => goals[program.goals[goal]!.role]!.push(program.goals[goal]!.value));
    const single = goals.map((values) => (values.length === 1 ? values[0]! : null));
    if (String(single) !== String(this.#game.goals(expected))) return `goals ${String(single)}`;
    for (let role = 0; role < program.roles.length; role++) {
      const places = this.#game.legalMoves(expected, role).map((move) => this.#names.place(role, move)!);
      const own = found.legalMoves(role);
      if (String(sorted(own)) !== String(sorted(places))) return `legal moves of ${program.roles[role]!}`;
    }
    return undefined;
  }
}

const sorted = (numbers: readonly number[]): number[] => [...numbers].sort((a, b) => a - b);

const GAMES = new URL('../../../games/', import.meta.url);
const bundled = readdirSync(GAMES).filter((file) => file.endsWith('.kif'));

describe('states after every move are those of the ground program', () => {
  test.each(bundled)('%s', (file) => {
    const pair = new Pair(programOf(file, readFileSync(new URL(file, GAMES))));
    const random = seededRandom(7);
    for (let playout = 0; playout < 4; playout++) expect(pair.firstDifference(random, 60)).toBeUndefined();
  });

  test('random sheets', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = seededRandom(seed);
        const content = randomSheet(random);
        const pair = new Pair(programOf(`seed ${String(seed)}`, content));
        for (let playout = 0; playout < 3; playout++) {
          const difference = pair.firstDifference(random, 8);
          if (difference !== undefined) throw new Error(`${content}\n\n${difference}`);
        }
      }),
      { numRuns: 300, seed: 2016 },
    );
  });

  test('recursion over edges that come and go', () => {
    const nodes = ['1', '2', '3', '4', '5'];
    const content = `(role red) (init start) ${nodes.map((node) => `(node ${node})`).join(' ')}
       (<= (legal red (flip ?x ?y)) (node ?x) (node ?y) (distinct ?x ?y))
       (<= (legal red (around ?x)) (path ?x ?x))
       (<= (next (edge ?x ?y)) (does red (flip ?x ?y)) (not (true (edge ?x ?y))))
       (<= (next (edge ?x ?y)) (true (edge ?x ?y)) (not (does red (flip ?x ?y))))
       (<= (path ?x ?y) (true (edge ?x ?y))) (<= (path ?x ?z) (path ?y ?z) (true (edge ?x ?y)))
       (<= terminal (path 1 1) (path 2 2) (path 3 3) (path 4 4) (path 5 5)) (<= (goal red 100) (path 1 2))`;
    const pair = new Pair(programOf('edges', content));
    const random = seededRandom(1);
    for (let playout = 0; playout < 20; playout++) expect(pair.firstDifference(random, 60)).toBeUndefined();
  });
});

/** Public sheets with what is hard: recursion inside a state, simultaneous moves, large networks, goals that count. */
const SHARED = [
  'amazonsTorus_10x10',
  'atariGoVariant_7x7',
  'breakthrough',
  'checkers',
  'chess_200',
  'connectFour',
  'cubicup_3player',
  'eightPuzzle',
  'englishDraughts',
  'hex',
  'lightsOnSimul4',
  'linesOfAction',
  'pentago',
  'racer',
  'reversi',
  'skirmishZeroSum',
  'smallest_4player',
  'snakeParallel',
  'ticTacToe',
  'tictactoe_3d_small_6player',
];

describe.skipIf(!hasTraces)('states of public games (skipped where ../shared is absent)', () => {
  test.each(SHARED)('%s', (name) => {
    const pair = new Pair(programOf(name, loadSheet(name)));
    const random = seededRandom(11);
    const end = performance.now() + 1000;
    do expect(pair.firstDifference(random, 30)).toBeUndefined();
    while (performance.now() < end && random.below(6) > 0);
  });
});
