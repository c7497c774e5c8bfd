/**
 * Fisher's randomisation test of paired differences, two-sided and exact: with which probability would the sum of the differences be at
 * least as far from 0 as it is, if each might as well have had the other sign? Differences are integers. The distribution of the sum is computed
 * difference by difference, so that no signs have to be drawn.
 */
export function signFlipTest(differences: readonly number[]): number {
  const sizes = differences.map(Math.abs).filter((size) => size > 0);
  const unit = sizes.reduce(greatestCommonDivisor, 0);
  const observed = Math.abs(differences.reduce((sum, difference) => sum + difference, 0));
  if (unit === 0) return 1;
  const largest = sizes.reduce((sum, size) => sum + size, 0) / unit;
  // probability[largest + s]: of the sum s.
  let probability = new Float64Array(2 * largest + 1);
  probability[largest] = 1;
  for (const size of sizes) {
    const step = size / unit;
    const next = new Float64Array(probability.length);
    for (const [at, each] of probability.entries()) {
      if (each === 0) continue;
      next[at - step]! += each / 2;
      next[at + step]! += each / 2;
    }
    probability = next;
  }
  const isAsFar = (at: number): boolean => Math.abs(at - largest) * unit >= observed;
  return Math.min(
    1,
    probability.reduce((sum, each, at) => (isAsFar(at) ? sum + each : sum), 0),
  );
}

function greatestCommonDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestCommonDivisor(right, left % right);
}
