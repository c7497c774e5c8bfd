/** When the grounder takes a detour to save instances. The defaults are what `bench/ground` over the public games was quickest with. */
export interface GroundOptions {
  /** Rules with fewer instances than this, by estimate, are not split. */
  readonly worthSplitting: number;
  /** A split must bring the estimated number of instances down to this share. */
  readonly splitShare: number;
  /** A part that leaves a rule is held to what the rest of the rule says of its variables if it has this many instances, by estimate. */
  readonly worthNarrowing: number;
  /** Definitions are tried in the place of literals in rules that cost this much, in instances and literals by estimate. */
  readonly worthUnfolding: number;
  /** A definition must bring the cost down to this share; estimates for the longer body are too rough to trust in a smaller gain. */
  readonly unfoldShare: number;
  /** Relations are taken apart for columns that do not matter if a rule with such columns derives this many tuples, by estimate. */
  readonly worthIdling: number;
  /** Rules that differ in one literal are written as one if they have this many instances each, by estimate. */
  readonly worthMerging: number;
  /** Writing rules as one must bring the estimated number of instances down to this share. */
  readonly mergeShare: number;
  /** What is possible is surveyed first if a relation that is only ever denied has this many tuples, by estimate. */
  readonly worthSurveying: number;
  /** A survey that takes more steps than this is given up. */
  readonly surveySteps: number;
  /** State-dependent relations with fewer instances than this, by estimate, are evaluated whole, whatever is asked of them. */
  readonly worthAsking: number;
  /** The same for relations that no state changes, of which no instances are kept. */
  readonly worthAskingFixed: number;
  /** A relation is restricted to what is asked if that is no more than this share of it, by estimate. */
  readonly askedShare: number;
  /**
   * Whether rules go that others make superfluous, and what holds by `a ← b` and `a ← not b` becomes true. Nobody who plays wants it otherwise;
   * what is shown about the rules as they are written does (004 section 3.2).
   */
  readonly isAbsorbing: boolean;
}

export const DEFAULT_GROUND_OPTIONS: GroundOptions = {
  worthSplitting: 256,
  splitShare: 0.8,
  worthNarrowing: 4096,
  worthUnfolding: 4096,
  unfoldShare: 0.1,
  worthIdling: 1_000_000,
  worthMerging: 20_000,
  mergeShare: 1,
  worthSurveying: 1_000_000,
  surveySteps: 4_000_000,
  worthAsking: 20_000,
  worthAskingFixed: 1_000_000,
  askedShare: 0.5,
  isAbsorbing: true,
};
