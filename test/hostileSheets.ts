/** Sheets that are valid and yet no fun: what a player must survive. */

const numbers = (count: number): string =>
  Array.from({ length: count }, (_, index) => `(d ${String(index)})`).join(' ');

/** Legal moves are known at once, but the ground rules are a hundred million: five memories of forty values each, joined. */
export const EXPLODING_GROUNDING = `(role x) ${numbers(40)}
(init (p 0)) (init (q 0)) (init (r 0)) (init (s 0)) (init (t 0))
(<= (legal x (to ?y)) (d ?y))
(<= (next (p ?y)) (does x (to ?y)))
(<= (next (q ?y)) (true (p ?y)))
(<= (next (r ?y)) (true (q ?y)))
(<= (next (s ?y)) (true (r ?y)))
(<= (next (t ?y)) (true (s ?y)))
(<= (next (seen ?a ?b ?c ?e ?f)) (true (p ?a)) (true (q ?b)) (true (r ?c)) (true (s ?e)) (true (t ?f)))
(<= (next (seen ?a ?b ?c ?e ?f)) (true (seen ?a ?b ?c ?e ?f)))
(<= again (true (seen ?a ?b ?c ?e ?f)) (true (p ?a)) (true (q ?b)) (true (r ?c)) (true (s ?e)) (true (t ?f)))
(<= terminal again)
(<= (goal x 100) again)
(<= (goal x 0) (not again))
`;

const END = '(<= terminal (true (end))) (goal x 50) (<= (next (end)) (does x ?m)) (init (begin))';

/** No move is ever found: what is legal has no end. */
export const ENDLESS_RECURSION = `(role x) (big z) (<= (big (s ?n)) (big ?n)) (<= (legal x ?n) (big ?n)) ${END}`;

/** Twenty-five to the fifth facts before anything is legal. */
export const ENDLESS_JOIN = `(role x) ${numbers(40)}
(<= (all ?a ?b ?c ?e ?f ?g) (d ?a) (d ?b) (d ?c) (d ?e) (d ?f) (d ?g))
(<= (legal x (pick ?a ?b ?c ?e ?f ?g)) (all ?a ?b ?c ?e ?f ?g)) ${END}`;

/** Symbols that mean something to JavaScript. */
export const FAMOUS_SYMBOLS = `(role constructor) (role __proto__)
(init (toString __proto__)) (init (control constructor))
(<= (legal ?r (hasOwnProperty ?v)) (role ?r) (true (control ?r)) (value ?v))
(<= (legal ?r prototype) (role ?r) (true (control ?s)) (distinct ?r ?s))
(value __proto__) (value valueOf)
(<= (next (control __proto__)) (true (control constructor)))
(<= (next (control constructor)) (true (control __proto__)))
(<= (next (length ?v)) (does ?r (hasOwnProperty ?v)))
(<= terminal (true (length valueOf)) (true (control constructor)))
(<= (goal ?r 50) (role ?r))
`;

/** A fact nested so deep that nobody should follow it by recursion. */
export function deepNest(depth: number): string {
  return `(role x) (deep ${'(f '.repeat(depth)}a${')'.repeat(depth)}) (legal x go) ${END}`;
}

/** Megabytes of facts that nobody needs. */
export function hugeSheet(bytes: number): string {
  const parts = [`(role x) (legal x go) ${END}\n`];
  for (let index = 0, length = 0; length < bytes; index++) {
    const fact = `(fact ${String(index)} ${String((index * 7919) % 10_007)})\n`;
    parts.push(fact);
    length += fact.length;
  }
  return parts.join('');
}
