import type { Move } from '../../game/index.js';
import type { MoveReport, Search, SearchLimit, SearchReport, SearchSetting } from '../search.js';
import { LinePlans } from '../plan/index.js';
import { DecoupledSearch } from './decoupledSearch.js';

/** Of the time, and of the nodes, what plans have as long as there is none. */
const PLAN_SHARE = 0.75;

/** A report with the moves of all roles. */
export interface JointReport extends SearchReport {
  readonly joint: readonly Move[];
}

/**
 * For states of more joint moves than can be listed. A player alone, whose moves may be those of several roles (columns), looks for a plan
 * by the parts of the game, where it has any; that is followed to its end. In all else {@link DecoupledSearch}.
 */
export class WideSearch<State> implements Search<State> {
  readonly #plans: LinePlans<State> | undefined;
  readonly #decoupled: DecoupledSearch<State>;
  #ms = 0;

  constructor(private readonly setting: SearchSetting<State>) {
    const parts = setting.parts?.();
    this.#plans = parts && new LinePlans(setting, parts);
    this.#decoupled = new DecoupledSearch(setting);
  }

  think({ deadline, nodes }: SearchLimit): void {
    const { clock } = this.setting;
    const plans = this.#plans;
    const start = clock();
    const before = plans?.nodes ?? 0;
    plans?.think({
      ...(deadline === undefined ? {} : { deadline: start + PLAN_SHARE * (deadline - start) }),
      ...(nodes === undefined ? {} : { nodes: Math.ceil(PLAN_SHARE * nodes) }),
    });
    const planned = (plans?.nodes ?? 0) - before;
    if (plans?.isSolved !== true) {
      this.#decoupled.think({
        ...(deadline === undefined ? {} : { deadline }),
        ...(nodes === undefined ? {} : { nodes: Math.max(0, nodes - planned) }),
      });
    }
    this.#ms += clock() - start;
  }

  report(): JointReport {
    const report = this.#decoupled.report();
    const plan = this.#plans?.plan;
    const effort = {
      ...report.effort,
      nodes: report.effort.nodes + (this.#plans?.nodes ?? 0),
      ms: this.#ms,
    };
    const [joint] = plan?.line ?? [];
    const isSolved = this.#plans?.isSolved === true;
    if (plan === undefined || joint === undefined || (!isSolved && plan.value < (report.value ?? 0)))
      return { ...report, effort, joint: this.#decoupled.bestJoint() };
    const move = joint[this.setting.role]!;
    const own: MoveReport = { move, value: plan.value, visits: 1, isSolved };
    return {
      ...{ move, joint, value: plan.value, isSolved, variation: plan.line, effort },
      moves: [own, ...report.moves.filter((each) => each.move !== move)],
    };
  }

  moveTo(state: State): void {
    this.#ms = 0;
    this.#plans?.moveTo(state);
    this.#decoupled.moveTo(state);
  }
}
