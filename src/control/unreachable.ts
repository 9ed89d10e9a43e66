/**
 * Proofs that no control within the bounds reaches a target; where there is none, nothing is said.
 *
 * - Order: without springs, on machines whose coordinates push each other one way only, more force means more way and more
 *   speed, friction included (x' = v, v' = f + B u - F(v) is a cooperative system). Then the highest and the lowest control bound
 *   every end.
 * - Support: friction taken as any force within its limits makes a linear machine whose ends are a convex set; its extent along
 *   a direction is an integral. A target beyond it is beyond all ends. Without friction the set is that of the machine itself.
 */
import { linearOf, type System } from "../model/system.ts";
import { rowsFrom } from "../numeric/rows.ts";
import { dot, norm, type Vector } from "../numeric/vector.ts";
import { controlled } from "../simulate/run/controlled.ts";
import { runToEnd } from "../simulate/run/final.ts";
import { runWithTangents } from "../simulate/run/sensitivity.ts";
import type { Simulation } from "../simulate/run/simulation.ts";
import { frictionReach } from "./friction-reach.ts";
import type { Ledger } from "./ledger.ts";
import { newtonStep } from "./newton-step.ts";
import { type ControlTask, type EndState, endIndexOf } from "./task.ts";

/** Of a target's scale, by which it must lie beyond what is reached. */
const MARGIN = 1e-9;

/** The argument, as part of a sentence; undefined where there is none. */
export function proofOfNone(task: ControlTask, ledger: Ledger): string | undefined {
  const { simulation } = task;
  const { system } = simulation;
  if (
    !system.linear ||
    simulation.scheme.stepsEnd !== "events" ||
    system.periods ||
    system.rowMotion ||
    system.linear.springs ||
    system.hasStops ||
    system.controllers?.limited
  )
    return undefined;
  if (system.rows.some(({ law }) => law.joint || law.smoothing > 0)) return undefined;
  if (isBeyondExtremes(task, ledger)) return "more force means more way here, and even all of it is not enough";
  return isBeyondSupport(task, ledger) ? "even friction that helps with all its force would not do" : undefined;
}

/** Whether a target lies beyond the ends of the highest and the lowest control of a machine in which order is kept. */
function isBeyondExtremes(task: ControlTask, ledger: Ledger): boolean {
  const signs = orderOf(task);
  if (!signs) return false;
  const ends = [1, -1].map((side) => {
    const extreme = task.low.map((low, i) => (signs[i % task.inputs]! * side > 0 ? task.high[i]! : low));
    return extreme.every(Number.isFinite) ? endOf(task, ledger, extreme) : undefined;
  });
  const [high, low] = ends;
  return task.targets.some((row) => {
    const place = endIndexOf(row, task);
    const beyond = MARGIN * row.scale;
    return (high && row.wanted > high[place]! + beyond) || (low && row.wanted < low[place]! - beyond);
  });
}

function endOf({ simulation, coordinates }: ControlTask, ledger: Ledger, control: Vector): EndState | undefined {
  ledger.runs++;
  const { status, state } = runToEnd(controlled(simulation, control));
  if (status !== "done") return undefined;
  return Float64Array.of(...state.position.subarray(0, coordinates), ...state.velocity.subarray(0, coordinates));
}

/** The sign with which each input acts, where the machine is cooperative; undefined where it is not. */
function orderOf({ simulation, inputs }: ControlTask): readonly number[] | undefined {
  const { system, control } = simulation;
  const { size, rows } = system;
  const { mass, damping, stiffness } = linearOf(system);
  if (system.states.length > 0) return undefined;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      if (stiffness.at(i, j) > 0) return undefined;
      if (i !== j && (mass.at(i, j) !== 0 || damping.at(i, j) > 0)) return undefined;
    }
  }
  if (rows.some(({ law }, i) => law.jumps || law.varying || law.weakening || entriesOf(system, i) > 1))
    return undefined;
  const signs = Array.from({ length: inputs }, (_, k) => {
    const column = control!.matrix.map((row) => Math.sign(row[k]!));
    return column.some((sign) => sign > 0) ? (column.some((sign) => sign < 0) ? 0 : 1) : -1;
  });
  return signs.every((sign) => sign !== 0) ? signs : undefined;
}

function entriesOf(system: System, row: number): number {
  const { start } = linearOf(system).directions;
  return start[row + 1]! - start[row]!;
}

/** Whether the targets lie beyond what the machine reaches when friction is any force within its limits. */
function isBeyondSupport(task: ControlTask, ledger: Ledger): boolean {
  const { simulation, unknowns, inputs, targets, low, high } = task;
  const middle = low.map((bound, i) => (Number.isFinite(bound + high[i]!) ? (bound + high[i]!) / 2 : 0));
  const directions = Array.from({ length: unknowns }, (_, i) => ({
    control: { interval: Math.floor(i / inputs), input: i % inputs },
  }));
  ledger.runs++;
  const { outcome, columns } = runWithTangents(controlled(withoutRows(simulation), middle), directions);
  if (outcome.status !== "done") return false;
  const { size } = simulation.system;
  const end = [...outcome.state.position, ...outcome.state.velocity];
  const places = targets.map((row) => (row.kind === "position" ? row.coordinate : size + row.coordinate));
  const residual = Float64Array.from(targets, (row, k) => (end[places[k]!]! - row.wanted) / row.scale);
  const tangent = targets.map((row, k) => Float64Array.from(columns, (column) => column[places[k]!]! / row.scale));
  const [from, to] = [low.map((bound, i) => bound - middle[i]!), high.map((bound, i) => bound - middle[i]!)];
  return candidates(tangent, residual, from, to).some((eta) => {
    const gap = -dot(eta, residual); // how far along eta the target lies from the end in the middle of the bounds
    const byControl = from.reduce((sum, least, i) => {
      const slope = tangent.reduce((total, row, k) => total + eta[k]! * row[i]!, 0);
      return slope === 0 ? sum : sum + Math.max(slope * least, slope * to[i]!);
    }, 0);
    if (!(gap > byControl)) return false;
    const weights = new Float64Array(2 * size);
    targets.forEach((row, k) => {
      weights[places[k]!]! += eta[k]! / row.scale;
    });
    return gap > byControl + frictionReach(simulation, weights) + MARGIN * norm(eta);
  });
}

/** Directions that may separate: along each target, and from the nearest end of the machine without friction. */
function candidates(tangent: readonly Vector[], residual: Vector, low: Vector, high: Vector): Vector[] {
  const axes = Array.from(residual, (entry, k) => residual.map((_, j) => (j === k ? -Math.sign(entry) : 0)));
  const n = low.length;
  const { change } = newtonStep({
    ...{ tangent, residual, low, high, gradient: new Float64Array(n) },
    hessian: Float64Array.from({ length: n * n }, (_, k) => (k % (n + 1) === 0 ? 1 : 0)),
  });
  const left = residual.map((entry, k) => -entry - dot(tangent[k]!, change));
  return [left, ...axes].filter((eta) => norm(eta) > 0);
}

function withoutRows(simulation: Simulation): Simulation {
  const { rowFunctions: _, ...system } = simulation.system;
  const directions = rowsFrom([]);
  const linear = { ...linearOf(system), directions };
  const bare = { ...system, linear, rows: [], hasStops: false, newDirections: () => directions };
  return { ...simulation, system: bare };
}
