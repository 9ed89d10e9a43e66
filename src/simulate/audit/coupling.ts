/**
 * How the rows act on each other through the mass: W^T M^{-1}, G = W^T M^{-1} W, and in which metric forces come nearest to what is needed.
 * Constant where mass and directions are; otherwise as they are in the middle of the present step.
 */
import type { System } from "../../model/system.ts";
import type { Kept } from "../../numeric/kept.ts";
import type { Matrix } from "../../numeric/matrix.ts";
import { type Rows, rowsFrom, type SparseRow } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import { byDiagonal, type Metric, metricOf, responseOf } from "./metric.ts";
import type { PointForces } from "./reading.ts";
import { absolute, entriesOf, sparse } from "./rows-of.ts";
import { varyingCoupling } from "./varying-coupling.ts";

interface Parts {
  readonly mass: Rows;
  /** M^{-1} w of each row. */
  readonly inverseRows: Rows;
  /** M^{-1}. */
  readonly inverseMass: Rows;
}

export interface Coupling extends Parts {
  /** w_i M^{-1} w_i, 1/kg. */
  readonly compliance: Vector;
  readonly forces: Metric;
  /** Its matrix is G. */
  readonly moments: Metric;
  /** How much a row's force changes where what is needed on a coordinate does; in sizes, where this is constant. */
  readonly response: Rows;
  /** Whether all this changes with the place. */
  readonly varies: boolean;
  /** Sizes of the entries, the largest so far. */
  readonly largest: Parts & { readonly directions: Rows };
  /** Brings it to a point. */
  update(point: PointForces): void;
  readonly kept: Kept;
}

export function rowCoupling(system: System): Coupling {
  const { mass, directions } = system.constant;
  return mass && directions ? constantCoupling(system) : varyingCoupling(system);
}

function constantCoupling(system: System): Coupling {
  const { size, rows } = system;
  const directions = system.newDirections();
  const factored = system.matrix();
  system.massAt(new Float64Array(size), factored);
  const mass = sparse(factored);
  factored.factor();
  const units = Array.from({ length: size }, (_, k) => ({ columns: [k], values: [1] }));
  const own = rows.map((_, i) => entriesOf(directions, i));
  const inverseRows = rowsFrom(own.map(solver(factored)));
  const inverseMass = rowsFrom(units.map(solver(factored)));
  const forces = metricOf(byDiagonal(mass, directions), directions, size);
  const moments = metricOf(inverseRows, directions, size);
  return {
    mass,
    inverseRows,
    inverseMass,
    compliance: moments.own,
    forces,
    moments,
    response: responseOf(forces),
    varies: false,
    largest: {
      mass: absolute(mass),
      inverseRows: absolute(inverseRows),
      inverseMass: absolute(inverseMass),
      directions: absolute(directions),
    },
    update() {},
    kept: [],
  };
}

/** M^{-1} w of a sparse w, sparse where the mass couples little. */
function solver(mass: Matrix): (w: SparseRow) => SparseRow {
  const dense = new Float64Array(mass.size);
  const range = new Int32Array(2);
  return ({ columns, values }) => {
    columns.forEach((j, k) => {
      dense[j] = values[k]!;
    });
    range[0] = columns[0] ?? 0;
    range[1] = (columns.at(-1) ?? -1) + 1;
    mass.solveWithin(dense, range);
    const found: { columns: number[]; values: number[] } = { columns: [], values: [] };
    for (let j = range[0]!; j < range[1]!; j++) {
      if (dense[j] !== 0) {
        found.columns.push(j);
        found.values.push(dense[j]!);
      }
      dense[j] = 0;
    }
    return found;
  };
}
