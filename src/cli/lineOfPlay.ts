import { printTerm, readTerm } from '../gdl/index.js';
import { CliError } from './cliError.js';

/** Joint moves from the initial state on, each with one KIF term a role, written the one way that engines write it. */
export type LineOfPlay = readonly (readonly string[])[];

/** Reads a JSON array of joint moves; whatever is malformed ends the command with exit code 2, naming step and role. */
export function parseLineOfPlay(file: { name: string; content: Uint8Array }, roles: readonly string[]): LineOfPlay {
  const value = parseJson(file);
  if (!Array.isArray(value))
    throw new CliError(2, `${file.name}: not a JSON array of joint moves but ${kindOf(value)}`);
  return value.map((joint: unknown, index) => jointMove(joint, `${file.name}: step ${String(index + 1)}`, roles));
}

function parseJson({ name, content }: { name: string; content: Uint8Array }): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'not UTF-8';
    throw new CliError(2, `${name}: not JSON: ${reason}`);
  }
}

function jointMove(joint: unknown, where: string, roles: readonly string[]): string[] {
  if (!Array.isArray(joint)) throw new CliError(2, `${where}: not an array of moves but ${kindOf(joint)}`);
  if (joint.length !== roles.length) {
    const needed = `${String(roles.length)} needed, one for each of ${roles.join(', ')}`;
    throw new CliError(2, `${where}: number of moves is ${String(joint.length)}, ${needed}`);
  }
  return joint.map((move: unknown, role) => canonicalMove(move, `${where}: ${roles[role]!}`));
}

function canonicalMove(move: unknown, where: string): string {
  if (typeof move !== 'string') throw new CliError(2, `${where}: not a KIF string but ${kindOf(move)}`);
  const term = readTerm(move);
  if (term.ok) return printTerm(term.value, 'prefix');
  const reason = term.error[0]?.message ?? 'not one term';
  throw new CliError(2, `${where}: cannot read ${JSON.stringify(shortened(move))} as KIF: ${reason}`);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
