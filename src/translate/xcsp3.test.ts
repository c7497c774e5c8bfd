import { expect, test } from 'vitest';
import { bundledProgram } from '../../test/programs.js';
import { checkXcsp3Core } from '../../test/xcsp3Core.js';
import { injectState, type Network, unrollRounds, writeXcsp3 } from '../network/index.js';
import { translateRound } from './translateRound.js';

const BUDGET = { clock: () => performance.now(), milliseconds: 120_000, bytes: 3e9 };
const TIMEOUT = { timeout: 120_000 };

function check(network: Network): void {
  const { variables, constraints } = checkXcsp3Core([...writeXcsp3(network)].join(''));
  expect(variables).toBe(network.variables.length);
  expect(constraints).toBeGreaterThanOrEqual(network.constraints.length);
}

const games = ['tic-tac-toe', 'breakthrough-6x6', 'connect-four-5x4', 'hex-5x5', 'othello-4x4', 'eight-puzzle', 'maze'];
const simultaneous = ['matching-pennies', 'rock-paper-scissors', 'blind-tic-tac-toe'];
const ofChance = ['coins', 'orchard-2-2-1', 'monty-hall', 'pig-30', 'dice-race', 'random-tic-tac-toe-2x2'];

test.each([...games, ...simultaneous, ...ofChance])('%s is XCSP3-core to a strict reader', TIMEOUT, (name) => {
  const program = bundledProgram(name);
  const translation = translateRound(program, { name, mayBeOver: true }, BUDGET);
  if (!translation.ok) throw new Error(translation.error);
  const { round } = translation.value;
  const initial = program.initial.map((atom) => atom - 1);
  check(round.network);
  check(injectState(round, initial));
  check(unrollRounds(round, 2, initial));
});
