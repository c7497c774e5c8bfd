import type { Command } from 'commander';
import { addBenchExpand } from './benchExpand.js';
import { addBenchPlayouts } from './benchPlayouts.js';
import { addBenchSignature } from './benchSignature.js';
import { addBenchSolver } from './benchSolver.js';
import type { Session } from './outside.js';

export function addBench(program: Command, session: Session): void {
  const bench = program
    .command('bench')
    .description(
      'Measures how fast games are played and networks solved: `bench playouts`, `bench expand`, `bench solver`; and tells whether searches behave as before: `bench signature`.',
    )
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .addHelpText('after', '\nExample:\n  $ woodstock bench playouts connect-four othello-8x8');
  for (const add of [addBenchPlayouts, addBenchExpand, addBenchSolver, addBenchSignature]) add(bench, session);
}
