import type { Command } from 'commander';
import { seededRandom } from '../base/index.js';
import { type Game, type Timing, observeTiming } from '../game/index.js';
import type { GroundProgram } from '../ground/index.js';
import type { Engine } from '../pipeline.js';
import { referenceGame } from '../reference/index.js';
import { networkSizes, type NetworkSizes } from '../network/index.js';
import { translateRound } from '../translate/index.js';
import { budgetOf, playOf } from './engines.js';
import { type CommonOptions, addCommand } from './options.js';
import { type Outside, type Session, printable, writeJson, writeLine } from './outside.js';
import { rulesOf, type ValidReading } from './rulesOf.js';
import { during } from './status.js';
import { coloursFor, count, milliseconds, rounded, table } from './style.js';

/** What `woodstock info --json` prints. */
interface GameInfo {
  readonly roles: readonly string[];
  readonly class: string;
  readonly information: string;
  readonly timing: Timing;
  readonly ground: { readonly fluents: number; readonly moves: number; readonly rules: number } | null;
  readonly groundReason?: string;
  readonly network: NetworkInfo | null;
  readonly networkReason?: string;
  readonly engine: Engine;
  readonly engineReason: string;
  readonly engineDetails?: string;
  readonly ms: Readonly<Record<'parse' | 'check', number> & Record<'ground' | 'network' | 'compile', number | null>>;
}

interface NetworkInfo extends NetworkSizes {
  /** Sets of fluents that were proved to be one variable, and those that names suggest and that were not proved. */
  readonly groups: { readonly proved: number; readonly left: number };
}

export function addInfo(program: Command, session: Session): void {
  addCommand(program, 'info', {
    description: 'Shows what kind of game it is, how large it is when grounded, and how long each stage takes.',
    examples: ['info connect-four', 'info connect-four --json'],
  })
    .argument('<GAME>', 'rule sheet or bundled game')
    .action(async (game: string, options: CommonOptions) => {
      const { outside } = session;
      const reading = await rulesOf(outside, game);
      const info = infoOf(outside, reading, options.seed ?? 1);
      if (options.json) writeJson(outside.stdout, info);
      else show(outside, reading.source.name, info);
    });
}

function infoOf(outside: Outside, { rules, source, ms }: ValidReading, seed: number): GameInfo {
  const timing = during(outside.stderr, 'looking at playouts …', () => timingOf(outside, referenceGame(rules), seed));
  const play = playOf(outside, { name: source.name, rules, engine: 'compiled' });
  const { program, reason, details } = play;
  const network = program === null ? null : networkOf(outside, source.name, program);
  return {
    roles: rules.roles,
    class: `${rules.information}, ${timing}`,
    information: rules.information,
    timing,
    ...(program === null ? { ground: null, groundReason: reason } : { ground: sizesOf(program) }),
    network: network?.info ?? null,
    ...(network?.reason === undefined ? {} : { networkReason: network.reason }),
    engine: play.engine,
    engineReason: reason,
    ...(details === undefined ? {} : { engineDetails: details }),
    ms: {
      ...{ parse: rounded(ms.parse), check: rounded(ms.check) },
      ...{
        ground: roundedIfAny(play.ms.ground),
        network: roundedIfAny(network?.ms ?? null),
        compile: roundedIfAny(play.ms.compile),
      },
    },
  };
}

interface Translated {
  readonly info: NetworkInfo | null;
  readonly ms: number | null;
  readonly reason?: string;
}

function networkOf(outside: Outside, name: string, program: GroundProgram): Translated {
  const translation = during(outside.stderr, `${name}: translating …`, () =>
    translateRound(program, { name }, budgetOf(outside)),
  );
  if (!translation.ok) return { info: null, ms: null, reason: translation.error };
  const { round, groups, groupsLeft, ms } = translation.value;
  const sizes = networkSizes(round.network);
  return { info: { ...sizes, groups: { proved: groups.length, left: groupsLeft } }, ms: ms.proof + ms.network };
}

const roundedIfAny = (ms: number | null): number | null => (ms === null ? null : rounded(ms));

function sizesOf({ fluents, moves, bodyStart }: GroundProgram): NonNullable<GameInfo['ground']> {
  return { fluents, moves, rules: bodyStart.length - 1 };
}

/** How long random playouts look for a choice of several players at once; the slowest games get one playout. */
const OBSERVED = { playouts: 20, plies: 200, milliseconds: 1000 };

function timingOf<State>(outside: Outside, game: Game<State>, seed: number): Timing {
  const random = seededRandom(seed);
  const end = outside.now() + OBSERVED.milliseconds;
  let playouts = 0;
  do {
    if (observeTiming(game, { random, playouts: 1, plies: OBSERVED.plies }) === 'simultaneous') return 'simultaneous';
  } while (++playouts < OBSERVED.playouts && outside.now() < end);
  return 'turn-based';
}

function networkText({ network, networkReason, groundReason }: GameInfo): string {
  if (network === null) return `not possible: ${networkReason ?? groundReason ?? ''}`;
  const { variables, maxDomain, constraints, tuples, groups } = network;
  const sizes = `${count(variables)} variables (largest domain ${count(maxDomain)}), ${count(constraints)} constraints, ${count(tuples)} tuples`;
  return `${sizes}; of the groups of fluents ${count(groups.proved)} proved, ${count(groups.left)} not`;
}

const STAGES = ['parse', 'check', 'ground', 'network', 'compile'] as const;

function show(outside: Outside, name: string, info: GameInfo): void {
  const colours = coloursFor(outside.stdout, outside.env);
  const { ground, ms } = info;
  const size =
    ground === null
      ? `not possible: ${info.groundReason ?? ''}`
      : `${count(ground.fluents)} fluents, ${count(ground.moves)} moves, ${count(ground.rules)} rules`;
  const times = STAGES.flatMap((stage) => {
    const taken = ms[stage];
    return taken === null ? [] : [`${stage} ${milliseconds(taken)}`];
  });
  const rows: readonly (readonly [label: string, value: string])[] = [
    ['game', name],
    ['roles', info.roles.join(', ')],
    ['class', info.class],
    ['ground', size],
    ['network', networkText(info)],
    ['engine', `${info.engine}: ${info.engineReason}`],
    ...(info.engineDetails === undefined ? [] : [['', info.engineDetails] as const]),
    ['time', times.join(', ')],
  ];
  const cells = rows.map(([label, value]) => [colours.bold(label), printable(value)]);
  writeLine(outside.stdout, table([{ title: '' }, { title: '' }], cells, colours));
}
