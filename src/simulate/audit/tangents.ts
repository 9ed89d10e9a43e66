/** How fast the machine's own forces change with place and velocity, in size: what errors and round-off of a motion do to them. */
import type { System } from "../../model/system.ts";
import type { Kept } from "../../numeric/kept.ts";
import type { Matrix } from "../../numeric/matrix.ts";
import type { Rows } from "../../numeric/rows.ts";
import type { PointForces } from "./reading.ts";
import { absolute, fullRows, sparse } from "./rows-of.ts";

export interface Tangents {
  /** Sizes of the derivatives by x and v in the present step. */
  readonly stiffness: Rows;
  readonly damping: Rows;
  /** Their largest so far. */
  readonly largest: { readonly stiffness: Rows; readonly damping: Rows };
  /** Brings them to a point; nothing where the machine has constant matrices. */
  update(point: PointForces): void;
  readonly kept: Kept;
}

export function tangentSizes(system: System): Tangents {
  const { linear, size } = system;
  if (linear) {
    const parts = { stiffness: absolute(sparse(linear.stiffness)), damping: absolute(sparse(linear.damping)) };
    return { ...parts, largest: parts, update() {}, kept: [] };
  }
  const own = system.forces();
  const [byPlace, byRate] = [system.matrix(), system.matrix()];
  const make = () => fullRows(size, size);
  const parts = { stiffness: make(), damping: make() };
  const largest = { stiffness: make(), damping: make() };

  function take(matrix: Matrix, into: Rows, most: Rows): void {
    for (let i = 0, k = 0; i < size; i++) {
      for (let j = 0; j < size; j++, k++) {
        const entry = Math.abs(matrix.at(i, j));
        into.value[k] = entry;
        if (entry > most.value[k]!) most.value[k] = entry;
      }
    }
  }

  return {
    ...parts,
    largest,
    update({ at, x, v }) {
      byPlace.clear();
      byRate.clear();
      if (own.addTangents) own.addTangents(at, x, v, byPlace, byRate);
      else {
        own.addStiffness(at, x, v, 1, byPlace);
        own.addDamping(at, x, v, 1, byRate);
      }
      take(byPlace, parts.stiffness, largest.stiffness);
      take(byRate, parts.damping, largest.damping);
    },
    kept: [largest.stiffness.value, largest.damping.value],
  };
}
