/**
 * Controllers with a scalar command: u = p.x + q.v + r(t), clamped to [low, high] (N); v holds the states too.
 * The linear part of the loop is in the matrices and the load of the system, as if there were no limits. What a command
 * exceeds its limits by, excess(u) = u - clamp(u), is taken off again: the force -d excess(u), where d has the direction of
 * the controller's force on the machine and, on its integral, the rate of back-calculation 1/(ki tracking). A command
 * within its limits so costs nothing and changes no digit. The force is continuous and piecewise affine: a mode (-1 at
 * low, 0 between, +1 at high) and guards on u.
 */
import { type Rows, rowsAddTransposed, rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Load } from "../load.ts";

export interface Controllers {
  readonly names: readonly string[];
  /** w of each: w.x is what it controls. */
  readonly measured: Rows;
  /** p and q of each, over coordinates and states. */
  readonly position: Rows;
  readonly velocity: Rows;
  /** d of each, over coordinates and states. */
  readonly action: Rows;
  /** Limits of the command, N; infinite where there are none. */
  readonly low: Vector;
  readonly high: Vector;
  /** What states add to the reference of each, over coordinates and states. */
  readonly states: Rows;
  /** Function j is r of command j, function count + j the part of its reference that is of time. */
  readonly functions: Load;
  /** Whether any has limits. */
  readonly limited: boolean;
}

/** What the controllers do at a state. */
export interface ControllerValues {
  /** Whether any has limits. */
  readonly limited: boolean;
  /** What w.x is to be, and w.x, in its unit. */
  readonly reference: Vector;
  readonly measured: Vector;
  /** Before and after the limits, N. */
  readonly command: Vector;
  readonly force: Vector;
  /** Brings all to an instant [time, side] and a state. */
  update(at: Vector, x: Vector, v: Vector): void;
  /** 0 within its limits, -1 below, +1 above. */
  modeOf(j: number): number;
  /** Whether a command exceeds its limits. */
  exceeds(): boolean;
  /** out -= sign d excess; sign is 1 or -1. */
  subtractExcess(sign: number, out: Vector): void;
}

export function controllerValues(controllers: Controllers | undefined): ControllerValues {
  const count = controllers?.names.length ?? 0;
  const values = new Float64Array(2 * count);
  const reference = values.subarray(count);
  const measured = new Float64Array(count);
  const command = new Float64Array(count);
  const force = new Float64Array(count);
  const part = new Float64Array(count);
  const modeOf = (j: number) => (command[j]! > force[j]! ? 1 : command[j]! < force[j]! ? -1 : 0);
  return {
    limited: controllers?.limited ?? false,
    reference,
    measured,
    command,
    force,
    update(at, x, v) {
      if (!controllers) return;
      controllers.functions.evaluate(at, values);
      rowsMultiply(controllers.states, v, part);
      for (let j = 0; j < count; j++) reference[j]! += part[j]!;
      rowsMultiply(controllers.measured, x, measured);
      rowsMultiply(controllers.position, x, command);
      rowsMultiply(controllers.velocity, v, part);
      for (let j = 0; j < count; j++) {
        command[j]! += part[j]! + values[j]!;
        force[j] = Math.min(controllers.high[j]!, Math.max(controllers.low[j]!, command[j]!));
      }
    },
    modeOf,
    exceeds() {
      for (let j = 0; j < count; j++) if (modeOf(j) !== 0) return true;
      return false;
    },
    subtractExcess(sign, out) {
      if (!controllers) return;
      for (let j = 0; j < count; j++) part[j] = sign * (force[j]! - command[j]!);
      rowsAddTransposed(controllers.action, part, out);
    },
  };
}
