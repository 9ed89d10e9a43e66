import { controlLoad } from "../../model/control/control-load.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Simulation } from "./simulation.ts";

/** The same simulation under other control values (value k of interval j at values[j * inputs + k]). */
export function controlled(simulation: Simulation, values: Vector): Simulation {
  const { control, system } = simulation;
  if (!control) throw new Error("the simulation has no control input");
  const changed = { ...control, values: Float64Array.from(values) };
  return { ...simulation, control: changed, system: { ...system, load: controlLoad(changed) } };
}
