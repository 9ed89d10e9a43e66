/** Whether joints allow a position of which some coordinates are given: the others are sought by Newton's method from many starts. */
import type { System } from "../../model/system.ts";
import { randomFrom } from "../../numeric/random.ts";
import { singularValues } from "../../numeric/svd.ts";
import { dot, maxNorm, type Vector } from "../../numeric/vector.ts";

const STARTS = 64;
const MOST_ITERATIONS = 60;
const HELD = 1e-9;
const LARGEST_STEP = 0.5;

/** The least violation that was found, and of which joint; undefined where the joints can be held. */
export function unreachable(
  system: System,
  time: number,
  given: readonly (number | null)[],
  initial: Vector,
): { row: number; by: number } | undefined {
  const joints = system.rows.flatMap(({ law }, row) => (law.joint ? [row] : []));
  const free = given.flatMap((entry, k) => (entry === null ? [k] : []));
  if (!system.violationsAt || joints.length === 0 || free.length === 0) return undefined;
  const random = randomFrom(1);
  let best: { row: number; by: number } | undefined;
  for (let start = 0; start < STARTS; start++) {
    const q = Float64Array.from(initial, (x, k) => given[k] ?? x);
    const spread = start === 0 ? 0 : start % 2 === 0 ? Math.PI : 1 + maxNorm(initial);
    for (const k of free) q[k]! += spread * (2 * random.uniform() - 1);
    const found = nearest(system, time, joints, free, q);
    if (!found) return undefined;
    if (!best || Math.abs(found.by) < Math.abs(best.by)) best = found;
  }
  return best;
}

/** Newton's method with the shortest steps of the free coordinates: undefined where the joints hold at its end. */
function nearest(system: System, time: number, joints: readonly number[], free: readonly number[], q: Vector) {
  const violations = new Float64Array(system.rows.length);
  const directions = system.newDirections();
  const at = Float64Array.of(time, time);
  let worst = { row: joints[0]!, by: Number.POSITIVE_INFINITY };
  for (let k = 0; k < MOST_ITERATIONS; k++) {
    system.violationsAt!(at, q, violations);
    system.directionsAt(q, directions);
    worst = joints.reduce(
      (most, row) => (Math.abs(violations[row]!) > Math.abs(most.by) ? { row, by: violations[row]! } : most),
      { row: joints[0]!, by: 0 },
    );
    const slopes = joints.map((row) => {
      const w = new Float64Array(system.size);
      for (let e = directions.start[row]!; e < directions.start[row + 1]!; e++)
        w[directions.column[e]!] = directions.value[e]!;
      return Float64Array.from(free, (j) => w[j]!);
    });
    const steepness = slopes.reduce((most, row) => Math.max(most, maxNorm(row)), 0);
    if (Math.abs(worst.by) <= HELD * Math.max(1, steepness)) return undefined;
    const { values, left, right } = singularValues(slopes);
    const wanted = Float64Array.from(joints, (row) => violations[row]!);
    const step = new Float64Array(free.length);
    values.forEach((value, l) => {
      if (!(value > 1e-10 * values[0]!)) return;
      const part = dot(left[l]!, wanted) / value;
      for (let i = 0; i < step.length; i++) step[i]! += part * right[l]![i]!;
    });
    const damping = Math.min(1, LARGEST_STEP / maxNorm(step));
    if (!(damping > 0)) return worst;
    free.forEach((j, i) => {
      q[j]! -= damping * step[i]!;
    });
  }
  return worst;
}
