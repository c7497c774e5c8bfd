/**
 * Who takes part in a duel: a search of some version with its budget, or a yardstick. Opened for a game it is a side.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Clock } from '../../src/base/index.js';
import type { Play } from '../../src/pipeline.js';
import type { ChosenAlgorithm } from '../../src/search/index.js';
import { numberOf, Unplayable, WrongUse } from '../wrongUse.js';
import { openYardstick } from '../yardsticks/index.js';
import { VirtualClock, withVirtualHelpers } from '../virtualHelpers.js';
import type { Build } from './build.js';
import type { Side } from './match.js';
import { type Pace, SearchSide } from './searchSide.js';
import { YardstickSide } from './yardstickSide.js';

export type Contestant = SearchContestant | YardstickContestant;

export interface SearchContestant {
  readonly kind: 'search';
  readonly label: string;
  readonly build: Build;
  readonly chosen: ChosenAlgorithm;
  readonly pace: Pace;
  readonly threads: number;
  readonly bytes: number;
}

export interface YardstickContestant {
  readonly kind: 'yardstick';
  readonly label: string;
  readonly depth: number;
}

const DEFAULT_DEPTH = 4;

/** Reads `yardstick:depth=4`, or an algorithm of the build as `NAME:key=value;key=value`. */
export function readContestant(text: string, search: Omit<SearchContestant, 'kind' | 'label' | 'chosen'>): Contestant {
  const [name, setting] = text.split(/:(.*)/s);
  if (name === 'yardstick') {
    const [, depth = setting === undefined ? String(DEFAULT_DEPTH) : undefined] =
      /^depth=(\d+)$/.exec(setting ?? '') ?? [];
    if (depth === undefined) throw new WrongUse(`a yardstick has its depth only: yardstick:depth=4, not '${text}'`);
    return { kind: 'yardstick', label: `yardstick:depth=${depth}`, depth: numberOf('depth', depth, 1) };
  }
  const { chooseAlgorithm, ALGORITHMS } = search.build.search;
  const chosen = chooseAlgorithm(text, ALGORITHMS);
  if (!chosen.ok) throw new WrongUse(chosen.error);
  const { commit } = search.build;
  return {
    ...search,
    kind: 'search',
    chosen: chosen.value,
    label: commit === undefined ? text : `${text} of ${commit}`,
  };
}

/** A rule sheet, made ready once by each version that plays it. */
export class Hall {
  readonly #plays = new Map<Build, Play>();
  readonly #clock: Clock;

  constructor(
    readonly name: string,
    readonly sheet: string,
    private readonly time: Clock | VirtualClock,
  ) {
    this.#clock = time instanceof VirtualClock ? time.now : time;
  }

  get stage() {
    return { clock: this.#clock, milliseconds: 120_000, bytes: 2 ** 31 };
  }

  play(build: Build): Play {
    const known = this.#plays.get(build);
    if (known !== undefined) return known;
    const { loadRules, openPlay } = build.pipeline;
    const rules = loadRules({ name: basename(this.sheet), content: readFileSync(this.sheet) });
    if (!rules.ok) throw new Unplayable(rules.error[0]?.message ?? 'the rules are not valid');
    if (rules.value.information === 'partial') throw new Unplayable('it has hidden information');
    const play = openPlay(rules.value, 'compiled', this.stage);
    if (!play.ok) throw new Unplayable(play.error);
    this.#plays.set(build, play.value);
    return play.value;
  }

  open(contestant: Contestant, referee: Play): Side {
    const { label } = contestant;
    if (contestant.kind === 'yardstick') {
      const yardstick = openYardstick(this.name);
      if (!yardstick.ok) throw new WrongUse(yardstick.error);
      return new YardstickSide(label, referee.game, yardstick.value, contestant.depth);
    }
    const { build, chosen, pace, threads, bytes } = contestant;
    return new SearchSide({
      ...{ build, chosen, pace, bytes, label, clock: this.#clock, stage: this.stage },
      play: this.#withHelpers(contestant, this.play(build), threads),
    });
  }

  #withHelpers({ build, label }: SearchContestant, play: Play, threads: number): Play {
    if (threads === 1) return play;
    if (this.time instanceof VirtualClock) return withVirtualHelpers(play, threads, this.time);
    const { withHelperThreads } = build.node;
    if (withHelperThreads === undefined) throw new WrongUse(`${label} has no threads`);
    return withHelperThreads(play, { threads, clock: this.#clock });
  }
}
