import { type Budget, Meter } from '../../base/index.js';
import { FALSE, firstMove, type GroundLiteral, type GroundProgram, TRUE } from '../../ground/index.js';
import { Completion, FORM } from './completion.js';
import type { GameGraph } from './gameGraph.js';
import { GraphBuilder } from './graphBuilder.js';

/**
 * The microstructure complement of one round (004 section 4.2), from any state, in a short form: an automorphism is a structural symmetry of
 * the game. It need not fix the initial state.
 *
 * All variables are Boolean but for the moves of a role, whose values exclude each other. A vertex stands for a variable with a value, where
 * anything needs it; the colours are those of the paper: fluents, moves by role, terminal and goals by role and value. Constraints are
 * functions (see {@link Completion}), so that of the tuples that one disallows those that deny what is defined tell all the others: the vertex
 * of what is defined is joined to each tuple of its definition, and these to their literals; a tuple of one literal is that literal, and
 * where there is one tuple only it is the vertex itself. Depth is part of a colour, and so is whether something depends on moves: the one tells
 * what is defined from what it is used for, the other what makes a move legal from what the move does. The fluents of the state that
 * follows are tied to those of the state, so that they are permuted alike.
 *
 * Chance's moves are uniform over what is legal, so that distributions say nothing that the constraints do not. What players see is no part of
 * the network: in games of partial information these are the symmetries of the fully observed game.
 */
export function templateGraph(program: GroundProgram, budget: Budget): GameGraph {
  const meter = new Meter(budget);
  const builder = new GraphBuilder(meter);
  const { fluents, moves } = addTemplate(builder, program, meter);
  return { ...builder.build(), fluents, moves };
}

/** Adds the vertices of a round from any state; returns those of its fluents and moves. */
export function addTemplate(
  builder: GraphBuilder,
  program: GroundProgram,
  meter: Meter,
): { readonly fluents: Int32Array; readonly moves: Int32Array } {
  const template = new Template(builder, program, new Completion(program, meter));
  template.addAll();
  const move = firstMove(program);
  return {
    fluents: template.vertices.slice(1, move),
    moves: template.vertices.slice(move, move + program.moves),
  };
}

const NONE = -1;

class Template {
  /** Vertex of each atom; −1 as long as nothing needs it. */
  readonly vertices: Int32Array;
  readonly #denials: Int32Array;
  readonly #isDefined: Uint8Array;
  readonly #builder: GraphBuilder;
  readonly #program: GroundProgram;
  readonly #completion: Completion;
  /** By {@link FORM}. */
  readonly #formColours: readonly ColourScale[];
  readonly #denial: ColourScale;
  readonly #tuple: ColourScale;
  readonly #defined: ColourScale;
  readonly #rule: ColourScale;

  constructor(builder: GraphBuilder, program: GroundProgram, completion: Completion) {
    this.#builder = builder;
    this.#program = program;
    this.#completion = completion;
    this.vertices = new Int32Array(completion.atoms).fill(NONE);
    this.#denials = new Int32Array(completion.atoms).fill(NONE);
    this.#isDefined = new Uint8Array(completion.atoms);
    const scale = (kind: string): ColourScale => new ColourScale(builder, completion, kind);
    this.#formColours = ['', 'and', 'or', 'recursive'].map(scale);
    this.#denial = scale('not');
    this.#tuple = scale('tuple');
    this.#defined = scale('defined');
    this.#rule = scale('rule');
  }

  addAll(): void {
    const { fluents, moveStart, roles } = this.#program;
    const fluent = this.#builder.colour('fluent');
    for (let atom = 1; atom <= fluents; atom++) this.vertices[atom] = this.#builder.vertex(fluent);
    for (const role of roles.keys()) {
      const does = this.#builder.colour(`does ${String(role)}`);
      for (let atom = moveStart[role]!; atom < moveStart[role + 1]!; atom++) {
        this.vertices[atom] = this.#builder.vertex(does);
      }
    }
    this.#addTargets();
    this.#addDefinitions();
  }

  #addTargets(): void {
    const { next, legal, terminal, goals } = this.#program;
    const move = firstMove(this.#program);
    for (let place = 0; place < next.length; place++) this.#addTarget('next', next[place]!, this.vertices[1 + place]!);
    for (let place = 0; place < legal.length; place++) this.#addLegal(legal[place]!, this.vertices[move + place]!);
    this.#addTarget('terminal', terminal, NONE);
    for (const { role, value, literal } of goals) {
      this.#addTarget(`goal ${String(role)} ${String(value)}`, literal, NONE);
    }
  }

  /** A move is joined to what depends on no move only where that makes it legal. */
  #addLegal(literal: GroundLiteral, move: number): void {
    const { depth, isOfMoves } = this.#completion;
    const same = this.#completion.sameAs(literal);
    if (depth[same >> 1] === 0 || isOfMoves[same >> 1] === 1) this.#addTarget('legal', literal, move);
    else this.#builder.edge(move, this.#literal(same));
  }

  /** That a literal is the next value of a fluent, that a move is legal, and so on. */
  #addTarget(name: string, target: GroundLiteral, about: number): void {
    const literal = this.#completion.sameAs(target);
    const isConstant = literal === TRUE || literal === FALSE;
    const colour = isConstant ? `${name} ${literal === TRUE ? 'always' : 'never'}` : name;
    const vertex = this.#builder.vertex(this.#builder.colour(colour));
    if (about !== NONE) this.#builder.edge(vertex, about);
    if (isConstant) return;
    if (this.#completion.depth[literal >> 1]! > 0) this.#builder.edge(vertex, this.#literal(literal));
    else {
      // Lest what it is and what it is about are confused.
      const tuple = this.#builder.vertex(this.#tuple.of(literal >> 1));
      this.#builder.edge(vertex, tuple);
      this.#builder.edge(tuple, this.#literal(literal));
    }
  }

  /** The vertex of a literal, made when it is first needed. */
  #literal(literal: GroundLiteral): number {
    const atom = literal >> 1;
    const vertices = (literal & 1) === 0 ? this.vertices : this.#denials;
    const known = vertices[atom]!;
    if (known !== NONE) return known;
    const { form, written } = this.#completion;
    const isWritten = form[atom] !== FORM.none && written[atom] === literal;
    const colours = isWritten ? this.#formColours[form[atom]!]! : this.#denial;
    const vertex = (vertices[atom] = this.#builder.vertex(colours.of(atom)));
    if (!isWritten) this.#builder.edge(vertex, this.#literal(literal ^ 1));
    return vertex;
  }

  /** From the last to the first: what an atom needs comes before it. */
  #addDefinitions(): void {
    const { componentStart, isRecursive } = this.#program;
    for (let component = isRecursive.length - 1; component >= 0; component--) {
      const from = componentStart[component]!;
      const to = componentStart[component + 1]!;
      if (isRecursive[component] === 1) this.#addComponent(from, to);
      else for (let atom = from; atom < to; atom++) this.#addDefinition(atom);
    }
  }

  #isNeeded(atom: number): boolean {
    return this.vertices[atom] !== NONE || this.#denials[atom] !== NONE;
  }

  #addDefinition(atom: number): void {
    const { form, written } = this.#completion;
    if (form[atom] === FORM.none || this.#isDefined[atom] === 1 || !this.#isNeeded(atom)) return;
    this.#isDefined[atom] = 1;
    this.#addTuples(atom, this.#literal(written[atom]!), form[atom] === FORM.conjunction ? null : this.#tuple);
  }

  /** Rules that may depend on what they define: they are joined to another vertex than where that is used. */
  #addComponent(from: number, to: number): void {
    let isNeeded = false;
    for (let atom = from; atom < to; atom++) isNeeded ||= this.#isNeeded(atom);
    if (!isNeeded) return;
    for (let atom = from; atom < to; atom++) {
      const defined = this.#builder.vertex(this.#defined.of(atom));
      this.#builder.edge(defined, this.#literal(2 * atom));
      this.#addTuples(atom, defined, this.#rule);
    }
  }

  /** Joins a vertex to the tuples of a definition, of such colours, or, where there are none for them, to the literals of the only one. */
  #addTuples(atom: number, vertex: number, colours: ColourScale | null): void {
    const builder = this.#builder;
    const { start, definitions } = this.#completion;
    const { array } = definitions;
    let at = start[atom]!;
    for (let left = array[at++]!; left > 0; left--) {
      const length = array[at++]!;
      let centre = vertex;
      if (colours === this.#rule || (colours !== null && length > 1)) {
        centre = builder.vertex(colours.of(atom));
        builder.edge(centre, vertex);
      }
      for (const end = at + length; at < end; at++) {
        builder.edge(centre, this.#literal(array[at]!));
        // What is not of the program is defined where it is used.
        if (array[at]! >> 1 >= this.#program.atoms) this.#addDefinition(array[at]! >> 1);
      }
    }
  }
}

/** The colours of a kind of vertices: by depth, and whether they depend on moves. */
class ColourScale {
  readonly #colours: number[] = [];

  constructor(
    private readonly builder: GraphBuilder,
    private readonly completion: Completion,
    private readonly kind: string,
  ) {}

  of(atom: number): number {
    const depth = this.completion.depth[atom]!;
    const isOfMoves = this.completion.isOfMoves[atom]!;
    return (this.#colours[2 * depth + isOfMoves] ??= this.builder.colour(
      `${this.kind}, depth ${String(depth)}${isOfMoves === 1 ? ', of moves' : ''}`,
    ));
  }
}
