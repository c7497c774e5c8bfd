/**
 * The messages between game managers and players: the communication protocol of GDL (LG-2006-01, section 4, and GGP Base's `INFO` and `PREVIEW`), and
 * that of GDL-II, where a player is told what it saw in the place of all moves. Terms are KIF texts as they came; a `Spelling` turns them
 * into the sheet's own. All of it is plain data, fit to be sent to a thread.
 */
export type Request = InfoRequest | PreviewRequest | StartRequest | PlayRequest | AbortRequest;

/** Is the player there, and free? `ping` is an older word for it. */
export interface InfoRequest {
  readonly kind: 'info' | 'ping';
}

/** Rules that may be played soon. */
export interface PreviewRequest {
  readonly kind: 'preview';
  readonly rules: string;
  /** In seconds. */
  readonly clock: number;
}

export interface StartRequest {
  readonly kind: 'start';
  readonly matchId: string;
  /** As the manager spells it, which may differ from the sheet by case: `new Spelling(rules).term(role)` is the sheet's. */
  readonly role: string;
  /** A sheet in prefix notation: read it with `readSheet`. */
  readonly rules: string;
  /** In seconds. */
  readonly startClock: number;
  readonly playClock: number;
}

/** `play` asks for the next move; `stop` says that the match is over. Both tell what was done. */
export interface PlayRequest {
  readonly kind: 'play' | 'stop';
  readonly matchId: string;
  readonly news: News;
}

export interface AbortRequest {
  readonly kind: 'abort';
  readonly matchId: string;
}

/** What `play` or `stop` tells. */
export type News =
  /** `nil`: nothing was done yet. */
  | { readonly kind: 'nothing' }
  /** The moves of all roles, in role order; where the rules have `sees`, what the role saw (the older form of GDL-II). */
  | { readonly kind: 'terms'; readonly terms: readonly string[] }
  /** The form of GDL-II: `turn` counts from 0 or 1, as managers differ; `lastMove` is the player's own, null at first. */
  | {
      readonly kind: 'percepts';
      readonly turn: number;
      readonly lastMove: string | null;
      readonly percepts: readonly string[];
    }
  /** It could not be read; a player answers as well as it can. */
  | { readonly kind: 'unreadable'; readonly reason: string };

/** What a player answers. */
export type Reply =
  | { readonly kind: 'info'; readonly name: string; readonly status: 'available' | 'busy' }
  /** `ready` or `busy` to start and preview, `available` or `busy` to ping, `done` to stop, `aborted` to abort. */
  | { readonly kind: 'word'; readonly word: 'ready' | 'busy' | 'available' | 'done' | 'aborted' }
  /** A KIF term, in the manager's form: `Spelling.answer` makes it. */
  | { readonly kind: 'move'; readonly move: string };

/** The text of a reply, as it is sent. */
export function printReply(reply: Reply): string {
  switch (reply.kind) {
    case 'info':
      return `((name ${symbolOf(reply.name)}) (status ${reply.status}))`;
    case 'word':
      return reply.word;
    case 'move':
      return reply.move;
  }
}

/** Names of players are chosen by people; what no symbol may hold becomes an underscore. */
const symbolOf = (name: string): string => name.replace(/[\s();?\p{Cc}]+/gu, '_') || 'player';
