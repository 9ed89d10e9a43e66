/**
 * The end of a run and its derivatives with respect to initial values, control values and parameters, carried along with
 * the motion through its events (no differences of runs).
 */
import { controlLoad, inputCount } from "../../model/control/control-load.ts";
import type { Load } from "../../model/load.ts";
import type { System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import { alphaTangents } from "../../scheme/alpha/tangents.ts";
import { balancedTangents } from "../../scheme/balanced/tangents.ts";
import {
  type KinkDerivative,
  kinkReasons,
  type Neighbors,
  type TangentColumn,
  type TangentKink,
} from "../../scheme/common/tangent.ts";
import { carry } from "../../scheme/event-driven/carry.ts";
import { runToEnd } from "./final.ts";
import type { RunOutcome } from "./run.ts";
import type { Simulation } from "./simulation.ts";

/** What to differentiate by: a change of the initial state, of one control value, or of the system itself. */
export interface Direction {
  readonly position?: Vector;
  readonly velocity?: Vector;
  /** `change` of the control value; absent: 1. */
  readonly control?: { readonly interval: number; readonly input: number; readonly change?: number };
  readonly neighbors?: Neighbors;
}

/** The other way: where a motion has one-sided derivatives only, minus its derivative is the one from below. */
export function opposite({ position, velocity, control, neighbors }: Direction): Direction {
  return {
    ...(position ? { position: position.map((entry) => -entry) } : {}),
    ...(velocity ? { velocity: velocity.map((entry) => -entry) } : {}),
    ...(control ? { control: { ...control, change: -(control.change ?? 1) } } : {}),
    ...(neighbors ? { neighbors: turned(neighbors) } : {}),
  };
}

function turned({ above, below, distance, nearer }: Neighbors): Neighbors {
  const next = () => {
    const found = nearer?.();
    return found && turned(found);
  };
  return { above: below, below: above, distance, nearer: next };
}

export interface TangentRun {
  readonly outcome: RunOutcome;
  /** columns[j]: derivative of the position at the end, then of the velocity, by direction j: 2 * size numbers. */
  readonly columns: readonly Vector[];
  /** Instants at which the motion is not differentiable. */
  readonly kinks: readonly NamedKink[];
}

/** A kink told to people. */
export interface NamedKink {
  readonly time: number;
  readonly row: string;
  readonly reason: string;
  readonly derivative: KinkDerivative;
}

/** What the columns of a run are: derivatives, those in the direction of each column only, or (at worst) neither. */
export type Differentiability = "two-sided" | KinkDerivative;

export function differentiability(kinks: readonly { readonly derivative: KinkDerivative }[]): Differentiability {
  if (kinks.length === 0) return "two-sided";
  return kinks.some(({ derivative }) => derivative === "none") ? "none" : "one-sided";
}

/** Why the simulation has no derivatives (in these directions), with the remedy. */
export function tangentRefusal(
  { scheme, system, solver }: Simulation,
  directions: readonly Direction[] = [],
): string | undefined {
  const refusal = scheme.refusesTangents?.(system, solver);
  if (refusal || !directions.some(({ neighbors }) => neighbors)) return refusal;
  if (system.controllers?.limited) {
    return "a system with a limited controller has derivatives by initial and control values only. Leave the limit out, or compare runs";
  }
  if (scheme.stepsEnd === "events") return undefined;
  return `${scheme.name} has derivatives by initial and control values only. Take event-driven for other numbers`;
}

const CARRIED = { carry, carryAlpha: alphaTangents, carryBalanced: balancedTangents } as const;

export function runWithTangents(simulation: Simulation, directions: readonly Direction[]): TangentRun {
  const { system } = simulation;
  const kinks: TangentKink[] = [];
  const columns = directions.map((direction) => columnOf(simulation, direction));
  const outcome = runToEnd(simulation, { columns, kinks, ...CARRIED });
  return {
    outcome,
    columns: columns.map(({ position, velocity }) => Float64Array.of(...position, ...velocity)),
    kinks: kinks.map((kink) => ({
      ...kink,
      row: system.rows[kink.row]?.name ?? "a formula",
      reason: kinkReasons[kink.reason],
    })),
  };
}

function columnOf(simulation: Simulation, { position, velocity, control, neighbors }: Direction): TangentColumn {
  const { size } = simulation.system;
  return {
    position: position ? Float64Array.from(position) : new Float64Array(size),
    velocity: velocity ? Float64Array.from(velocity) : new Float64Array(size),
    ...(control ? { load: unitControl(simulation, control) } : {}),
    ...(neighbors ? { neighbors } : {}),
  };
}

/** The load of one control value, and nothing else. */
function unitControl(
  { control, system }: Simulation,
  { interval, input, change = 1 }: NonNullable<Direction["control"]>,
): Load {
  if (!control) throw new Error("the simulation has no control input");
  const inputs = inputCount(control);
  const values = new Float64Array((control.changes.length + 1) * inputs);
  values[interval * inputs + input] = change;
  return controlLoad({ ...control, values, uncontrolled: nothing(system) });
}

function nothing({ size }: System): Load {
  return {
    evaluate(_, out) {
      out.fill(0, 0, size);
    },
    expansion: () => (_, out) => {
      out.fill(0);
    },
    breakpoints: () => ({ times: [], complete: true }),
  };
}
