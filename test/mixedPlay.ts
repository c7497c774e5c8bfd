import type { Game, Move } from '../src/game/index.js';
import type { Play } from '../src/pipeline.js';
import { openSearch } from './searches.js';

/** Games of two players who choose at once and whose goals add up to 100, and how far play in them can be exploited. */

/** One round: alice has the goal in her row and bob's column, bob the rest. */
export function matrixSheet(goals: readonly (readonly number[])[]): string {
  const pays = goals.flatMap((row, i) => row.map((goal, j) => `(pays ${i} ${j} ${goal} ${100 - goal})`));
  const legal = [...goals.keys()].map((i) => `(legal alice (row ${i}))`);
  const replies = [...goals[0]!.keys()].map((j) => `(legal bob (column ${j}))`);
  return `(role alice) (role bob) (init ready)
    (<= terminal (not (true ready)))
    (<= (next (made ?move)) (does ?player ?move))
    (<= (goal alice ?own) (true (made (row ?i))) (true (made (column ?j))) (pays ?i ?j ?own ?rest))
    (<= (goal bob ?rest) (true (made (row ?i))) (true (made (column ?j))) (pays ?i ?j ?own ?rest))
    ${[...pays, ...legal, ...replies].join('\n')}`;
}

/** Goofspiel with an open order of prizes: both bid a card of 1, 2, … at once, the higher bid has the prize. Goals are 50 and half the lead, in percent of all prizes. */
export function goofspielSheet(prizes: readonly number[]): string {
  const total = prizes.reduce((sum, prize) => sum + prize, 0);
  const numbers = [...Array(total + 1).keys()];
  const facts = [
    ...prizes.map((prize, i) => `(prize ${i} ${prize}) (after ${i} ${i + 1})`),
    ...prizes.map((_, i) => `(init (holds alice ${i + 1})) (init (holds bob ${i + 1}))`),
    ...numbers.flatMap((a) => numbers.map((b) => `(pays ${a} ${b} ${50 + (50 / total) * (a - b)})`)),
    ...numbers.flatMap((a) => numbers.filter((b) => a + b <= total).map((b) => `(plus ${a} ${b} ${a + b})`)),
    ...numbers.flatMap((a) => numbers.filter((b) => b < a).map((b) => `(higher ${a} ${b})`)),
  ];
  return `(role alice) (role bob) (other alice bob) (other bob alice)
    (init (round 0)) (init (points alice 0)) (init (points bob 0))
    (<= (legal ?player (bid ?card)) (true (holds ?player ?card)))
    (<= (next (holds ?player ?card)) (true (holds ?player ?card)) (not (does ?player (bid ?card))))
    (<= (next (round ?next)) (true (round ?round)) (after ?round ?next))
    (<= (wins ?player) (other ?player ?rival) (does ?player (bid ?high)) (does ?rival (bid ?low)) (higher ?high ?low))
    (<= (next (points ?player ?sum))
        (wins ?player) (true (points ?player ?points)) (true (round ?round)) (prize ?round ?prize) (plus ?points ?prize ?sum))
    (<= (next (points ?player ?points)) (true (points ?player ?points)) (not (wins ?player)))
    (<= terminal (true (round ${prizes.length})))
    (<= (goal ?player ?goal) (other ?player ?rival) (true (points ?player ?own)) (true (points ?rival ?his)) (pays ?own ?his ?goal))
    ${facts.join('\n')}`;
}

type Policy = (state: unknown, role: number) => ReadonlyMap<Move, number>;

/** What a search plays in a state, with which probabilities, after so many nodes. */
export function policyOf({ game, simulator }: Play, algorithm: string, nodes: number): Policy {
  return (state, role) => {
    const legal = game.legalMoves(state, role);
    if (legal.length === 1) return new Map([[legal[0]!, 1]]);
    const search = openSearch(algorithm, { game, simulator, state, role });
    search.think({ nodes });
    const { move, moves } = search.report();
    if (moves[0]!.probability === undefined) return new Map([[move, 1]]);
    return new Map(moves.map((each) => [each.move, each.probability ?? 0]));
  };
}

/** What best responses to both players' policies have beyond 100 points together: 0 in an equilibrium, and there only. */
export function exploitability(game: Game, policy: Policy): number {
  return (
    bestResponse(game, policy, { state: game.initial(), role: 0 }) +
    bestResponse(game, policy, { state: game.initial(), role: 1 }) -
    100
  );
}

function bestResponse(
  game: Game,
  policy: Policy,
  { state, role }: { readonly state: unknown; readonly role: number },
): number {
  if (game.isTerminal(state)) return game.goals(state)[role]!;
  const replies = policy(state, 1 - role);
  const worths = game.legalMoves(state, role).map((move) => {
    let worth = 0;
    for (const [reply, share] of replies) {
      const next = (): unknown => game.next(state, role === 0 ? [move, reply] : [reply, move]);
      if (share > 0) worth += share * bestResponse(game, policy, { state: next(), role });
    }
    return worth;
  });
  return Math.max(...worths);
}
