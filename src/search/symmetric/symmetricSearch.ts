import type { Move, StateSymmetries } from '../../game/index.js';
import type { MoveReport, Search, SearchLimit, SearchReport, SearchSetting } from '../search.js';
import { QuotientSimulator } from './quotient.js';

/** Symmetries that make fewer moves than this share the same, of as many as tell anything, cost more than they save. */
const FEWEST_ALIKE = 0.02;
const TELLING_MOVES = 2000;
const NOTHING = { moves: 0, alike: 0 };
/** Milliseconds for looking for symmetries where thinking has no deadline. */
const PATIENCE_MS = 60_000;

export interface SymmetricOptions<State> {
  /** Share of the time of the first thinking that may be spent on looking for symmetries. */
  readonly share: number;
  /** Opens the search that is to make use of them. */
  readonly open: (setting: SearchSetting<State>) => Search<State>;
}

/**
 * A search through states that stand for all their images (004 section 5): it is given the {@link QuotientSimulator} in place of the simulator,
 * and never learns of the difference; the present state is turned on the way in, and moves are turned back on the way out. Symmetries are looked for when it first
 * thinks; where there are none, the search goes on as if nothing had been. It does so as well, from the next move on, once they are of no use any more: most games begin
 * with symmetry and soon lose it.
 */
export class SymmetricSearch<State> implements Search<State> {
  /** Opened when it is first needed. */
  #opened: Search<State> | undefined;
  #isLookedFor = false;
  #quotient: { readonly symmetries: StateSymmetries<State>; readonly simulator: QuotientSimulator<State> } | undefined;
  #state: State;

  constructor(
    private readonly setting: SearchSetting<State>,
    private readonly options: SymmetricOptions<State>,
  ) {
    this.#state = setting.state;
  }

  think(limit: SearchLimit): void {
    if (!this.#isLookedFor) this.#lookForSymmetries(limit);
    this.#inner.think(limit);
  }

  report(): SearchReport {
    const report = this.#inner.report();
    return this.#quotient === undefined ? report : this.#turnedBack(report);
  }

  moveTo(state: State): void {
    this.#state = state;
    if (this.#wasOfNoUse()) {
      // What is known is known of images: the search begins anew.
      this.#quotient = undefined;
      this.#opened = undefined;
    }
    this.#opened?.moveTo(this.#quotient === undefined ? state : this.#quotient.symmetries.canonical(state).state);
  }

  /** Whether symmetries made next to no moves the same since this was asked last. */
  #wasOfNoUse(): boolean {
    const { moves, alike } = this.#quotient?.simulator.takeCounts() ?? NOTHING;
    return moves >= TELLING_MOVES && alike < FEWEST_ALIKE * moves;
  }

  get #inner(): Search<State> {
    return (this.#opened ??= this.options.open({ ...this.setting, state: this.#state }));
  }

  #lookForSymmetries({ deadline }: SearchLimit): void {
    this.#isLookedFor = true;
    const { clock, game, simulator, throughSolver } = this.setting;
    const ms = deadline === undefined ? PATIENCE_MS : this.options.share * (deadline - clock());
    const symmetries = this.setting.symmetries?.(ms);
    if (symmetries === undefined || symmetries.size === 1) return;
    const quotientOf = (each: typeof simulator): QuotientSimulator<State> =>
      new QuotientSimulator(each, symmetries, game.roles);
    this.#quotient = { symmetries, simulator: quotientOf(simulator) };
    this.#opened = this.options.open({
      ...this.setting,
      simulator: this.#quotient.simulator,
      state: symmetries.canonical(this.#state).state,
      turning: symmetries,
      ...(throughSolver === undefined ? {} : { throughSolver: (method) => quotientOf(throughSolver(method)) }),
    });
  }

  #turnedBack(report: SearchReport): SearchReport {
    const { game, role } = this.setting;
    const { symmetries } = this.#quotient!;
    const { state, symmetry } = symmetries.canonical(this.#state);
    const back = symmetries.moves(symmetries.inverse(symmetry))[role]!;
    const legal = game.legalMoves(state, role);
    const moves = report.moves.length === legal.length ? report.moves : this.#withAlike(state, report.moves);
    return {
      ...report,
      move: back[report.move]!,
      moves: moves.map((each) => ({ ...each, move: back[each.move]! })),
      variation: this.#trueLine(report.variation),
    };
  }

  /** Every move, those after the first of their kind told as that one. */
  #withAlike(state: State, moves: readonly MoveReport[]): readonly MoveReport[] {
    const { game, role } = this.setting;
    const { joints, standIn } = this.#quotient!.simulator.standIns(state);
    const alike = new Map<Move, Move[]>();
    for (const [index, first] of standIn.entries()) {
      const moveOf = (joint: number): Move => joints[joint * game.roles.length + role]!;
      const known = alike.get(moveOf(first));
      if (known === undefined) alike.set(moveOf(first), [moveOf(index)]);
      else known.push(moveOf(index));
    }
    return moves.flatMap((report) => (alike.get(report.move) ?? [report.move]).map((move) => ({ ...report, move })));
  }

  /** A line of canonical images as one from the present state. */
  #trueLine(line: readonly (readonly Move[])[]): readonly (readonly Move[])[] {
    const { game } = this.setting;
    const { symmetries } = this.#quotient!;
    let state = this.#state;
    return line.map((joint) => {
      const back = symmetries.moves(symmetries.inverse(symmetries.canonical(state).symmetry));
      const turned = joint.map((move, role) => back[role]![move]!);
      state = game.next(state, turned);
      return turned;
    });
  }
}
