/**
 * A rule sheet of a one-player puzzle with a fluent for each order of things in a stack: a move turns the upper ones upside down, and play is over
 * when they are in order, for 100 after so many moves at most, else for 50.
 */
export function orderedStack(order: readonly number[], { steps }: { readonly steps: number }): string {
  const places = order.map((_, place) => place);
  const stack = (at: readonly number[]): string => `(stack ${at.map((place) => `?x${String(place)}`).join(' ')})`;
  const turns = places.slice(1).map((last) => [...places.slice(0, last + 1).reverse(), ...places.slice(last + 1)]);
  const sorted = `(true (stack ${places.join(' ')}))`;
  const count = (from: number, to: number): readonly string[] =>
    Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
  const lines = [
    '(role robot)',
    `(init (stack ${order.join(' ')}))`,
    '(init (step 0))',
    ...turns.flatMap((turned, index) => [
      `(legal robot (turn ${String(index + 2)}))`,
      `(<= (next ${stack(turned)}) (does robot (turn ${String(index + 2)})) (true ${stack(places)}))`,
    ]),
    ...count(0, steps).map((step) => `(successor ${step} ${String(Number(step) + 1)})`),
    '(<= (next (step ?y)) (true (step ?x)) (successor ?x ?y))',
    `(<= terminal ${sorted})`,
    `(<= terminal (true (step ${String(steps + 1)})))`,
    `(<= early (true (step ?x)) (successor ?x ?y))`,
    `(<= (goal robot 100) ${sorted} early)`,
    `(<= (goal robot 0) (not ${sorted}))`,
    `(<= (goal robot 50) ${sorted} (not early))`,
  ];
  return `${lines.join('\n')}\n`;
}
