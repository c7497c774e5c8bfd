import { checkBooleans, checkScope, checkTuple, type Inspection, inRange, isIndex } from './checkConstraints.js';
import type { Distribution, Network, TabularDistribution } from './network.js';
import type { FaultList } from './networkFault.js';

/** How far probabilities may add up to something else than 1: thirds and sevenths are not exact in binary. */
const ROUNDING = 1e-9;

export function checkDistributions({ variables, distributions }: Network, faults: FaultList): void {
  const sizes = variables.map(({ values }) => values.length);
  const of = new Map<number, number>();
  distributions.forEach((distribution, index) => {
    const where = `distributions[${String(index)}]`;
    const { variable } = distribution;
    if (!isIndex(variable, sizes.length)) {
      faults.add(`${where}.variable`, `there is no variable ${String(variable)}`, inRange('variable', sizes.length));
      return;
    }
    if (variables[variable]!.kind !== 'stochastic')
      faults.add(`${where}.variable`, `variable ${String(variable)} is not stochastic`, 'drop its distribution');
    const other = of.get(variable);
    if (other === undefined) of.set(variable, index);
    else faults.add(where, `variable ${String(variable)} already has distributions[${String(other)}]`, 'drop one');
    checkDistribution(distribution, sizes, { faults, where });
  });
  variables.forEach(({ kind, name }, index) => {
    if (kind === 'stochastic' && !of.has(index))
      faults.add(`variables[${String(index)}]`, `${JSON.stringify(name)} has no distribution`, 'add one');
  });
}

function checkDistribution(distribution: Distribution, sizes: readonly number[], at: Inspection): void {
  const { scope, variable } = distribution;
  if (!checkScope(scope, sizes, at)) return;
  const late = scope.find((condition) => condition >= variable);
  if (late !== undefined) {
    const message = `variable ${String(late)} does not come before variable ${String(variable)}`;
    at.faults.add(`${at.where}.scope`, message, 'let it depend on earlier variables only');
  }
  if (distribution.kind === 'table') checkRows(distribution, sizes, at);
  else if (scope.length !== sizes[variable]) {
    const message = `${String(scope.length)} Booleans for a variable of ${String(sizes[variable])} values`;
    at.faults.add(`${at.where}.scope`, message, 'name one Boolean a value');
  } else checkBooleans(scope, sizes, at);
}

function checkRows({ variable, scope, rows }: TabularDistribution, sizes: readonly number[], at: Inspection): void {
  const domains = scope.map((condition) => sizes[condition]!);
  if (rows.length === 0) at.faults.add(`${at.where}.rows`, 'there are none', 'add at least one');
  rows.forEach(({ tuple, probabilities }, index) => {
    const where = `${at.where}.rows[${String(index)}]`;
    checkTuple(tuple, domains, { faults: at.faults, where: `${where}.tuple` });
    checkProbabilities(probabilities, sizes[variable]!, { faults: at.faults, where: `${where}.probabilities` });
  });
}

function checkProbabilities(probabilities: readonly number[], size: number, { faults, where }: Inspection): void {
  if (probabilities.length !== size) {
    const message = `${String(probabilities.length)} probabilities for ${String(size)} values`;
    faults.add(where, message, 'give one a value');
    return;
  }
  const strange = probabilities.find((probability) => !isShare(probability));
  const sum = probabilities.reduce((total, probability) => total + probability, 0);
  if (strange !== undefined) faults.add(where, `${String(strange)} is no probability`, 'keep them in [0, 1]');
  else if (Math.abs(sum - 1) > ROUNDING) faults.add(where, `they add up to ${String(sum)}`, 'make that 1');
}

export function checkUtilities({ variables, players, utilities, threshold }: Network, faults: FaultList): void {
  const sizes = variables.map(({ values }) => values.length);
  if (new Set(players).size < players.length) faults.add('players', 'a name is there twice', 'rename one of them');
  utilities.forEach(({ player, scope, rows, otherwise }, index) => {
    const where = `utilities[${String(index)}]`;
    if (!isIndex(player, players.length))
      faults.add(`${where}.player`, `there is no player ${String(player)}`, inRange('player', players.length));
    if (!checkScope(scope, sizes, { faults, where })) return;
    checkShare(otherwise, { faults, where: `${where}.otherwise` });
    const domains = scope.map((variable) => sizes[variable]!);
    rows.forEach(({ tuple, utility }, row) => {
      checkTuple(tuple, domains, { faults, where: `${where}.rows[${String(row)}].tuple` });
      checkShare(utility, { faults, where: `${where}.rows[${String(row)}].utility` });
    });
  });
  if (threshold.length !== Math.max(1, players.length)) {
    const message = `${String(threshold.length)} thresholds for ${String(players.length)} players`;
    faults.add('threshold', message, 'give one a player, or a single one where there are no players');
  }
  threshold.forEach((share, index) => {
    checkShare(share, { faults, where: `threshold[${String(index)}]` });
  });
}

function checkShare(share: number, { faults, where }: Inspection): void {
  if (!isShare(share)) faults.add(where, `${String(share)} is not in [0, 1]`, 'scale it to that range');
}

const isShare = (number: number): boolean => number >= 0 && number <= 1;
