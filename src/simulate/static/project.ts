/** The nearest place that obeys a machine's conditions, and the nearest velocity; costs some factorizations of a band. */
import { jointRows } from "../../model/joint-rows.ts";
import type { System } from "../../model/system.ts";
import type { Matrix } from "../../numeric/matrix.ts";
import { rowsMultiply } from "../../numeric/rows.ts";
import { saddle } from "../../numeric/saddle.ts";
import { maxNorm, type Vector } from "../../numeric/vector.ts";

const MOST_ITERATIONS = 60;
const SETTLED = 1e-13;

/** Changes q so that its conditions hold at the time `at`; returns whether there is such a place nearby. */
export function projectPlace(system: System, at: Vector, q: Vector): boolean {
  const { rows, follow, chosen } = jointRows(system);
  const metric = metricOf(system);
  const kkt = saddle(metric, rows);
  const all = new Float64Array(system.rows.length);
  const change = new Float64Array(system.size);
  const off = new Float64Array(chosen.length);
  const size = Math.max(maxNorm(q), 1e-300);
  for (let k = 0; k < MOST_ITERATIONS; k++) {
    follow(q);
    system.violationsAt!(at, q, all);
    for (let i = 0; i < chosen.length; i++) off[i] = -all[chosen[i]!]!;
    if (!kkt.factor(metric, rows)) return false;
    change.fill(0);
    kkt.solve(change, off);
    const way = maxNorm(change);
    if (!(way <= 0.5 * size * 100)) return false;
    const shorten = way > 0.2 * size ? (0.2 * size) / way : 1;
    for (let i = 0; i < q.length; i++) q[i]! += shorten * change[i]!;
    if (way <= SETTLED * size) return true;
  }
  system.violationsAt!(at, q, all);
  return maxNorm(all) <= 1e-12 * size;
}

/** Changes v so that the conditions' rates are those of their drives. */
export function projectVelocity(system: System, q: Vector, drive: Vector, v: Vector): boolean {
  const { rows, follow, chosen } = jointRows(system);
  const metric = metricOf(system);
  const kkt = saddle(metric, rows);
  const change = new Float64Array(system.size);
  const rate = new Float64Array(chosen.length);
  follow(q);
  if (!kkt.factor(metric, rows)) return false;
  for (let round = 0; round < 2; round++) {
    rowsMultiply(rows, v, rate);
    for (let i = 0; i < chosen.length; i++) rate[i] = drive[chosen[i]!]! - rate[i]!;
    change.fill(0);
    kkt.solve(change, rate);
    for (let i = 0; i < v.length; i++) v[i]! += change[i]!;
  }
  return v.every(Number.isFinite);
}

/** What makes a change large: bending, and as much mass as makes motions of the whole count alike. */
function metricOf(system: System): Matrix {
  const { mass, stiffness } = system.conditioned!;
  const metric = system.matrix();
  let [bending, inertia] = [0, 0];
  for (let k = 0; k < system.size; k++) {
    bending = Math.max(bending, stiffness.at(k, k));
    inertia = Math.max(inertia, mass.at(k, k));
  }
  const elements = Math.max(1, system.size / (4 * system.conditioned!.lengths.dimension));
  stiffness.addTo(metric, 1 / bending);
  mass.addTo(metric, 1 / (inertia * elements * elements));
  return metric;
}
