/**
 * Where a machine with dry friction can rest, and from where it comes to rest: the equilibrium set, and a certificate after
 * Theorem 1 of van de Wouw & Leine 2005, corrected and made sharper. The energy function is
 *   V = v^T M v / 2 + (x - c)^T K (x - c) / 2,   V' = -v^T C v - p.|W^T v|,
 * with the center c and the kinetic limits p; a region V < rho in which V' < 0 wherever v != 0 is attracted to the part of
 * the equilibrium set inside it (LaSalle).
 */
import { inner, times } from "../numeric/plain-matrix.ts";
import { type Eigen, symmetricEigen } from "../numeric/symmetric-eigen.ts";
import { type EquilibriumSet, equilibriumSet, extentAlong, type Interval, ZERO } from "./equilibrium-set.ts";
import { type ExactBound, exactBound } from "./exact-bound.ts";
import { freeMotionDamped } from "./free-motion.ts";
import {
  type DampingDirection,
  type FrictionSpan,
  frictionSpan,
  leastDampingOn,
  undampedDirections,
} from "./friction-span.ts";
import { type GreatestEnergy, greatestEnergy } from "./greatest-energy.ts";
import { linearlyStable } from "./linear-stability.ts";
import type { FrictionMachine } from "./machine.ts";
import { closedBounds, type PrintedExample, printedExample, remark3 } from "./paper-bounds.ts";
import { type Point, polygonArea } from "./polygon.ts";
import { equilibriumShadow } from "./sections.ts";

export interface Rho {
  /** (7) with the best alpha of (9), J; 0 where it guarantees nothing, infinite where damping alone suffices. */
  readonly paper: number;
  /** The weighted form. */
  readonly weighted: number;
  /** The best that this energy function can give, from below. */
  readonly exact: number;
}

/** Everything computed; what it means is said in certificate.ts. */
export interface RestAnalysis {
  readonly machine: FrictionMachine;
  /** Undefined: there is no place to rest. */
  readonly set: EquilibriumSet | undefined;
  /** Of each position on E. */
  readonly extents: readonly Interval[];
  /** Corners and area of E, for machines with two coordinates (with one: the two ends). */
  readonly vertices?: readonly (readonly number[])[];
  readonly area?: number;
  /** Of V on E; undefined where K is not positive definite. */
  readonly energy: GreatestEnergy | undefined;
  readonly friction: FrictionSpan;
  readonly leastStiffness: Eigen;
  /** Undefined where friction resists every velocity. */
  readonly leastFree: Eigen | undefined;
  readonly undamped: readonly DampingDirection[];
  /** Whether every motion that friction does not resist is damped: C > 0 there, or C >= 0 and no motion escapes it. */
  readonly freeDamped: boolean;
  /** For a machine without friction: whether it is asymptotically stable, by its eigenvalues. */
  readonly linearlyStable?: boolean;
  readonly rho: Rho;
  /** Relative: so much of rho.exact may be missing. */
  readonly gap: number;
  readonly printed: PrintedExample | undefined;
  readonly remark3: number | undefined;
}

/** Asks for a symmetric stiffness. */
export function analyzeRest(machine: FrictionMachine): RestAnalysis {
  const n = machine.mass.length;
  const set = equilibriumSet(machine);
  const friction = frictionSpan(machine);
  const undamped = undampedDirections(machine, friction);
  const leastFree = leastDampingOn(machine, friction.free);
  const negative = undamped.some(({ value }) => value < 0);
  const freePositive = leastFree === undefined || leastFree.value > 0;
  // rows that hold at rest alone may stop the very motion that damping sees: then nothing is said of what is left
  const freeDamped = freePositive || (!negative && !friction.holdsOnly && freeMotionDamped(machine, friction));
  const pairs = symmetricEigen(machine.stiffness);
  const leastStiffness = pairs[0]!;
  const stiff = isPositive(pairs);
  const closed = closedBounds(machine, friction, undamped);
  const exact = freePositive ? exactBound(machine, friction) : NOTHING;
  const best = negative ? Math.max(exact.rho, closed.weighted) : freeDamped ? Number.POSITIVE_INFINITY : 0;
  const shape = set && n <= 2 && set.unbounded.length === 0 ? shapeOf(set) : {};
  return {
    machine,
    set,
    extents: machine.mass.map((_, i) => (set ? extentAlong(set, unitVector(n, i)) : { low: 0, high: 0 })),
    ...shape,
    energy: set && stiff ? energyOnSet(machine, set, shape.vertices) : undefined,
    friction,
    leastStiffness,
    leastFree,
    undamped,
    freeDamped,
    ...(friction.directions.length === 0 && !friction.holdsOnly && set?.unbounded.length === 0
      ? { linearlyStable: linearlyStable(machine) }
      : {}),
    rho: freeDamped ? { ...closed, exact: best } : { paper: 0, weighted: 0, exact: 0 },
    gap: negative && best > 0 ? Math.max(0, 1 - best / exact.above) : 0,
    printed: printedExample(machine),
    remark3: stiff ? remark3(machine) : undefined,
  };
}

const NOTHING: ExactBound = { rho: 0, above: 0, cells: 0 };

function isPositive(pairs: readonly Eigen[]): boolean {
  return pairs[0]!.value > ZERO * Math.abs(pairs.at(-1)!.value);
}

function unitVector(n: number, i: number): number[] {
  return Array.from({ length: n }, (_, k) => (k === i ? 1 : 0));
}

function shapeOf(set: EquilibriumSet): Pick<RestAnalysis, "vertices" | "area"> {
  if (set.center.length === 1) {
    const { low, high } = extentAlong(set, [1]);
    return { vertices: low === high ? [[low]] : [[low], [high]] };
  }
  const polygon = equilibriumShadow(set, 0, 1) as Point[];
  return { vertices: polygon, area: polygonArea(polygon) };
}

/** Over all corners: those of the drawn polygon where it is known, else all sign vectors. */
function energyOnSet(
  machine: FrictionMachine,
  set: EquilibriumSet,
  vertices: RestAnalysis["vertices"],
): GreatestEnergy {
  const { generators, ranges, center } = set;
  if (vertices && ranges.length > 2) {
    const energies = vertices.map((vertex) => {
      const away = vertex.map((value, i) => value - center[i]!);
      return inner(away, times(machine.stiffness, away)) / 2;
    });
    return { value: Math.max(...energies), exact: true, corner: [] };
  }
  const coupling = machine.rows.map(({ direction }) => generators.map((generator) => inner(direction, generator)));
  return greatestEnergy(coupling, ranges);
}
