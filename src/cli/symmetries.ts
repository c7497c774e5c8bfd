import { type Command, Option } from 'commander';
import { seededRandom } from '../base/index.js';
import { DEFAULT_GROUND_OPTIONS, ground, type GroundProgram } from '../ground/index.js';
import { groundGame, type GroundState } from '../playout/index.js';
import {
  graphDot,
  groundProgramGame,
  type PlaySymmetries,
  playSymmetries,
  type ProgramGame,
  type RoleOrbits,
  SYMMETRY_METHODS,
  type SymmetryMethod,
} from '../symmetry/index.js';
import { CliError } from './cliError.js';
import { complain } from './complaints.js';
import { budgetOf } from './engines.js';
import { readInput } from './inputs.js';
import { parseLineOfPlay } from './lineOfPlay.js';
import { addCommand, type CommonOptions } from './options.js';
import { type Outside, type Session, writeJson, writeLine } from './outside.js';
import { writeOutput } from './outputs.js';
import { replay } from './replay.js';
import { rulesOf, type ValidReading } from './rulesOf.js';
import { during } from './status.js';
import { coloursFor } from './style.js';
import { type SymmetryReport, symmetryJson, symmetryText } from './symmetriesReport.js';

interface SymmetriesOptions extends CommonOptions {
  readonly method: SymmetryMethod;
  readonly moves?: string;
  readonly dot?: string;
}

export function addSymmetries(program: Command, session: Session): void {
  addCommand(program, 'symmetries', {
    description:
      'Finds the symmetries of a game: the order of the group, what its generators do to fluents and moves, and which moves of a state are alike.',
    examples: [
      'symmetries tic-tac-toe',
      'symmetries connect-four --method rules --json',
      'symmetries random-tic-tac-toe-2x2 --moves moves.json',
      'symmetries matching-pennies --dot graph.dot',
    ],
  })
    .argument('<GAME>', 'rule sheet or bundled game')
    .addOption(
      new Option(
        '--method <name>',
        'look at the constraint network of a round, or at the ground rules as they are written',
      )
        .choices(SYMMETRY_METHODS)
        .default('network'),
    )
    .option(
      '--moves <file>',
      'orbits of the moves after a line of play: a JSON array of joint moves, as for trace; - is standard input',
    )
    .option('--dot <file>', 'write the coloured graph to a file for Graphviz')
    .action(async (name: string, options: SymmetriesOptions) => {
      await symmetries(session, name, options);
    });
}

async function symmetries({ outside }: Session, game: string, options: SymmetriesOptions): Promise<void> {
  if (game === '-' && options.moves === '-') {
    throw new CliError(2, 'standard input cannot be both the rule sheet and the moves');
  }
  const reading = await rulesOf(outside, game);
  const line = options.moves === undefined ? undefined : await readInput(outside, options.moves);
  const { name } = reading.source;
  const program = groundFor(outside, reading, options.method);
  const played = groundProgramGame(program, groundGame(program));
  const state = line === undefined ? played.game.initial() : stateAfter(played, line);
  const found = during(outside.stderr, `${name}: looking for symmetries …`, () =>
    playSymmetries(played, {
      method: options.method,
      budget: budgetOf(outside),
      random: seededRandom(options.seed ?? 1),
    }),
  );
  if (!found.ok) throw new CliError(1, `${name}: ${found.error}${mendFor(options.method)}`);
  const start = outside.now();
  const orbits = orbitsOf(outside, { name, played, symmetries: found.value, state });
  const report: SymmetryReport = {
    name,
    method: options.method,
    program,
    symmetries: found.value,
    ...(line === undefined ? {} : { isAfterMoves: true }),
    ...{ orbits, orbitsMs: outside.now() - start, moveName: (move) => played.game.names.move(move) },
    isPartial: reading.rules.information === 'partial',
  };
  if (options.json) writeJson(outside.stdout, symmetryJson(report));
  else writeLine(outside.stdout, symmetryText(report, coloursFor(outside.stdout, outside.env)));
  if (options.dot !== undefined) writeOutput(outside, options.dot, graphDot(program, found.value.graph));
}

const mendFor = (method: SymmetryMethod): string => (method === 'network' ? '; try --method rules' : '');

/** The rule graph is that of the rules as they are written: what play may leave out of them stays. */
function groundFor(outside: Outside, { rules, source }: ValidReading, method: SymmetryMethod): GroundProgram {
  const options = { ...DEFAULT_GROUND_OPTIONS, isAbsorbing: method !== 'rules' };
  const program = during(outside.stderr, `${source.name}: grounding …`, () =>
    ground(rules, budgetOf(outside), options),
  );
  if (!program.ok) throw new CliError(1, `${source.name}: ${program.error.reason}`);
  return program.value;
}

/** The state after a line of play; an illegal move ends the command with exit code 1. */
function stateAfter({ game }: ProgramGame<GroundState>, file: { name: string; content: Uint8Array }): GroundState {
  const line = parseLineOfPlay(file, game.roles);
  replay(game, line);
  return line.reduce(
    (state, joint) =>
      game.next(
        state,
        joint.map((move) => game.names.findMove(move)!),
      ),
    game.initial(),
  );
}

interface OrbitQuestion {
  readonly name: string;
  readonly played: ProgramGame<GroundState>;
  readonly symmetries: PlaySymmetries<GroundState>;
  readonly state: GroundState;
}

/** None where the game is over; each move by itself where it takes too long to tell more. */
function orbitsOf(outside: Outside, { name, played, symmetries: found, state }: OrbitQuestion): RoleOrbits {
  const { game } = played;
  if (game.isTerminal(state)) return { roles: game.roles.map(() => []), isComplete: true };
  const orbits = during(outside.stderr, `${name}: comparing moves …`, () => found.moveOrbits(state, budgetOf(outside)));
  if (orbits.ok) return orbits.value;
  complain(outside, `${name}: ${orbits.error}: each move is shown by itself`);
  return {
    roles: game.roles.map((_, role) => game.legalMoves(state, role).map((move) => [move])),
    isComplete: false,
  };
}
