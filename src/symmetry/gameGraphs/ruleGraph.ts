import { type Budget, Meter } from '../../base/index.js';
import { firstDerived, firstMove, FALSE, type GroundLiteral, type GroundProgram, TRUE } from '../../ground/index.js';
import type { GameGraph } from './gameGraph.js';
import { GraphBuilder } from './graphBuilder.js';

/**
 * The ground rule graph (004 section 3.2, after Schiffel 2010). A vertex for each fluent and each move, for each literal that denies one, for
 * each head and for each rule; a rule is joined to its head and to its literals. Where the paper makes these a clique a star is enough; and
 * since derived atoms have no names here, an atom as a head is another vertex than in bodies.
 *
 * Every automorphism is a structural symmetry, but it depends on how the rules are written which there are. As with networks, the initial
 * state need not be fixed.
 */
export function ruleGraph(program: GroundProgram, budget: Budget): GameGraph {
  const builder = new GraphBuilder(new Meter(budget));
  const rules = new RuleGraph(program, builder);
  rules.addAll();
  const move = firstMove(program);
  const fluents = rules.atoms.slice(1, 1 + program.fluents);
  return { ...builder.build(), fluents, moves: rules.atoms.slice(move, move + program.moves) };
}

class RuleGraph {
  /** The vertex of each atom, as it stands in bodies. */
  readonly atoms: Int32Array;
  readonly #denials = new Map<number, number>();

  constructor(
    private readonly program: GroundProgram,
    private readonly builder: GraphBuilder,
  ) {
    this.atoms = new Int32Array(program.atoms);
    for (let atom = 1; atom < program.atoms; atom++) this.atoms[atom] = this.#vertex(this.#colourOf(atom));
  }

  #vertex(colour: string): number {
    return this.builder.vertex(this.builder.colour(colour));
  }

  #colourOf(atom: number): string {
    if (atom <= this.program.fluents) return 'fluent';
    if (atom >= firstDerived(this.program)) return 'derived';
    return `does ${String(this.program.moveStart.findLastIndex((start) => start <= atom))}`;
  }

  addAll(): void {
    const { next, legal, terminal, goals, percepts } = this.program;
    const move = firstMove(this.program);
    for (const [fluent, literal] of next.entries()) this.#addTarget('next', literal, this.atoms[1 + fluent]);
    for (const [place, literal] of legal.entries()) this.#addTarget('legal', literal, this.atoms[move + place]);
    this.#addTarget('terminal', terminal);
    for (const { role, value, literal } of goals) this.#addTarget(`goal ${String(role)} ${String(value)}`, literal);
    for (const { role, literal } of percepts) this.#addTarget(`sees ${String(role)}`, literal);
    this.#addRules();
  }

  /** A head that is what a literal is; what it is about is tied to it. */
  #addTarget(colour: string, literal: GroundLiteral, about?: number): void {
    const head = this.#vertex(colour);
    if (about !== undefined) this.builder.edge(head, about);
    if (literal !== FALSE) this.#addRule(head, literal === TRUE ? [] : [literal]);
  }

  #addRules(): void {
    const { ruleStart, bodyStart, body, atoms } = this.program;
    const first = firstDerived(this.program);
    for (let atom = first; atom < atoms; atom++) {
      const head = this.#vertex('defined');
      this.builder.edge(head, this.atoms[atom]!);
      for (let rule = ruleStart[atom - first]!; rule < ruleStart[atom - first + 1]!; rule++) {
        this.#addRule(head, body.subarray(bodyStart[rule], bodyStart[rule + 1]));
      }
    }
  }

  #addRule(head: number, literals: Iterable<GroundLiteral>): void {
    const rule = this.#vertex('rule');
    this.builder.edge(rule, head);
    for (const literal of literals) this.builder.edge(rule, this.#literal(literal));
  }

  #literal(literal: GroundLiteral): number {
    const atom = literal >> 1;
    if ((literal & 1) === 0) return this.atoms[atom]!;
    let vertex = this.#denials.get(atom);
    if (vertex === undefined) {
      vertex = this.#vertex('not');
      this.builder.edge(vertex, this.atoms[atom]!);
      this.#denials.set(atom, vertex);
    }
    return vertex;
  }
}
