import { FALSE, type GroundLiteral, TRUE } from '../../ground/index.js';
import { ACT, type Phase, phasesOf, SCORE, UNNEEDED } from './cones.js';
import { type Conjunctions, NO_HEAD } from './conjunctions.js';
import type { Translation } from './translate.js';

/**
 * The order in which nodes are brought up to date: level by level, each node after all it depends on. Levels of a phase are consecutive;
 * the last one of the first phase is the outputs of legal moves, the last one of the second those of the next state.
 *
 * An output is a node that nothing else depends on, doubled; plus 1 where its negation is meant.
 */
export interface Schedule {
  /** Nodes that are needed, inputs first, then by level. */
  readonly order: Int32Array;
  /** Level of each node; -1 for inputs, which have none, and for what is not needed. */
  readonly levelOf: Int32Array;
  /** Nodes on each level. */
  readonly levelSizes: Int32Array;
  /** 1 where the level consists of rules of loops; their atoms come after. */
  readonly isLoop: Uint8Array;
  readonly legalLevel: number;
  readonly nextLevel: number;
  /** For each move the output that says whether it is legal, or {@link NO_OUTPUT} where it never is. */
  readonly legal: Int32Array;
  /** For each fluent the output that says whether it holds next, or {@link NO_OUTPUT} where nothing needs the fluent. */
  readonly next: Int32Array;
  readonly terminal: number;
  readonly goals: Int32Array;
}

export const NO_OUTPUT = -1;

/** Adds to the conjunctions of the translation what outputs and buffers need. */
export function schedule(translation: Translation): Schedule {
  const { conjunctions } = translation;
  const phases = phasesOf(translation);
  const isNeeded = (fluent: number): boolean => phases[fluent + 1] !== UNNEEDED;
  const outputs = new Outputs(conjunctions, usesOf(translation, phases));
  const terminal = outputs.of(translation.terminal);
  const goals = translation.goals.map((literal) => outputs.of(literal));
  const legalFrom = conjunctions.nodes;
  const legal = translation.legal.map((literal) => (literal === FALSE ? NO_OUTPUT : outputs.copyOf(literal)));
  const legalTo = conjunctions.nodes;
  const next = translation.next.map((literal, fluent) => (isNeeded(fluent) ? outputs.of(literal) : NO_OUTPUT));
  const nextTo = conjunctions.nodes;
  bufferScores(conjunctions, phases);

  const keys = new Int32Array(conjunctions.nodes).fill(NO_KEY);
  keys.fill(keyOf(SCORE, 0), phases.length);
  setDepths(conjunctions, phases, keys);
  keys.fill(LAST_KEY, phases.length, legalFrom);
  keys.fill(LEGAL_KEY, legalFrom, legalTo);
  keys.fill(NEXT_KEY, legalTo, nextTo);
  for (const output of legal) if (output !== NO_OUTPUT) keys[output >> 1] = LEGAL_KEY;
  for (const output of next) if (output !== NO_OUTPUT) keys[output >> 1] = NEXT_KEY;
  return { ...levelsOf(keys, conjunctions.inputs), legal, next, terminal, goals };
}

/** A key orders levels: by phase, then by depth; odd keys are those of the rules of loops. */
const NO_KEY = -1;
const PHASE_KEYS = 1 << 28;
const keyOf = (phase: Phase, depth: number): number => phase * PHASE_KEYS + 2 * depth;
const LEGAL_KEY = keyOf(ACT, 0) - 2;
const NEXT_KEY = keyOf(SCORE, 0) - 2;
const LAST_KEY = keyOf(UNNEEDED, 0);

/** How many needed nodes and outputs refer to each node. */
function usesOf({ conjunctions, next, legal, terminal, goals }: Translation, phases: Uint8Array): Int32Array {
  const uses = new Int32Array(conjunctions.nodes);
  const { array } = conjunctions.literals;
  for (let node = conjunctions.inputs; node < conjunctions.nodes; node++) {
    if (phases[node] === UNNEEDED) continue;
    for (let at = conjunctions.startOf(node); at < conjunctions.startOf(node + 1); at++) uses[array[at]! >> 1]!++;
  }
  uses[terminal >> 1]!++;
  for (const literal of goals) uses[literal >> 1]!++;
  for (const literal of legal) uses[literal >> 1]!++;
  for (let fluent = 0; fluent < next.length; fluent++) {
    if (phases[fluent + 1] !== UNNEEDED) uses[next[fluent]! >> 1]!++;
  }
  return uses;
}

class Outputs {
  constructor(
    private readonly conjunctions: Conjunctions,
    private readonly uses: Int32Array,
  ) {}

  /** The node of the literal itself where nothing else uses it, else a new one. */
  of(literal: GroundLiteral): number {
    const { conjunctions, uses } = this;
    if (literal === TRUE || literal === FALSE) return 2 * conjunctions.separate([]) + (literal & 1);
    const isOwn = this.#isConjunction(literal >> 1) && uses[literal >> 1] === 1;
    return isOwn ? literal : 2 * conjunctions.separate([literal]);
  }

  /** The same, but a conjunction that others use too is copied, so that its literals remain in sight. */
  copyOf(literal: GroundLiteral): number {
    const { conjunctions, uses } = this;
    const node = literal >> 1;
    if ((literal & 1) === 1 || !this.#isConjunction(node) || uses[node] === 1) return this.of(literal);
    const from = conjunctions.startOf(node);
    return 2 * conjunctions.separate([...conjunctions.literals.array.subarray(from, conjunctions.startOf(node + 1))]);
  }

  #isConjunction(node: number): boolean {
    return node >= this.conjunctions.inputs && this.conjunctions.headOf(node) === NO_HEAD;
  }
}

/**
 * What changes in every state and is needed for goals gets a buffer where several nodes depend on it, so that those are told in terminal
 * states only.
 */
function bufferScores(conjunctions: Conjunctions, phases: Uint8Array): void {
  const { literals, inputs } = conjunctions;
  const uses = new Int32Array(phases.length);
  const buffers = new Int32Array(phases.length);
  const forEachEarlier = (visit: (at: number, node: number) => void): void => {
    for (let node = inputs; node < phases.length; node++) {
      if (phases[node] !== SCORE) continue;
      for (let at = conjunctions.startOf(node); at < conjunctions.startOf(node + 1); at++) {
        const input = literals.array[at]! >> 1;
        if (input < inputs || phases[input] !== SCORE) visit(at, input);
      }
    }
  };
  forEachEarlier((_, input) => uses[input]!++);
  forEachEarlier((at, input) => {
    if (uses[input]! < 2) return;
    if (buffers[input] === 0) buffers[input] = conjunctions.separate([2 * input]);
    literals.array[at] = 2 * buffers[input]! + (literals.array[at]! & 1);
  });
}

/** Sets the keys of the nodes that have a phase; those of buffers are known. Inputs have none, which is before all others. */
function setDepths(conjunctions: Conjunctions, phases: Uint8Array, keys: Int32Array): void {
  const { inputs, loops, literals } = conjunctions;
  /** The least key that comes after what the nodes depend on, themselves left out. */
  const keyAfter = (from: number, to: number): number => {
    let key = keyOf(phases[from] as Phase, 0);
    for (let at = conjunctions.startOf(from); at < conjunctions.startOf(to); at++) {
      const input = literals.array[at]! >> 1;
      if (input < from || input >= to) key = Math.max(key, (keys[input]! | 1) + 1);
    }
    return key;
  };
  let loop = 0;
  for (let node = inputs; node < phases.length; node++) {
    if (loop < loops.length && node === loops.array[loop]) {
      const end = loops.array[loop + 1]!;
      if (phases[node] !== UNNEEDED) setLoop(conjunctions, keys, { from: node, to: end, key: keyAfter(node, end) + 1 });
      loop += 2;
      node = end - 1;
    } else if (phases[node] !== UNNEEDED) keys[node] = keyAfter(node, node + 1);
  }
}

/** Rules first, then the atoms that they derive. */
function setLoop(conjunctions: Conjunctions, keys: Int32Array, loop: { from: number; to: number; key: number }): void {
  for (let node = loop.from; node < loop.to; node++) {
    keys[node] = conjunctions.headOf(node) === node ? loop.key + 1 : loop.key;
  }
}

function levelsOf(keys: Int32Array, inputs: number): Omit<Schedule, 'legal' | 'next' | 'terminal' | 'goals'> {
  const sizes = new Map<number, number>([
    [LEGAL_KEY, 0],
    [NEXT_KEY, 0],
  ]);
  for (const key of keys) sizes.set(key, (sizes.get(key) ?? 0) + 1);
  sizes.delete(NO_KEY);
  const distinct = [...sizes.keys()].sort((a, b) => a - b);
  const levels = new Map(distinct.map((key, level) => [key, level]));
  const levelOf = keys.map((key) => levels.get(key) ?? -1);
  const byLevel = distinct.map((): number[] => []);
  levelOf.forEach((level, node) => {
    if (node >= inputs && level >= 0) byLevel[level]!.push(node);
  });
  return {
    order: Int32Array.from([...Array(inputs).keys(), ...byLevel.flat()]),
    levelOf,
    levelSizes: Int32Array.from(distinct, (key) => sizes.get(key)!),
    isLoop: Uint8Array.from(distinct, (key) => key & 1),
    legalLevel: levels.get(LEGAL_KEY)!,
    nextLevel: levels.get(NEXT_KEY)!,
  };
}
