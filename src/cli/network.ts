import type { Command } from 'commander';
import { complain } from './complaints.js';
import { examine } from './networkExamination.js';
import { readNetwork } from './networkInput.js';
import { addNetworkOptions, type NetworkOptions, questionOf } from './networkOptions.js';
import { networkJson } from './networkJson.js';
import { networkText } from './networkText.js';
import { addCommand } from './options.js';
import { type Session, writeJson, writeLine } from './outside.js';
import { coloursFor } from './style.js';

export function addNetwork(program: Command, session: Session): void {
  const command = addCommand(program, 'network', {
    description:
      'Solves a stochastic constraint network: its sizes, what preprocessing does to it, its solutions or its policies.',
    examples: [
      'network examples/umbrella.json',
      'network examples/umbrella.json --preprocess --without mergeScopes --threshold 0.8',
      'network tic-tac-toe --method mac --count',
      'network orchard-2-2-1 --horizon 4 --method fc --json',
    ],
  });
  const what =
    'network in our JSON, or in the XCSP3 that translate writes; or rule sheet or bundled game, to be translated';
  addNetworkOptions(command.argument('<FILE>', what)).action(async (path: string, options: NetworkOptions) => {
    await solveNetwork(session, path, options);
  });
}

async function solveNetwork(session: Session, path: string, options: NetworkOptions): Promise<void> {
  const { outside } = session;
  const start = outside.now();
  const { file, network } = await readNetwork(outside, path, options);
  const ready = outside.now() - start;
  const question = questionOf(options, network);
  const report = { ...examine(outside, { file, network, question, options }), ready };
  const { findings } = report;
  const isDone = findings === undefined || (findings.satisfiable === true && findings.problem === undefined);
  session.exitCode = isDone ? 0 : 1;
  if (options.json) writeJson(outside.stdout, networkJson(report));
  else writeLine(outside.stdout, networkText(report, coloursFor(outside.stdout, outside.env)));
  if (findings?.problem !== undefined) complain(outside, `${file}: ${findings.problem}`);
}
