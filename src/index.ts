/** The public API: from a rule sheet to a game that can be played. The stages have doors of their own (`woodstock/gdl`, …). */

export {
  type Budget,
  type Clock,
  type Diagnostic,
  type Place,
  type Random,
  renderDiagnostic,
  type Result,
  seededRandom,
  type Severity,
  type Source,
  type Span,
} from './base/index.js';
export {
  type Expansion,
  type Game,
  type GameNames,
  jointOf,
  type Line,
  type Move,
  type MoveTally,
  NO_GOAL,
  perft,
  playout,
  type PlayoutOptions,
  type PlayoutRequest,
  type PlayoutTally,
  type Simulator,
} from './game/index.js';
export type { Notation, SheetInput } from './gdl/index.js';
export { type Engine, ENGINES, loadRules, openPlay, openSymmetries, type Play } from './pipeline.js';
export type { Information, ValidRules } from './rules/index.js';
