/**
 * Linear systems with friction and stops: M x'' + D x' + K x + W C (lambda - gamma(s)) = f(t) + B u, s = W^T x', and nonlinear
 * springs. One implementation of System: M, D, K and W are constant, and it says so. The equation of motion stands here and in
 * force-series.ts, and nowhere else but in the audit.
 */
import { Entries } from "../../numeric/entries.ts";
import type { Matrix } from "../../numeric/matrix.ts";
import { type Rows, rowsFrom, rowsMultiply, type SparseRow } from "../../numeric/rows.ts";
import { dot, type Vector } from "../../numeric/vector.ts";
import type { Controllers } from "../control/controllers.ts";
import type { Load } from "../load.ts";
import type { MotionFunctions } from "../motion-functions.ts";
import type { Row } from "../rows/law.ts";
import type { OwnForces, System } from "../system.ts";
import { unitsAlong } from "../units.ts";
import { linearSeries } from "./force-series.ts";
import { type Springs, springForces } from "./springs.ts";
import { filled, linearWorth, structureOf } from "./structure.ts";

/** A matrix as rows of numbers, or as its entries that are not zero. */
type MatrixData = readonly (readonly number[])[] | Entries;

/** What a linear machine offers beyond the contract: its matrices, for schemes and analyses that need them. */
export interface LinearParts {
  readonly mass: Matrix;
  readonly damping: Matrix;
  readonly stiffness: Matrix;
  /** Mass and stiffness of the machine alone, zero for states: what energy is made of. */
  readonly energyMass: Matrix;
  readonly energyStiffness: Matrix;
  /** Whether damping has a non-zero entry. */
  readonly damped: boolean;
  /** W^T: one sparse row a row; for a stop the direction in which its gap opens. */
  readonly directions: Rows;
  /** Nonlinear springs; absent: none. */
  readonly springs?: Springs;
}

/** A linear machine with its matrices at hand. */
export interface LinearSystem extends System, LinearParts {
  readonly linear: LinearParts;
}

export function linear(options: {
  names: readonly string[];
  /** Default: m. */
  units?: readonly string[];
  /** Names of the states, which are the last coordinates of the matrices. */
  states?: readonly string[];
  mass: MatrixData;
  damping: MatrixData;
  stiffness: MatrixData;
  rows: readonly Row[];
  directions: readonly (readonly number[] | SparseRow)[];
  load: Load;
  rowFunctions?: Load | undefined;
  rowMotion?: MotionFunctions | undefined;
  /** Of the coordinates; 0: none. */
  periods?: readonly number[] | undefined;
  springs?: Springs | undefined;
  controllers?: Controllers | undefined;
}): LinearSystem {
  const entries = [options.mass, options.damping, options.stiffness].map((data) =>
    data instanceof Entries ? data : Entries.from(data),
  ) as [Entries, Entries, Entries];
  const { size } = entries[0];
  const { rows, springs, states = [] } = options;
  const visible = size - states.length;
  const matrix = structureOf(entries, springs?.directions, 0, linearWorth(rows.length, springs !== undefined));
  const [mass, damping, stiffness] = entries.map((part) => filled(part, matrix)) as [Matrix, Matrix, Matrix];
  let damped = false;
  entries[1].each(() => {
    damped = true;
  });
  const directions = rowsFrom(options.directions);
  const units = options.units ?? options.names.map(() => "m");
  const parts: LinearParts = {
    mass,
    damping,
    stiffness,
    energyMass: leading(mass, visible, matrix),
    energyStiffness: leading(stiffness, visible, matrix),
    damped,
    directions,
    ...(options.springs ? { springs: options.springs } : {}),
  };
  return {
    ...parts,
    linear: parts,
    size,
    states,
    visible,
    names: options.names,
    units,
    rows,
    rowUnits: unitsAlong(directions, units),
    hasStops: rows.some((row) => row.law.stop !== undefined),
    load: options.load,
    ...(options.periods?.some((period) => period > 0) ? { periods: Float64Array.from(options.periods) } : {}),
    ...(options.rowFunctions ? { rowFunctions: options.rowFunctions } : {}),
    ...(options.rowMotion ? { rowMotion: options.rowMotion } : {}),
    ...(options.controllers ? { controllers: options.controllers } : {}),
    constant: { mass: true, directions: true, tangents: !options.springs },
    matrix,
    massAt(_, out) {
      out.clear();
      mass.addTo(out, 1);
    },
    newDirections: () => directions,
    directionsAt() {},
    turningAt() {},
    gapsAt(q, out) {
      rowsMultiply(directions, q, out);
      for (let i = 0; i < out.length; i++) {
        const { stop } = rows[i]!.law;
        out[i] = stop ? out[i]! + stop.gap : 0;
      }
    },
    forces: () => linearForces(parts),
    forceSeries: (order) => linearSeries(parts, matrix, order),
    ...linearEnergy(parts, size),
  };
}

/** K q + D v + springs. */
function linearForces({ stiffness, damping, springs }: LinearParts): OwnForces {
  const bent = springForces(springs);
  return {
    resistance(_, q, v, out) {
      stiffness.multiply(q, out);
      if (v) damping.multiplyAdd(v, out);
      bent.add(q, out);
    },
    addStiffness(_, q, __, factor, into) {
      stiffness.addTo(into, factor);
      bent.addSlopes(q, factor, into);
    },
    addDamping(_, __, ___, factor, into) {
      damping.addTo(into, factor);
    },
  };
}

function linearEnergy({ energyMass, energyStiffness, springs }: LinearParts, size: number) {
  const product = new Float64Array(size);
  const bent = springForces(springs);
  return {
    energy(q: Vector, v: Vector): number {
      energyMass.multiply(v, product);
      const kinetic = dot(v, product) / 2;
      energyStiffness.multiply(q, product);
      return kinetic + dot(q, product) / 2 + bent.energy(q);
    },
    energyInto(q: Vector, v: Vector, out: Vector): void {
      let twice = 0;
      energyMass.multiply(v, product);
      for (let k = 0; k < size; k++) twice += v[k]! * product[k]!;
      energyStiffness.multiply(q, product);
      for (let k = 0; k < size; k++) twice += q[k]! * product[k]!;
      out[0] = twice / 2 + (springs ? bent.energy(q) : 0);
    },
  };
}

/** The matrix with all but its leading block set to zero. */
function leading(matrix: Matrix, count: number, empty: () => Matrix): Matrix {
  if (count === matrix.size) return matrix;
  const block = empty();
  for (let i = 0; i < count; i++) {
    const to = Math.min(count, matrix.lastIn(i));
    for (let j = matrix.firstIn(i); j < to; j++) block.add(i, j, matrix.at(i, j));
  }
  return block;
}
