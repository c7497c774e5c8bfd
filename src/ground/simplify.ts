import { IntList, type Meter } from '../base/index.js';
import { FALSE, TRUE } from './groundProgram.js';
import { HornRules } from './horn.js';
import { inlineSingleUses } from './inlineSingleUses.js';
import { type Interface, Meaning, type Propositions } from './propositions.js';
import { RuleRewriter } from './rewriteRules.js';

/** Rounds of the search for fluents that never change; it is given up, without loss but of size, beyond. */
const MAX_CONSTANT_ROUNDS = 32;

export interface Simplified {
  readonly propositions: Propositions;
  readonly meaning: Meaning;
}

interface SimplifyContext {
  readonly meter: Meter;
  /** See `GroundOptions`. */
  readonly isAbsorbing: boolean;
}

/**
 * Simplifies to a fixpoint: constants, equal definitions, what nothing supports, fluents that never change, what nothing needs, chains of
 * single use. What play reads keeps its truth in every reachable state; read it through the meaning that is returned.
 */
export function simplify(found: Propositions, io: Interface, { meter, isAbsorbing }: SimplifyContext): Simplified {
  const meaning = new Meaning(found.atoms);
  const isInput = new Uint8Array(found.atoms);
  for (const atom of io.fluents) isInput[atom] = 1;
  for (const atom of io.moves) isInput[atom] = 1;
  const rewriter = new RuleRewriter(meaning, isInput, isAbsorbing);
  const rewriteAll = (from: Propositions): Propositions => {
    let propositions = from;
    for (let changes = -1; changes !== meaning.changes;) {
      changes = meaning.changes;
      meter.look();
      propositions = rewriter.rewrite(propositions);
    }
    return propositions;
  };
  let propositions = found;
  for (let changes = -1; changes !== meaning.changes;) {
    propositions = rewriteAll(propositions);
    changes = meaning.changes;
    const horn = new HornRules(propositions);
    fixConstantFluents(horn, io, meaning);
    if (changes === meaning.changes) falsifyUnsupported(horn, io, meaning);
  }
  for (let size = -1; size !== propositions.rules.length;) {
    size = propositions.rules.length;
    const needed = dropUnneeded(propositions, io, meaning);
    const inlined = inlineSingleUses(needed, fixedAtoms(needed, io, meaning));
    const hasNew = rewriter.adopt(propositions, inlined);
    propositions = hasNew ? rewriteAll(inlined) : inlined;
    if (!hasNew) break;
  }
  return { propositions, meaning };
}

/** What cannot be derived even if every negation held, from the initial state and all possible moves, is false for ever. */
function falsifyUnsupported(horn: HornRules, io: Interface, meaning: Meaning): void {
  const given: number[] = [0];
  const from: number[] = [];
  const to: number[] = [];
  const link = (source: number, target: number): void => {
    const literal = meaning.resolve(source);
    if (literal === TRUE || ((literal & 1) === 1 && literal !== FALSE)) given.push(target);
    else if (literal !== FALSE) {
      from.push(literal >> 1);
      to.push(target);
    }
  };
  for (const [i, fluent] of io.fluents.entries()) {
    if (io.isInitial[i] === 1) given.push(fluent);
    else link(io.next[i]!, fluent);
  }
  for (const [i, move] of io.moves.entries()) link(io.legal[i]!, move);
  const implications = { from: Int32Array.from(from), to: Int32Array.from(to) };
  const model = horn.model(given, { view: 'optimistic', implications });
  for (let atom = 1; atom < model.length; atom++) {
    if (model[atom] === 0 && meaning.isOwn(atom)) meaning.set(atom, FALSE);
  }
}

/** Initial fluents that hold next for sure, given that all of these hold now, hold for ever (the largest such set). */
function fixConstantFluents(horn: HornRules, io: Interface, meaning: Meaning): void {
  let candidates = [...io.fluents.keys()].filter((i) => io.isInitial[i] === 1 && meaning.isOwn(io.fluents[i]!));
  for (let round = 0; round < MAX_CONSTANT_ROUNDS && candidates.length > 0; round++) {
    const given = candidates.map((i) => io.fluents[i]!);
    const model = horn.model([0, ...given], { view: 'pessimistic' });
    const kept = candidates.filter((i) => {
      const next = meaning.resolve(io.next[i]!);
      return (next & 1) === 0 && model[next >> 1] === 1;
    });
    if (kept.length === candidates.length) {
      for (const i of candidates) meaning.set(io.fluents[i]!, TRUE);
      return;
    }
    candidates = kept;
  }
}

function* readLiterals(io: Interface, meaning: Meaning): Generator<number> {
  for (const literals of [io.next, io.legal, io.others]) for (const literal of literals) yield meaning.resolve(literal);
}

/** Keeps the rules that something play reads relies on. */
function dropUnneeded(propositions: Propositions, io: Interface, meaning: Meaning): Propositions {
  const { atoms, ruleStart, rules, bodies } = propositions;
  const isNeeded = new Uint8Array(atoms);
  const open = new IntList(1024);
  const need = (literal: number): void => {
    if (isNeeded[literal >> 1] === 1) return;
    isNeeded[literal >> 1] = 1;
    open.push(literal >> 1);
  };
  for (const literal of readLiterals(io, meaning)) need(literal);
  while (open.length > 0) {
    const atom = open.array[--open.length]!;
    for (let rule = ruleStart[atom]!; rule < ruleStart[atom + 1]!; rule++) bodies.each(rules[rule]!, need);
  }
  const newStart = new Int32Array(atoms + 1);
  const kept = new Int32Array(rules.length);
  let length = 0;
  for (let atom = 0; atom < atoms; atom++) {
    newStart[atom] = length;
    if (isNeeded[atom] === 0) continue;
    for (let rule = ruleStart[atom]!; rule < ruleStart[atom + 1]!; rule++) kept[length++] = rules[rule]!;
  }
  newStart[atoms] = length;
  return { atoms, ruleStart: newStart, rules: kept.slice(0, length), bodies };
}

/** Atoms that play sets or reads. */
function fixedAtoms({ atoms }: Propositions, io: Interface, meaning: Meaning): Uint8Array {
  const isFixed = new Uint8Array(atoms);
  isFixed[0] = 1;
  for (const atom of [...io.fluents, ...io.moves]) isFixed[atom] = 1;
  for (const literal of readLiterals(io, meaning)) isFixed[literal >> 1] = 1;
  return isFixed;
}
