import type { Move } from '../game/index.js';
import type { ChosenAlgorithm, Search, SearchLimit, SearchReport, SearchSetting } from '../search/index.js';

/** How a stand-in of a search behaves. */
export interface FakeBehaviour {
  /** What it would do; the last legal move without it. */
  readonly move?: (legal: readonly Move[]) => Move;
  /** Called when it is opened; these may throw. */
  readonly onOpen?: () => void;
  readonly onThink?: (limit: SearchLimit) => void;
  readonly onReport?: () => void;
  /** Nodes that a call of `think` takes. */
  readonly nodes?: number;
}

/** A search that writes down what was asked of it. */
export interface FakeAlgorithm {
  readonly chosen: ChosenAlgorithm;
  readonly settings: SearchSetting[];
  readonly limits: SearchLimit[];
  /** The states that it was moved to, as their facts. */
  readonly moves: string[];
}

export function fakeAlgorithm(behaviour: FakeBehaviour = {}): FakeAlgorithm {
  const settings: SearchSetting[] = [];
  const limits: SearchLimit[] = [];
  const moves: string[] = [];
  const open = <State>(setting: SearchSetting<State>): Search<State> => {
    behaviour.onOpen?.();
    settings.push(setting as SearchSetting);
    const { game, role } = setting;
    let { state } = setting;
    let nodes = 0;
    return {
      think: (limit) => {
        limits.push(limit);
        nodes += behaviour.nodes ?? 1;
        behaviour.onThink?.(limit);
      },
      report: () => {
        behaviour.onReport?.();
        return reportOf(game.legalMoves(state, role), nodes, behaviour);
      },
      moveTo: (next) => {
        state = next;
        moves.push(game.names.facts(next).join(' '));
      },
    };
  };
  const algorithm = { name: 'fake', summary: '', options: {}, open };
  return { chosen: { algorithm, options: {}, text: 'fake' }, settings, limits, moves };
}

function reportOf(legal: readonly Move[], nodes: number, { move }: FakeBehaviour): SearchReport {
  const chosen = move === undefined ? legal.at(-1)! : move(legal);
  return {
    move: chosen,
    moves: legal.map((each) => ({ move: each, value: 50, visits: 1, isSolved: false })),
    value: 50,
    isSolved: false,
    variation: [],
    effort: { nodes, playouts: nodes, expansions: nodes, ms: 1 },
  };
}
