import type { Move, StateSymmetries } from '../../game/index.js';
import type { MoveReport, Search, SearchLimit, SearchReport, SearchSetting } from '../search.js';
import { QuotientSimulator } from './quotient.js';

/** A state as the search knows it. */
interface Image<State> {
  readonly state: State;
  /** The symmetry that takes the true state to this one. */
  readonly symmetry: number;
}

/**
 * A search through states that stand for their images (004 section 5): it is given the {@link QuotientSimulator} in place of the simulator,
 * and never learns of the difference; the present state is turned on the way in, and moves are turned back on the way out.
 */
export class SymmetricSearch<State> implements Search<State> {
  readonly #simulator: QuotientSimulator<State>;
  readonly #search: Search<State>;
  #state: State;
  /** The present state as the search knows it. */
  #image: Image<State>;

  constructor(
    private readonly setting: SearchSetting<State>,
    private readonly symmetries: StateSymmetries<State>,
    /** Opens the search that is to make use of them. */
    open: (setting: SearchSetting<State>) => Search<State>,
  ) {
    const { game, simulator, state, throughSolver } = setting;
    this.#state = state;
    this.#image = { state, symmetry: 0 };
    this.#simulator = new QuotientSimulator(simulator, symmetries, game);
    this.#search = open({
      ...setting,
      simulator: this.#simulator,
      turning: symmetries,
      ...(throughSolver === undefined
        ? {}
        : { throughSolver: (method) => new QuotientSimulator(throughSolver(method), symmetries, game) }),
    });
  }

  think(limit: SearchLimit): void {
    this.#search.think(limit);
  }

  report(): SearchReport {
    return this.#turnedBack(this.#search.report());
  }

  moveTo(state: State): void {
    this.#state = state;
    this.#image = this.#imageAfter(this.#image, state);
    this.#search.moveTo(this.#image.state);
  }

  /** How the search knows a state that follows one that it knows. */
  #imageAfter(before: Image<State>, state: State): Image<State> {
    const { symmetries } = this;
    const successor = symmetries.image(state, before.symmetry);
    const turn = this.#simulator.turnAfter(before.state, successor);
    return { state: symmetries.image(successor, turn), symmetry: symmetries.product(before.symmetry, turn) };
  }

  #turnedBack(report: SearchReport): SearchReport {
    const { game, role } = this.setting;
    const { symmetries } = this;
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
    const { joints, standIn } = this.#simulator.kinds(state);
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
    const { symmetries } = this;
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
