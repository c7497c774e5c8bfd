import { firstMove, type GroundProgram } from '../../ground/index.js';
import { type Conjunctions, NO_HEAD } from './conjunctions.js';
import { IS_CONDITION, IS_GUARD, IS_TRIGGER, type Parts } from './network.js';
import type { Profile } from './profile.js';
import { NO_OUTPUT, type Schedule } from './schedule.js';

interface Known {
  readonly program: GroundProgram;
  readonly conjunctions: Conjunctions;
  readonly plan: Schedule;
  /** Of the network of which all literals are triggers. */
  readonly profile: Profile;
}

/** Work, where to tell a conjunction that a trigger changed is 1 (measured on a dozen games; half or twice as much matters little): … */
const EVALUATION = 4;
/** … to arm or disarm it, for each guard; … */
const ARMING = 3;
/** … to look at a guard. */
const LOOK = 2;
/** What has more literals is most likely a disjunction, nearly always armed. */
const MOST_LITERALS = 40;
/** A condition that changes more seldom, a ply, is no condition but a guard or a trigger. */
const CONDITION_CHANGES = 0.2;
/** Each draw of a move looks at all conditions of the role. */
const MOST_CONDITIONS = 3;

/** Decides which literals are triggers, guards and conditions, so that events cause as little work as can be expected. */
export function chooseParts(known: Known): Parts {
  return new Chooser(known).choose();
}

class Chooser {
  readonly #parts: Parts;

  constructor(private readonly known: Known) {
    this.#parts = new Uint8Array(known.conjunctions.literals.length).fill(IS_TRIGGER);
  }

  choose(): Parts {
    const { conjunctions, plan } = this.known;
    this.#chooseConditions();
    const fixed = new Set([plan.terminal >> 1, ...plan.goals.map((goal) => goal >> 1)]);
    for (const node of plan.order) {
      if (node >= conjunctions.inputs && conjunctions.headOf(node) === NO_HEAD && !fixed.has(node))
        this.#chooseGuards(node);
    }
    return this.#parts;
  }

  #changes(at: number): number {
    return this.known.profile.changes[this.#literal(at) >> 1]!;
  }

  /** How often the literal holds. */
  #truth(at: number): number {
    const literal = this.#literal(at);
    const truth = this.known.profile.truth[literal >> 1]!;
    return (literal & 1) === 0 ? truth : 1 - truth;
  }

  #literal(at: number): number {
    return this.known.conjunctions.literals.array[at]!;
  }

  #chooseConditions(): void {
    const { program } = this.known;
    for (let role = 0; role < program.roles.length; role++) {
      const first = program.moveStart[role]! - firstMove(program);
      const end = program.moveStart[role + 1]! - firstMove(program);
      const places: number[] = [];
      for (let move = first; move < end; move++) places.push(...this.#possibleCondition(move));
      const uses = new Map<number, number>();
      for (const at of places) uses.set(this.#literal(at), (uses.get(this.#literal(at)) ?? 0) + 1);
      const most = [...uses].sort(([, a], [, b]) => b - a).slice(0, MOST_CONDITIONS);
      const chosen = new Set(most.map(([literal]) => literal));
      for (const at of places) if (chosen.has(this.#literal(at))) this.#parts[at] = IS_CONDITION;
    }
  }

  /** Place of the literal that would be a condition of the move, if any. */
  #possibleCondition(move: number): number[] {
    const { conjunctions, plan } = this.known;
    const output = plan.legal[move]!;
    if (output === NO_OUTPUT || (output & 1) === 1) return [];
    const end = conjunctions.startOf((output >> 1) + 1);
    let best = -1;
    for (let at = conjunctions.startOf(output >> 1); at < end; at++) {
      if (best < 0 || this.#changes(at) > this.#changes(best)) best = at;
    }
    return best >= 0 && this.#changes(best) >= CONDITION_CHANGES ? [best] : [];
  }

  /**
   * Adds triggers, the best first, as long as that is expected to be less work. Literals are taken to be independent: with triggers T and
   * guards G, a conjunction is told Σ_T changes; it is armed or disarmed Σ_t changes(t) Π_{T - t} truth; and while it is armed, Π_T truth
   * but at least as long as it was seen to hold, it is evaluated Σ_G changes.
   */
  #chooseGuards(node: number): void {
    const { conjunctions } = this.known;
    const from = conjunctions.startOf(node);
    const places: number[] = [];
    for (let at = from; at < conjunctions.startOf(node + 1); at++) if (this.#parts[at] === IS_TRIGGER) places.push(at);
    if (places.length < 2 || places.length > MOST_LITERALS) return;
    const truth = this.known.profile.truth[node]!;
    let work = Infinity;
    let load: Load = { told: 0, crossings: 0, armed: 1, guards: places.length, silent: 0 };
    for (const at of places) load.silent += this.#changes(at);
    const rest = new Set(places);
    while (rest.size > 0) {
      let best = -1;
      let bestLoad = load;
      for (const at of rest) {
        const tried = this.#withTrigger(load, at, truth);
        if (workOf(tried) < work) {
          work = workOf(tried);
          best = at;
          bestLoad = tried;
        }
      }
      if (best < 0) break;
      rest.delete(best);
      load = bestLoad;
    }
    for (const at of rest) this.#parts[at] = IS_GUARD;
  }

  #withTrigger({ told, crossings, armed, guards, silent }: Load, at: number, least: number): Load {
    const changes = this.#changes(at);
    const truth = this.#truth(at);
    return {
      told: told + changes,
      crossings: crossings * truth + changes * armed,
      armed: Math.max(armed * truth, least),
      guards: guards - 1,
      silent: silent - changes,
    };
  }
}

/** What a conjunction is expected to see, a ply. */
interface Load {
  told: number;
  crossings: number;
  /** Share of the states in which it is armed. */
  armed: number;
  /** Number of guards. */
  guards: number;
  /** Changes of guards. */
  silent: number;
}

const workOf = ({ told, crossings, armed, guards, silent }: Load): number =>
  told + crossings * (EVALUATION + ARMING * guards) + armed * silent * (EVALUATION + LOOK * guards);
