/**
 * Ways of what rows slip on, looked at again: Simpson's rule sees neither the end of t^9 within one step nor what a drive does between its three points. With
 * two more of them, a quarter from each end, it is Boole's, whose error is of the sixth derivative.
 */
import { rowValues } from "../../model/rows/row-values.ts";
import type { System } from "../../model/system.ts";
import { setZero, type Vector } from "../../numeric/vector.ts";
import type { Laws } from "./laws.ts";
import { meanOf } from "./mean.ts";
import type { Reading } from "./reading.ts";

/** Boole's weights: of both ends, of the points between, of the middle. */
const ENDS = 7 / 90;
const QUARTERS = 32 / 90;
const MIDDLE = 12 / 90;

export interface DriveTravel {
  /** What Simpson's rule lacks of the way of each row's drive over the last step that was read, m. */
  readonly lacking: Vector;
  read(step: Reading, laws: Laws): void;
}

export function driveTravel(system: System): DriveTravel {
  const n = system.size;
  const m = system.rows.length;
  const values = rowValues(system);
  const lacking = new Float64Array(m);
  const at = new Float64Array(2);
  const [x, v] = [new Float64Array(n), new Float64Array(n)];

  /** Adds the drives at a part of the step, on the cubic through its ends. */
  function add(part: number, { points, h }: Reading): void {
    const [start, middle, stop] = points;
    const length = h[0]!;
    for (let k = 0; k < n; k++) {
      const way = stop.x[k]! - start.x[k]!;
      const first = length * start.v[k]!;
      const square = 3 * way - 2 * first - length * stop.v[k]!;
      const cube = first + length * stop.v[k]! - 2 * way;
      x[k] = start.x[k]! + part * (first + part * (square + part * cube));
      v[k] = (first + part * (2 * square + 3 * part * cube)) / length;
    }
    at[0] = start.at[0]! + part * length;
    at[1] = middle.at[1]!;
    values.update(at, x, v, middle);
    for (let i = 0; i < m; i++) lacking[i]! += QUARTERS * values.drive[i]!;
  }

  return {
    lacking,
    read(step, { points }) {
      const [first, middle, last] = [points[0].drive, points[1].drive, points[2].drive];
      setZero(lacking);
      add(0.25, step);
      add(0.75, step);
      for (let i = 0; i < m; i++) {
        const whole = lacking[i]! + ENDS * (first[i]! + last[i]!) + MIDDLE * middle[i]!;
        lacking[i] = step.h[0]! * (whole - meanOf(first, middle, last, i));
      }
    },
  };
}
