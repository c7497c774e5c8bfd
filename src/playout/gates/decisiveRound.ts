import { seededRandom } from '../../base/index.js';
import { observeTiming } from '../../game/index.js';
import type { GroundProgram } from '../../ground/index.js';
import { groundGame } from '../groundGame.js';
import { type Edge, FALSE, type GateNetwork, nodeOf, not, TRUE } from './gateNetwork.js';
import { restructure } from './restructure.js';
import type { Choice, RoundNetwork } from './roundNetwork.js';
import { coneOf, Substitution, type SubstitutionTarget } from './substitution.js';

/** Operands of a round that becomes decisive, beside those before: so many times as many, and some more whatever it is, are a fair price … */
const FAIR_GROWTH = { times: 8, operands: 4000 };
/** … so many times as many, in all no more than that, are one for dangers that change how games go. */
const MOST_GROWTH = { times: 24, operands: 100_000 };
/** Operands of gates made anew for what the moves of a role lead to, some seconds' worth: chess takes 3 million, amazons 500. */
const MOST_WORK = 5_000_000;
/** Operands of a gate of a tree of gates: what changes in few of them changes little of the tree. */
const BRANCHES = 8;

/** How players look at what moves lead to. */
interface Sight {
  /** Whether they look for dangers. */
  readonly seesDangers: boolean;
  /** Whether several choose at once. Where they do not, others' legal moves are their only ones, which takes fewer gates. */
  readonly isSimultaneous: boolean;
}

/** Random play that is looked at to see whether several choose at once: the rules are evaluated state by state, which is slow. */
const OBSERVED = { playouts: 1, plies: 8 };

export interface DecisiveRounds {
  readonly rounds: readonly RoundNetwork[];
  /** Whether players see that they can be beaten at once. */
  readonly seesDangers: boolean;
  /** Whether a round has become larger than seeing is worth anyway. */
  readonly isLarge: boolean;
}

/**
 * The rounds of a period in which players choose among the moves that win at once, where there are some; else among those after which they neither lose at once nor can
 * be beaten at once, where there are some; else among those that do not lose at once (decisive and anti-decisive moves, Teytaud and Teytaud 2010). To win
 * is to end the game with one's highest goal, to lose with one's lowest. What a move leads to is the round itself with the move put in its place, and the only
 * moves of all others: it is exact where these have one each. Others who choose at the same time are taken to do nothing.
 *
 * Players who do not look for dangers see only what is won or lost at once. Undefined where no move decides, or none is dangerous; where the ends depend on recursion; where a round would become too
 * large, or takes too long to make; and in games of chance for players who do not look for dangers: playouts that only take wins were worse than uniform ones there (bench/results/decisive.md).
 */
export function decisiveRounds(
  program: GroundProgram,
  makeRounds: () => readonly RoundNetwork[],
  { seesDangers }: Pick<DecisiveRounds, 'seesDangers'>,
): DecisiveRounds | undefined {
  if (!seesDangers && program.randomRole >= 0) return undefined;
  try {
    return decisive(program, makeRounds(), seesDangers);
  } catch (cause) {
    if (cause instanceof TooLarge) return undefined;
    throw cause;
  }
}

function decisive(
  program: GroundProgram,
  rounds: readonly RoundNetwork[],
  seesDangers: boolean,
): DecisiveRounds | undefined {
  const after = <T>(all: readonly T[], phase: number): T => all[(phase + 1) % all.length]!;
  if (rounds.some((round, phase) => isRecursive(round, after(rounds, phase)))) return undefined;
  const sight = { seesDangers, isSimultaneous: isSimultaneous(program, rounds) };
  const drafts = rounds.map((round, phase) => new DecisiveRound(program, round, after(rounds, phase), sight));
  drafts.forEach((draft) => draft.findEndings());
  if (drafts.every((draft) => !draft.decides)) return undefined;
  if (seesDangers) {
    drafts.forEach((draft) => draft.findBeaten());
    drafts.forEach((draft, phase) => draft.findDangers(after(drafts, phase)));
    if (drafts.every((draft) => !draft.hasDangers)) return undefined;
  }
  const isLarge = drafts.some((draft) => draft.isLarge);
  return { rounds: drafts.map((draft) => draft.build()), seesDangers, isLarge };
}

class TooLarge extends Error {}

/** What a move leads to at once: its role wins, or loses; and, if the game is over, by role whether that one has its lowest goal. */
interface Ending {
  readonly wins: Edge;
  readonly loses: Edge;
  readonly lows: readonly Edge[];
}

class DecisiveRound {
  readonly #network: GateNetwork;
  readonly #target: SubstitutionTarget;
  readonly #fairOperands: number;
  readonly #mostOperands: number;
  /** By role and place of the move; none for roles without a choice and for chance. */
  #endings: readonly (readonly Ending[])[] = [];
  /** By role: whether another can beat it at once, by a move of its choice. */
  #beaten: readonly Edge[] = [];
  /** By role and place of the move: whether the role can be beaten at once after it; empty where nobody looked. */
  #dangers: readonly (readonly Edge[])[] = [];

  constructor(
    private readonly program: GroundProgram,
    private readonly round: RoundNetwork,
    private readonly after: RoundNetwork,
    private readonly sight: Sight,
  ) {
    this.#network = round.network;
    this.#target = { network: round.network, isTrue: impliedBy(round.network, not(round.terminal)) };
    const { length: operands } = round.network.operands;
    this.#fairOperands = FAIR_GROWTH.times * operands + FAIR_GROWTH.operands;
    const most = sight.seesDangers ? Math.min(MOST_GROWTH.times * operands, MOST_GROWTH.operands) : 0;
    this.#mostOperands = Math.max(this.#fairOperands, most);
  }

  /** Whether it has become larger than a fair price for whatever is seen. */
  get isLarge(): boolean {
    return this.#network.operands.length > this.#fairOperands;
  }

  /** Whether some move may end the game at once. */
  get decides(): boolean {
    return this.#endings.some((endings) => endings.some(({ wins, loses }) => wins !== FALSE || loses !== FALSE));
  }

  /** Whether after some move its role may be beaten at once. */
  get hasDangers(): boolean {
    return this.#dangers.some((dangers) => dangers.some((danger) => danger !== FALSE));
  }

  findEndings(): void {
    const { choices } = this.round;
    this.#endings = choices.map((choice, role) => (this.#chooses(role) ? this.#endingsOf(choice, role) : []));
  }

  findBeaten(): void {
    const { choices } = this.round;
    const network = this.#network;
    this.#beaten = this.program.roles.map((_, role) =>
      this.#someOf(
        this.#endings.flatMap((endings, other) =>
          other === role
            ? []
            : endings.map(({ wins, lows }, place) => network.and([choices[other]!.legal[place]!, wins, lows[role]!])),
        ),
      ),
    );
  }

  findDangers(next: DecisiveRound): void {
    this.#dangers = this.round.choices.map((choice, role) => {
      const beaten = next.#beaten[role]!;
      if (!this.#chooses(role) || beaten === FALSE) return choice.moves.map(() => FALSE);
      return this.#lookAhead(choice, role, [beaten, not(this.after.terminal)]).map((edges) => this.#network.and(edges));
    });
  }

  build(): RoundNetwork {
    const { terminal, next, goals, percepts } = this.round;
    const choices = this.round.choices.map((choice, role) => this.#preferred(choice, role));
    const legal = choices.flatMap((choice) => choice.legal);
    const better = restructure(this.#network, [terminal, ...next, ...goals, ...percepts, ...legal]);
    return {
      network: better.network,
      terminal: better.edgeOf(terminal),
      choices: choices.map(({ moves, legal }) => ({ moves, legal: legal.map(better.edgeOf) })),
      next: next.map(better.edgeOf),
      goals: goals.map(better.edgeOf),
      percepts: percepts.map(better.edgeOf),
    };
  }

  #chooses(role: number): boolean {
    return role !== this.program.randomRole && this.round.choices[role]!.moves.length > 1;
  }

  #preferred(choice: Choice, role: number): Choice {
    const endings = this.#endings[role]!;
    if (endings.length === 0) return choice;
    const network = this.#network;
    const wins = choice.legal.map((legal, place) => network.and([legal, endings[place]!.wins]));
    const bearable = choice.legal.map((legal, place) => network.and([legal, not(endings[place]!.loses)]));
    const safe = bearable.map((edge, place) => network.and([edge, not(this.#dangers[role]?.[place] ?? FALSE)]));
    return { moves: choice.moves, legal: this.#firstOf([wins, safe, bearable, choice.legal]) };
  }

  /** Of several sets of moves, the first that is not empty. */
  #firstOf(sets: readonly (readonly Edge[])[]): readonly Edge[] {
    const network = this.#network;
    return sets.reduceRight((rest, set) => {
      if (set.every((edge, place) => edge === rest[place])) return rest;
      const isEmpty = not(this.#someOf(set));
      return set.map((edge, place) => network.or([edge, network.and([rest[place]!, isEmpty])]));
    });
  }

  #endingsOf(choice: Choice, role: number): readonly Ending[] {
    const { program, after } = this;
    const goals = program.roles.map((_, each) => extremeGoals(program, after, each));
    const sets = [goals[role]!.highest, ...goals.map(({ lowest }) => lowest)];
    const outputs = [after.terminal, ...sets.flat()];
    return this.#lookAhead(choice, role, outputs).map(([over, ...edges]) => {
      const [high, ...lows] = sets.map((set) => this.#network.or(edges.splice(0, set.length)));
      return { wins: this.#network.and([over!, high!]), loses: this.#network.and([over!, lows[role]!]), lows };
    });
  }

  /** For each move of a role, what edges of the round after become by it. */
  #lookAhead({ moves }: Choice, role: number, outputs: readonly Edge[]): readonly Edge[][] {
    const { next, network } = this.round;
    const step = new Substitution(network, [...next], this.#target, this.#inputsWithout(role));
    const base = (input: number): Edge => (input <= next.length ? step.edgeOf(next[input - 1]!) : FALSE);
    const end = new Substitution(this.after.network, outputs, this.#target, base);
    const fluentsOf = fluentsByNode(next);
    return moves.map((move) => {
      if (this.#network.operands.length > this.#mostOperands || step.work + end.work > MOST_WORK) throw new TooLarge();
      const fluents = new Map<number, Edge>();
      for (const [node, edge] of step.changed(new Map([[move, TRUE]]))) {
        for (const fluent of fluentsOf.get(node) ?? []) fluents.set(1 + fluent, edge ^ (next[fluent]! & 1));
      }
      const ended = end.changed(fluents);
      return outputs.map((edge) => (ended.get(nodeOf(edge)) ?? end.edgeOf(edge & ~1)) ^ (edge & 1));
    });
  }

  /** What stands in place of an input before the role has moved: the others do what they must. */
  #inputsWithout(role: number): (input: number) => Edge {
    const edges = new Map<number, Edge>();
    this.round.choices.forEach((choice, each) => {
      const made = each === role ? choice.moves.map(() => FALSE) : this.#onlyMoves(choice);
      choice.moves.forEach((move, place) => edges.set(move, made[place]!));
    });
    return (input) => edges.get(input) ?? 2 * input;
  }

  /** For each move of a role, in rounds where another has a choice, whether it is the only one. */
  #onlyMoves({ legal }: Choice): readonly Edge[] {
    if (legal.length === 1 || !this.sight.isSimultaneous) return legal;
    const network = this.#network;
    let some: Edge = FALSE;
    let several: Edge = FALSE;
    for (const edge of legal) {
      several = network.or([several, network.and([some, edge])]);
      some = network.or([some, edge]);
    }
    return legal.map((edge) => network.and([edge, not(several)]));
  }

  /** Whether some edge holds, as a tree of gates. */
  #someOf(edges: readonly Edge[]): Edge {
    let level = edges.filter((edge) => edge !== FALSE);
    while (level.length > BRANCHES) {
      level = Array.from({ length: Math.ceil(level.length / BRANCHES) }, (_, group) =>
        this.#network.or(level.slice(group * BRANCHES, (group + 1) * BRANCHES)),
      );
    }
    return this.#network.or(level);
  }
}

/** Whether players were seen to choose at the same time, in rounds in which more than one has several moves. */
function isSimultaneous(program: GroundProgram, rounds: readonly RoundNetwork[]): boolean {
  const hasMoves = ({ moves }: Choice, role: number): boolean => role !== program.randomRole && moves.length > 1;
  if (rounds.every(({ choices }) => choices.filter(hasMoves).length < 2)) return false;
  return observeTiming(groundGame(program), { random: seededRandom(1), ...OBSERVED }) === 'simultaneous';
}

/** Whether what a round leads to, or the ends in the round after, depend on loops. */
function isRecursive(round: RoundNetwork, after: RoundNetwork): boolean {
  const touchesLoops = ({ network }: RoundNetwork, edges: readonly Edge[]): boolean => {
    const below = new Set(coneOf(network, edges));
    return network.loops.some(({ variables }) => variables.some((variable) => below.has(variable)));
  };
  return touchesLoops(after, [after.terminal, ...after.goals]) || touchesLoops(round, [...round.next]);
}

/** The edges of a role's highest and lowest goals; none where all its goals are the same. */
function extremeGoals(
  { goals }: GroundProgram,
  round: RoundNetwork,
  role: number,
): { readonly highest: readonly Edge[]; readonly lowest: readonly Edge[] } {
  const values = goals.filter((goal) => goal.role === role).map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (low >= high) return { highest: [], lowest: [] };
  const edgesOf = (wanted: number): readonly Edge[] =>
    round.goals.filter((_, index) => goals[index]!.role === role && goals[index]!.value === wanted);
  return { highest: edgesOf(high), lowest: edgesOf(low) };
}

/** By node: the fluents whose next value it is, or the opposite of. */
function fluentsByNode(next: Int32Array): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  next.forEach((edge, fluent) => {
    const fluents = found.get(nodeOf(edge));
    if (fluents === undefined) found.set(nodeOf(edge), [fluent]);
    else fluents.push(fluent);
  });
  return found;
}

/** An edge and what it implies through conjunctions. */
function impliedBy(network: GateNetwork, edge: Edge): ReadonlySet<Edge> {
  const found = new Set<Edge>();
  const stack = [edge];
  while (stack.length > 0) {
    const each = stack.pop()!;
    if (found.has(each)) continue;
    found.add(each);
    if (network.isConjunction(each)) stack.push(...network.operandsOf(nodeOf(each)));
  }
  return found;
}
