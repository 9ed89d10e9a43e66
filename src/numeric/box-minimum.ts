import { Dense } from "./matrix.ts";
import { dot, maxNorm, type Vector } from "./vector.ts";

export interface BoxMinimum {
  readonly x: Vector;
  /** -1 where the lowest, 1 where the highest value holds, 0 where x is free. */
  readonly held: Int8Array;
}

/**
 * The minimum of g.x + x.A x / 2 within bounds, A positive definite (row after row), by a primal active set: it goes towards the minimum
 * over the free entries until a bound stops it, and lets go of the bound that pushes hardest the wrong way. Each set of held entries
 * comes up once, so it ends. 0 must lie within the bounds.
 */
export function boxMinimum(matrix: Vector, gradient: Vector, low: Vector, high: Vector): BoxMinimum {
  const n = gradient.length;
  const x = new Float64Array(n);
  const held = new Int8Array(n);
  for (let k = 0; k < 20 * (n + 5); k++) {
    const slope = gradient.map((entry, i) => entry + dot(matrix.subarray(i * n, (i + 1) * n), x));
    const change = freeChange(matrix, slope, held);
    const stop = firstStop(x, change, held, low, high);
    for (let i = 0; i < n; i++) x[i]! += stop.part * change[i]!;
    if (stop.entry >= 0) {
      held[stop.entry] = stop.side;
      x[stop.entry] = stop.side < 0 ? low[stop.entry]! : high[stop.entry]!;
      continue;
    }
    const wrong = hardestPush(matrix, gradient, x, held);
    if (wrong < 0) break;
    held[wrong] = 0;
  }
  return { x, held };
}

/** From here to the minimum over the free entries. */
function freeChange(matrix: Vector, slope: Vector, held: Int8Array): Vector {
  const n = held.length;
  const free = Array.from(held.keys()).filter((i) => held[i] === 0);
  const change = new Float64Array(n);
  const block = Dense.from(free.map((i) => free.map((j) => matrix[i * n + j]!)));
  const solution = Float64Array.from(free, (i) => -slope[i]!);
  if (free.length === 0 || !block.factor()) return change;
  block.solve(solution);
  free.forEach((i, a) => {
    change[i] = solution[a]!;
  });
  return change;
}

interface Stop {
  /** Of the change that can be made. */
  readonly part: number;
  /** -1: all of it. */
  readonly entry: number;
  readonly side: -1 | 1;
}

function firstStop(x: Vector, change: Vector, held: Int8Array, low: Vector, high: Vector): Stop {
  let stop: Stop = { part: 1, entry: -1, side: 1 };
  for (let i = 0; i < x.length; i++) {
    if (held[i] !== 0 || change[i] === 0) continue;
    const side = change[i]! < 0 ? -1 : 1;
    const part = ((side < 0 ? low[i]! : high[i]!) - x[i]!) / change[i]!;
    if (part < stop.part) stop = { part: Math.max(0, part), entry: i, side };
  }
  return stop;
}

/** The held entry that would gain most by leaving its bound; -1 when none would. */
function hardestPush(matrix: Vector, gradient: Vector, x: Vector, held: Int8Array): number {
  const n = held.length;
  const slope = gradient.map((entry, i) => entry + dot(matrix.subarray(i * n, (i + 1) * n), x));
  const noise = 1e-12 * Math.max(maxNorm(slope), maxNorm(gradient));
  let hardest = -1;
  for (let i = 0; i < n; i++) {
    const push = slope[i]! * held[i]!;
    if (push > noise && (hardest < 0 || push > slope[hardest]! * held[hardest]!)) hardest = i;
  }
  return hardest;
}
