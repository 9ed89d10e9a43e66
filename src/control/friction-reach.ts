/** How far friction could move an end if it were any force within its limits. */
import { largestRatio } from "../model/rows/curve.ts";
import { rowValues } from "../model/rows/row-values.ts";
import { linearOf, type System } from "../model/system.ts";
import type { Vector } from "../numeric/vector.ts";
import type { Grid } from "../simulate/run/grid.ts";
import type { Simulation } from "../simulate/run/simulation.ts";

/** Steps of the integral: at least, in the time of the fastest mode, and at most. */
const FEWEST = 2000;
const PER_TIME = 40;
const MOST = 200_000;
/** Steps in which a limit may not change by more than a polynomial of degree 7 does: then the nodes know it well within the slack. */
const SMOOTH = 64;
/** What the integral may be off by, relative; far more than it is. */
const SLACK = 1e-3;

/**
 * The integral over the run of the largest sum of F_i g_i, F_i within its limits, where g_i(t) is what a force of 1 N on row i at t adds
 * to weights.(x, v) at the end. g comes from the adjoint p' = A^T p, run backward from the weights, with a node wherever a limit may jump or
 * bend. Infinite where that takes too long, or where a limit may change between two nodes.
 */
export function frictionReach({ system, grid }: Simulation, weights: Vector): number {
  const { size: n, rows } = system;
  const { mass, damping, stiffness, directions } = linearOf(system);
  if (rows.length === 0) return 0;
  const factored = system.matrix();
  mass.addTo(factored, 1);
  factored.factor();
  const rates = [stiffness, damping].map((matrix) => {
    let largest = 0;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) largest = Math.max(largest, (n * Math.abs(matrix.at(i, j))) / mass.at(i, i));
    }
    return largest;
  });
  const span = grid.end - grid.start;
  const steps = Math.max(FEWEST, Math.ceil(PER_TIME * span * (Math.sqrt(rates[0]!) + rates[1]!)));
  if (!(steps <= MOST)) return Number.POSITIVE_INFINITY;
  const nodes = nodesOf(system, grid, steps);
  if (!nodes) return Number.POSITIVE_INFINITY;
  const limits = rowValues(system);
  const ratios = rows.map(({ law }) => largestRatio(law.weakening));
  const pulled = new Float64Array(n);

  /** Puts M^{-1} p_v into `pulled`; M is symmetric. */
  function pull(p: Vector): void {
    for (let i = 0; i < n; i++) pulled[i] = p[n + i]!;
    factored.solve(pulled);
  }

  function slope(p: Vector): Vector {
    pull(p);
    const out = new Float64Array(2 * n);
    for (let i = 0; i < n; i++) {
      let [byPosition, byVelocity] = [0, 0];
      for (let j = 0; j < n; j++) {
        byPosition -= stiffness.at(j, i) * pulled[j]!;
        byVelocity -= damping.at(j, i) * pulled[j]!;
      }
      out[i] = byPosition;
      out[n + i] = p[i]! + byVelocity;
    }
    return out;
  }

  /** The largest sum of F_i g_i at a time, on the side of another one. */
  function reachAt(p: Vector, time: number, side: number): number {
    pull(p);
    limits.update(Float64Array.of(time, side));
    let sum = 0;
    for (let i = 0; i < rows.length; i++) {
      let g = 0;
      for (let j = directions.start[i]!; j < directions.start[i + 1]!; j++) {
        g += directions.value[j]! * pulled[directions.column[j]!]!;
      }
      const most = Math.max(limits.backward[i]!, limits.kineticBackward[i]!);
      const least = Math.max(limits.forward[i]!, limits.kineticForward[i]!);
      sum += ratios[i]! * (g > 0 ? g * most : -g * least);
    }
    return sum;
  }

  const moved = (p: Vector, change: Vector, by: number) => p.map((entry, i) => entry + by * change[i]!);
  let p: Vector = Float64Array.from(weights);
  let total = 0;
  for (let k = nodes.length - 1; k > 0; k--) {
    const [from, to] = [nodes[k]!, nodes[k - 1]!];
    const h = from - to;
    const side = (from + to) / 2;
    const last = reachAt(p, from, side);
    const a = slope(p);
    const b = slope(moved(p, a, h / 2));
    const c = slope(moved(p, b, h / 2));
    const d = slope(moved(p, c, h));
    p = p.map((entry, i) => entry + (h / 6) * (a[i]! + 2 * b[i]! + 2 * c[i]! + d[i]!));
    total += (h / 2) * (last + reachAt(p, to, side));
  }
  return total * (1 + SLACK);
}

/** So many even steps, and the breakpoints of the limits; undefined where these are not all known, or limits change within a step. */
function nodesOf({ rowFunctions }: System, { start, end }: Grid, steps: number): number[] | undefined {
  const even = Array.from({ length: steps + 1 }, (_, k) => start + ((end - start) * k) / steps);
  even[steps] = end;
  if (!rowFunctions || rowFunctions.constant) return even;
  const { times, complete } = rowFunctions.breakpoints(start, end);
  const detail = rowFunctions.detail?.(start, end, (SMOOTH * (end - start)) / steps);
  if (!complete || times.length > MOST || (detail && (detail.from.length > 0 || detail.doubtful.length > 0)))
    return undefined;
  return [...even, ...times].sort((a, b) => a - b);
}
