import type { MatchRecord } from '../../match/index.js';
import type { JointMove, Thoughts } from '../../player/index.js';
import type { News } from '../../protocol/index.js';

/** What a thread works on until it is to leave: one role in one match. */
export interface Assignment {
  /** The rules as text: a thread reads them itself, for nobody else may be kept waiting by a sheet that is hostile or huge. */
  readonly sheet: { readonly name: string; readonly content: string };
  /** Name of the role, as the rules write it. */
  readonly role: string;
  /** `NAME` or `NAME:key=value;…`. */
  readonly algorithm: string;
  /** `compiled` searches fast once it is ready; `reference` has legal moves at once. */
  readonly engine: 'compiled' | 'reference';
  readonly seed: number;
  /** Most memory of the search, about. */
  readonly bytes: number;
  /** Of grounding and of compiling, each. */
  readonly stage: { readonly milliseconds: number; readonly bytes: number };
  /** Threads that search: this one, and helpers that it starts, for searches that make use of them and engines that they know. */
  readonly threads: number;
  /** Whether it thinks on the others' time as well. */
  readonly ponders: boolean;
}

/** What is told about the last round: by a game manager, or, where there is no doubt what it means, as everybody's moves. */
export type Tale = News | { readonly kind: 'moves'; readonly joint: JointMove };

/** What was told, and what the player had answered before that was told. */
export interface ToldTale {
  readonly tale: Tale;
  /** Undefined before the first answer. */
  readonly answered: string | undefined;
}

/** How a match stands when it is over, by the rules. */
export interface Settlement {
  readonly roles: readonly string[];
  /** `rulesHash` of the rules. */
  readonly rules: string;
  readonly played: readonly JointMove[];
  /** Whether moves of others may be hidden. */
  readonly hasPercepts: boolean;
  readonly outcome: Pick<MatchRecord, 'ending' | 'goals' | 'scores' | 'notes'>;
}

/** Moments are those of {@link sharedClock}. Numbers of orders grow. */
export type Order =
  /** Think about the state after these rounds. What it knows already of them it keeps. */
  | {
      readonly kind: 'think';
      readonly number: number;
      readonly played: readonly JointMove[];
      readonly limit: { readonly until: number } | { readonly nodes: number };
    }
  /** The move was sent: on the others' time, think about what follows. */
  | { readonly kind: 'answered'; readonly number: number; readonly move: string }
  /** Work out from all that was told in the match where it stands and what is legal there, well before the moment. */
  | {
      readonly kind: 'follow';
      readonly number: number;
      readonly tales: readonly ToldTale[];
      readonly until: number;
    }
  /** The match is over: work out how it stands by all that was told. */
  | {
      readonly kind: 'settle';
      readonly number: number;
      readonly tales: readonly ToldTale[];
      readonly until: number;
    }
  /** Think no more until the next order. */
  | { readonly kind: 'rest' }
  /** The match needs it no more: forget all of it, and be ready for another assignment. */
  | { readonly kind: 'leave' };

export type ThreadNews =
  /** The game is open. */
  | {
      readonly kind: 'ready';
      readonly engine: string;
      readonly reason: string;
      readonly ms: number;
      readonly roles: readonly string[];
    }
  /** It never will be, and to start another thread does not help. */
  | { readonly kind: 'unplayable'; readonly reason: string }
  /** What it thinks so far; nothing where nothing is to be thought about. */
  | {
      readonly kind: 'thoughts';
      readonly number: number;
      readonly isFinal: boolean;
      readonly thoughts: Thoughts | null;
    }
  /** Where the match stands. */
  | {
      readonly kind: 'standing';
      readonly number: number;
      readonly played: readonly JointMove[];
      /** Legal moves of the role, the likeliest to be so first. */
      readonly legal: readonly string[];
      /** Whether there are more of them than can be listed: one is told. */
      readonly isWide: boolean;
      /** How many states the match may be in, of those that were looked at. */
      readonly states: number;
      /** What made no sense. */
      readonly faults: readonly string[];
    }
  | { readonly kind: 'settled'; readonly number: number; readonly settlement: Settlement }
  /** The move that was answered ends the match, whatever the others do. */
  | { readonly kind: 'last'; readonly number: number }
  /** It left the match, and has nothing to do; its memory then. */
  | { readonly kind: 'idle'; readonly bytes: number };
