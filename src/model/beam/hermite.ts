/**
 * Hermite cubics on an element of length h: on it a curve is sum of N_a(xi) u_a, xi = (s - s0)/h in 0..1, with u = (value, slope) at its
 * beginning and (value, slope) at its end, slopes by s. The cubics are continuous with their slopes, so that curvatures are functions.
 */

/** Gauss points on 0..1 and their weights: exact for polynomials of degree 7, so for the mass of an element. */
const NEAR = Math.sqrt(3 / 7 - (2 / 7) * Math.sqrt(6 / 5));
const FAR = Math.sqrt(3 / 7 + (2 / 7) * Math.sqrt(6 / 5));
const INNER = (18 + Math.sqrt(30)) / 72;
const OUTER = (18 - Math.sqrt(30)) / 72;
export const GAUSS_POINTS: readonly number[] = [(1 - FAR) / 2, (1 - NEAR) / 2, (1 + NEAR) / 2, (1 + FAR) / 2];
export const GAUSS_WEIGHTS: readonly number[] = [OUTER, INNER, INNER, OUTER];

/** The four cubics at xi. */
export function cubics(xi: number, h: number): number[] {
  const square = xi * xi;
  const cube = square * xi;
  return [1 - 3 * square + 2 * cube, h * (xi - 2 * square + cube), 3 * square - 2 * cube, h * (cube - square)];
}

/** Their first derivatives by s. */
export function cubicSlopes(xi: number, h: number): number[] {
  const square = xi * xi;
  return [(6 * square - 6 * xi) / h, 1 - 4 * xi + 3 * square, (6 * xi - 6 * square) / h, 3 * square - 2 * xi];
}

/** Their second derivatives by s. */
export function cubicBends(xi: number, h: number): number[] {
  return [(12 * xi - 6) / (h * h), (6 * xi - 4) / h, (6 - 12 * xi) / (h * h), (6 * xi - 2) / h];
}
