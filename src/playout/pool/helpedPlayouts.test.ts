import { describe, expect, it } from 'vitest';
import { bundledProgram } from '../../../test/programs.js';
import { seededRandom } from '../../base/index.js';
import { playout, type PlayoutRequest, type Simulator } from '../../game/index.js';
import { runBatches } from '../batchedPlayouts.js';
import { laneGame, packed } from '../fakeLanes.js';
import { groundGame } from '../groundGame.js';
import type { PackedState } from '../packedState.js';
import { gameCode } from './fakeCode.js';
import { openCode } from './gameCode.js';
import { HelpedPlayouts, placesWith } from './helpedPlayouts.js';
import { PlayoutQueue } from './playoutQueue.js';
import { help } from './simulationWorker.js';

const program = bundledProgram('tic-tac-toe');
const game = laneGame(program);
const worker = openCode(gameCode(program));
const starts = playout(groundGame(program), seededRandom(3), { plies: 4 }).states.map((state) => packed(game, state));
const alone: Simulator<PackedState>['playouts'] = (from, request) =>
  runBatches(worker.playouts, { starts: from, request });

const CAPACITY = 8;

/** A helper that runs in the thread of the test, when it is told to. */
interface Table {
  readonly playouts: HelpedPlayouts;
  readonly queue: PlayoutQueue;
  /** Requests that the thread that asks made itself, by their seeds. */
  readonly own: number[];
  /** The helper makes what it finds; gives how many requests these were. */
  readonly help: () => number;
  /** So many milliseconds go by; it takes ten to make a request. */
  readonly pass: (ms: number) => void;
}

function table(): Table {
  const shape = { capacity: CAPACITY, stateWords: game.layout.length, roles: program.roles.length };
  const queue = PlayoutQueue.open({ ...shape, places: placesWith(2) });
  const theirs = new PlayoutQueue(queue.memory);
  const own: number[] = [];
  let now = 0;
  const simulator: Pick<Simulator<PackedState>, 'playouts'> = {
    playouts: (from, request) => {
      own.push(request.seed);
      now += 10;
      return alone(from, request);
    },
  };
  const playouts = new HelpedPlayouts({ simulator, queue, helpers: 2, clock: () => now });
  const helpAll = (): number => {
    let made = 0;
    while (help(theirs, { simulator: worker, thread: 0 })) made++;
    return made;
  };
  return { playouts, queue, own, help: helpAll, pass: (ms) => (now += ms) };
}

const request = (seed: number): PlayoutRequest => ({ playouts: 30, seed, maxPlies: 20 });

describe('playouts with a helper', () => {
  it('come to the same as without, whoever makes them', () => {
    for (const helps of [[], [0], [1], [2], [0, 2]]) {
      const { playouts, help: helpNow, own } = table();
      const tickets = [0, 1, 2].map((seed) => {
        const ticket = playouts.begin(starts, request(seed));
        if (helps.includes(seed)) helpNow();
        return ticket;
      });
      const tallies = tickets.map((ticket) => playouts.finish(ticket));
      expect(tallies).toEqual([0, 1, 2].map((seed) => alone(starts, request(seed))));
      const made = helps.length === 0 ? 0 : Math.max(...helps) + 1;
      expect(own).toEqual([0, 1, 2].slice(made));
    }
  });

  it('are made in the order in which they were asked for', () => {
    const { playouts, queue } = table();
    for (const seed of [0, 1]) playouts.begin(starts, request(seed));
    queue.free(queue.take(0));
    playouts.begin(starts, request(2));
    expect([queue.take(0), queue.take(0)].map((place) => queue.request(place).seed)).toEqual([1, 2]);
  });

  it.each([
    ['makes the latest request while a helper makes another', 0, [0, 3, 1, 2]],
    ['waits for a helper that has had its request for a while', 8, [0, 1, 2, 3]],
    ['makes another one where it is not known for how long', 30, [0, 3, 2, 1]],
  ])('are waited for in this way: whoever asks %s', (_, ms, order) => {
    const { playouts, queue, own, pass } = table();
    playouts.finish(playouts.begin(starts, request(0)));
    const tickets = [1, 2, 3].map((seed) => playouts.begin(starts, request(seed)));
    queue.take(0);
    pass(ms);
    const tallies = tickets.map((ticket) => playouts.finish(ticket));
    // The helper never says anything: in the end its request is made again.
    expect(own).toEqual(order);
    expect(tallies).toEqual([1, 2, 3].map((seed) => alone(starts, request(seed))));
  });

  it('that come too late are not taken for others', () => {
    const { playouts, queue, help: helpNow } = table();
    const late = playouts.begin(starts, request(0));
    const place = queue.take(0);
    expect(playouts.finish(late)).toEqual(alone(starts, request(0)));
    const next = [1, 2, 3].map((seed) => playouts.begin(starts, request(seed)));
    queue.give(place, alone(starts, request(0)));
    expect(helpNow()).toBe(3);
    expect(next.map((ticket) => playouts.finish(ticket))).toEqual(
      [1, 2, 3].map((seed) => alone(starts, request(seed))),
    );
    // Its place is used again.
    for (const seed of [4, 5, 6]) playouts.begin(starts, request(seed));
    expect([0, 1, 2].map(() => queue.take(0))).toContain(place);
  });

  it('that the helper failed to make, or died of, are made without it', () => {
    const { playouts, queue, own } = table();
    const tickets = [0, 1].map((seed) => playouts.begin(starts, request(seed)));
    queue.fail(queue.take(0));
    queue.take(0);
    queue.bury(0);
    const tallies = tickets.map((ticket) => playouts.finish(ticket));
    expect(tallies).toEqual([0, 1].map((seed) => alone(starts, request(seed))));
    expect(own).toEqual([0, 1]);
    const broken = { ...worker, playouts: { ...worker.playouts, plan: () => expect.fail('no memory') } };
    const ticket = playouts.begin(starts, request(2));
    expect(help(queue, { simulator: broken, thread: 0 })).toBe(true);
    expect(playouts.finish(ticket)).toEqual(alone(starts, request(2)));
  });

  it('that nobody fetches do not take the places of others for ever', () => {
    const { playouts, help: helpNow, own } = table();
    const many = 3 * placesWith(2);
    for (let seed = 0; seed < many; seed++) {
      playouts.begin(starts, request(seed));
      if (seed % 2 === 0) helpNow();
    }
    const ticket = playouts.begin(starts, request(many));
    expect(helpNow()).toBeGreaterThan(0);
    expect(playouts.finish(ticket)).toEqual(alone(starts, request(many)));
    expect(own).toEqual([]);
  });

  it.each([
    ['with uniform players', {}],
    ['with players that see what decides', { isDecisive: true }],
    ['with the moves that were made', { countsMoves: true }],
    ['with the moves that were made, by group', { countsMoves: true, groups: Int32Array.of(0, 0, 1, 1, 1) }],
  ])('are told as they would be without, %s', (_, more) => {
    const { playouts, help: helpNow } = table();
    const asked = { ...request(7), ...more };
    const ticket = playouts.begin(starts, asked);
    expect(helpNow()).toBe(1);
    expect(playouts.finish(ticket)).toEqual(alone(starts, asked));
  });

  it('are made without it where they have more starts than there is room for', () => {
    const { playouts, help: helpNow, own } = table();
    const many = Array<PackedState>(CAPACITY + 1).fill(starts[0]!);
    const ticket = playouts.begin(many, request(7));
    expect(helpNow()).toBe(0);
    expect(playouts.finish(ticket)).toEqual(alone(many, request(7)));
    expect(own).toEqual([7]);
  });
});
