import { type Clock, fail, ok, renderDiagnostic, type Result, seededRandom, Source } from '../../base/index.js';
import type { Simulator } from '../../game/index.js';
import { Judge, outcomeOf, rulesHash } from '../../match/index.js';
import { loadRules, openPlay, type Play } from '../../pipeline.js';
import { refusal } from '../../player/index.js';
import { type PackedState, type WorkerPort, withHelpers } from '../../playout/index.js';
import { ALGORITHMS, chooseAlgorithm } from '../../search/index.js';
import { Hypotheses } from './hypotheses.js';
import type { Assignment, Order, ThreadNews, ToldTale } from './messages.js';
import { SliceSize } from './sliceSize.js';
import { Thinker } from './thinker.js';
import { warmUp } from './warmUp.js';

/** The thread that started this one, and what this one runs on. */
export interface ThreadHost {
  post(news: ThreadNews): void;
  readonly clock: Clock;
  /** Lets orders come in. */
  pause(): Promise<void>;
}

/** On the others' time no slice may take longer; one in which nothing was found is followed by a longer one. */
const PONDER_MS = 160;
/** After so many slices in which nothing was found there is nothing to be found. */
const MOST_IDLE = 6;
/** What is thought is told so often: a thread that dies takes no more than that with it. */
const TELL_MS = 50;
/** Of the time for an answer, what may be used to find the states that agree with what was told. */
const FOLLOWING_SHARE = 0.4;

/** What it was told to think about, and whether it told all that it found. */
interface Task {
  readonly order: Order & { kind: 'think' };
  isTold: boolean;
  toldAt: number;
  /** Slices without a node since the last one with some. */
  idle: number;
}

/** One role of one match in a thread of its own: obeys orders, thinks in slices between them and tells what it thinks. */
export class MatchThread {
  #task: Task | undefined;
  /** Number of the last order to think that made sense. */
  #followed = 0;
  /** What goes on between orders: thoughts in slices, and the first rounds that it tries. */
  #slicing: Promise<void> | undefined;
  #warmingUp: Promise<void> | undefined;
  #hasLeft = false;
  /** How often it was asked where the match stands. */
  #follows = 0;
  #hypotheses: Hypotheses | undefined;
  #thinker: Thinker | undefined;
  readonly #size = new SliceSize();

  constructor(
    private readonly game: OpenGame,
    private readonly host: ThreadHost,
  ) {}

  obey(order: Order): void {
    if (order.kind === 'follow') this.#follow(order);
    else if (order.kind === 'settle') this.#settle(order);
    else if (order.kind === 'rest') this.#task = undefined;
    else if (order.kind === 'think') this.#think(order);
    else if (order.kind === 'answered' && this.#thinker !== undefined) this.#foresee(order, this.#thinker);
  }

  /** Leaves the match for good: nothing of it goes on after that. */
  async leave(): Promise<void> {
    this.#task = undefined;
    this.#hasLeft = true;
    await Promise.all([this.#slicing, this.#warmingUp]);
  }

  #think(order: Order & { kind: 'think' }): void {
    this.#task = undefined;
    const thinker = (this.#thinker ??= this.game.thinker?.());
    if (thinker === undefined) {
      this.host.post({ kind: 'thoughts', number: order.number, isFinal: true, thoughts: null });
      return;
    }
    // What cannot be followed is told again, once it is known what was meant.
    if (!thinker.goTo(order.played).ok) return;
    this.#followed = order.number;
    this.#task = { order, isTold: false, toldAt: this.host.clock(), idle: 0 };
    this.#run();
  }

  #foresee({ number, move }: Order & { kind: 'answered' }, thinker: Thinker): void {
    if (number === this.#followed && thinker.isLast(move)) this.host.post({ kind: 'last', number });
    if (this.#task === undefined) return;
    this.#task.isTold = true;
    if (!this.game.ponders) this.#task = undefined;
    else thinker.foresee(move);
  }

  #follow({ number, tales, until }: Order & { kind: 'follow' }): void {
    const { hypotheses, faults } = this.#hear(tales, until);
    const { kept } = hypotheses;
    const { played } = kept[0]!;
    const [legal, isWide] = [hypotheses.legal(), hypotheses.isWide];
    this.host.post({ kind: 'standing', number, played, legal, isWide, states: kept.length, faults });
    if (this.#follows++ === 0) this.#warmingUp = this.#warmUp(until);
  }

  #settle({ number, tales, until }: Order & { kind: 'settle' }): void {
    const { play, hasPercepts, hashOfRules } = this.game;
    const { played } = this.#hear(tales, until).hypotheses.kept[0]!;
    const judge = new Judge(play.game);
    for (const joint of played) judge.make(joint);
    const settlement = { roles: judge.roles, rules: hashOfRules(), played, hasPercepts, outcome: outcomeOf(judge) };
    this.host.post({ kind: 'settled', number, settlement });
  }

  #hear(
    tales: readonly ToldTale[],
    until: number,
  ): { readonly hypotheses: Hypotheses; readonly faults: readonly string[] } {
    const { play, role, seed, hasPercepts } = this.game;
    const { clock } = this.host;
    const hypotheses = (this.#hypotheses ??= new Hypotheses({
      ...{ game: play.game, role, hasPercepts, random: seededRandom(seed), clock },
    }));
    const now = clock();
    return { hypotheses, faults: hypotheses.follow(tales, now + FOLLOWING_SHARE * (until - now)) };
  }

  /** Before the next order there is time that nobody else needs. */
  async #warmUp(until: number): Promise<void> {
    const { play, seed } = this.game;
    const { clock } = this.host;
    const pause = async (): Promise<boolean> => {
      await this.host.pause();
      return this.#follows === 1 && !this.#hasLeft;
    };
    await warmUp({ game: play.game, random: seededRandom(seed), clock, pause }, until);
  }

  #run(): void {
    this.#slicing ??= this.#slices().finally(() => {
      this.#slicing = undefined;
    });
  }

  async #slices(): Promise<void> {
    while (this.#task !== undefined) {
      if (!this.#slice(this.#task, this.#thinker!)) this.#task = undefined;
      await this.host.pause();
    }
  }

  /** Thinks a little; gives whether there is more to do. */
  #slice(task: Task, thinker: Thinker): boolean {
    const { limit } = task.order;
    const { clock } = this.host;
    if ('nodes' in limit) {
      thinker.think(limit);
      this.#tell(task, thinker, true);
      return false;
    }
    const start = clock();
    if (!task.isTold && start >= limit.until) this.#tell(task, thinker, true);
    const deadline = task.isTold ? start + PONDER_MS * 2 ** task.idle : limit.until;
    const nodes = thinker.think({ deadline, nodes: this.#size.nodes });
    this.#size.observe(nodes, clock() - start);
    task.idle = nodes > 0 ? 0 : task.idle + 1;
    const isStuck = task.idle > 0 && (task.idle >= MOST_IDLE || !thinker.hasQuestion);
    const isDone = isStuck || thinker.thoughts()?.isSolved === true;
    if (!task.isTold) this.#tell(task, thinker, isDone || clock() >= limit.until);
    return !isDone && (!task.isTold || this.game.ponders);
  }

  #tell(task: Task, thinker: Thinker, isFinal: boolean): void {
    const now = this.host.clock();
    if (!isFinal && now < task.toldAt + TELL_MS) return;
    task.toldAt = now;
    task.isTold = isFinal;
    const thoughts = thinker.thoughts();
    const faults = thinker.takeFaults();
    const { number } = task.order;
    this.host.post({ kind: 'thoughts', number, isFinal, thoughts: thoughts && { ...thoughts, faults } });
  }
}

/** A game that a thread has opened. */
export interface OpenGame {
  readonly play: Play;
  readonly role: number;
  readonly seed: number;
  readonly ponders: boolean;
  /** Whether the rules tell what roles see. */
  readonly hasPercepts: boolean;
  readonly hashOfRules: () => string;
  /** Undefined where the algorithm cannot play it. */
  readonly thinker: (() => Thinker) | undefined;
  /** Why it cannot. */
  readonly refusal: string | undefined;
}

/** What games are opened with. */
export interface Opening {
  readonly clock: Clock;
  /** Starts a worker that can help to simulate; without it there are no helpers. */
  readonly startHelper?: () => WorkerPort;
}

/** Opens what a thread is to work on, from the text; fails with a reason for people. */
export function openAssignment(assignment: Assignment, opening: Opening): Result<OpenGame, string> {
  const { clock } = opening;
  const { sheet, role: roleName, engine, stage, seed, bytes, ponders } = assignment;
  const chosen = chooseAlgorithm(assignment.algorithm, ALGORITHMS);
  if (!chosen.ok) return chosen;
  const rules = loadRules(sheet);
  if (!rules.ok) {
    const error = rules.error.find(({ severity }) => severity === 'error')!;
    return fail(renderDiagnostic(new Source(sheet.name, sheet.content), error));
  }
  const role = rules.value.roles.indexOf(roleName);
  if (role < 0) return fail(`the rules have no role ${roleName}; they have ${rules.value.roles.join(', ')}`);
  const reason = refusal(chosen.value, rules.value);
  if (reason !== undefined && engine === 'compiled') return fail(reason);
  const play = openPlay(rules.value, engine, { clock, ...stage });
  if (!play.ok) return play;
  const helped = withHelpersOf(play.value, assignment.threads - 1, opening);
  const setting = { play: helped, chosen: chosen.value, role, seed, clock, bytes, stage };
  return ok({
    ...{ play: play.value, role, seed, ponders, refusal: reason },
    hasPercepts: rules.value.clauses.some(({ head }) => head.name === 'sees'),
    hashOfRules: () => rulesHash(rules.value),
    thinker: reason === undefined ? () => new Thinker(setting) : undefined,
  });
}

/** The same game, whose playouts helpers make too; without them where they would not know how. */
export function withHelpersOf(play: Play, helpers: number, { clock, startHelper }: Opening): Play {
  const { code } = play;
  if (helpers === 0 || startHelper === undefined || code === undefined) return play;
  const simulator = play.simulator as Simulator<PackedState>;
  return { ...play, simulator: withHelpers({ simulator, code, helpers, start: startHelper, clock }) };
}
