/**
 * Linear systems with friction and stops: M x'' + D x' + K x + W C (lambda - gamma(s)) = f(t) + B u, s = W^T x'.
 * Equations only; whatever changes in a run lives in a State.
 */
import { Dense, type Matrix } from "../../numeric/matrix.ts";
import { type Rows, rowsFrom, rowsMultiply } from "../../numeric/rows.ts";
import { dot, type Vector } from "../../numeric/vector.ts";
import type { ControlInput } from "../control/control-load.ts";
import type { Controllers } from "../control/controllers.ts";
import type { Row } from "../rows/law.ts";
import { type Springs, springForces } from "./springs.ts";

/**
 * The load f(t) + B u. `at` holds the time and a *side*, a time in whose neighborhood no decision of the formulas
 * changes: at a jump of f it tells which of the two limits is meant.
 */
export interface Load {
  evaluate(at: Vector, out: Vector): void;
  /** Taylor coefficients in time: `expand(at, out)` puts coefficient k of component i at out[k * size + i]. */
  expansion(order: number): (at: Vector, out: Vector) => void;
  /** It does not depend on time at all. */
  readonly constant?: boolean;
  /** Whether it is proved that all its values in an interval are numbers below LARGEST. */
  bounded?(from: number, to: number): boolean;
  /** Times in the open interval where f or a derivative of it may jump. */
  breakpoints(from: number, to: number): { readonly times: readonly number[]; readonly complete: boolean };
  /**
   * Where the functions change within less than `resolution` (s), by bounds and not by samples. Absent: they do so nowhere.
   */
  detail?(from: number, to: number, resolution: number): Detail;
  /** What the load is made of, when it is another one with a control on it: many runs share that other one. */
  readonly control?: ControlInput;
}

/** Numbers of a machine and of its motion are smaller than this: their energies are numbers still. */
export const LARGEST = 1e100;

export interface Detail {
  /** Zones, ascending; on zone k the functions are as good as polynomials of degree 7 on pieces of length piece[k], s. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly piece: readonly number[];
  /** Numbers of the functions of which it could not be found out everywhere. */
  readonly doubtful: readonly number[];
}

const NO_DETAIL: Detail = { from: [], to: [], piece: [], doubtful: [] };

export interface LinearSystem {
  readonly type: "linear";
  readonly size: number;
  readonly names: readonly string[];
  /** Labels of the positions' units. */
  readonly units: readonly string[];
  readonly mass: Matrix;
  readonly damping: Matrix;
  readonly stiffness: Matrix;
  /** First-order states, as the velocities of the last coordinates: their names. The other coordinates are the machine's. */
  readonly states: readonly string[];
  /** Coordinates of the machine itself. */
  readonly visible: number;
  /** Mass and stiffness of the machine alone, zero for states: what energy is made of. */
  readonly energyMass: Matrix;
  readonly energyStiffness: Matrix;
  /** Whether damping has a non-zero entry. */
  readonly damped: boolean;
  readonly rows: readonly Row[];
  /** W^T: one sparse row a row; for a stop the direction in which its gap opens. */
  readonly directions: Rows;
  /** Whether a row is a stop. */
  readonly hasStops: boolean;
  /** What of the rows varies in time, 5 functions a row: see RowValue. Absent: nothing does. */
  readonly rowFunctions?: Load;
  readonly load: Load;
  /** Nonlinear springs; absent: none. */
  readonly springs?: Springs;
  /** Controllers whose signals are known, and whose commands may saturate; absent: none. */
  readonly controllers?: Controllers;
  /** An empty matrix of the system's structure. */
  matrix(): Matrix;
  /** Kinetic + elastic energy, J. */
  energy(x: Vector, v: Vector): number;
}

/** Function q of row i is component q * rows + i of `rowFunctions`. */
export const RowValue = { drive: 0, forward: 1, backward: 2, kineticForward: 3, kineticBackward: 4, count: 5 } as const;

export function linear(options: {
  names: readonly string[];
  /** Default: m. */
  units?: readonly string[];
  /** Names of the states, which are the last coordinates of the matrices. */
  states?: readonly string[];
  mass: readonly (readonly number[])[];
  damping: readonly (readonly number[])[];
  stiffness: readonly (readonly number[])[];
  rows: readonly Row[];
  directions: readonly (readonly number[])[];
  load: Load;
  rowFunctions?: Load | undefined;
  springs?: Springs | undefined;
  controllers?: Controllers | undefined;
}): LinearSystem {
  const size = options.mass.length;
  const mass = Dense.from(options.mass);
  const damping = Dense.from(options.damping);
  const stiffness = Dense.from(options.stiffness);
  const product = new Float64Array(size);
  const { states = [] } = options;
  const visible = size - states.length;
  const energyMass = leading(mass, visible);
  const energyStiffness = leading(stiffness, visible);
  const bent = springForces(options.springs);
  return {
    type: "linear",
    size,
    states,
    visible,
    energyMass,
    energyStiffness,
    names: options.names,
    units: options.units ?? options.names.map(() => "m"),
    mass,
    damping,
    stiffness,
    damped: damping.entries.some((entry) => entry !== 0),
    rows: options.rows,
    directions: rowsFrom(options.directions),
    hasStops: options.rows.some((row) => row.law.stop !== undefined),
    load: options.load,
    ...(options.rowFunctions ? { rowFunctions: options.rowFunctions } : {}),
    ...(options.springs ? { springs: options.springs } : {}),
    ...(options.controllers ? { controllers: options.controllers } : {}),
    matrix: () => new Dense(size),
    energy(x, v) {
      energyMass.multiply(v, product);
      const kinetic = dot(v, product) / 2;
      energyStiffness.multiply(x, product);
      return kinetic + dot(x, product) / 2 + bent.energy(x);
    },
  };
}

/** The matrix with all but its leading block set to zero. */
function leading(matrix: Dense, count: number): Dense {
  if (count === matrix.size) return matrix;
  const block = new Dense(matrix.size);
  for (let i = 0; i < count; i++) for (let j = 0; j < count; j++) block.add(i, j, matrix.at(i, j));
  return block;
}

/** Roots of the masses: what makes coordinates in different units comparable. */
export function massWeights({ mass, size }: LinearSystem): Vector {
  return Float64Array.from({ length: size }, (_, i) => Math.sqrt(mass.at(i, i)));
}

/** out[i]: the gap of each stop, m; 0 for other rows. */
export function stopGaps(system: LinearSystem, position: Vector, out: Vector): void {
  rowsMultiply(system.directions, position, out);
  for (let i = 0; i < out.length; i++) {
    const { stop } = system.rows[i]!.law;
    out[i] = stop ? out[i]! + stop.gap : 0;
  }
}

/** Times in the open interval where a load, a drive, a limit or a limited command (or a derivative of it) may jump. */
export function breakpointsOf(system: LinearSystem, from: number, to: number): ReturnType<Load["breakpoints"]> {
  const { load, rowFunctions, controllers } = system;
  const functions = [load, rowFunctions, controllers?.limited ? controllers.functions : undefined];
  const found = functions.flatMap((part) => (part ? [part.breakpoints(from, to)] : []));
  const complete = found.every((part) => part.complete);
  const [first, ...others] = found.filter(({ times }) => times.length > 0);
  if (!first || others.length === 0) return { times: first?.times ?? [], complete };
  return { times: [...new Set(found.flatMap(({ times }) => times))].sort((a, b) => a - b), complete };
}

/** Samples for what is a polynomial of degree 7, and at most so many in a run: what lasts so long needs none of its own. */
const SAMPLES = 8;
const MOST_SAMPLES = 4096;

export function resolutionOf(span: number, spacing: number): number {
  return SAMPLES * Math.max(spacing, span / MOST_SAMPLES);
}

/** Where a load, a drive or a limit changes within less than `resolution`; references are part of the load. */
export function detailOf({ load, rowFunctions }: LinearSystem, from: number, to: number, resolution: number): Detail {
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
