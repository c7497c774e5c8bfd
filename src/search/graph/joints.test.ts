import { expect, it } from 'vitest';
import { seededRandom } from '../../base/index.js';
import { playout } from '../../game/index.js';
import { bundledPlay } from '../../../test/searches.js';
import { forEachEdgeOf, jointOf, movesOf } from './joints.js';
import { SearchGraph } from './searchGraph.js';

it.each(['tic-tac-toe', 'rock-paper-scissors', 'dice-race', 'monty-hall-open', 'orchard-2-2-1'])(
  'the graph tells the moves of %s as the game does, wherever play leads',
  (name) => {
    const { game, simulator } = bundledPlay(name);
    const graph = new SearchGraph({ game, bytes: 2 ** 22 });
    let edges = 0;
    for (let seed = 0; seed < 10; seed++) {
      const { states } = playout(game, seededRandom(seed), { plies: 100 });
      const open = states.filter((state) => !game.isTerminal(state));
      simulator.expand(open).forEach((expansion, index) => {
        const node = graph.nodeOf(open[index]);
        if (graph.counts[node] === 0) graph.expand(node, expansion);
        expansion.successors.forEach((_, edge) => {
          const from = edge * game.roles.length;
          expect(jointOf(graph, { node, edge })).toEqual([
            ...expansion.joints.subarray(from, from + game.roles.length),
          ]);
          edges++;
        });
        for (const role of game.roles.keys()) {
          expect(movesOf(graph, node, role)).toEqual(game.legalMoves(open[index], role));
          const all = [...expansion.terminal.keys()];
          for (const move of movesOf(graph, node, role)) {
            const found: number[] = [];
            forEachEdgeOf(graph, { node, role, move }, (edge) => found.push(edge));
            expect(found).toEqual(all.filter((edge) => expansion.joints[edge * game.roles.length + role] === move));
          }
        }
      });
    }
    expect(edges).toBeGreaterThan(10);
  },
);
