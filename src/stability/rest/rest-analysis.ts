/**
 * Where a machine with dry friction can rest, and from where it comes to rest: the equilibrium set, and a certificate after
 * Theorem 1 of van de Wouw & Leine 2005, corrected and made sharper. The energy function is
 *   V = v^T M v / 2 + (x - c)^T K (x - c) / 2,   V' = -v^T C v - p.|W^T v|,
 * with the center c and the kinetic limits p; a region V < rho in which V' < 0 wherever v != 0 is attracted to the part of
 * the equilibrium set inside it (LaSalle).
 */
import { isPositive, roundOff, scaledEigen } from "../../numeric/definite.ts";
import { inner, times } from "../../numeric/plain-matrix.ts";
import { type Eigen, symmetricEigen } from "../../numeric/symmetric-eigen.ts";
import { type EquilibriumSet, equilibriumSet, extentAlong, type Interval } from "./equilibrium-set.ts";
import { type ExactBound, exactBound } from "./exact-bound.ts";
import { type FreeMotion, freeMotion } from "./free-motion.ts";
import {
  type DampingDirection,
  type FrictionSpan,
  frictionSpan,
  gainingVelocity,
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

/** Where motions may end, and what takes their energy; what it means is said in certificate.ts. */
export interface MotionAnalysis {
  readonly machine: FrictionMachine;
  /** Undefined: there is no place to rest. */
  readonly set: EquilibriumSet | undefined;
  readonly friction: FrictionSpan;
  /** Its value and direction, and its sign beyond round-off. */
  readonly leastStiffness: Eigen & { readonly sign: 1 | 0 | -1 };
  /** Undefined where friction resists every velocity. */
  readonly leastFree: Eigen | undefined;
  readonly undamped: readonly DampingDirection[];
  /** A velocity with negative damping; undefined where C >= 0. */
  readonly gaining: Eigen | undefined;
  /** Motions that friction does not resist. */
  readonly freeMotion: FreeMotion;
  /** Whether every motion that friction does not resist is damped: C > 0 there, or C >= 0 and no motion escapes it. */
  readonly freeDamped: boolean;
  /** For a machine without friction and with negative damping: whether it is asymptotically stable all the same. */
  readonly linearlyStable?: boolean;
  readonly rho: Rho;
  /** Relative: so much of rho.exact may be missing. */
  readonly gap: number;
}

/** Everything computed. */
export interface RestAnalysis extends MotionAnalysis {
  /** Of each position on E. */
  readonly extents: readonly Interval[];
  /** Corners and area of E, for machines with two coordinates (with one: the two ends). */
  readonly vertices?: readonly (readonly number[])[];
  readonly area?: number;
  /** Of V on E; undefined where K is not positive definite. */
  readonly energy: GreatestEnergy | undefined;
  readonly printed: PrintedExample | undefined;
  readonly remark3: number | undefined;
}

/** What a certificate is made of; the rest of an analysis shows the equilibrium set. Asks for a symmetric stiffness. */
export function analyzeMotion(machine: FrictionMachine): MotionAnalysis {
  const set = equilibriumSet(machine);
  const friction = frictionSpan(machine);
  const undamped = undampedDirections(machine, friction);
  const gaining = gainingVelocity(machine);
  const free = freeMotion(machine, friction.free);
  // rows that hold at rest alone may stop the very motion that damping sees, and so may nearly dependent ones
  const known = !friction.holdsOnly && !friction.doubtful;
  const freeDamped = free.decays && (free.uniform || (known && (free.positive || !gaining)));
  const leastStiffness = leastStiffnessOf(machine);
  const frictionless = friction.directions.length === 0 && !friction.holdsOnly;
  return {
    machine,
    set,
    friction,
    leastStiffness,
    leastFree: leastDampingOn(machine, friction.free),
    undamped,
    gaining,
    freeMotion: free,
    freeDamped,
    ...(frictionless && leastStiffness.sign > 0 && gaining
      ? { linearlyStable: free.spectrum && linearlyStable(machine) }
      : {}),
    ...guaranteed(machine, friction, undamped, freeDamped, gaining !== undefined),
  };
}

/** The energy below which every motion comes to rest, without bound where all do; undefined where nothing is certified. */
export function certifiedEnergy({ set, leastStiffness, linearlyStable, rho }: MotionAnalysis): number | undefined {
  if (!set || leastStiffness.sign <= 0) return undefined;
  if (linearlyStable) return Number.POSITIVE_INFINITY;
  return rho.exact > 0 ? rho.exact : undefined;
}

/** Asks for a symmetric stiffness. */
export function analyzeRest(machine: FrictionMachine): RestAnalysis {
  const n = machine.mass.length;
  const motion = analyzeMotion(machine);
  const { set, leastStiffness } = motion;
  const stiff = leastStiffness.sign > 0;
  const shape = set && n <= 2 && set.unbounded.length === 0 ? shapeOf(set) : {};
  return {
    ...motion,
    extents: machine.mass.map((_, i) => (set ? extentAlong(set, unitVector(n, i)) : { low: 0, high: 0 })),
    ...shape,
    energy: set && stiff ? energyOnSet(machine, set, shape.vertices) : undefined,
    printed: printedExample(machine),
    remark3: stiff ? remark3(machine) : undefined,
  };
}

const NOTHING = { rho: { paper: 0, weighted: 0, exact: 0 }, gap: 0 };
/** Of the closed forms' arithmetic, relative. */
const CLOSED = 1e-9;

/** The energies up to which every motion comes to rest. A closed form that exceeds the exact bound (round-off, nearly dependent rows) is cut. */
function guaranteed(
  machine: FrictionMachine,
  friction: FrictionSpan,
  undamped: readonly DampingDirection[],
  freeDamped: boolean,
  gains: boolean,
): Pick<RestAnalysis, "rho" | "gap"> {
  if (!freeDamped) return NOTHING;
  if (!gains) return { rho: { ...closedBounds(machine, friction, undamped), exact: Number.POSITIVE_INFINITY }, gap: 0 };
  const { rho, above }: ExactBound = exactBound(machine, friction);
  if (!Number.isFinite(rho)) return NOTHING; // the gain is of round-off size, but so slow a motion that it may matter
  const closed = closedBounds(machine, friction, undamped);
  const exact = Math.max(rho, Math.min(closed.weighted, above) * (1 - CLOSED));
  const weighted = Math.min(closed.weighted, above);
  return {
    rho: { paper: Math.min(closed.paper, weighted), weighted, exact },
    gap: exact > 0 ? Math.max(0, 1 - exact / above) : 0,
  };
}

function leastStiffnessOf({ stiffness }: FrictionMachine): RestAnalysis["leastStiffness"] {
  if (isPositive(stiffness)) return { ...symmetricEigen(stiffness)[0]!, sign: 1 };
  const { share, value, vector } = scaledEigen(stiffness)[0]!;
  // the two tests differ by some ulps: what is just positive for one of them is singular
  const negative = share < -roundOff(stiffness.length);
  return { value: negative ? value : 0, vector, sign: negative ? -1 : 0 };
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
