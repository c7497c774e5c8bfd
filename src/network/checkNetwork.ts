import { fail, ok, type Result } from '../base/index.js';
import { checkConstraint } from './checkConstraints.js';
import { checkDistributions, checkUtilities } from './checkStochastic.js';
import type { Network, Variable } from './network.js';
import { FaultList, type NetworkFault } from './networkFault.js';

/**
 * The network itself where it is what `network.ts` says a network is, and every fault of it otherwise. Whatever comes from outside (hand-built,
 * JSON, XCSP3) passes here, so that the solver may trust indexes, lengths and probabilities.
 */
export function checkNetwork(network: Network): Result<Network, readonly NetworkFault[]> {
  const faults = new FaultList();
  checkVariables(network.variables, faults);
  const sizes = network.variables.map(({ values }) => values.length);
  network.constraints.forEach((constraint, index) => {
    checkConstraint(constraint, sizes, { faults, where: `constraints[${String(index)}]` });
  });
  checkDistributions(network, faults);
  checkUtilities(network, faults);
  return faults.isEmpty ? ok(network) : fail(faults.all());
}

function checkVariables(variables: readonly Variable[], faults: FaultList): void {
  if (variables.length === 0) faults.add('variables', 'there are none', 'declare at least one');
  const first = new Map<string, number>();
  variables.forEach(({ name, stage, values }, index) => {
    const where = `variables[${String(index)}]`;
    const other = first.get(name);
    if (other === undefined) first.set(name, index);
    else faults.add(where, `variables[${String(other)}] is also called ${JSON.stringify(name)}`, 'rename one of them');
    if (!Number.isSafeInteger(stage) || stage < 0)
      faults.add(`${where}.stage`, `a stage cannot be ${String(stage)}`, 'count rounds from 0');
    if (values.length === 0) faults.add(`${where}.values`, 'there are none', 'give the variable at least one value');
    const repeated = firstRepeated(values);
    if (repeated !== undefined)
      faults.add(`${where}.values`, `${JSON.stringify(repeated)} is there twice`, 'give each value a name of its own');
  });
  checkOrder(variables, faults);
}

function firstRepeated(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size);
}

/** A policy assigns decisions and draws in their order: stage by stage, in each the decisions before the draws. */
function checkOrder(variables: readonly Variable[], faults: FaultList): void {
  const moment = ({ kind, stage }: Variable): number => 2 * stage + (kind === 'stochastic' ? 1 : 0);
  let latest: Variable | undefined;
  variables.forEach((variable, index) => {
    if (variable.kind === 'auxiliary') return;
    if (latest !== undefined && moment(variable) < moment(latest))
      faults.add(
        `variables[${String(index)}]`,
        `the ${variable.kind} variable ${JSON.stringify(variable.name)} of stage ${String(variable.stage)} comes after the ` +
          `${latest.kind} variable ${JSON.stringify(latest.name)} of stage ${String(latest.stage)}`,
        'order them by stage, decisions before stochastic variables in each',
      );
    else latest = variable;
  });
}
