import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../base/index.js';
import { compareGames, type Game, gameSimulator, renderDifference } from '../game/index.js';
import { readSheet } from '../gdl/index.js';
import { validate } from '../rules/index.js';
import { EvaluationLimit, type ReferenceOptions, type ReferenceState, referenceGame } from './index.js';

function game(content: string, options: Partial<ReferenceOptions> = {}): Game<ReferenceState> {
  const rules = validate(readSheet({ name: 'sheet.kif', content }));
  if (!rules.ok) throw new Error(rules.error.map(({ message }) => message).join('\n'));
  return referenceGame(rules.value, options);
}

/** Time that is up at the look of that number. */
function upAt(look: number): () => boolean {
  let looks = 0;
  return () => ++looks >= look;
}

const numbered = (count: number, text: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => text(i)).join(' ');

/** One can only wait, for a state of 8000 facts. */
const LARGE = `(role one) (init start) (legal one wait) ${numbered(20, (i) => `(digit ${String(i)})`)}
  (<= (triple ?a ?b ?c) (digit ?a) (digit ?b) (digit ?c))
  (<= (next (number ?a ?b ?c)) (triple ?a ?b ?c) (true start))
  (<= terminal (not (true start)))
  (<= (sum ?a ?b ?c) (true (number ?a ?b ?c)) (digit ?a)) (<= (goal one 100) (sum ?a ?b ?c))`;

/** Lists of up to so many nodes, as laikLee_hex has them. */
function lists(length: number): string {
  const nodes = (count: number): string => numbered(count, (i) => `(node ?n${String(i)})`);
  const list = (count: number): string => `${numbered(count, (i) => `(list ?n${String(i)}`)} nil${')'.repeat(count)}`;
  return `(isList nil) ${numbered(length, (i) => `(<= (isList ${list(i + 1)}) ${nodes(i + 1)})`)}`;
}

/** Nodes are taken away until there is no path left; paths are lists of nodes, so that there are as many as can be. */
function paths(nodes: number): string {
  return `(role one) (init start) ${numbered(nodes, (i) => `(node ${String(i)})`)} ${lists(nodes)}
    (<= (open ?x) (node ?x) (not (true (gone ?x))))
    (<= (edge ?x ?y) (node ?x) (open ?y) (distinct ?x ?y))
    (<= (with ?x nil (list ?x nil)) (node ?x))
    (<= (with ?x (list ?head ?tail) (list ?head ?longer)) (node ?head) (node ?x) (distinct ?x ?head) (isList ?tail)
      (with ?x ?tail ?longer) (isList ?longer))
    (<= (path ?x ?y ?list) (node ?x) (with ?x ?list ?longer) (onward ?x ?y ?longer))
    (<= (onward ?x ?y ?list) (edge ?x ?y) (isList ?list))
    (<= (onward ?x ?z ?list) (edge ?x ?y) (path ?y ?z ?list) (isList ?list))
    (<= (legal one (take ?x)) (open ?x) (path ?x ?y nil))
    (<= (next (gone ?x)) (does one (take ?x)))
    (<= (next (gone ?x)) (true (gone ?x)))
    (<= (next (lost ?x)) (does one (take ?x)) (not (path 0 ?x nil)))
    (<= terminal (not (path 0 1 nil)))
    (<= (goal one 100) (path 0 2 nil))
    (<= (goal one 0) (not (path 0 2 nil)))`;
}

/** The state after the first legal move. */
function waited(large: Game<ReferenceState>): ReferenceState {
  const state = large.initial();
  return large.next(state, [large.legalMoves(state, 0)[0]!]);
}

/** Each question is asked twice: until time is up, somewhere in the midst of it, and then to the end. */
function hurried(asked: Game<ReferenceState>, random: Random): { game: Game<ReferenceState>; brokenOff: () => number } {
  let brokenOff = 0;
  const twice = <T>(question: () => T): T => {
    if (asked.within!(upAt(1 + random.below(12)), question) === undefined) brokenOff++;
    return question();
  };
  const game: Game<ReferenceState> = {
    roles: asked.roles,
    names: asked.names,
    initial: () => twice(() => asked.initial()),
    legalMoves: (state, role) => twice(() => asked.legalMoves(state, role)),
    next: (state, joint) => twice(() => asked.next(state, joint)),
    isTerminal: (state) => twice(() => asked.isTerminal(state)),
    goals: (state) => twice(() => asked.goals(state)),
    percepts: (state, joint) => twice(() => asked.percepts(state, joint)),
  };
  return { game, brokenOff: () => brokenOff };
}

const WAYS: readonly Partial<ReferenceOptions>[] = [{}, { workForAll: 0, fixedWorkForAll: 0 }];

describe('a question to the reference engine', () => {
  it('is broken off when time is up, and time is not looked at afterwards', () => {
    const large = game(LARGE);
    const next = (): ReferenceState => waited(large);
    let looks = 0;
    const inLooks = (most: number): ReferenceState | undefined => {
      looks = 0;
      return large.within!(() => ++looks === most, next);
    };
    expect(inLooks(20)).toBeUndefined();
    expect(looks).toBe(20);
    expect(inLooks(1000)).toBeDefined();
    expect(looks).toBeLessThan(100);
    looks = 0;
    expect(large.names.facts(next())).toHaveLength(8000);
    expect(looks).toBe(0);
  });

  it('is within the limit outside once that inside is over', () => {
    const large = game(LARGE);
    const next = (): ReferenceState => waited(large);
    const inside = (): ReferenceState | undefined => large.within!(upAt(20), next);
    expect(large.within!(upAt(3), () => [inside(), next()])).toBeUndefined();
  });

  it('tells of a fault of the rules as ever', () => {
    const faulty = game(LARGE, { maxTuples: 1000 });
    expect(() =>
      faulty.within!(
        () => false,
        () => waited(faulty),
      ),
    ).toThrow(EvaluationLimit);
  });

  it.each(WAYS)('is answered later as if it had not been broken off before (%o)', (options) => {
    const sheet = paths(4);
    let times = 0;
    for (let seed = 0; seed < 10; seed++) {
      const random = seededRandom(seed);
      const { game: found, brokenOff } = hurried(game(sheet, options), random);
      const difference = compareGames(game(sheet, options), found, { random, playouts: 3, plies: 4 });
      expect(difference && renderDifference(difference)).toBeUndefined();
      times += brokenOff();
    }
    expect(times).toBeGreaterThan(50);
  });

  it('leaves what depends on no state, where it is broken off in what does', () => {
    const large = game(LARGE);
    let looks = 0;
    const looksUntilTold = (): number => {
      looks = 0;
      large.within!(
        () => ++looks === 0,
        () => waited(large),
      );
      return looks;
    };
    const [first, later] = [looksUntilTold(), looksUntilTold()];
    expect(first).toBeGreaterThan(later + 5);
    expect(large.within!(upAt(later - 5), () => waited(large))).toBeUndefined();
    expect(looksUntilTold()).toBeLessThanOrEqual(later + 1);
  });

  it('by key is not compared with all that was asked, where its answer tells what it came from', () => {
    const recursive = game(paths(5), { workForAll: 0, fixedWorkForAll: 0 });
    const state = recursive.initial();
    // 248 looks; 4426 where the lists that were asked for are gone through for each path found.
    expect(recursive.within!(upAt(1000), () => recursive.legalMoves(state, 0))).toHaveLength(5);
  });
});

describe('a simulation by the reference engine', () => {
  const large = game(LARGE);
  const simulator = gameSimulator(large, [0]);

  it('is capped within a ply', () => {
    const request = { playouts: 2, seed: 1, maxPlies: 9 };
    const tally = simulator.playouts([large.initial()], request, upAt(5));
    expect(tally).toMatchObject({ ended: Int32Array.of(0), capped: Int32Array.of(2), plies: 0 });
    expect(simulator.playouts([large.initial()], request)).toMatchObject({ ended: Int32Array.of(2), plies: 2 });
  });

  it('is capped where the end of its last state is not known in time', () => {
    const end = waited(large);
    expect(large.isTerminal(end)).toBe(true);
    const tally = simulator.playouts([end], { playouts: 1, seed: 1, maxPlies: 9 }, upAt(5));
    expect(tally).toMatchObject({ ended: Int32Array.of(0), capped: Int32Array.of(1), stuck: Int32Array.of(0) });
  });

  it('does not tell an expansion that was broken off within a joint move', () => {
    expect(simulator.expand([large.initial()], upAt(5))).toEqual([]);
    expect(simulator.expand([large.initial()])).toHaveLength(1);
  });
});
