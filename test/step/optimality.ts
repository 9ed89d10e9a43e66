/**
 * Two checks of a solved step problem that share nothing with the solvers: the conditions of the step problem evaluated
 * on its plain numbers, and for a few rows a search through all 3^m sets.
 */
import { combine, inverse, multiply } from "../oracles/dense.ts";
import { type Problem, transposed } from "./random-step.ts";

type Numbers = ArrayLike<number>;

const magnitudes = (vector: readonly number[]) => vector.map(Math.abs);

/** r + W^T dz */
export function slipsOf({ directions, slip }: Problem, dz: Numbers): number[] {
  return combine(slip, 1, multiply(directions, Array.from(dz)));
}

/**
 * |r| + |W^T| (|A^{-1} R| + |A^{-1} W F|): the terms that cancel in the slips. Forces are rounded numbers, so no slip can
 * be nearer to zero than round-off in these.
 */
export function slipTerms({ tangent, directions, residual, slip }: Problem, force: Numbers): number[] {
  const solve = inverse(tangent);
  const pushes = directions.map((row, i) =>
    magnitudes(multiply(solve, row)).map((entry) => entry * Math.abs(force[i]!)),
  );
  const moved = pushes.reduce((sum, push) => combine(sum, 1, push), magnitudes(multiply(solve, residual)));
  return combine(magnitudes(slip), 1, multiply(directions.map(magnitudes), moved));
}

/**
 * Largest violation of A dz + R = W F, of the box and of the slips' signs. Each is relative: the balance to the largest
 * force in it (backward error), a slip to the terms that cancel in it. A force outside its box is infinitely wrong.
 */
export function violation(problem: Problem, dz: Numbers, force: Numbers): number {
  const { tangent, directions, limits, residual } = problem;
  const size = tangent.length;
  const inner = multiply(tangent, Array.from(dz));
  const rows = transposed(directions, Array.from(force), size);
  const magnitude = (vector: readonly number[]) => Math.max(0, ...vector.map(Math.abs));
  const largest = (matrix: readonly (readonly number[])[]) => Math.max(0, ...matrix.map(magnitude));
  const terms = largest(tangent) * magnitude(Array.from(dz)) + magnitude(residual) + magnitude(rows);
  let worst = magnitude(combine(combine(inner, 1, residual), -1, rows)) / (terms || 1);
  const slips = slipsOf(problem, dz);
  const sizes = slipTerms(problem, force);
  for (const [i, limit] of limits.entries()) {
    const f = force[i]!;
    if (!(Math.abs(f) <= limit)) return Number.POSITIVE_INFINITY;
    if (limit === 0) continue;
    const s = slips[i]!;
    const wrong = (f === -limit && s >= 0) || (f === limit && s <= 0) ? 0 : Math.abs(s) / sizes[i]!;
    worst = Math.max(worst, wrong);
  }
  return worst;
}

/** dz from the first of the 3^m sets whose forces and slips are all right, found by elimination in each. */
export function searchSets(problem: Problem): { dz: number[]; force: number[] } {
  const { tangent, directions, limits, residual, slip } = problem;
  const solve = inverse(tangent);
  const columns = directions.map((row) => multiply(solve, row));
  const G = directions.map((row) => columns.map((column) => multiply([row], column)[0]!));
  const free = multiply(solve, residual).map((value) => -value);
  const g = combine(slip, 1, multiply(directions, free));
  let best = { miss: Number.POSITIVE_INFINITY, force: limits };
  for (let code = 0; code < 3 ** limits.length; code++) {
    const set = limits.map((_, i) => (Math.floor(code / 3 ** i) % 3) - 1);
    const force = forcesOf(set, G, g, limits);
    if (!force) continue;
    const s = combine(g, 1, multiply(G, force));
    const miss = Math.max(
      ...set.map((side, i) => {
        const reach = G[i]![i]! * limits[i]! + Math.abs(g[i]!);
        return side === 0
          ? (Math.abs(force[i]!) - limits[i]!) / (limits[i]! || 1)
          : limits[i]! && (side * s[i]!) / reach;
      }),
    );
    if (miss < best.miss) best = { miss, force };
  }
  const dz = best.force.reduce((sum, f, i) => combine(sum, f, columns[i]!), free);
  return { dz, force: best.force };
}

function forcesOf(set: number[], G: number[][], g: number[], limits: number[]): number[] | undefined {
  const stuck = set.flatMap((side, i) => (side === 0 ? [i] : []));
  const force = set.map((side, i) => side * limits[i]!);
  const rest = combine(g, 1, multiply(G, force));
  const block = stuck.map((i) => stuck.map((j) => G[i]![j]!));
  if (!areIndependent(block)) return undefined;
  const inner = multiply(
    inverse(block),
    stuck.map((i) => -rest[i]!),
  );
  stuck.forEach((i, a) => {
    force[i] = inner[a]!;
  });
  return force;
}

/** By the pivots of an elimination of the positive semidefinite block, each against its diagonal entry. */
export function areIndependent(block: readonly (readonly number[])[]): boolean {
  let rest = block.map((row) => [...row]);
  for (let k = 0; rest.length > 0; k++) {
    const [first, ...others] = rest;
    if (first![0]! < 1e-10 * block[k]![k]!) return false;
    rest = others.map((row) => combine(row, -row[0]! / first![0]!, first!).slice(1));
  }
  return true;
}
