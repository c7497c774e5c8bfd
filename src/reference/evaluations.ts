import type { Move } from '../game/index.js';
import { EvaluationLimit } from './options.js';
import { Evaluation, type EvaluationSetting, TooMuchWork } from './evaluation.js';
import { TimeUp } from './timeLimit.js';

interface Kept {
  readonly evaluation: Evaluation;
  fluents: Int32Array;
  joint: readonly Move[] | undefined;
}

/** Evaluations kept at once, for the states asked about last: those on a short line of play. Bounds the memory of a game. */
const MOST_KEPT = 4;

/** Tuples that queries by key which depend on no state may leave behind before they are forgotten. Bounds it too. */
const MOST_FOUND_BY_KEY = 1_000_000;

/** The evaluations of a game. They are made for a state when it is asked about, and used anew for another after a while. */
export class Evaluations {
  readonly #setting: EvaluationSetting;
  readonly #trueRelation: number;
  readonly #doesRelation: number;
  readonly #roles: readonly number[];
  #fixed: Evaluation;
  /** The one used last comes first. */
  #kept: Kept[] = [];

  /** `roles` are the terms of the roles. */
  constructor(setting: EvaluationSetting, roles: readonly number[]) {
    this.#setting = setting;
    this.#trueRelation = setting.program.catalogue.relation('true/1');
    this.#doesRelation = setting.program.catalogue.relation('does/2');
    this.#roles = roles;
    this.#fixed = new Evaluation(setting);
  }

  /** Answers what depends on neither state nor moves. */
  answer<T>(question: (evaluation: Evaluation) => T): T {
    return this.#answer(() => question(this.#fixed));
  }

  answerInState<T>(fluents: Int32Array, question: (evaluation: Evaluation) => T): T {
    return this.#answer(() => question(this.#inState(fluents).evaluation));
  }

  answerAfterMoves<T>(fluents: Int32Array, joint: readonly Move[], question: (evaluation: Evaluation) => T): T {
    return this.#answer(() => {
      const kept = this.#inState(fluents);
      if (kept.joint === undefined || kept.joint.some((move, role) => move !== joint[role])) {
        kept.joint = [...joint];
        kept.evaluation.assertMoves(
          this.#doesRelation,
          this.#roles.flatMap((role, i) => [role, joint[i]!]),
        );
      }
      return question(kept.evaluation);
    });
  }

  #answer<T>(question: () => T): T {
    for (;;) {
      try {
        return question();
      } catch (error) {
        const tooEager = this.#fixed.tooEager();
        // The evaluation stopped half-way: nothing that it touched may be used again. What the states share stays only where just time was short.
        if (this.#fixed.breakOff() && error instanceof TimeUp) this.#kept = [];
        else this.#startAnew();
        const isTooMuch =
          error instanceof TooMuchWork || (error instanceof EvaluationLimit && error.limit !== 'maxChain');
        if (!isTooMuch || tooEager === undefined) throw error;
        this.#setting.program.askByKey(tooEager);
      }
    }
  }

  #startAnew(): void {
    this.#fixed = new Evaluation(this.#setting);
    this.#kept = [];
  }

  #inState(fluents: Int32Array): Kept {
    const at = this.#kept.findIndex((kept) => kept.fluents === fluents);
    if (at === 0) return this.#kept[0]!;
    if (this.#fixed.foundByKey > MOST_FOUND_BY_KEY) this.#startAnew();
    let kept = at === -1 ? undefined : this.#kept.splice(at, 1)[0];
    if (kept === undefined) {
      kept = this.#kept.length === MOST_KEPT ? this.#kept.pop()! : this.#new(fluents);
      kept.fluents = fluents;
      kept.joint = undefined;
      kept.evaluation.assertState(this.#trueRelation, fluents);
    }
    this.#kept.unshift(kept);
    return kept;
  }

  #new(fluents: Int32Array): Kept {
    return { evaluation: new Evaluation(this.#setting, this.#fixed), fluents, joint: undefined };
  }
}
