import type { GameParts, Move, PartTarget, RootedParts } from '../../game/index.js';
import { NODE_BYTES, PartLayers } from './partLayers.js';
import { lineTo, type PartKnowledge, type Step } from './partLines.js';
import type { PlanSpace } from './planSpace.js';
import type { Strategy } from './strategy.js';

/** Lines that may turn out to lead elsewhere before it gives up. */
const MOST_MISTAKES = 64;
/** Of a part that nothing is asked of, so many states of a layer are kept, and so many layers made: moves on it pass the time. */
const FILLER = { width: 4, depth: 256 };
/** Lines have at most so many actions on a part. */
const DEEPEST = 512;
/** What is to be known of the root, and who is told what is found. */
export type LineSpace<State> = Pick<PlanSpace<State>, 'setting' | 'root' | 'nodes' | 'work' | 'value' | 'meetLine'>;

/** So many moves of a line are made in a step. */
const MOVES_AT_ONCE = 8;

/**
 * For puzzles that are several side by side ({@link GameParts}): each part by itself, breadth first, one layer after the other; then a line for
 * all of them, from layers that fit together. It is played before it is believed, because parts may depend on each other in what is
 * legal and in when play is over.
 */
export class PartPlans<State> implements Strategy {
  isDone = false;
  readonly isProof = false;
  readonly #rooted: RootedParts;
  readonly #layers: readonly PartLayers[];
  /** How deep each part is looked at before lines are looked for, beside fillers. */
  #depth = 0;
  /** Targets before this one were tried at this depth. */
  #target = 0;
  #mistakes = 0;
  #trial: Trial<State> | undefined;

  constructor(
    private readonly space: LineSpace<State>,
    private readonly parts: GameParts<State>,
    private readonly bytes: number,
  ) {
    this.#rooted = parts.from(space.root);
    const numbered = parts.conditions.map(({ part }, condition) => ({ part, condition }));
    this.#layers = Array.from({ length: parts.parts }, (_, part) => {
      const conditions = numbered.filter((each) => each.part === part).map(({ condition }) => condition);
      const isClocked = parts.kind === 'together';
      const width = conditions.length === 0 ? FILLER.width : Infinity;
      return new PartLayers(this.#rooted, { part, conditions, isClocked, width });
    });
  }

  get stage(): 'layers' | 'lines' | 'play' {
    if (this.#trial !== undefined) return 'play';
    return this.#behind === undefined ? 'lines' : 'layers';
  }

  advance(states: number): void {
    if (this.#trial === undefined) this.#lookFor(states);
    else this.#play(this.#trial);
    const nodes = this.#layers.reduce((sum, layers) => sum + layers.nodes, 0);
    if (nodes * NODE_BYTES > this.bytes || this.#mistakes > MOST_MISTAKES) this.isDone = true;
  }

  #lookFor(states: number): void {
    for (let left = states; left > 0;) {
      const behind = this.#behind;
      if (behind === undefined) {
        this.#tryTarget();
        break;
      }
      const { expanded, made } = behind.advance(left);
      this.space.nodes += made;
      this.space.work += 1 + expanded + made;
      left -= 1 + expanded;
      if (behind.isMistaken) this.isDone = true;
    }
  }

  /** A part that has to be looked at more deeply. */
  get #behind(): PartLayers | undefined {
    return this.#layers.find((layers) => layers.depth < this.#depthOf(layers) && !layers.isEmpty(layers.depth));
  }

  #depthOf(layers: PartLayers): number {
    return this.parts.kind === 'inTurn' && layers.isFiller ? FILLER.depth : this.#depth;
  }

  /** Tries one target at this depth; after the last one the parts are looked at more deeply. */
  #tryTarget(): void {
    const target = this.parts.targets[this.#target++];
    if (target !== undefined && target.goal > (this.space.value ?? 0)) {
      this.space.work += this.#layers.length;
      const known: PartKnowledge = { parts: this.parts, rooted: this.#rooted, layers: this.#layers };
      const line = lineTo(known, target, this.#depth);
      if (line !== undefined) this.#trial = { target, line, made: [], state: this.space.root };
      return;
    }
    this.#target = 0;
    this.#depth++;
    const isOver = this.#layers.every((layers) => layers.isEmpty(layers.depth));
    this.isDone = isOver || this.#depth > DEEPEST;
  }

  /** Makes some moves of the line. */
  #play(trial: Trial<State>): void {
    const { game, role } = this.space.setting;
    for (let moves = 0; moves < MOVES_AT_ONCE && trial.made.length < trial.line.length; moves++) {
      const joint = this.parts.jointIn(trial.state, trial.line[trial.made.length]!);
      if (joint === undefined) {
        this.#end(trial, undefined);
        return;
      }
      trial.made.push(joint);
      trial.state = game.next(trial.state, joint);
      if (game.isTerminal(trial.state)) {
        this.#end(trial, game.goals(trial.state)[role] ?? 0);
        return;
      }
    }
    if (trial.made.length === trial.line.length) this.#end(trial, undefined);
  }

  /** The line came to the end of play with a goal, or to none. */
  #end({ made, target }: Trial<State>, goal: number | undefined): void {
    this.#trial = undefined;
    if (goal === undefined || goal < target.goal) this.#mistakes++;
    if (goal !== undefined) this.space.meetLine(made, goal);
  }
}

/** A line that is being played. */
interface Trial<State> {
  readonly target: PartTarget;
  readonly line: readonly Step[];
  readonly made: (readonly Move[])[];
  state: State;
}
