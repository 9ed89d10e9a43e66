import type { Vector } from "../../numeric/vector.ts";
import { grid } from "./grid.ts";
import type { Simulation } from "./simulation.ts";

export interface Restart {
  /** s */
  readonly start: number;
  readonly end: number;
  readonly position: Vector;
  readonly velocity: Vector;
}

/** The same machine from another state on, over another time. */
export function restarted(simulation: Simulation, { start, end, position, velocity }: Restart): Simulation {
  const { step, every, cuts } = simulation.grid;
  return {
    ...simulation,
    initial: { time: start, end, position, velocity },
    grid: grid({ start, end, step, output: every * step, breakpoints: cuts }),
  };
}
