/**
 * Rows whose directions turn, on a mass that changes: over a step their forces act otherwise than in its middle. What they do at its
 * ends beyond that, F taken as a straight line with the mean and the first moment that the balance found.
 */
import type { System } from "../../model/system.ts";
import { rowsAddTransposed, rowsMultiply } from "../../numeric/rows.ts";
import { copy, setZero, type Vector } from "../../numeric/vector.ts";
import type { Coupling } from "./coupling.ts";
import { WEIGHTS } from "./mean.ts";
import type { Point, Reading } from "./reading.ts";

const ROUND_OFF = 16 * Number.EPSILON;

export interface TurnedForces {
  clear(): void;
  /** Whether that differs from what was read before, on any coordinate, by more than round-off of it. */
  read(step: Reading, force: Vector, moment: Vector): boolean;
  /** out -= mean over the step, N. */
  subtractMean(out: Vector): void;
  /** out -= first moment about the middle, N s^2. */
  subtractMoment(out: Vector): void;
}

export function turnedForces(system: System, { mass }: Coupling): TurnedForces {
  const n = system.size;
  const m = system.rows.length;
  const at = [new Float64Array(n), new Float64Array(n)] as const; // start and end
  const force = new Float64Array(m);
  const work = new Float64Array(n);
  const length = new Float64Array(1);
  const before = new Float64Array(n);
  let news = false;

  /** What the forces do at an end beyond what they would do in the middle, N. */
  function readEnd({ points }: Reading, point: Point, out: Vector): void {
    setZero(work);
    rowsAddTransposed(points[point].directions, force, work);
    points[point].inertia!.solve(work);
    copy(out, before);
    rowsMultiply(mass, work, out);
    setZero(work);
    rowsAddTransposed(points[1].directions, force, work);
    for (let k = 0; k < n; k++) {
      const size = Math.max(Math.abs(out[k]!), Math.abs(work[k]!));
      out[k]! -= work[k]!;
      news ||= Math.abs(out[k]! - before[k]!) > ROUND_OFF * size;
    }
  }

  return {
    clear() {
      setZero(at[0]);
      setZero(at[1]);
    },
    read(step, mean, moment) {
      const h = step.h[0]!;
      length[0] = h;
      news = false;
      for (let i = 0; i < m; i++) force[i] = mean[i]! - (6 * moment[i]!) / (h * h);
      readEnd(step, 0, at[0]);
      for (let i = 0; i < m; i++) force[i] = mean[i]! + (6 * moment[i]!) / (h * h);
      readEnd(step, 2, at[1]);
      return news;
    },
    subtractMean(out) {
      for (let k = 0; k < n; k++) out[k]! -= WEIGHTS[0] * at[0][k]! + WEIGHTS[2] * at[1][k]!;
    },
    subtractMoment(out) {
      const part = (length[0]! * length[0]!) / 12;
      for (let k = 0; k < n; k++) out[k]! -= part * (at[1][k]! - at[0][k]!);
    },
  };
}
