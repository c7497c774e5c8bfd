import type { Permutation } from './colouredGraph.js';

export function identity(degree: number): Permutation {
  const permutation = new Int32Array(degree);
  for (let point = 0; point < degree; point++) permutation[point] = point;
  return permutation;
}

/** First p, then q. */
export const compose = (p: Permutation, q: Permutation): Permutation => p.map((point) => q[point]!);

export function inverse(p: Permutation): Permutation {
  const inverted = new Int32Array(p.length);
  p.forEach((image, point) => (inverted[image] = point));
  return inverted;
}

/** The first point that is moved, or −1. */
export const firstMoved = (p: Permutation): number => p.findIndex((image, point) => image !== point);

/** Throws a RangeError unless the images are a permutation of 0 … degree − 1. */
export function checkPermutation(p: Permutation, degree: number): void {
  if (p.length !== degree) throw new RangeError(`a permutation of ${p.length} points in a group of degree ${degree}`);
  const isImage = new Uint8Array(degree);
  p.forEach((image, point) => {
    if (image < 0 || image >= degree) throw new RangeError(`${point} is mapped to ${image}, no point below ${degree}`);
    if (isImage[image] === 1) throw new RangeError(`${point} is mapped to ${image}, and so is another point`);
    isImage[image] = 1;
  });
}

/** A permutation by what it moves: points[i] is mapped to images[i], all else to itself. */
export interface SparsePermutation {
  readonly points: Int32Array;
  readonly images: Int32Array;
}

export function densePermutation({ points, images }: SparsePermutation, degree: number): Permutation {
  const permutation = identity(degree);
  points.forEach((point, i) => (permutation[point] = images[i]!));
  return permutation;
}
