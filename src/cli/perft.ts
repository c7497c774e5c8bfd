import { type Command, InvalidArgumentError } from 'commander';
import { type Game, perft } from '../game/index.js';
import type { Engine } from '../pipeline.js';
import { engineOption, playOrSubstitute } from './engines.js';
import { type CommonOptions, addCommand, wholeNumber } from './options.js';
import { type Outside, type Session, writeJson, writeLine } from './outside.js';
import { rulesOf } from './rulesOf.js';
import { during } from './status.js';
import { coloursFor, count, milliseconds, rounded } from './style.js';

/** Counting goes down one call a ply, and no known game lasts as long. */
const DEEPEST = 1000;

interface PerftOptions extends CommonOptions {
  readonly depth: number;
  readonly engine: Engine;
}

export function addPerft(program: Command, session: Session): void {
  addCommand(program, 'perft', {
    description: 'Counts the sequences of N joint moves from the initial state; terminal states are not left.',
    examples: ['perft tic-tac-toe --depth 9', 'perft tic-tac-toe --depth 5 --engine compiled --json'],
  })
    .argument('<GAME>', 'rule sheet or bundled game')
    .requiredOption('--depth <number>', 'length N of the sequences', depth)
    .addOption(engineOption('reference'))
    .action(async (name: string, options: PerftOptions) => {
      const { outside } = session;
      const { rules, source } = await rulesOf(outside, name);
      const { game } = playOrSubstitute(outside, { name: source.name, rules, engine: options.engine });
      if (options.json) writeJson(outside.stdout, counted(outside, game, options.depth));
      else showDepths(outside, game, options.depth);
    });
}

function depth(text: string): number {
  const number = wholeNumber(text);
  if (number > DEEPEST) throw new InvalidArgumentError(`It must be at most ${String(DEEPEST)}.`);
  return number;
}

interface Count {
  readonly depth: number;
  readonly nodes: number;
  readonly ms: number;
}

function counted(outside: Outside, game: Game, depth: number): Count {
  const start = outside.now();
  const nodes = during(outside.stderr, `counting to depth ${String(depth)} …`, () => perft(game, depth));
  return { depth, nodes, ms: rounded(outside.now() - start) };
}

/** A line as soon as a depth is counted: the next one may take long. */
function showDepths(outside: Outside, game: Game, deepest: number): void {
  const row = (...cells: [string, string, string]): string =>
    cells.map((cell, index) => cell.padStart([5, 22, 14][index]!)).join('');
  writeLine(outside.stdout, coloursFor(outside.stdout, outside.env).bold(row('depth', 'sequences', 'time')));
  for (let depth = Math.min(1, deepest); depth <= deepest; depth++) {
    const { nodes, ms } = counted(outside, game, depth);
    // Beyond 2^53 the count is rounded.
    const shown = Number.isSafeInteger(nodes) ? count(nodes) : `≈ ${nodes.toExponential(6)}`;
    writeLine(outside.stdout, row(String(depth), shown, milliseconds(ms)));
    if (nodes === 0) break;
  }
}
