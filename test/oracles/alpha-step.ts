/**
 * The scheme (1.1)-(1.6) of Glowinski and Kearsley (1995) with alpha = 1/4, written for small problems with friction on every
 * coordinate: each step's multipliers are swept (Gauss-Seidel) until they no longer change. For masses that start in motion.
 */
import { combine, inverse, type Matrix, multiply } from "./dense.ts";
import type { GalleryProblem } from "./problem-file.ts";

/** x^N at the end time. */
export function alphaEnd({ system, initial, end, step }: GalleryProblem): number[] {
  const { mass, stiffness, force } = system;
  const limits = system.rows.map((row) => row.limit);
  const blend = (factor: number): Matrix => mass.map((row, i) => combine(row, factor, stiffness[i]!));
  const solve = inverse(blend(step ** 2 / 4));
  const loadAt = (n: number) => force(initial.time + n * step);

  // (M + dt^2/4 A) x^1 = (M + dt^2/4 A) dt x1 + (M - dt^2/4 A) x0 + dt^2/2 (f^0 - C lambda^0)
  const first = loadAt(0).map((value, i) => value - limits[i]! * Math.sign(initial.velocity[i]!));
  const start = combine(multiply(blend(-(step ** 2) / 4), initial.position), step ** 2 / 2, first);
  let before = [...initial.position];
  let here = combine(multiply(solve, start), step, initial.velocity);
  const multiplier = initial.velocity.map(Math.sign);
  for (let n = 1; n < Math.round((end - initial.time) / step); n++) {
    const inertia = multiply(mass, combine(combine(here, 1, here), -1, before));
    const springs = multiply(stiffness, combine(combine(here, 1, here), 1, before));
    const free = multiply(solve, combine(combine(inertia, -(step ** 2) / 4, springs), step ** 2, loadAt(n)));
    const after = sweep(free, before, solve, limits, step, multiplier);
    before = here;
    here = after;
  }
  return here;
}

/** Finds lambda in [-1, 1] with lambda (x^{n+1} - x^{n-1}) = |x^{n+1} - x^{n-1}|, x^{n+1} = free - dt^2 solve C lambda. */
function sweep(
  free: readonly number[],
  before: readonly number[],
  solve: Matrix,
  limits: readonly number[],
  step: number,
  multiplier: number[],
): number[] {
  const position = () =>
    combine(
      free,
      -(step ** 2),
      multiply(
        solve,
        multiplier.map((value, i) => value * limits[i]!),
      ),
    );
  for (let change = 1, count = 0; change > 1e-15 && count < 1000; count++) {
    change = 0;
    for (let i = 0; i < free.length; i++) {
      const gain = step ** 2 * solve[i]![i]! * limits[i]!;
      const wanted = multiplier[i]! + (position()[i]! - before[i]!) / gain;
      const next = Math.max(-1, Math.min(1, wanted));
      change = Math.max(change, Math.abs(next - multiplier[i]!));
      multiplier[i] = next;
    }
  }
  return position();
}
