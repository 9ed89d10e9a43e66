/** The right hand side of the equation of motion, but for the rows' forces: the one place where its parts meet. */
import type { Vector } from "../numeric/vector.ts";
import { controllerValues } from "./control/controllers.ts";
import type { System } from "./system.ts";

export interface SmoothForce {
  /**
   * `out` in: the load, and what else is known of the forces at (t, q, v); out: less what commands exceed their limits by and the
   * machine's own resistance, N.
   */
  complete(at: Vector, q: Vector, v: Vector, out: Vector): void;
}

export function smoothForce(system: System): SmoothForce {
  const own = system.forces();
  const commands = controllerValues(system.controllers);
  const resistance = new Float64Array(system.size);
  return {
    complete(at, q, v, out) {
      if (commands.limited) {
        commands.update(at, q, v);
        commands.subtractExcess(1, out);
      }
      own.resistance(at, q, v, resistance);
      for (let k = 0; k < out.length; k++) out[k]! -= resistance[k]!;
    },
  };
}
