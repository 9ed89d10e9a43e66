/** What all schemes ask of the friction rows: empty step problems, modes, the force of weakening. */

import { isFriction } from "../../model/rows/law.ts";
import { type RowValues, rowValues } from "../../model/rows/row-values.ts";
import { weakeningAt } from "../../model/rows/soft-force.ts";
import type { System } from "../../model/system.ts";
import type { Matrix } from "../../numeric/matrix.ts";
import { type Rows, rowsAddTransposed, rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Step } from "../../step/step.ts";

/** A step problem over the system's rows; the caller fills the tangent, then residual and slip in each step. */
export function rowStep(
  system: System,
  tangent: Matrix,
  directions: Rows,
  slipRows = directions,
  repeats = false,
): Step {
  const n = system.size;
  const m = system.rows.length;
  const { forward, backward } = rowValues(system);
  return {
    size: n,
    count: m,
    lower: forward.map((limit) => -limit + 0),
    upper: Float64Array.from(backward),
    smoothing: Float64Array.from(system.rows, (row) => row.law.smoothing),
    compliance: new Float64Array(m),
    start: new Float64Array(n),
    residual: new Float64Array(n),
    slip: new Float64Array(m),
    tangent,
    slipRows,
    directions,
    duration: 0,
    repeats,
    version: 0,
  };
}

/**
 * Which rows shall have no slip to the last bit: all that can be stuck; of a machine with conditions on its positions friction alone,
 * since its joints hang together from end to end, and obey their conditions anew in every step.
 */
export function heldExactly({ rows, conditioned }: System): (row: number) => boolean {
  return (i) => !conditioned || isFriction(rows[i]!.law);
}

/** slip = W^T velocity - drive */
export function slipOf(directions: Rows, velocity: Vector, drive: Vector, slip: Vector): void {
  rowsMultiply(directions, velocity, slip);
  for (let i = 0; i < slip.length; i++) slip[i]! -= drive[i]!;
}

/** Stops among rows: machines have thousands of rows and ask in every step. */
const stopsOf = new WeakMap<System["rows"], Int8Array>();

function stopFlags(rows: System["rows"]): Int8Array {
  const known = stopsOf.get(rows);
  if (known) return known;
  const flags = Int8Array.from(rows, ({ law }) => (law.stop ? 1 : 0));
  stopsOf.set(rows, flags);
  return flags;
}

/** Modes from the set of the last solve; a row that could have one force only, or is under (5), moves as its slip says. */
export function modesFromSet(system: System, step: Step, set: Int8Array, slip: Vector, mode: Int8Array): void {
  const { lower, upper, smoothing } = step;
  const isStop = stopFlags(system.rows);
  for (let i = 0; i < set.length; i++) {
    if (isStop[i] === 1) {
      mode[i] = set[i] === 0 ? 0 : 1; // closed or open
      continue;
    }
    const told = smoothing[i] === 0 && lower[i]! < upper[i]!;
    mode[i] = told ? -set[i]! : slip[i]! > 0 ? 1 : slip[i]! < 0 ? -1 : 0;
  }
}

/** Bounds of friction rows: those of rest, or of slip for a row that slips and whose law jumps. */
export function setLimits(system: System, values: RowValues, mode: Int8Array, step: Step): void {
  for (let i = 0; i < mode.length; i++) {
    if (!isFriction(system.rows[i]!.law)) continue;
    const slips = values.jumps && mode[i] !== 0;
    step.lower[i] = -(slips ? values.kineticForward[i]! : values.forward[i]!);
    step.upper[i] = slips ? values.kineticBackward[i]! : values.backward[i]!;
  }
}

/** The force C gamma(s) that weakening adds in the direction of slip. */
export interface WeakeningForce {
  /** Whether any row weakens. */
  readonly present: boolean;
  /** out += weight W C gamma(W^T velocity - drive), at the instant of the values. */
  add(velocity: Vector, values: RowValues, weight: number, out: Vector): void;
}

/** `directions`: of the rows, brought to the position by the caller. */
export function weakeningForce(system: System, directions: Rows): WeakeningForce {
  const m = system.rows.length;
  const slip = new Float64Array(m);
  const force = new Float64Array(m);
  const slope = new Float64Array(m);
  const present = system.rows.some((row) => row.law.weakening !== undefined);
  return {
    present,
    add(velocity, values, weight, out) {
      if (!present) return;
      slipOf(directions, velocity, values.drive, slip);
      for (let i = 0; i < m; i++) {
        weakeningAt(system.rows[i]!.law, i, slip, values, force, slope);
        force[i]! *= weight;
      }
      rowsAddTransposed(directions, force, out);
    },
  };
}
