import { expect, it } from 'vitest';
import { EdgePace } from './edgePace.js';

it('lets expansions in that there is time for, by what edges took before', () => {
  const pace = { left: 10 };
  const edges = new EdgePace(pace);
  edges.learn(10_000, 100);
  expect(edges.hasTimeFor(900)).toBe(true);
  expect(edges.hasTimeFor(2000)).toBe(false);
  pace.left = Infinity;
  expect(edges.hasTimeFor(1e9)).toBe(true);
});

it('keeps no expansion out for ever', () => {
  const edges = new EdgePace({ left: 10 });
  edges.learn(10_000, 10_000);
  let refusals = 0;
  while (refusals < 20 && !edges.hasTimeFor(1e5)) refusals++;
  expect(refusals).toBeGreaterThan(0);
  expect(refusals).toBeLessThan(20);
});

it('learns nothing from a few edges', () => {
  const edges = new EdgePace({ left: 10 });
  edges.learn(10, 1000);
  expect(edges.hasTimeFor(1000)).toBe(true);
});
