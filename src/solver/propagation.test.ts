import { describe, expect, it } from 'vitest';
import { bruteForce } from '../../test/bruteForce.js';
import { unsupported } from '../../test/consistency.js';
import { type NaiveDomains, fullDomains, naivePropagate } from '../../test/naiveSolver.js';
import { randomNetwork } from '../../test/randomNetwork.js';
import { type Random, seededRandom } from '../base/index.js';
import {
  BOOLEAN,
  type ConnectiveConstraint,
  type Constraint,
  type Network,
  STAR,
  type Variable,
  claim,
  denial,
} from '../network/index.js';
import { NO_CONSTRAINT, Propagation } from './propagation.js';

const domainsOf = (propagation: Propagation): number[][] =>
  propagation.network.variables.map((_, x) => propagation.values(x));

const isRepeating = ({ scope }: Constraint): boolean => new Set(scope).size < scope.length;

/** A restriction: 1 to take the value, 0 to remove it. */
type Step = readonly [x: number, value: number, takes: 0 | 1];

function randomStep(random: Random, propagation: Propagation): Step {
  const { variables } = propagation.network;
  const open = [...variables.keys()].filter((x) => propagation.size(x) > 1);
  const x = open.length === 0 ? 0 : open[random.below(open.length)]!;
  return [x, random.below(variables[x]!.values.length), random.below(3) === 0 ? 1 : 0];
}

function restrict(propagation: Propagation, [x, value, takes]: Step): void {
  if (takes === 1) propagation.assign(x, value);
  else propagation.remove(x, value);
}

const restrictNaive = (domains: NaiveDomains, [x, value, takes]: Step): NaiveDomains =>
  domains.with(
    x,
    domains[x]!.filter((other) => (other === value) === (takes === 1)),
  );

const leftOf = (propagation: Propagation): number[][] | undefined =>
  propagation.isConsistent ? domainsOf(propagation) : undefined;

/** Steps down, each propagated, and back up; the visitor sees the start and each of them, without a restriction where it went up. */
function walk(
  propagation: Propagation,
  random: Random,
  visit: (propagation: Propagation, restriction: Step | undefined) => void,
  steps = 15,
): void {
  for (let step = 0; step < steps; step++) {
    let restriction: Step | undefined;
    if (propagation.level > 0 && (random.below(3) === 0 || !propagation.isConsistent)) propagation.restore();
    else {
      restriction = randomStep(random, propagation);
      propagation.save();
      restrict(propagation, restriction);
      propagation.propagate();
    }
    visit(propagation, restriction);
  }
}

/** Boolean variables, two for each constraint that wants them. */
const booleans = (count: number, constraints: readonly Constraint[]): Network => ({
  name: 'booleans',
  variables: Array.from({ length: count }, (_, x) => ({ name: `b${x}`, kind: 'decision', stage: 0, values: BOOLEAN })),
  constraints,
  distributions: [],
  players: [],
  utilities: [],
  threshold: [0],
});

const TABLES = { kinds: ['table', 'table', 'equal'] } as const;
const MANY_WORDS = { domain: [4, 6], arity: [3, 4], variables: [5, 6] } as const;
const LARGE_DOMAINS = { domain: [60, 90], arity: [2, 2], variables: [3, 5], tightness: [2, 6] } as const;

/** Four variables of many values, in tables that name few of them. */
function sparseTables(random: Random): Network {
  const network = booleans(4, []);
  const values = Array.from({ length: 200 + random.below(200) }, (_, value) => `v${value}`);
  const named = Array.from({ length: 12 }, () => random.below(values.length));
  const tables = Array.from({ length: 3 }, (_, first): Constraint => {
    const tuples = Array.from({ length: 2 * (5 + random.below(45)) }, () =>
      random.below(6) === 0 ? STAR : named[random.below(named.length)]!,
    );
    return { kind: 'table', scope: [first, first + 1], tuples };
  });
  return { ...network, variables: network.variables.map((variable) => ({ ...variable, values })), constraints: tables };
}

/** Boolean variables that say whether others of more values take one of a set. */
function memberships(random: Random): Network {
  const network = booleans(5, []);
  const widths = [2, 2, 2, 3 + random.below(4), 3 + random.below(7)];
  const variables = network.variables.map((variable, x) => ({
    ...variable,
    values: Array.from({ length: widths[x]! }, (_, value) => `v${value}`),
  }));
  const constraints = Array.from({ length: 2 + random.below(4) }, (): Constraint => {
    const x = 3 + random.below(2);
    const kind = random.below(2) === 0 ? 'and' : 'or';
    const length = 1 + random.below(widths[x]! + 1);
    const body = Array.from({ length }, () => (kind === 'and' ? denial : claim)(random.below(widths[x]!)));
    return { kind, scope: [random.below(3), ...body.map(() => x)], claims: [random.below(4), ...body] };
  });
  return { ...network, variables, constraints };
}

/** Connectives of many literals; and the same cut into chains, each link with a Boolean variable for the rest of the chain. */
function longConnectives(random: Random): { long: Network; chains: Network } {
  const count = 50;
  const [variable] = booleans(1, []).variables;
  const of = (width: number): Variable => ({ ...variable!, values: Array.from({ length: width }, (_, v) => `v${v}`) });
  const variables = Array.from({ length: count }, () => of(2 + random.below(2)));
  const long: ConnectiveConstraint[] = Array.from({ length: 3 }, () => {
    const scope = [...variables.keys()].filter(() => random.below(8) > 0);
    const claims = scope.map((x) => random.below(2 * variables[x]!.values.length));
    return { kind: (['and', 'or', 'clause'] as const)[random.below(3)]!, scope, claims };
  });
  const links: Variable[] = [];
  const chains = long.flatMap(({ kind, scope, claims }) => {
    const chain: Constraint[] = [];
    const isClause = kind === 'clause';
    let head = isClause ? [] : [scope[0]!];
    let headClaims = isClause ? [] : [claims[0]!];
    for (let at = head.length; at < scope.length; at += 5) {
      const isLast = at + 5 >= scope.length;
      const rest = isLast ? [] : [count + links.push(of(2)) - 1];
      chain.push({
        kind: at < 2 ? kind : kind === 'and' ? 'and' : 'or',
        scope: [...head, ...scope.slice(at, at + 5), ...rest],
        claims: [...headClaims, ...claims.slice(at, at + 5), ...rest.map(() => claim(1))],
      });
      [head, headClaims] = [rest, rest.map(() => claim(1))];
    }
    return chain;
  });
  const network = { ...booleans(0, []), variables };
  return {
    long: { ...network, constraints: long },
    chains: { ...network, variables: [...variables, ...links], constraints: chains },
  };
}

/** What makes all but a few literals of a connective say nothing about it. */
function neutralSteps(random: Random, { kind, scope, claims }: ConnectiveConstraint, { variables }: Network): Step[] {
  return scope.slice(6).map((x, i): Step => {
    const literal = claims[i + 6]! ^ (kind === 'and' ? 0 : 1);
    const others = [...variables[x]!.values.keys()].filter((value) => value !== literal >> 1);
    return [x, literal % 2 === 0 ? literal >> 1 : others[random.below(others.length)]!, 1];
  });
}

describe('Propagation along random walks', () => {
  it('is at the fixpoint of its naive twin after each step, down and up', () => {
    let consistent = 0;
    for (let seed = 0; seed < 200; seed++) {
      const random = seededRandom(seed);
      const network = randomNetwork(random, { repeats: false });
      const path: (NaiveDomains | undefined)[] = [naivePropagate(network, fullDomains(network))];
      const tables = (['mixed', 'compact'] as const)[seed % 2]!;
      walk(new Propagation(network, { tables }), random, (propagation, restriction) => {
        if (restriction === undefined) path.pop();
        else {
          const before = path.at(-1);
          path.push(before && naivePropagate(network, restrictNaive(before, restriction)));
        }
        const left = leftOf(propagation);
        expect({ seed, left }).toEqual({ seed, left: path.at(-1) });
        consistent += left === undefined ? 0 : 1;
      });
    }
    expect(consistent).toBeGreaterThan(1000);
  });

  it.each([
    ['tables of many words', (random: Random) => randomNetwork(random, { ...TABLES, ...MANY_WORDS })],
    ['large domains', (random: Random) => randomNetwork(random, { ...TABLES, ...LARGE_DOMAINS })],
    ['few tuples over large domains', sparseTables],
  ])('is where it is with naive tables: %s', (_, draw) => {
    let consistent = 0;
    for (let seed = 0; seed < 60; seed++) {
      const random = seededRandom(seed);
      const network = draw(random);
      const twin = new Propagation(network, { tables: 'naive' });
      const tables = (['mixed', 'compact'] as const)[seed % 2]!;
      walk(new Propagation(network, { tables }), random, (propagation, restriction) => {
        if (restriction === undefined) twin.restore();
        else {
          twin.save();
          restrict(twin, restriction);
          twin.propagate();
        }
        expect({ seed, left: leftOf(propagation) }).toEqual({ seed, left: leftOf(twin) });
        consistent += propagation.isConsistent ? 1 : 0;
      });
    }
    expect(consistent).toBeGreaterThan(300);
  });

  it('is where it is with long connectives cut into chains of short ones', () => {
    let consistent = 0;
    for (let seed = 0; seed < 100; seed++) {
      const random = seededRandom(seed);
      const { long, chains } = longConnectives(random);
      const twin = new Propagation(chains);
      const firstOf = (left: number[][] | undefined): number[][] | undefined => left?.slice(0, long.variables.length);
      const propagation = new Propagation(long);
      for (const step of neutralSteps(random, long.constraints[0] as ConnectiveConstraint, long))
        for (const either of [propagation, twin]) {
          restrict(either, step);
          either.propagate();
        }
      const visit = (propagation: Propagation, restriction: Step | undefined): void => {
        if (restriction === undefined) twin.restore();
        else {
          twin.save();
          restrict(twin, restriction);
          twin.propagate();
        }
        expect({ seed, left: leftOf(propagation) }).toEqual({ seed, left: firstOf(leftOf(twin)) });
        consistent += propagation.isConsistent ? 1 : 0;
      };
      walk(propagation, random, visit, 60);
    }
    expect(consistent).toBeGreaterThan(1500);
  });

  it('is at the naive fixpoint too where connectives are about the values of one variable', () => {
    let consistent = 0;
    for (let seed = 0; seed < 200; seed++) {
      const random = seededRandom(seed);
      const network = memberships(random);
      const path: (NaiveDomains | undefined)[] = [naivePropagate(network, fullDomains(network))];
      walk(new Propagation(network), random, (propagation, restriction) => {
        if (restriction === undefined) path.pop();
        else {
          const before = path.at(-1);
          path.push(before && naivePropagate(network, restrictNaive(before, restriction)));
        }
        expect({ seed, left: leftOf(propagation) }).toEqual({ seed, left: path.at(-1) });
        consistent += propagation.isConsistent ? 1 : 0;
      });
    }
    expect(consistent).toBeGreaterThan(1000);
  });

  it('supports every value that it keeps, and loses no solution', () => {
    let kept = 0;
    for (let seed = 0; seed < 300; seed++) {
      const random = seededRandom(seed);
      const network = randomNetwork(random);
      const solutions = [...bruteForce(network)];
      const propagation = new Propagation(network);
      const steps: Step[] = [];
      for (let step = 0; step < 4; step++) {
        const allowed = solutions.filter((solution) =>
          steps.every(([x, value, takes]) => (solution[x] === value) === (takes === 1)),
        );
        if (!propagation.propagate()) {
          expect({ seed, step, allowed }).toEqual({ seed, step, allowed: [] });
          break;
        }
        const domains = domainsOf(propagation);
        const lost = allowed.filter((solution) => !solution.every((value, x) => domains[x]!.includes(value)));
        const bare = unsupported(network, domains, (constraint) => !isRepeating(constraint));
        expect({ seed, step, lost, bare }).toEqual({ seed, step, lost: [], bare: [] });
        kept += allowed.length;
        steps.push(randomStep(random, propagation));
        restrict(propagation, steps.at(-1)!);
      }
    }
    expect(kept).toBeGreaterThan(1000);
  });
});

describe('Propagation', () => {
  it('takes up again what was pending when a level was saved', () => {
    const propagation = new Propagation(
      booleans(3, [
        { kind: 'clause', scope: [0, 1], claims: [denial(1), claim(1)] },
        { kind: 'table', scope: [0, 2], tuples: [0, STAR, 1, 0] },
      ]),
    );
    propagation.assign(0, 1);
    propagation.save();
    expect(propagation.propagate()).toBe(true);
    propagation.restore();
    expect(domainsOf(propagation)).toEqual([[1], [0, 1], [0, 1]]);
    expect(propagation.propagate()).toBe(true);
    expect(domainsOf(propagation)).toEqual([[1], [1], [0]]);
  });

  it('stays inconsistent until the level of the wipe-out is left, and names the constraint', () => {
    const propagation = new Propagation(
      booleans(2, [
        { kind: 'equal', scope: [0, 1] },
        { kind: 'table', scope: [0, 1], tuples: [0, 0, 1, 1] },
      ]),
    );
    propagation.save();
    expect(propagation.assign(0, 1)).toBe(true);
    expect(propagation.assign(1, 0)).toBe(true);
    propagation.save();
    expect(propagation.propagate()).toBe(false);
    expect(propagation).toMatchObject({ culprit: 0, isConsistent: false });
    expect(propagation.propagate()).toBe(false);
    propagation.restore();
    expect(propagation.isConsistent).toBe(true);
    expect(propagation.propagate()).toBe(false);
    propagation.restore();
    expect(propagation.propagate()).toBe(true);
    expect(propagation.assign(1, 0) && propagation.propagate()).toBe(true);
    expect(propagation.assign(0, 1)).toBe(false);
    expect(propagation).toMatchObject({ culprit: NO_CONSTRAINT, isConsistent: false });
  });

  it('stops where time is up in the middle of a long chain, and goes on after it was restored', () => {
    const length = 2000;
    const chain = Array.from({ length: length - 1 }, (_, x) => ({
      kind: 'equal' as const,
      scope: [x, x + 1] as const,
    }));
    const propagation = new Propagation(booleans(length, chain));
    propagation.save();
    expect(propagation.assign(0, 1)).toBe(true);
    let looks = 0;
    expect(propagation.propagate(() => ++looks === 3)).toBe(false);
    expect(propagation).toMatchObject({ culprit: NO_CONSTRAINT, isConsistent: false });
    expect(propagation.openCount).toBeGreaterThan(length / 2);
    propagation.restore();
    expect(propagation).toMatchObject({ openCount: length, isConsistent: true });
    expect(propagation.assign(0, 0) && propagation.propagate()).toBe(true);
    expect(propagation.value(length - 1)).toBe(0);
  });

  describe('a literal for which thousands of constraints wait: stops where time is up among them, and goes on after it was restored', () => {
    const leaves = 3000;
    const star = (constraints: (x: number) => Constraint): Propagation =>
      new Propagation(
        booleans(
          leaves + 3,
          Array.from({ length: leaves }, (_, x) => constraints(x + 1)),
        ),
      );

    it.each<[string, number, (x: number) => Constraint]>([
      ['implications', leaves / 2, (x) => ({ kind: 'equal', scope: [0, x] })],
      ['tables', leaves, (x) => ({ kind: 'table', scope: [0, x], tuples: [0, 0, 1, 1] })],
    ])('%s', (_, open, constraint) => {
      const propagation = star(constraint);
      const before = propagation.openCount;
      propagation.save();
      expect(propagation.assign(0, 1)).toBe(true);
      let looks = 0;
      expect(propagation.propagate(() => ++looks === 2)).toBe(false);
      expect(propagation).toMatchObject({ culprit: NO_CONSTRAINT, isConsistent: false });
      expect(propagation.openCount).toBeGreaterThanOrEqual(open);
      propagation.restore();
      expect(propagation).toMatchObject({ openCount: before, isConsistent: true });
      expect(propagation.assign(0, 0) && propagation.propagate()).toBe(true);
      expect(propagation.openCount).toBe(2);
    });

    it('watches', () => {
      const propagation = star((x) => ({
        kind: 'clause',
        scope: [0, x, x + 1, x + 2],
        claims: [claim(0), claim(0), claim(0), claim(0)],
      }));
      propagation.save();
      propagation.assign(0, 1);
      let looks = 0;
      expect(propagation.propagate(() => ++looks === 5)).toBe(false);
      propagation.restore();
      expect(propagation.assign(0, 1) && propagation.propagate()).toBe(true);
      for (let x = 1; x < leaves; x += 3) {
        expect(propagation.assign(x, 1) && propagation.assign(x + 1, 1) && propagation.propagate()).toBe(true);
        expect(propagation.value(x + 2)).toBe(0);
      }
    });
  });

  it('refuses to go back further than it was saved', () => {
    expect(() => new Propagation(booleans(1, [])).restore()).toThrow('restore without save');
  });

  it.each<[string, Constraint, number[][] | undefined]>([
    ['an empty clause fails', { kind: 'clause', scope: [], claims: [] }, undefined],
    ['a table without tuples fails', { kind: 'table', scope: [0], tuples: [] }, undefined],
    [
      'a table of no variables says nothing',
      { kind: 'table', scope: [], tuples: [] },
      [
        [0, 1],
        [0, 1],
      ],
    ],
    ['an empty and holds', { kind: 'and', scope: [0], claims: [claim(1)] }, [[1], [0, 1]]],
    ['an empty or does not', { kind: 'or', scope: [0], claims: [claim(1)] }, [[0], [0, 1]]],
    ['b or not b holds', { kind: 'or', scope: [0, 1, 1], claims: [claim(1), claim(1), claim(0)] }, [[1], [0, 1]]],
    ['b iff not b and c fails, but for c', { kind: 'and', scope: [0, 0, 1], claims: [2, 3, 2] }, [[0], [0]]],
    [
      'b iff b and c',
      { kind: 'and', scope: [0, 0, 1], claims: [2, 2, 2] },
      [
        [0, 1],
        [0, 1],
      ],
    ],
    ['the same literal thrice', { kind: 'clause', scope: [1, 1, 1], claims: [2, 1, 2] }, [[0, 1], [1]]],
  ])('%s', (_, constraint, left) => {
    const propagation = new Propagation(booleans(2, [constraint]));
    expect(propagation.isConsistent ? domainsOf(propagation) : undefined).toEqual(left);
  });

  it('lists and finds values in order, however few are left of many', () => {
    const values = Array.from({ length: 100 }, (_, value) => `v${value}`);
    const propagation = new Propagation({
      ...booleans(1, []),
      variables: [{ ...booleans(1, []).variables[0]!, values }],
    });
    const random = seededRandom(1);
    const left = new Set(values.keys());
    while (left.size > 3) {
      const value = random.below(100);
      left.delete(value);
      propagation.remove(0, value);
      expect(propagation.values(0)).toEqual([...left]);
      expect(propagation.min(0)).toBe([...left][0]);
      expect(propagation.has(0, value)).toBe(false);
      expect([propagation.size(0), propagation.value(0)]).toEqual([left.size, -1]);
    }
  });
});
