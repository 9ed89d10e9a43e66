/**
 * Energies up to which friction outweighs negative damping, by closed forms: (7) of van de Wouw & Leine 2005 with the best
 * alpha of (9), and its weighted form, which is never less. Both need (15): eigencolumns of C with eigenvalues <= 0 in span W.
 */
import { roundOff } from "../../numeric/definite.ts";
import { linearProgram } from "../../numeric/linear-program.ts";
import {
  addScaled,
  combination,
  inner,
  type PlainMatrix,
  type PlainVector,
  product,
  scaled,
  solverOf,
  times,
  transposed,
} from "../../numeric/plain-matrix.ts";
import type { DampingDirection, FrictionSpan } from "./friction-span.ts";
import type { FrictionMachine } from "./machine.ts";

/** Sine of an angle below which an eigencolumn lies in span W. */
export const IN_SPAN = 1e-9;
/** Negative directions up to which all their sign vectors are tried; beyond, one load that is not best serves. */
const MOST_SIGNS = 10;

export interface ClosedBounds {
  /** J; 0 where nothing is guaranteed, infinite where damping alone suffices. */
  readonly paper: number;
  readonly weighted: number;
}

export function closedBounds(
  machine: FrictionMachine,
  friction: FrictionSpan,
  undamped: readonly DampingDirection[],
): ClosedBounds {
  if (undamped.length === 0) return { paper: Number.POSITIVE_INFINITY, weighted: Number.POSITIVE_INFINITY };
  const caught = undamped.every(({ outside }) => outside <= IN_SPAN);
  if (!caught) return { paper: 0, weighted: 0 };
  const solve = solverOf(machine.mass)!;
  const weights = undamped.map(({ value, vector }) => -value * Math.sqrt(inner(vector, solve(vector))));
  const vectors = undamped.map(({ vector }) => vector);
  const beta = 1 / greatestLoad(friction, vectors);
  const t =
    1 /
    greatestLoad(
      friction,
      vectors.map((vector, j) => scaled(vector, weights[j]!)),
    );
  const slowest = Math.max(...weights);
  // (7), with e^T S^{-1} S^{-T} e = u^T M^{-1} u; a zero eigenvalue sets no bound of its own
  return {
    paper: slowest > 0 ? (beta * beta) / (2 * slowest * slowest) : Number.POSITIVE_INFINITY,
    weighted: (t * t) / 2,
  };
}

/** The greatest, over all signs, of the least max |y_i|/p_i with W y = sum of the signed vectors: alpha of (9). */
function greatestLoad(friction: FrictionSpan, vectors: PlainMatrix): number {
  const { directions, limits, independent } = friction;
  const moving = vectors.filter((vector) => vector.some((entry) => entry !== 0));
  if (moving.length === 0) return 0;
  if (independent || moving.length > MOST_SIGNS) {
    const loads = moving.map((vector) => leastSquaresLoad(friction, vector));
    return Math.max(...limits.map((limit, i) => loads.reduce((sum, load) => sum + Math.abs(load[i]!), 0) / limit));
  }
  let greatest = 0;
  for (let code = 0; code < 1 << (moving.length - 1); code++) {
    const signs = moving.map((_, j) => ((code >> j) & 1 ? -1 : 1));
    const target = combination(moving, signs, directions[0]!.length);
    greatest = Math.max(greatest, leastLoad(friction, target));
  }
  return greatest;
}

/** y with W y = target, for target in span W: the shortest one where there are many. */
function leastSquaresLoad({ directions, span }: FrictionSpan, target: PlainVector): number[] {
  const inside = span.map((unit) => directions.map((direction) => inner(unit, direction)));
  const solve = solverOf(product(inside, transposed(inside)));
  if (!solve) return directions.map(() => Number.POSITIVE_INFINITY); // nearly dependent: no load is known that serves
  const dual = solve(times(span, target));
  return directions.map((_, i) =>
    inner(
      dual,
      inside.map((row) => row[i]!),
    ),
  );
}

/** Least max |y_i|/p_i with W y = target, as a linear program in y_i = p_i (a_i - tau), 0 <= a_i <= 2 tau. */
export function leastLoad({ directions, limits, span }: FrictionSpan, target: PlainVector): number {
  const m = limits.length;
  const zeros = Array<number>(m).fill(0);
  const unit = (i: number) => zeros.map((_, k) => (k === i ? 1 : 0));
  const balance = span.map((direction) => {
    const loads = directions.map((w, i) => limits[i]! * inner(direction, w));
    return [...loads, ...zeros, -loads.reduce((sum, load) => sum + load, 0)];
  });
  const found = linearProgram(
    [...zeros, ...zeros, 1],
    [...balance, ...zeros.map((_, i) => [...unit(i), ...unit(i), -2])],
    [...times(span, target), ...zeros],
  );
  return found.status === "solved" ? found.value : Number.POSITIVE_INFINITY;
}

/** What the paper prints for its example of two masses, where a machine has that form. */
export interface PrintedExample {
  /** |x_i| of (26), which is only the bounding box of E. */
  readonly box: PlainVector;
  /** (27), 4 times less than (7) gives; undefined where its eigenvalue is not negative or the other one is. */
  readonly rho?: number;
}

/** (24): M diagonal, C and K of the form [[a, b], [b, a]], one row a mass. */
export function printedExample(machine: FrictionMachine): PrintedExample | undefined {
  const { mass, damping, stiffness, rows, force } = machine;
  const paired = (a: PlainMatrix) => a.length === 2 && a[0]![0] === a[1]![1] && a[0]![1] === a[1]![0];
  if (!paired(damping) || !paired(stiffness) || mass[0]![1] !== 0 || mass[1]![0] !== 0) return undefined;
  const limits = [0, 1].map((i) => {
    const own = rows.filter(({ direction }) => direction[i] === 1 && direction[1 - i] === 0);
    return own.length === 1 && own[0]!.forward === own[0]!.backward ? own[0]!.forward : undefined;
  });
  const [p1, p2] = limits as [number, number];
  if (rows.length !== 2 || !(p1 > 0) || !(p2 > 0) || force.some((f) => f !== 0)) return undefined;
  const k2 = -stiffness[0]![1]!;
  const k1 = stiffness[0]![0]! - k2;
  const whole = k1 * k1 + 2 * k1 * k2;
  const box = [((k1 + k2) * p1 + k2 * p2) / whole, ((k1 + k2) * p2 + k2 * p1) / whole];
  const c2 = -damping[0]![1]!;
  const c1 = damping[0]![0]! - c2;
  const doubt = roundOff(2) * (Math.abs(damping[0]![0]!) + Math.abs(c2));
  if (!(c1 > doubt && c1 + 2 * c2 < -doubt)) return { box };
  const gamma = -Math.min(p1, p2) / (c1 + 2 * c2);
  const [m1, m2] = [mass[0]![0]!, mass[1]![1]!];
  return { box, rho: (m1 * m2 * gamma * gamma) / (2 * (m1 + m2)) };
}

/** Energy at the one corner that Remark 3 looks at, J: all rows at +limit. */
export function remark3({ rows, stiffness }: FrictionMachine): number | undefined {
  const solve = solverOf(stiffness);
  const load = rows.reduce(
    (sum, { forward, direction }) => addScaled(sum, forward, direction),
    stiffness.map(() => 0),
  );
  return solve && inner(load, solve(load)) / 2;
}
