import { type Edge, FALSE, type GateNetwork, TRUE } from './gateNetwork.js';

/** Beyond this many literals only the first factors are looked for, lest large sums take quadratic time. */
const MANY_LITERALS = 20_000;

/**
 * The disjunction of conjunctions as gates, common factors taken out (the quick factoring of multi-level logic synthesis: Brayton 1987):
 * `a b + a c + d` becomes `a (b + c) + d`, by the most frequent literal first.
 */
export function sumOfProducts(network: GateNetwork, products: readonly (readonly Edge[])[]): Edge {
  const terms: Edge[] = [];
  let rest = products;
  while (rest.length > 1) {
    const factor = mostFrequent(rest);
    if (factor === undefined) break;
    const quotient: (readonly Edge[])[] = [];
    const others: (readonly Edge[])[] = [];
    for (const product of rest) {
      if (product.includes(factor)) quotient.push(product.filter((edge) => edge !== factor));
      else others.push(product);
    }
    terms.push(factored(network, factor, quotient));
    rest = others;
  }
  for (const product of rest) terms.push(network.and(product));
  return network.or(terms);
}

function factored(network: GateNetwork, factor: Edge, quotient: readonly (readonly Edge[])[]): Edge {
  if (quotient.some((product) => product.length === 0)) return factor;
  const sum = sumOfProducts(network, quotient);
  if (sum === TRUE) return factor;
  if (sum === FALSE) return FALSE;
  return network.and(network.isConjunction(sum) ? [factor, ...network.operandsOf(sum >>> 1)] : [factor, sum]);
}

/** A literal of two products at least, the most frequent; the first of equally frequent ones. */
function mostFrequent(products: readonly (readonly Edge[])[]): Edge | undefined {
  const counts = new Map<Edge, number>();
  let best: Edge | undefined;
  let most = 1;
  let literals = 0;
  for (const product of products) {
    for (const edge of product) {
      const count = (counts.get(edge) ?? 0) + 1;
      counts.set(edge, count);
      if (count > most) {
        most = count;
        best = edge;
      }
    }
    literals += product.length;
  }
  return literals > MANY_LITERALS && most * 16 < products.length ? undefined : best;
}
