import type { MatchRecord, Round } from '../match/index.js';
import { complain } from './complaints.js';
import { matchRow, rowLayout, type Series, seriesJson, summaryText, titleRow } from './matchReport.js';
import { type Outside, printable, writeJson, writeLine } from './outside.js';
import { statusOn } from './status.js';
import { type Colours, coloursFor, milliseconds } from './style.js';
import { thoughtsText } from './thoughtsText.js';

/** Shows a series to people and scripts as it is played. */
export interface Audience {
  onRound(round: Round, match: number): void;
  /** The last of the series' records. */
  onMatch(record: MatchRecord): void;
  onEnd(): void;
}

export interface AudienceChoice {
  /** How many matches there will be. */
  readonly matches: number;
  /** All of them, and those that are played. */
  readonly roles: readonly string[];
  readonly playedRoles: readonly string[];
  readonly verbose: boolean;
}

/** Who reads the text: rows as soon as they are known, with `verbose` every move. */
export function peopleOn(outside: Outside, series: Series, choice: AudienceChoice): Audience {
  const { stdout } = outside;
  const colours = coloursFor(stdout, outside.env);
  const layout = rowLayout(choice.playedRoles, series.players);
  const status = statusOn(outside.stderr);
  let hasTitles = false;
  return {
    onRound: (round, match) => {
      if (choice.verbose) {
        status.erase();
        writeLine(stdout, roundText(round, choice.roles, colours));
      }
      status.show(progress(round, match, choice.matches));
    },
    onMatch: (record) => {
      status.erase();
      complainOfErrors(outside, record, series.records.length);
      if (!hasTitles || choice.verbose) writeLine(stdout, titleRow(layout, colours));
      hasTitles = true;
      writeLine(stdout, matchRow(record, series.records.length, layout));
    },
    onEnd: () => writeLine(stdout, `\n${summaryText(series, colours)}`),
  };
}

/** Who reads JSON: one document at the end. */
export function scriptsOn(outside: Outside, series: Series, { matches }: AudienceChoice): Audience {
  const status = statusOn(outside.stderr);
  return {
    onRound: (round, match) => status.show(progress(round, match, matches)),
    onMatch: (record) => {
      status.erase();
      complainOfErrors(outside, record, series.records.length);
    },
    onEnd: () => writeJson(outside.stdout, seriesJson(series)),
  };
}

const progress = ({ number }: Round, match: number, matches: number): string =>
  `match ${String(match + 1)} of ${String(matches)}, round ${String(number)} …`;

function complainOfErrors(outside: Outside, { errors, roles, players }: MatchRecord, match: number): void {
  for (const { kind, role, round, details } of errors) {
    const who = `${roles[role]!} (${players[role]!})`;
    complain(outside, `match ${String(match)}, round ${String(round)}: ${who}: ${kind}: ${details}`);
  }
}

/** Who did what in a round, and why. */
function roundText({ number, joint, ms, thoughts }: Round, roles: readonly string[], colours: Colours): string {
  const lines = joint.map((move, role) => {
    const time = ms[role] === null ? '' : `, ${milliseconds(ms[role]!)}`;
    return `${colours.bold(printable(`${roles[role]!}: ${move}`))}${time}`;
  });
  const texts = thoughts.map((each) => (each === null ? '' : thoughtsText(each, colours)));
  const parts = lines.flatMap((line, role) => [line, ...(texts[role] === '' ? [] : [texts[role]!])]);
  return [`round ${String(number)}`, ...parts].join('\n');
}
