import { firstDerived, firstMove, type GroundProgram } from '../../ground/index.js';
import { type Edge, FALSE, GateNetwork, isComplemented, nodeOf, not, TRUE } from './gateNetwork.js';
import { restructure } from './restructure.js';
import { sumOfProducts } from './sumOfProducts.js';

/**
 * One round of a game as gates: fluents fix terminal, goals and legal moves; fluents and the moves made fix the next state. Input nodes are
 * the atoms of the ground program: fluents, then moves. Gates that depend on moves assume that every role makes exactly one legal move.
 */
export interface RoundNetwork {
  readonly network: GateNetwork;
  readonly terminal: Edge;
  /** For each role, the moves (input nodes) that may be legal here and the edges that say whether they are. */
  readonly choices: readonly Choice[];
  /** For fluent f, counted from 0: whether it holds next. */
  readonly next: Int32Array;
  /** In the order of the program's goals. */
  readonly goals: readonly Edge[];
  readonly percepts: readonly Edge[];
}

export interface Choice {
  readonly moves: readonly number[];
  readonly legal: readonly Edge[];
}

/** The value of a fluent, counted from 0: 1, 0, or undefined where it varies. */
export type FluentValue = (fluent: number) => 0 | 1 | undefined;

export interface RoundNetworkOptions {
  readonly valueOf: FluentValue;
  /** Inputs after those of the atoms, for whatever the caller wants to add. */
  readonly extraInputs: number;
  /** Called for each gate that is made. */
  readonly onGate?: (() => void) | undefined;
}

const WHOLE: RoundNetworkOptions = { valueOf: () => undefined, extraInputs: 0 };

export function roundNetwork(program: GroundProgram, options = WHOLE): RoundNetwork {
  return new RoundBuilder(program, options).build();
}

class RoundBuilder {
  readonly #network: GateNetwork;
  /** The edge of each atom. */
  readonly #edges: Int32Array;
  /** For each move (by atom) that may be legal: what its being made implies. */
  readonly #implied = new Map<number, ReadonlySet<Edge>>();

  constructor(
    private readonly program: GroundProgram,
    { valueOf, extraInputs, onGate }: RoundNetworkOptions,
  ) {
    const { atoms, fluents, moves } = program;
    this.#network = new GateNetwork(fluents + moves + extraInputs, onGate);
    this.#edges = Int32Array.from({ length: atoms }, (_, atom) => 2 * atom);
    for (let fluent = 0; fluent < fluents; fluent++) {
      const value = valueOf(fluent);
      if (value !== undefined) this.#edges[1 + fluent] = value === 1 ? TRUE : FALSE;
    }
  }

  build(): RoundNetwork {
    const { program } = this;
    const needsMoves = componentsOnMoves(program);
    this.#buildComponents((component) => needsMoves[component] === 0);
    const choices = program.roles.map((_, role) => this.#choice(role));
    this.#buildComponents((component) => needsMoves[component] === 1);
    const outputs = [
      program.terminal,
      ...program.next,
      ...program.goals.map(({ literal }) => literal),
      ...program.percepts.map(({ literal }) => literal),
    ].map((literal) => this.#edgeOf(literal));
    const legal = choices.flatMap((choice) => choice.legal);
    const better = restructure(this.#network, [...outputs, ...legal]);
    const edgeOf = (literal: number): Edge => better.edgeOf(this.#edgeOf(literal));
    return {
      network: better.network,
      terminal: edgeOf(program.terminal),
      choices: choices.map(({ moves, legal }) => ({ moves, legal: legal.map(better.edgeOf) })),
      next: program.next.map(edgeOf),
      goals: program.goals.map(({ literal }) => edgeOf(literal)),
      percepts: program.percepts.map(({ literal }) => edgeOf(literal)),
    };
  }

  #edgeOf(literal: number): Edge {
    return this.#edges[literal >> 1]! ^ (literal & 1);
  }

  /** The moves of a role that may be legal; a single one is made for certain. */
  #choice(role: number): Choice {
    const { moveStart, legal } = this.program;
    const first = firstMove(this.program);
    const moves: number[] = [];
    for (let atom = moveStart[role]!; atom < moveStart[role + 1]!; atom++) {
      if (this.#edgeOf(legal[atom - first]!) === FALSE) this.#edges[atom] = FALSE;
      else moves.push(atom);
    }
    const edges = moves.map((atom) => this.#edgeOf(legal[atom - first]!));
    if (moves.length === 1) this.#edges[moves[0]!] = TRUE;
    else this.#network.declareOneHot(moves);
    moves.forEach((atom, index) => this.#implied.set(atom, this.#impliedBy(edges[index]!)));
    return { moves, legal: edges };
  }

  #impliedBy(legal: Edge): ReadonlySet<Edge> {
    const conjuncts = this.#network.isConjunction(legal) ? this.#network.operandsOf(nodeOf(legal)) : [];
    return new Set([legal, ...conjuncts]);
  }

  #buildComponents(isWanted: (component: number) => boolean): void {
    const { componentStart, isRecursive } = this.program;
    for (let component = 0; component < isRecursive.length; component++) {
      if (!isWanted(component)) continue;
      if (isRecursive[component] === 1) this.#buildLoop(component);
      else {
        for (let atom = componentStart[component]!; atom < componentStart[component + 1]!; atom++) {
          this.#edges[atom] = this.#definition(atom);
        }
      }
    }
  }

  #buildLoop(component: number): void {
    const { componentStart } = this.program;
    const atoms = Array.from(
      { length: componentStart[component + 1]! - componentStart[component]! },
      (_, index) => componentStart[component]! + index,
    );
    const variables = atoms.map(() => this.#network.variable());
    atoms.forEach((atom, index) => (this.#edges[atom] = 2 * variables[index]!));
    const bodies = atoms.map((atom) => this.#definition(atom));
    this.#network.close({ variables, bodies });
  }

  /** What an atom's rules say of it. */
  #definition(atom: number): Edge {
    const { ruleStart, bodyStart, body } = this.program;
    const derived = atom - firstDerived(this.program);
    const products: Edge[][] = [];
    for (let rule = ruleStart[derived]!; rule < ruleStart[derived + 1]!; rule++) {
      const product = this.#product(body.subarray(bodyStart[rule], bodyStart[rule + 1]));
      if (product === undefined) continue;
      if (product.length === 0) return TRUE;
      products.push(product);
    }
    return sumOfProducts(this.#network, products);
  }

  /** The edges of a body without those that a move in it implies; undefined where it cannot hold. */
  #product(literals: Int32Array): Edge[] | undefined {
    const edges: Edge[] = [];
    let implied: ReadonlySet<Edge> | undefined;
    for (const literal of literals) {
      const edge = this.#edgeOf(literal);
      if (edge === FALSE) return undefined;
      if (edge === TRUE) continue;
      edges.push(edge);
      if (!isComplemented(edge)) implied ??= this.#implied.get(nodeOf(edge));
    }
    if (implied === undefined) return edges;
    return edges.some((edge) => implied.has(not(edge))) ? undefined : edges.filter((edge) => !implied.has(edge));
  }
}

/** For each component 1 where it depends on the moves that are made. */
function componentsOnMoves(program: GroundProgram): Uint8Array {
  const { componentStart, isRecursive, ruleStart, bodyStart, body } = program;
  const first = firstDerived(program);
  const dependsOnMoves = new Uint8Array(program.atoms);
  dependsOnMoves.fill(1, firstMove(program), first);
  return Uint8Array.from(isRecursive, (_, component) => {
    const from = componentStart[component]!;
    const to = componentStart[component + 1]!;
    let needs = 0;
    for (let at = bodyStart[ruleStart[from - first]!]!; at < bodyStart[ruleStart[to - first]!]!; at++) {
      if (dependsOnMoves[body[at]! >> 1] === 1) needs = 1;
    }
    dependsOnMoves.fill(needs, from, to);
    return needs;
  });
}
