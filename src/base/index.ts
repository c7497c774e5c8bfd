export { type Diagnostic, type Severity, renderDiagnostic } from './diagnostic.js';
export { type Result, fail, ok } from './result.js';
export { type Place, Source, type Span } from './source.js';
export { type Budget, BudgetExceeded, type Clock, Meter } from './budget.js';
export { type Graph, stronglyConnectedComponents } from './components.js';
export { IntList } from './intList.js';
export { ReversibleInts } from './reversibleInts.js';
export { type Random, seededRandom } from './random.js';
export { finishHash, mixHash } from './hash.js';
