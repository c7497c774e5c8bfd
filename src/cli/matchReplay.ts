import { readRecord, replay, rulesHash } from '../match/index.js';
import { referenceGame } from '../reference/index.js';
import { CliError } from './cliError.js';
import { complain } from './complaints.js';
import { readInput } from './inputs.js';
import { type Session, writeJson, writeLine } from './outside.js';
import type { ValidReading } from './rulesOf.js';
import { plural } from './style.js';

export interface ReplayChoice {
  readonly path: string;
  readonly json: boolean;
}

/** Checks the records of a file against the rules; exit code 1 where one does not hold. */
export async function replayRecords(
  session: Session,
  { rules }: ValidReading,
  { path, json }: ReplayChoice,
): Promise<void> {
  const { outside } = session;
  const { name, content } = await readInput(outside, path);
  const lines = new TextDecoder().decode(content).split('\n');
  const judged = { judge: referenceGame(rules), rules: rulesHash(rules) };
  let records = 0;
  const problems: { line: number; problem: string }[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const record = readRecord(line);
    if (record === undefined) throw new CliError(2, `${name}:${String(index + 1)}: not a record of a match`);
    records++;
    for (const problem of replay(record, judged)) problems.push({ line: index + 1, problem });
  }
  if (problems.length > 0) session.exitCode = 1;
  for (const { line, problem } of problems) complain(outside, `${name}:${String(line)}: ${problem}`);
  if (json) writeJson(outside.stdout, { records, problems });
  else if (problems.length === 0) writeLine(outside.stdout, `${plural(records, 'record')}: the rules agree`);
}
