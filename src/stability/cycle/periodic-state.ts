/** The numbers that a periodic motion must come back to: positions of the machine, velocities of machine and states. */
import type { System } from "../../model/system.ts";
import { lessTurns } from "../../model/turns.ts";
import type { Vector } from "../../numeric/vector.ts";
import { startRows } from "../../scheme/common/start.ts";
import { kinkReasons } from "../../scheme/common/tangent.ts";
import { newState } from "../../scheme/scheme.ts";
import { runToEnd } from "../../simulate/run/final.ts";
import { restarted } from "../../simulate/run/restarted.ts";
import { type Direction, runWithTangents } from "../../simulate/run/sensitivity.ts";
import type { Simulation } from "../../simulate/run/simulation.ts";
import { ontoJoints } from "./onto-joints.ts";

/** The velocity of a state is its value; the position of a state, its integral, means nothing. */
export function periodicSize({ visible, size }: System): number {
  return visible + size;
}

export function packState({ visible }: System, position: Vector, velocity: Vector): Float64Array {
  return Float64Array.of(...position.subarray(0, visible), ...velocity);
}

export function unpackState({ visible, size }: System, z: Vector): { position: Vector; velocity: Vector } {
  const position = new Float64Array(size);
  position.set(z.subarray(0, visible));
  return { position, velocity: Float64Array.from(z.subarray(visible)) };
}

/** What each number of a state is compared modulo, 0: as it is; undefined where no angle has a period. */
export function periodsOf(system: System): Vector | undefined {
  if (!system.periods) return undefined;
  const periods = new Float64Array(periodicSize(system));
  periods.set(system.periods.subarray(0, system.visible));
  return periods;
}

/** A state with its angles turned back as near as can be to another one. */
function turnedBack(system: System, z: Vector, near: Vector): Vector {
  const periods = periodsOf(system);
  if (!periods) return z;
  return z.map((entry, i) => near[i]! + lessTurns(entry - near[i]!, periods[i]!));
}

/** A state as it is told: coordinates of the machine, and first-order states where there are any. */
export function stateData(system: System, z: Vector) {
  const { position, velocity } = unpackState(system, z);
  const { visible, size } = system;
  return {
    position: [...position.subarray(0, visible)],
    velocity: [...velocity.subarray(0, visible)],
    ...(size > visible ? { states: [...velocity.subarray(visible)] } : {}),
  };
}

/** The machine from the state z on for a time. */
export function from(simulation: Simulation, z: Vector, start: number, duration: number): Simulation {
  return restarted(simulation, { ...unpackState(simulation.system, z), start, end: start + duration });
}

export interface Flow {
  /** The start, brought onto the joints. */
  readonly from: Vector;
  /** Numbers of it that these hold. */
  readonly held: number;
  /** Turned back to the start. */
  readonly end: Vector;
  /** Whole turns of each coordinate of the machine. */
  readonly turns: readonly number[];
  /** d(end)/d(start), row-major. */
  readonly tangent: Vector;
  /** d(end)/d(each of the further directions). */
  readonly further: readonly Vector[];
  /** d(end)/d(time). */
  readonly rate: Vector;
  /** Whether the motion was not differentiable somewhere. */
  readonly kinked: boolean;
}

/** Where a state, brought onto the joints, is after a time, and how that changes with it; undefined when the run fails. */
export function flow(
  simulation: Simulation,
  z: Vector,
  start: number,
  duration: number,
  further: readonly Direction[] = [],
): Flow | undefined {
  const { system } = simulation;
  const { visible, size } = system;
  const count = periodicSize(system);
  const onto = ontoJoints(system, start, unpackState(system, z));
  const directions: Direction[] = Array.from({ length: count }, (_, j) => {
    const unit = new Float64Array(size);
    if (j < visible) unit[j] = 1;
    else unit[j - visible] = 1;
    if (!onto) return j < visible ? { position: unit } : { velocity: unit };
    const [position, velocity] = j < visible ? [unit, new Float64Array(size)] : [new Float64Array(size), unit];
    onto.along(position, velocity);
    return { position, velocity };
  });
  const begun = onto ? packState(system, onto.position, onto.velocity) : z;
  const run = from(simulation, begun, start, duration);
  const { outcome, columns, kinks } = runWithTangents(run, [...directions, ...further]);
  if (outcome.status !== "done") return undefined;
  const packed = columns.map((column) => packState(system, column.subarray(0, size), column.subarray(size)));
  const tangent = new Float64Array(count * count);
  for (let j = 0; j < count; j++) for (let i = 0; i < count; i++) tangent[i * count + j] = packed[j]![i]!;
  const end = packState(system, outcome.state.position, outcome.state.velocity);
  const back = turnedBack(system, end, z);
  return {
    from: begun,
    held: onto?.held ?? 0,
    end: back,
    turns: Array.from({ length: visible }, (_, i) => {
      const period = system.periods?.[i] ?? 0;
      return period > 0 ? Math.round((end[i]! - back[i]!) / period) : 0;
    }),
    tangent,
    further: packed.slice(count),
    rate: rateAt(simulation, outcome.state.position, outcome.state.velocity, start + duration),
    // at the start, only a slip of rows that stick there has none; times of jumps are not moved by states
    kinked: kinks.some(({ time, reason }) => time > start && reason !== kinkReasons.breaks),
  };
}

/** The state after a time; undefined when the run fails. */
export function advance(simulation: Simulation, z: Vector, start: number, duration: number): Vector | undefined {
  const { status, state } = runToEnd(from(simulation, z, start, duration));
  return status === "done" ? packState(simulation.system, state.position, state.velocity) : undefined;
}

/** (v, a) of the motion that goes on from a state. */
function rateAt({ system }: Simulation, position: Vector, velocity: Vector, time: number): Vector {
  const state = newState(system, { time, end: time, position, velocity }, 0);
  const acceleration = startRows(system, state, time, 0);
  return packState(system, velocity, acceleration);
}
