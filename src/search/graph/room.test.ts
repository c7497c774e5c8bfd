import { describe, expect, it } from 'vitest';
import { bundledPlay, playOf } from '../../../test/searches.js';
import { seededRandom } from '../../base/index.js';
import { END, LEAF, Meetings, NONE, Room, SearchGraph, UNMET } from './index.js';

/** What must always be so in a graph; the first thing that is not, or undefined. */
function faultIn(graph: SearchGraph<unknown>): string | undefined {
  const { records, kinds, counts, edges, children, links, root } = graph;
  const leading = new Map<number, number>([[root, 1]]);
  const taken = new Set<number>();
  let used = 0;
  for (let node = records.stride; node < records.top; node += records.stride) {
    if (!records.isUsed(node)) continue;
    used++;
    if (kinds[node] === LEAF && counts[node] !== 0) return `leaf ${String(node)} has edges`;
    if (kinds[node] !== END && records.find(records.state(node), 0) !== node) return `${String(node)} is not found`;
    for (let edge = edges[node]!; edge < edges[node]! + counts[node]!; edge++) {
      if (taken.has(edge)) return `edge ${String(edge)} is of two nodes`;
      taken.add(edge);
      const child = children[edge]!;
      if (child === UNMET) continue;
      if (!records.isUsed(child)) return `edge ${String(edge)} leads to a node that was forgotten`;
      leading.set(child, (leading.get(child) ?? 0) + 1);
    }
  }
  for (let node = records.stride; node < records.top; node += records.stride) {
    if (!records.isUsed(node)) continue;
    const own = kinds[node] === END ? 1 : 0;
    const expected = (leading.get(node) ?? 0) + own;
    if (links[node] !== expected) return `${String(node)} has ${String(links[node])} links, not ${String(expected)}`;
  }
  return used === graph.size ? undefined : `${String(graph.size)} nodes are counted, not ${String(used)}`;
}

/** Two choose at once, six times. */
const SIX_ROUNDS = `
  (role a) (role b) (init (round 0)) ${[0, 1, 2, 3, 4, 5].map((n) => `(succ ${String(n)} ${String(n + 1)})`).join(' ')}
  (move 1) (move 2) (move 3) (<= (legal ?r ?m) (role ?r) (move ?m))
  (<= (next (round ?n)) (true (round ?m)) (succ ?m ?n))
  (<= (next (made ?m ?r ?n)) (true (round ?m)) (does ?r ?n))
  (<= (next (made ?m ?r ?n)) (true (made ?m ?r ?n)))
  (<= terminal (true (round 6))) (<= (goal a 100) (true (made 5 b 1))) (<= (goal a 0) (not (true (made 5 b 1)))) (goal b 50)`;

const playNamed = (name: string): ReturnType<typeof bundledPlay> =>
  name === 'six rounds' ? playOf(SIX_ROUNDS) : bundledPlay(name);

describe('a graph in which room is made', () => {
  it.each(['connect-four', 'othello-6x6', 'tic-tac-toe', 'six rounds', 'dice-race', 'pig-30'])(
    'keeps what its root reaches, and only that: %s',
    (name) => {
      const { game, simulator } = playNamed(name);
      const random = seededRandom(7);
      const graph = new SearchGraph({ game, bytes: 0 });
      const room = new Room(graph);
      const meetings = new Meetings(graph, { game, simulator });
      let state = game.initial();
      room.moveTo(state);
      let expansions = 0;
      for (let step = 0; step < 3000; step++) {
        // A walk down to a leaf, which is expanded.
        let node = graph.root;
        for (let depth = 0; depth < 200 && graph.counts[node]! > 0; depth++) {
          graph.visits[node]! += 1 + random.below(4);
          const edge = random.below(graph.counts[node]!);
          const place = graph.edges[node]! + edge;
          if (graph.children[place] === UNMET) {
            const child = meetings.meet(node, edge);
            if (child === NONE) break;
            meetings.settle();
            node = meetings.whoIs(child);
          } else node = graph.children[place]!;
        }
        if (graph.kinds[node] === LEAF) {
          const [expansion] = simulator.expand([graph.state(node)]);
          if (graph.expand(node, expansion!)) expansions++;
        }
        room.make(1 + random.below(200));
        if (step % 500 === 499) {
          const joint = game.roles.map((_, role) => {
            const legal = game.legalMoves(state, role);
            return legal[random.below(legal.length)]!;
          });
          state = game.next(state, joint);
          if (game.isTerminal(state)) state = game.initial();
          room.moveTo(state);
        }
        if (step % 100 === 0) expect([step, faultIn(graph)]).toEqual([step, undefined]);
      }
      expect(expansions).toBeGreaterThan(100);
      room.make(1e6);
      expect(faultIn(graph)).toBeUndefined();
      expect(graph.size).toBeLessThan(graph.records.capacity);
    },
  );

  it('forgets all that play has left behind, a little at a time', () => {
    const { game, simulator } = bundledPlay('connect-four');
    const graph = new SearchGraph({ game, bytes: 2 ** 22 });
    const room = new Room(graph);
    const meetings = new Meetings(graph, { game, simulator });
    room.moveTo(game.initial());
    const open = [graph.root];
    for (let count = 0; count < 300; count++) {
      const node = open.shift()!;
      if (graph.kinds[node] !== LEAF) continue;
      graph.expand(node, simulator.expand([graph.state(node)])[0]!);
      for (let edge = 0; edge < graph.counts[node]!; edge++) {
        if (graph.children[graph.edges[node]! + edge] !== UNMET) continue;
        const child = meetings.meet(node, edge);
        meetings.settle();
        open.push(meetings.whoIs(child));
      }
    }
    const before = graph.size;
    const joint = game.roles.map((_, role) => game.legalMoves(game.initial(), role)[0]!);
    room.moveTo(game.next(game.initial(), joint));
    const sizes: number[] = [];
    for (let slice = 0; room.hasDoomed && slice < 1000; slice++) {
      room.clear(50);
      sizes.push(graph.size);
    }
    expect(faultIn(graph)).toBeUndefined();
    expect(sizes.length).toBeGreaterThan(10);
    expect(graph.size).toBeLessThan(before / 2);
    expect(graph.size).toBeGreaterThan(before / 20);
  });
});
