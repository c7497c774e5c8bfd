import type { Command } from 'commander';
import { seededRandom } from '../base/index.js';
import { type Game, type Timing, observeTiming } from '../game/index.js';
import { type GroundProgram, ground } from '../ground/index.js';
import { referenceGame } from '../reference/index.js';
import type { ValidRules } from '../rules/index.js';
import { budgetOf } from './engines.js';
import { type CommonOptions, addCommand } from './options.js';
import { type Outside, type Session, printable, writeJson, writeLine } from './outside.js';
import { type Reading, rulesOf } from './rulesOf.js';
import { during } from './status.js';
import { coloursFor, count, milliseconds, rounded, table } from './style.js';

/** What `woodstock info --json` prints. Network and compilation are null until those stages exist. */
interface GameInfo {
  readonly roles: readonly string[];
  readonly class: string;
  readonly information: string;
  readonly timing: Timing;
  readonly ground: { readonly fluents: number; readonly moves: number; readonly rules: number } | null;
  readonly groundReason?: string;
  readonly network: null;
  readonly ms: Readonly<Record<'parse' | 'check' | 'ground', number>> & Readonly<Record<'network' | 'compile', null>>;
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

function infoOf(outside: Outside, { rules, ms }: Reading & { readonly rules: ValidRules }, seed: number): GameInfo {
  const timing = during(outside.stderr, 'looking at playouts …', () => timingOf(outside, referenceGame(rules), seed));
  const start = outside.now();
  const grounding = during(outside.stderr, 'grounding …', () => ground(rules, budgetOf(outside)));
  const groundMs = outside.now() - start;
  return {
    roles: rules.roles,
    class: `${rules.information}, ${timing}`,
    information: rules.information,
    timing,
    ...(grounding.ok ? { ground: sizesOf(grounding.value) } : { ground: null, groundReason: grounding.error.reason }),
    network: null,
    ms: { parse: rounded(ms.parse), check: rounded(ms.check), ground: rounded(groundMs), network: null, compile: null },
  };
}

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

function show(outside: Outside, name: string, info: GameInfo): void {
  const colours = coloursFor(outside.stdout, outside.env);
  const { ground, ms } = info;
  const size =
    ground === null
      ? `not possible: ${info.groundReason ?? ''}`
      : `${count(ground.fluents)} fluents, ${count(ground.moves)} moves, ${count(ground.rules)} rules`;
  const times = (['parse', 'check', 'ground'] as const).map((stage) => `${stage} ${milliseconds(ms[stage])}`);
  const rows: readonly (readonly [label: string, value: string])[] = [
    ['game', name],
    ['roles', info.roles.join(', ')],
    ['class', info.class],
    ['ground', size],
    ['time', times.join(', ')],
  ];
  const cells = rows.map(([label, value]) => [colours.bold(label), printable(value)]);
  writeLine(outside.stdout, table([{ title: '' }, { title: '' }], cells, colours));
}
