import { controlLoad } from "../model/control-load.ts";
import type { Vector } from "../numeric/vector.ts";
import type { Grid } from "./grid.ts";
import type { Simulation } from "./simulation.ts";

/** The same simulation under other control values (value k of interval j at values[j * inputs + k]). */
export function controlled(simulation: Simulation, values: Vector): Simulation {
  const { control, system, scheme, grid } = simulation;
  if (!control) throw new Error("the simulation has no control input");
  const changed = { ...control, values: Float64Array.from(values) };
  const steps = scheme.stepsEnd === "breakpoints" ? cutAt(grid, control.changes) : grid;
  return { ...simulation, grid: steps, control: changed, system: { ...system, load: controlLoad(changed) } };
}

/** A control that was zero when the grid was made had no jumps to end steps at. */
function cutAt(grid: Grid, changes: readonly number[]): Grid {
  const inside = changes.filter((time) => time > grid.start && time < grid.end && !grid.cuts.includes(time));
  return inside.length === 0 ? grid : { ...grid, cuts: [...grid.cuts, ...inside].sort((a, b) => a - b) };
}
