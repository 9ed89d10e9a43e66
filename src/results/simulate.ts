import { newPlaces } from "../model/shape.ts";
import type { State } from "../scheme/scheme.ts";
import { tipOf } from "../simulate/measure/quantities.ts";
import type { Simulation } from "../simulate/run/simulation.ts";
import type { Result } from "../simulate/simulate.ts";

/** A result as plain data: what --json prints and result.json holds. Its fields are stable. */
export function resultData(simulation: Simulation, result: Result, seconds: number) {
  const { status, message, stats, state } = result.outcome;
  const { visible, states } = simulation.system;
  const { steps, solves, iterations, nonUnique, multipliers } = stats;
  return {
    name: simulation.name,
    scheme: simulation.scheme.name,
    solver: simulation.solver.name,
    status,
    message,
    time: state.time,
    position: Array.from(state.position.subarray(0, visible)),
    velocity: Array.from(state.velocity.subarray(0, visible)),
    states: Object.fromEntries(states.map((name, i) => [name, state.velocity[visible + i]!])),
    ...tipData(simulation, state.position),
    ...shapeData(simulation, state),
    multiplier: result.multiplier,
    energy: result.energy,
    outputs: result.outputs,
    measures: result.measures,
    events: result.trajectory.events,
    stats: { steps, solves, iterations, nonUnique, multipliers, seconds },
    audit: withoutOverflow(result.audit),
    warnings: result.warnings,
  };
}

/** Of an arm: where its tip is. */
function tipData({ system }: Simulation, position: Float64Array): { tip?: [number, number] } {
  if (system.drawing?.tip === undefined) return {};
  const tip = new Float64Array(2);
  tipOf(system)(position, tip);
  return { tip: [tip[0]!, tip[1]!] };
}

/** Of a string or beam: places along it, and where they are. */
function shapeData({ system }: Simulation, { time, position }: State): { shape?: Record<string, number[]> } {
  const { shape } = system;
  if (!shape) return {};
  const places = newPlaces(shape);
  shape.placesAt(Float64Array.of(time, time), position, system.load, places);
  return {
    shape: Object.fromEntries(
      [["s", shape.s], ...shape.names.map((name, k) => [name, places[k]!] as const)].map(([name, values]) => [
        name,
        Array.from(values as Float64Array),
      ]),
    ),
  };
}

export type RunData = ReturnType<typeof resultData>;

/** Squares of very large forces overflow in the audit: null then, which no threshold takes for good. */
function withoutOverflow<T>(value: T): T {
  if (typeof value === "number") return (Number.isFinite(value) ? value : null) as T;
  if (Array.isArray(value)) return value.map(withoutOverflow) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withoutOverflow(entry)])) as T;
}
