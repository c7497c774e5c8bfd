import { describe, expect, it } from 'vitest';
import { type Game, type Move, perft } from '../game/index.js';
import { readSheet } from '../gdl/index.js';
import { validate } from '../rules/index.js';
import { EvaluationLimit, type ReferenceOptions, type ReferenceState, referenceGame } from './index.js';

function game(content: string, options?: Partial<ReferenceOptions>): Game<ReferenceState> {
  const rules = validate(readSheet({ name: 'sheet.kif', content }));
  if (!rules.ok) throw new Error(rules.error.map(({ message }) => message).join('\n'));
  return referenceGame(rules.value, options);
}

/** One role that may always wait or step; `rest` adds to it. */
function counting(rest: string): string {
  return `(role one) (init (count zero)) (legal one wait) (<= (legal one (step ?n)) (true (count ?n)))
    (<= (next (count (s ?n))) (true (count ?n)) (does one (step ?n)))
    (<= (next (count ?n)) (true (count ?n)) (does one wait))
    (<= terminal (true (count (s (s zero))))) (<= (goal one 100) terminal) ${rest}`;
}

const move = (of: Game<ReferenceState>, text: string): Move => of.names.findMove(text)!;

describe('the reference engine', () => {
  it('counts tic-tac-toe', () => {
    const cells = [1, 2, 3].flatMap((x) => [1, 2, 3].map((y) => `(init (cell ${String(x)} ${String(y)} b))`));
    const ticTacToe = game(`(role x) (role o) ${cells.join(' ')} (init (control x))
      (<= (legal ?p (mark ?x ?y)) (true (control ?p)) (true (cell ?x ?y b)))
      (<= (legal ?p noop) (role ?p) (not (true (control ?p))))
      (<= (next (cell ?x ?y ?p)) (does ?p (mark ?x ?y)))
      (<= (next (cell ?x ?y ?v)) (true (cell ?x ?y ?v)) (does ?p (mark ?u ?w)) (or (distinct ?x ?u) (distinct ?y ?w)))
      (<= (next (control ?p)) (role ?p) (not (true (control ?p))))
      (<= (line ?p) (true (cell ?x 1 ?p)) (true (cell ?x 2 ?p)) (true (cell ?x 3 ?p)) (role ?p))
      (<= (line ?p) (true (cell 1 ?y ?p)) (true (cell 2 ?y ?p)) (true (cell 3 ?y ?p)) (role ?p))
      (<= (line ?p) (true (cell 1 1 ?p)) (true (cell 2 2 ?p)) (true (cell 3 3 ?p)) (role ?p))
      (<= (line ?p) (true (cell 1 3 ?p)) (true (cell 2 2 ?p)) (true (cell 3 1 ?p)) (role ?p))
      (<= open (true (cell ?x ?y b))) (<= terminal (line ?p)) (<= terminal (not open))
      (<= (goal ?p 100) (line ?p)) (<= (goal ?p 50) (role ?p) (not (line x)) (not (line o)))
      (<= (goal x 0) (line o)) (<= (goal o 0) (line x))`);
    expect([1, 2, 3, 4, 5].map((depth) => perft(ticTacToe, depth))).toEqual([9, 72, 504, 3024, 15120]);
  });

  it('has legal moves in the order of their texts', () => {
    const choice = game(counting('(legal one b) (legal one a) (legal one (a 1))'));
    expect(choice.legalMoves(choice.initial(), 0).map((each) => choice.names.move(each))).toEqual([
      '(a 1)',
      '(step zero)',
      'a',
      'b',
      'wait',
    ]);
  });

  it('finds moves before they were ever legal, and nothing else', () => {
    const { names } = game(counting(''));
    expect(names.move(names.findMove('(step zero)')!)).toBe('(step zero)');
    expect(names.move(names.findMove(' ( step\n(s zero) ) ')!)).toBe('(step (s zero))');
    expect(names.findMove('(wait)')).toBe(names.findMove('wait'));
    const nonsense = ['zero', '(step)', '(step zero zero)', '(step two)', '(step ?n)', 'WAIT', 'wait wait', '', '('];
    for (const text of nonsense) expect(names.findMove(text), text).toBeUndefined();
    expect(names.findMove(`${'(s '.repeat(1000)}zero${')'.repeat(1000)}`)).toBeUndefined();
    expect(names.findMove(`(step ${'(s '.repeat(1000)}zero${')'.repeat(1000)})`)).toBeUndefined();
  });

  it('takes illegal moves for what the rules make of them', () => {
    const counter = game(counting(''));
    const after = counter.next(counter.initial(), [move(counter, '(step (s zero))')]);
    expect(counter.names.facts(after)).toEqual([]);
  });

  it('gives a goal only where the rules give exactly one integer', () => {
    const goals = (rules: string): readonly (number | null)[] => {
      const scored = game(`(role a) (legal a x) (init f) (<= terminal (true f)) ${rules}`);
      return scored.goals(scored.initial());
    };
    expect(goals('(goal a 70)')).toEqual([70]);
    expect(goals('(goal a 70) (<= (goal a 70) (true f))')).toEqual([70]);
    expect(goals('(goal a 70) (<= (goal a 60) (true f))')).toEqual([null]);
    expect(goals('(<= (goal a 70) (not (true f)))')).toEqual([null]);
    expect(goals('(<= (goal a many) (true f))')).toEqual([null]);
  });

  it('tells each role what it sees, random included', () => {
    const coin =
      game(`(role random) (role guesser) (init toss) (<= (legal random heads) (true toss)) (<= (legal random tails) (true toss))
      (legal guesser noop) (<= (sees guesser (was ?side)) (does random ?side)) (<= (sees guesser end) (does guesser noop))
      (<= (next ?side) (does random ?side)) (<= terminal (not (true toss))) (goal guesser 50)`);
    const joint = [move(coin, 'tails'), move(coin, 'noop')];
    expect(coin.percepts(coin.initial(), joint)).toEqual([[], ['(was tails)', 'end']]);
    expect(coin.legalMoves(coin.initial(), 0)).toHaveLength(2);
    expect(coin.names.facts(coin.next(coin.initial(), joint))).toEqual(['tails']);
  });

  it('treats a relation that nothing produces as empty', () => {
    const odd = game(counting('(<= (legal one jump) (ghost ?x)) (<= (legal one sit) (not (ghost a)))'));
    expect(odd.legalMoves(odd.initial(), 0).map((each) => odd.names.move(each))).toEqual([
      '(step zero)',
      'sit',
      'wait',
    ]);
  });

  it('goes up a chain of thousands of relations', () => {
    const steps = Array.from({ length: 3000 }, (_, i) => `(<= p${String(i + 1)} p${String(i)})`);
    const chain = game(counting(`(<= p0 (true (count zero))) ${steps.join(' ')} (<= (legal one last) p3000)`));
    expect(chain.legalMoves(chain.initial(), 0)).toHaveLength(3);
  });

  it('asks for what is needed only where all would be too much', () => {
    const digits = Array.from({ length: 30 }, (_, i) => `(digit ${String(i)})`);
    const numbers = game(
      counting(`${digits.join(' ')}
        (<= (number ?a ?b ?c ?d ?e) (digit ?a) (digit ?b) (digit ?c) (digit ?d) (digit ?e))
        (<= (below ?a ?b ?c ?d ?e) (number ?a ?b ?c ?d ?e) (true (count ?n)) (distinct ?a ?e))
        (<= (legal one small) (below 1 2 3 4 5)) (<= (legal one large) (below 1 2 3 4 1))`),
    );
    const texts = numbers.legalMoves(numbers.initial(), 0).map((each) => numbers.names.move(each));
    expect(texts).toEqual(['(step zero)', 'small', 'wait']);
  });
});

describe('evaluation limits', () => {
  const message = (question: () => unknown): string => {
    try {
      question();
    } catch (error) {
      if (error instanceof EvaluationLimit) return error.message;
      throw error;
    }
    return 'no error';
  };

  it('stop terms that grow from state to state', () => {
    const counter = game(counting(''), { maxDepth: 4 });
    const step = (state: ReferenceState): ReferenceState => counter.next(state, [counter.legalMoves(state, 0)[0]!]);
    const deep = step(step(counter.initial()));
    expect(message(() => step(deep))).toBe(
      'the rules lead to more than 4 levels of nesting in count/1; they may have no end',
    );
    expect(counter.names.facts(step(counter.initial()))).toEqual(['(count (s zero))']);
  });

  it('stop relations that are too large, and other questions are still answered', () => {
    const digits = Array.from({ length: 30 }, (_, i) => `(digit ${String(i)})`).join(' ');
    const large = game(counting(`${digits} (<= (legal one (m ?a ?b ?c)) (digit ?a) (digit ?b) (digit ?c))`), {
      maxTuples: 1000,
    });
    const reason = 'the rules lead to more than 1000 tuples of legal/2; they may have no end';
    expect(message(() => large.legalMoves(large.initial(), 0))).toBe(reason);
    expect(large.isTerminal(large.initial())).toBe(false);
    expect(message(() => large.legalMoves(large.initial(), 0))).toBe(reason);
  });

  it('stop long chains of questions by key', () => {
    const steps = Array.from({ length: 300 }, (_, i) => `(<= (p${String(i + 1)} ?x) (p${String(i)} ?x))`);
    const content = counting(`(<= (p0 ?x) (true (count ?x))) ${steps.join(' ')} (<= (legal one last) (p300 zero))`);
    const reason = 'the rules lead to more than 200 relations that wait for p101/1; they may have no end';
    const byKey = game(content, { workForAll: 0 });
    expect(message(() => byKey.legalMoves(byKey.initial(), 0))).toBe(reason);
    const all = game(content);
    expect(all.legalMoves(all.initial(), 0)).toHaveLength(3);
  });
});
