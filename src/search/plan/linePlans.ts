import type { GameParts, Move } from '../../game/index.js';
import type { SearchLimit, SearchSetting } from '../search.js';
import { Pacer } from './pacer.js';
import { type LineSpace, PartPlans } from './partPlans.js';
import { DEFAULT_PLAN_OPTIONS } from './planOptions.js';
import { isSameState } from './stateKey.js';

/** The highest goal that rules can give. */
const MOST_POINTS = 100;
/** Of the memory, what layers of parts may take. */
const MEMORY_SHARE = 0.5;

/** Joint moves to an end, and what that is worth to the role. */
export interface LinePlan {
  readonly line: readonly (readonly Move[])[];
  readonly value: number;
}

/** Plans by the parts of a game alone, for states whose moves cannot be listed: the best one is kept as long as it is followed. */
export class LinePlans<State> {
  readonly #highest: number;
  #plan: LinePlan | undefined;
  #space: PartSpace<State>;
  #strategy: PartPlans<State>;
  #pacers = new Map<string, Pacer>();

  constructor(
    private readonly setting: SearchSetting<State>,
    private readonly parts: GameParts<State>,
  ) {
    this.#highest = setting.goals?.().highest ?? MOST_POINTS;
    this.#space = new PartSpace(setting, setting.state);
    this.#strategy = new PartPlans(this.#space, parts, MEMORY_SHARE * setting.bytes);
  }

  /** The best that is known; undefined where none leads anywhere. */
  get plan(): LinePlan | undefined {
    const { value, line } = this.#space;
    return value > (this.#plan?.value ?? 0) ? { line, value } : this.#plan;
  }

  get isSolved(): boolean {
    return this.plan?.value === this.#highest;
  }

  /** States of parts that were made, since `moveTo`. */
  get nodes(): number {
    return this.#space.nodes;
  }

  think({ deadline = Infinity, nodes = Infinity }: SearchLimit): void {
    const space = this.#space;
    const strategy = this.#strategy;
    const end = space.nodes + nodes;
    while (!strategy.isDone && !this.isSolved && space.nodes < end) {
      const pacer = this.#pacerOf(strategy.stage);
      const states = pacer.begin(Math.min(DEFAULT_PLAN_OPTIONS.batch, end - space.nodes), deadline);
      if (states === 0) return;
      strategy.advance(states);
      pacer.end(states);
    }
  }

  moveTo(state: State): void {
    const { game, bytes } = this.setting;
    const { plan } = this;
    const [joint, ...line] = plan?.line ?? [];
    const isOnLine = joint !== undefined && isSameState(game, game.next(this.#space.root, joint), state);
    this.#plan = isOnLine && line.length > 0 ? { line, value: plan!.value } : undefined;
    this.#space = new PartSpace(this.setting, state);
    this.#strategy = new PartPlans(this.#space, this.parts, MEMORY_SHARE * bytes);
  }

  #pacerOf(stage: string): Pacer {
    let pacer = this.#pacers.get(stage);
    if (pacer === undefined) this.#pacers.set(stage, (pacer = new Pacer(this.setting.clock)));
    return pacer;
  }
}

/** What the parts tell of one root: the best line, and how much was done. */
class PartSpace<State> implements LineSpace<State> {
  nodes = 0;
  work = 0;
  value = 0;
  line: readonly (readonly Move[])[] = [];

  constructor(
    readonly setting: SearchSetting<State>,
    readonly root: State,
  ) {}

  meetLine(line: readonly (readonly Move[])[], value: number): void {
    if (value <= this.value) return;
    this.value = value;
    this.line = line;
  }
}
