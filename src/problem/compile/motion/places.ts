/** Positions and velocities as variables of a register program. */
import type { Program } from "../../../expression/program.ts";
import type { Deciding } from "../../../model/motion-functions.ts";
import type { Vector } from "../../../numeric/vector.ts";
import type { Signals } from "../time/time-inputs.ts";
import type { MotionVariable } from "./variables.ts";

/** Puts positions and velocities into the registers of values and decisions. */
export function placesOf({ registers, inputs }: Program, signals: Signals, motion: readonly MotionVariable[]) {
  const first = 1 + signals.size;
  const index = Int32Array.from(motion, (one) => one.index);
  const rates = Int8Array.from(motion, ({ kind }) => (kind === "velocity" ? 1 : 0));
  return (q: Vector, v: Vector, deciding?: Deciding): void => {
    for (let k = 0; k < index.length; k++) {
      registers[first + k] = rates[k] === 1 ? v[index[k]!]! : q[index[k]!]!;
      if (!deciding) registers[inputs + first + k] = registers[first + k]!;
      else registers[inputs + first + k] = rates[k] === 1 ? deciding.v[index[k]!]! : deciding.x[index[k]!]!;
    }
  };
}
