import type { Command } from 'commander';
import type { Engine } from '../pipeline.js';
import { engineOption, playOrSubstitute } from './engines.js';
import { readInput } from './inputs.js';
import { CliError } from './cliError.js';
import { type LineOfPlay, parseLineOfPlay } from './lineOfPlay.js';
import { type CommonOptions, addCommand } from './options.js';
import { type Output, type Session, printable, writeJson, writeLine } from './outside.js';
import { replay, type TracedState } from './replay.js';
import { rulesOf } from './rulesOf.js';
import { type Colours, coloursFor, plural } from './style.js';

interface TraceOptions extends CommonOptions {
  readonly moves: string;
  readonly engine: Engine;
}

export function addTrace(program: Command, session: Session): void {
  addCommand(program, 'trace', {
    description: 'Replays a line of play and shows each state: what is true, what is legal, and the goals.',
    examples: [
      `trace tic-tac-toe --moves moves.json`,
      `trace tic-tac-toe --moves - --json <<< '[["(mark 1 1)", "noop"], ["noop", "(mark 2 2)"]]'`,
    ],
  })
    .argument('<GAME>', 'rule sheet or bundled game')
    .requiredOption(
      '--moves <file>',
      'JSON array of joint moves, each an array of KIF strings in role order; - is standard input',
    )
    .addOption(engineOption('reference'))
    .action(async (name: string, options: TraceOptions) => {
      await trace(session, name, options);
    });
}

async function trace({ outside }: Session, name: string, options: TraceOptions): Promise<void> {
  if (name === '-' && options.moves === '-') {
    throw new CliError(2, 'standard input cannot be both the rule sheet and the moves');
  }
  const { rules, source } = await rulesOf(outside, name);
  const line = parseLineOfPlay(await readInput(outside, options.moves), rules.roles);
  const { game } = playOrSubstitute(outside, { name: source.name, rules, engine: options.engine });
  const states = replay(game, line);
  if (options.json) writeJson(outside.stdout, { roles: game.roles, states });
  else show(outside.stdout, { roles: game.roles, states, line }, coloursFor(outside.stdout, outside.env));
}

interface Replayed {
  readonly roles: readonly string[];
  readonly states: readonly TracedState[];
  readonly line: LineOfPlay;
}

function show(output: Output, { roles, states, line }: Replayed, colours: Colours): void {
  states.forEach((state, step) => {
    const joint = line[step - 1];
    const made =
      joint === undefined ? '' : `, after ${joint.map((move, role) => `${roles[role]!}: ${move}`).join(', ')}`;
    writeLine(output, colours.bold(printable(`state ${String(step)}${made}`)));
    writeLine(output, `  true   ${printable(state.true.join(' '))}`);
    for (const role of roles) {
      const moves = state.legal[role]!;
      writeLine(
        output,
        `  legal  ${printable(`${role}: ${moves.join(' ')}`)} ${colours.dim(`(${plural(moves.length, 'move')})`)}`,
      );
    }
    if (state.goals !== null) writeLine(output, `  goals  ${printable(scores(roles, state.goals))}`);
    if (state.terminal) writeLine(output, `  ${colours.green('terminal')}`);
  });
}

function scores(roles: readonly string[], goals: readonly (number | null)[]): string {
  return roles.map((role, index) => `${role}: ${String(goals[index] ?? 'not exactly one')}`).join(', ');
}
