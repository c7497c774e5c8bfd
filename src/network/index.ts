export {
  BOOLEAN,
  type ChannelConstraint,
  claim,
  type ConnectiveConstraint,
  type Constraint,
  denial,
  type Distribution,
  type EqualityConstraint,
  type Network,
  STAR,
  type TableConstraint,
  type TabularDistribution,
  type UniformDistribution,
  type Utility,
  type Variable,
  type VariableKind,
} from './network.js';
export { checkNetwork } from './checkNetwork.js';
export { type Cell, type LiteralForm, type VariableReference } from './names.js';
export {
  type ChanceRow,
  InvalidNetwork,
  NetworkBuilder,
  type UtilityForm,
  type VariableOptions,
} from './networkBuilder.js';
export { type NetworkFault, printFault } from './networkFault.js';
export { networkSizes, type NetworkSizes } from './networkSizes.js';
export { type FluentGroup, partition, suggestGroups } from './round/fluentGroups.js';
export { UNDEFINED } from './round/fluentVariables.js';
export { injectState, stateValues } from './round/injectState.js';
export { type FluentMap, type RoundGoal, type RoundNetwork } from './round/roundNetwork.js';
export { roundTemplate, type TemplateOptions } from './round/roundTemplate.js';
export { type RoundWithSuccessor, withSuccessor } from './round/successorTemplate.js';
export { unrollRounds } from './round/unrollRounds.js';
export { readNetworkJson } from './json/readNetworkJson.js';
export { writeNetworkJson } from './json/writeNetworkJson.js';
export { readXcsp3 } from './xcsp3/readXcsp3.js';
export { writeXcsp3 } from './xcsp3/writeXcsp3.js';
