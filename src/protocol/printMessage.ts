import { printRule, type Rule, type Sheet } from '../gdl/index.js';

/** A match as its players are told of it. */
export interface MatchTerms {
  readonly matchId: string;
  readonly role: string;
  readonly sheet: Sheet;
  /** In seconds. */
  readonly startClock: number;
  readonly playClock: number;
}

/** What a player of GDL-II is told. */
export interface Seen {
  /** 0 in the first `play`, one more in each message after it. */
  readonly turn: number;
  /** The player's own; null in the first `play`. */
  readonly lastMove: string | null;
  /** Null in the first `play`. */
  readonly percepts: readonly string[] | null;
}

/** Messages as GGP Base's server writes them, to the last space. */
export function startMessage({ matchId, role, sheet, startClock, playClock }: MatchTerms): string {
  const rules = sheet.rules.map((rule) => `${ruleForm(rule)} `).join('');
  return `( START ${matchId} ${role} (${rules}) ${String(startClock)} ${String(playClock)})`;
}

/** The moves of all roles, in role order; null where nothing was done yet. */
export const playMessage = (matchId: string, joint: readonly string[] | null): string =>
  newsMessage('PLAY', matchId, joint);

export const stopMessage = (matchId: string, joint: readonly string[] | null): string =>
  newsMessage('STOP', matchId, joint);

/** The messages of GDL-II (Schiffel's GGP server), in the same form. */
export const playSeenMessage = (matchId: string, seen: Seen): string => seenMessage('PLAY', matchId, seen);

export const stopSeenMessage = (matchId: string, seen: Seen): string => seenMessage('STOP', matchId, seen);

export const abortMessage = (matchId: string): string => `( ABORT ${matchId} )`;

export const INFO_MESSAGE = '( INFO )';

type Verb = 'PLAY' | 'STOP';

const newsMessage = (verb: Verb, matchId: string, joint: readonly string[] | null): string =>
  `( ${verb} ${matchId} ${termsForm(joint)} )`;

const seenMessage = (verb: Verb, matchId: string, { turn, lastMove, percepts }: Seen): string =>
  `( ${verb} ${matchId} ${String(turn)} ${lastMove === null ? 'NIL' : form(lastMove)} ${termsForm(percepts)} )`;

const termsForm = (terms: readonly string[] | null): string =>
  terms === null ? 'NIL' : `(${terms.map((term) => `${form(term)} `).join('')})`;

/** A fact without arguments is a bare word. */
function ruleForm(rule: Rule): string {
  const { head, body } = rule;
  return body.length === 0 && head.args.length === 0 ? head.name : form(printRule(rule, 'prefix'));
}

/** A space after each opening parenthesis and before each closing one. */
const form = (text: string): string => text.replaceAll('(', '( ').replaceAll(')', ' )').replace(/\s+/g, ' ');
