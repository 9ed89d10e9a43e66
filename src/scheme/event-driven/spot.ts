/**
 * The instant of an event, for changes of the motion: mass and directions there, and what a change of position makes of slips and
 * impacts where directions and mass change with it.
 */
import { smoothForce } from "../../model/smooth-force.ts";
import { RowValue, type System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Impact } from "./impact.ts";
import { type Place, placeOf } from "./place.ts";

export interface Spot {
  readonly place: Place;
  readonly position: Vector;
  moveTo(at: Vector, q: Vector, v: Vector): void;
  /** out[i] += what the change dx makes of the slip of row i at the velocity v, (dw/dq dx).v less that of its drive */
  addTurned(dx: Vector, v: Vector, out: Vector): void;
  /** out[i] += the rate at which the directions turn at one velocity less that at another, (dw/dt).v less that of the drive, m/s^2. */
  addTurning(v: Vector, less: Vector, out: Vector): void;
  /** out += own forces at the velocity v less those at `less`, N. */
  addForces(v: Vector, less: Vector, out: Vector): void;
  /** dv += what the change dx of the place makes of an impact that took the velocity from `before` to `after`. */
  turnImpact(impact: Impact, parts: Int8Array, dx: Vector, before: Vector, after: Vector, dv: Vector): void;
}

export function spotOf(system: System, origin: Vector): Spot {
  const n = system.size;
  const m = system.rows.length;
  const place = placeOf(system, origin);
  const position = Float64Array.from(origin);
  const directions = system.directionSeries?.(1);
  const change = directions?.change?.();
  const motion = new Float64Array(4 * n);
  const moved = new Float64Array(2 * n);
  const turned = new Float64Array(2 * place.directions.value.length);
  const smooth = smoothForce(system);
  const now = new Float64Array(2);
  const [here, there] = [new Float64Array(n), new Float64Array(n)];
  const [turningHere, turningThere] = [new Float64Array(m), new Float64Array(m)];
  const slopes = system.matrix();
  const [step, load, sum] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  const slip = new Float64Array(m);
  const { rowMotion } = system;
  const byPosition = new Float64Array(rowMotion ? RowValue.count * m * n : 0);
  const byVelocity = new Float64Array(byPosition.length);
  const { start, column } = place.directions;

  /** turned = dw/dq dx */
  function turn(dx: Vector): void {
    moved.set(dx);
    change!(0, moved, turned);
  }

  /** out -= factor * what the change dx of the place makes of the drives. */
  function subtractDrives(dx: Vector, factor: number, out: Vector): void {
    for (let i = 0; i < m; i++) {
      const from = (RowValue.drive * m + i) * n;
      for (let k = 0; k < n; k++) out[i]! -= factor * byPosition[from + k]! * dx[k]!;
    }
  }

  /** Row i of what has been turned, times z. */
  function along(i: number, z: Vector): number {
    let product = 0;
    for (let e = start[i]!; e < start[i + 1]!; e++) product += turned[e]! * z[column[e]!]!;
    return product;
  }

  return {
    place,
    position,
    moveTo(at, q, v) {
      now.set(at);
      position.set(q);
      place.moveTo(q);
      rowMotion?.slopes(at, q, v, byPosition, byVelocity);
      if (!directions) return;
      motion.set(q);
      motion.set(v, n);
      directions.begin(at);
      directions.expandSlopes?.(motion, 1);
    },
    addTurned(dx, v, out) {
      if (rowMotion) subtractDrives(dx, 1, out);
      if (!change) return;
      turn(dx);
      for (let i = 0; i < m; i++) out[i]! += along(i, v);
    },
    addTurning(v, less, out) {
      if (rowMotion) {
        subtractDrives(v, 1, out);
        subtractDrives(less, -1, out);
      }
      if (system.constant.directions) return;
      system.turningAt(position, v, turningHere);
      system.turningAt(position, less, turningThere);
      for (let i = 0; i < m; i++) out[i]! += turningHere[i]! - turningThere[i]!;
    },
    addForces(v, less, out) {
      here.fill(0);
      there.fill(0);
      smooth.complete(now, position, v, here);
      smooth.complete(now, position, less, there);
      for (let k = 0; k < n; k++) out[k]! += here[k]! - there[k]!;
    },
    turnImpact(impact, parts, dx, before, after, dv) {
      if (place.fixed) return;
      for (let k = 0; k < n; k++) step[k] = after[k]! - before[k]!;
      load.fill(0);
      if (system.addMomentumSlopes) {
        slopes.clear();
        system.addMomentumSlopes(position, step, 1, slopes);
        slopes.multiply(dx, load);
      }
      slip.fill(0);
      if (change) turn(dx);
      for (let i = 0; i < m && change; i++) {
        const back = impact.returned(parts, i);
        for (let k = 0; k < n; k++) sum[k] = after[k]! + back * before[k]!;
        slip[i] = along(i, sum);
        for (let e = start[i]!; e < start[i + 1]!; e++) load[column[e]!]! -= turned[e]! * impact.impulse[i]!;
      }
      impact.respond(parts, load, slip, dv);
    },
  };
}
