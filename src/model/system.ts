/**
 * The contract of a machine: what schemes, the audit, outputs and ledgers may know of it,
 *     M(q) v' = f(t) - resistance(t, q, v) - excess of limited commands + W(q) F,
 * with rows whose forces F their laws keep within bounds. A system has no state; whatever changes in a run lives in a State.
 *
 * It says itself what is constant, and only that may be factored once. What changes with q is filled into the caller's memory:
 * `directionsAt` counts `version` of the rows up, and who derives something from them keeps it until then.
 * Nobody asks for a kind of machine: a scheme asks for what it needs (such as `linear`) and refuses what does not offer it.
 */
import type { Matrix } from "../numeric/matrix.ts";
import type { Rows } from "../numeric/rows.ts";
import type { Vector } from "../numeric/vector.ts";
import type { ConditionedParts } from "./conditioned.ts";
import type { Controllers } from "./control/controllers.ts";
import type { Drawing } from "./drawing.ts";
import type { LinearParts } from "./linear/linear.ts";
import { type Detail, type Load, NO_DETAIL } from "./load.ts";
import type { Deciding, MotionFunctions, Switches } from "./motion-functions.ts";
import type { Row } from "./rows/law.ts";
import type { Shape } from "./shape.ts";

export interface System {
  readonly size: number;
  readonly names: readonly string[];
  /** Labels of the positions' units. */
  readonly units: readonly string[];
  /** What positions are compared modulo, as angles are; 0: the coordinate has no period. Absent: none has. */
  readonly periods?: Vector;
  /** Units of the ways along the rows, of gaps and violations; absent: those of the rows' coordinates. */
  readonly rowUnits?: readonly string[];
  /** First-order states, as the velocities of the last coordinates: their names. The other coordinates are the machine's. */
  readonly states: readonly string[];
  /** Coordinates of the machine itself. */
  readonly visible: number;
  readonly rows: readonly Row[];
  /** Whether a row is a stop. */
  readonly hasStops: boolean;
  /** What of the rows varies in time, 5 functions a row: see RowValue. Absent: nothing does. */
  readonly rowFunctions?: Load;
  /** The same where some of it also varies with the motion; `rowFunctions` is absent then. */
  readonly rowMotion?: MotionFunctions;
  /** Functions of the motion that its equation of motion is made of, `rowMotion` apart. Absent: none. */
  readonly functions?: readonly MotionFunctions[];
  /** Those of them that are forces: term l one of coordinate owner[l]. */
  readonly forceTerms?: { readonly owner: Int32Array; readonly functions: MotionFunctions };
  /** f: forces that depend on time alone. */
  readonly load: Load;
  /** Controllers whose signals are known, and whose commands may saturate; absent: none. */
  readonly controllers?: Controllers;
  /** What is the same at all (t, q, v). */
  readonly constant: Constant;
  /** Whether the resistance depends on v. */
  readonly damped: boolean;
  /** Constant matrices, where the machine is linear but for springs. */
  readonly linear?: LinearParts;
  /** The same where it is linear but for conditions on its positions. */
  readonly conditioned?: ConditionedParts;
  /** An empty matrix of the system's structure. */
  matrix(): Matrix;
  /** out = M(q) */
  massAt(q: Vector, out: Matrix): void;
  /** Memory for W^T, one sparse row a row: the places of its entries; with their values where these are constant. */
  newDirections(): Rows;
  /** Fills in the directions at q and counts their version up; nothing where they are constant. For a stop: how its gap opens. */
  directionsAt(q: Vector, out: Rows): void;
  /** out[e]: what rounding may make of each entry of the directions. Absent: a part of it. */
  directionRoundingAt?(q: Vector, out: Vector): void;
  /** out[i]: what the turning of its direction adds to the rate of a row's slip, (dw/dt).v, m/s^2; nothing where it is constant. */
  turningAt(q: Vector, v: Vector, out: Vector): void;
  /**
   * out[i]: where each row is on its way, of which its slip on what rests is the rate, m. Absent: W^T q where directions are constant; elsewhere there is a
   * row whose direction is no gradient.
   */
  waysAt?(q: Vector, out: Vector): void;
  /** out[i]: what rounding may make of them, beside a part of directions times places, m. */
  wayRoundingAt?(q: Vector, out: Vector): void;
  /** out[i]: the gap of each stop, m; 0 for other rows. */
  gapsAt(q: Vector, out: Vector): void;
  /** out[i]: what rounding may make of the gap of each stop, m. Absent: a part of what directions times places are. */
  gapRoundingAt?(q: Vector, out: Vector): void;
  /** out[i]: by how much each joint that is a condition on positions is violated at (t, q), m; 0 for other rows. Absent: no such joints. */
  violationsAt?(at: Vector, q: Vector, out: Vector): void;
  /** into += factor * the derivative of M(q) v by q. Absent: the mass is constant. */
  addMomentumSlopes?(q: Vector, v: Vector, factor: number, into: Matrix): void;
  /** The machine's own forces, with working memory for one user. */
  forces(): OwnForces;
  /** Whether they decide by the motion: they may jump in it. */
  readonly forcesDecide?: boolean;
  /** Whether they depend on time by themselves. */
  readonly forcesTimed?: boolean;
  /** Times in the open interval where they (or a derivative of them) may jump by themselves. Absent: there are none. */
  readonly forceBreakpoints?: Load["breakpoints"];
  /** The same as Taylor series, for one user; absent: schemes that expand the motion refuse the system. */
  forceSeries?(order: number): ForceSeries;
  /** The directions as Taylor series, for one user; absent: they are constant. */
  directionSeries?(order: number): DirectionSeries;
  /** How it looks; absent: nobody knows. */
  readonly drawing?: Drawing;
  /** How it lies in space, where it is a body that extends there: a string or a beam. */
  readonly shape?: Shape;
  /** Kinetic + elastic energy, J. */
  energy(q: Vector, v: Vector): number;
  /** The same into out[0]: a number that a function returns would be boxed in every step. */
  energyInto(q: Vector, v: Vector, out: Vector): void;
  /** out[0]: what the machine's own forces take from that energy for good (or give, < 0) at (t, q, v), W. Absent: they store all, or the machine is linear. */
  dissipationInto?(at: Vector, q: Vector, v: Vector, out: Vector, deciding?: Deciding): void;
}

export interface Constant {
  /** M */
  readonly mass: boolean;
  /** W; the gaps are then W^T q and a number. */
  readonly directions: boolean;
  /** The derivatives of the resistance by q and v. */
  readonly tangents: boolean;
}

/** What the machine sets against a motion, N: K q + D v and springs, or whatever a machine has in their place. */
export interface OwnForces {
  /** At the time and side `at`; without v: at rest. Formulas decide as (q, v) makes them, or as another place does. */
  resistance(at: Vector, q: Vector, v: Vector | undefined, out: Vector, deciding?: Deciding): void;
  /** into += factor * its derivative by q. */
  addStiffness(at: Vector, q: Vector, v: Vector, factor: number, into: Matrix): void;
  /** into += factor * its derivative by v. */
  addDamping(at: Vector, q: Vector, v: Vector, factor: number, into: Matrix): void;
  /** Both at once, with a factor of 1, where that costs less. */
  addTangents?(at: Vector, q: Vector, v: Vector, stiffness: Matrix, damping: Matrix): void;
  /** out[0]: what `dissipationInto` says at the place of the last call of `resistance`. Absent: the system is asked. */
  lastLossInto?(v: Vector, out: Vector): void;
}

/**
 * The resistance along a motion x(tau) = sum of x_k tau^k, x_k of coordinate i at x[k * size + i]. Where the mass changes, with what
 * its change adds to inertia, (M(q) - M(q(0))) v': coefficient k of that too is known from x_0 ... x_{k+1}.
 */
export interface ForceSeries {
  /** Where the forces change their formula; absent: nowhere. */
  readonly switches?: Switches;
  /** A series begins at the time and side `at`. Absent: the forces do not depend on time. */
  begin?(at: Vector): void;
  /** out -= coefficient k, from x_0 ... x_{k+1}; k = 0, 1, 2 ... in turn. magnitude[i] grows to its largest terms. */
  subtract(k: number, x: Vector, out: Vector, magnitude: Vector): void;
  /** out += sizes of the single terms of coefficient k, N: they may cancel, and round-off is a part of them. */
  addTermSizes(k: number, x: Vector, out: Vector): void;
  /** For changes of the motion: takes in its coefficients, so many of them. */
  expandSlopes(x: Vector, count: number): void;
  /** out -= coefficient k of the change of the resistance along a change dx of that motion; memory for one change. */
  change(): (k: number, dx: Vector, out: Vector) => void;
}

/** The directions along such a motion. */
export interface DirectionSeries {
  /** Coefficient k of entry e of the sparse rows at value[k * entries + e]. */
  readonly value: Vector;
  /** A series begins at the time and side `at`. */
  begin(at: Vector): void;
  /** Fills in coefficient k, from x_0 ... x_k; k = 0, 1, 2 ... in turn. */
  next(k: number, x: Vector): void;
  /** For changes of the motion: takes in its coefficients, so many of them. Absent: there are no derivatives. */
  expandSlopes?(x: Vector, count: number): void;
  /** Change of coefficient k of entry e, at out[k * entries + e], along a change dx of that motion; memory for one change. */
  change?(): (k: number, dx: Vector, out: Vector) => void;
}

/** Function q of row i is component q * rows + i of `rowFunctions`. */
export const RowValue = { drive: 0, forward: 1, backward: 2, kineticForward: 3, kineticBackward: 4, count: 5 } as const;

/** The constant matrices of a system; who calls it has refused systems without them before. */
export function linearOf({ linear }: System): LinearParts {
  if (!linear) throw new Error("the system has no constant matrices: ask for `linear` first, and refuse it without");
  return linear;
}

/** Roots of the masses, at q where they change with it: what makes coordinates in different units comparable. */
export function massWeights(system: System, q?: Vector): Vector {
  const mass = system.matrix();
  system.massAt(q ?? new Float64Array(system.size), mass);
  const weights = new Float64Array(system.size);
  for (let i = 0; i < weights.length; i++) weights[i] = mass.at(i, i) > 0 ? Math.sqrt(mass.at(i, i)) : 1;
  return weights;
}

/** Times in the open interval where a load, a drive, a limit or a limited command (or a derivative of it) may jump. */
export function breakpointsOf(system: System, from: number, to: number): ReturnType<Load["breakpoints"]> {
  const { load, rowFunctions, rowMotion, controllers, forceBreakpoints } = system;
  const functions = [load, rowFunctions, rowMotion, controllers?.limited ? controllers.functions : undefined];
  const found = functions.flatMap((part) => (part ? [part.breakpoints(from, to)] : []));
  if (forceBreakpoints) found.push(forceBreakpoints(from, to));
  const complete = found.every((part) => part.complete);
  const [first, ...others] = found.filter(({ times }) => times.length > 0);
  if (!first || others.length === 0) return { times: first?.times ?? [], complete };
  return { times: [...new Set(found.flatMap(({ times }) => times))].sort((a, b) => a - b), complete };
}

/** Where a load, a drive or a limit changes within less than `resolution`; references are part of the load. */
export function detailOf({ load, rowFunctions }: System, from: number, to: number, resolution: number): Detail {
  const found = [load, rowFunctions].flatMap((part) => (part?.detail ? [part.detail(from, to, resolution)] : []));
  const [only = NO_DETAIL, ...others] = found.filter((part) => part.from.length > 0);
  if (others.length === 0) return only;
  const zones = found.flatMap((part) =>
    part.from.map((start, k) => ({ from: start, to: part.to[k]!, piece: part.piece[k]! })),
  );
  zones.sort((a, b) => a.to - b.to);
  return {
    from: zones.map((zone) => zone.from),
    to: zones.map((zone) => zone.to),
    piece: zones.map((zone) => zone.piece),
    doubtful: [],
  };
}
