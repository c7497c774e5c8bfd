import type { Move, StateSymmetries } from '../../game/index.js';
import type { MoveReport, Search, SearchLimit, SearchReport, SearchSetting } from '../search.js';
import { QuotientSimulator } from './quotient.js';

/** Milliseconds for looking for symmetries where thinking has no deadline. */
const PATIENCE_MS = 60_000;

export interface SymmetricOptions<State> {
  /** Share of the time of the first thinking that may be spent on looking for symmetries. */
  readonly share: number;
  /** Opens the search that is to make use of them. */
  readonly open: (setting: SearchSetting<State>) => Search<State>;
}

/** A state as the search knows it. */
interface Image<State> {
  readonly state: State;
  /** The symmetry that takes the true state to this one. */
  readonly symmetry: number;
}

/**
 * A search through states that stand for their images (004 section 5): it is given the {@link QuotientSimulator} in place of the simulator,
 * and never learns of the difference; the present state is turned on the way in, and moves are turned back on the way out. Symmetries are looked for when it first
 * thinks; where there are none, the search goes on as if nothing had been.
 */
export class SymmetricSearch<State> implements Search<State> {
  /** Opened when it is first needed. */
  #opened: Search<State> | undefined;
  #isLookedFor = false;
  #quotient: { readonly symmetries: StateSymmetries<State>; readonly simulator: QuotientSimulator<State> } | undefined;
  #state: State;
  /** The present state as the search knows it, where it makes use of symmetries. */
  #image: Image<State>;

  constructor(
    private readonly setting: SearchSetting<State>,
    private readonly options: SymmetricOptions<State>,
  ) {
    this.#state = setting.state;
    this.#image = { state: setting.state, symmetry: 0 };
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
    this.#image = this.#imageAfter(this.#image, state);
    this.#opened?.moveTo(this.#image.state);
  }

  /** How the search knows a state that follows one that it knows. */
  #imageAfter(before: Image<State>, state: State): Image<State> {
    if (this.#quotient === undefined) return { state, symmetry: 0 };
    const { symmetries, simulator } = this.#quotient;
    const successor = symmetries.image(state, before.symmetry);
    const turn = simulator.turnAfter(before.state, successor);
    return { state: symmetries.image(successor, turn), symmetry: symmetries.product(before.symmetry, turn) };
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
      new QuotientSimulator(each, symmetries, game);
    this.#quotient = { symmetries, simulator: quotientOf(simulator) };
    this.#opened = this.options.open({
      ...this.setting,
      simulator: this.#quotient.simulator,
      state: this.#image.state,
      turning: symmetries,
      ...(throughSolver === undefined ? {} : { throughSolver: (method) => quotientOf(throughSolver(method)) }),
    });
  }

  #turnedBack(report: SearchReport): SearchReport {
    const { game, role } = this.setting;
    const { symmetries } = this.#quotient!;
    const { state, symmetry } = this.#image;
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
    const { joints, standIn } = this.#quotient!.simulator.kinds(state);
    if (standIn === undefined) return moves;
    const alike = new Map<Move, Move[]>();
    for (const [index, first] of standIn.entries()) {
      const moveOf = (joint: number): Move => joints[joint * game.roles.length + role]!;
      const known = alike.get(moveOf(first));
      if (known === undefined) alike.set(moveOf(first), [moveOf(index)]);
      else known.push(moveOf(index));
    }
    return moves.flatMap((report) => (alike.get(report.move) ?? [report.move]).map((move) => ({ ...report, move })));
  }

  /** A line of states as the search knows them as one from the present state. */
  #trueLine(line: readonly (readonly Move[])[]): readonly (readonly Move[])[] {
    const { game } = this.setting;
    const { symmetries } = this.#quotient!;
    let state = this.#state;
    let image = this.#image;
    return line.map((joint) => {
      const back = symmetries.moves(symmetries.inverse(image.symmetry));
      const turned = joint.map((move, role) => back[role]![move]!);
      state = game.next(state, turned);
      image = this.#imageAfter(image, state);
      return turned;
    });
  }
}
