/** Positions against the conditions that a machine has on them: starts off a joint, targets out of reach. */

import type { System } from "../../model/system.ts";
import { rowUnitsOf } from "../../model/units.ts";
import { norm, type Vector } from "../../numeric/vector.ts";
import type { Faults, Path } from "../faults.ts";
import type { ControlGoal } from "./control/goal.ts";
import { unreachable } from "./reach.ts";
import type { Scope } from "./scope.ts";

/** Way to a joint's condition, in units of the coordinates, that counts as none: files have numbers with some ten digits. */
export const CLOSE = 1e-9;
const MOST_ITERATIONS = 50;
/** Coordinates of a place that a message tells. */
const MOST_TOLD = 12;

/** Joints on positions at the start. */
export function checkOnJoints(faults: Faults, system: System, start: number, position: Vector): void {
  const path = ["initial", "position"];
  for (const { row, by, way } of offJoints(system, start, position)) {
    const { name } = system.rows[row]!;
    if (!Number.isFinite(way)) {
      faults.add(
        path,
        Math.abs(by) > CLOSE
          ? `invalid position; off the joint ${name} by ${sized(system, row, by)}, and it has no direction there that leads to it. Start elsewhere, or take --project`
          : `invalid position; the joint ${name} has no direction there, so it holds nothing. Check its formula, or start elsewhere`,
      );
    } else if (way > CLOSE * (1 + norm(position))) {
      faults.add(
        path,
        `invalid position; off the joint ${name} by ${sized(system, row, by)}. ${nearby(system, start, position, row, ", or take --project")}`,
      );
    }
  }
}

/** A target must be a place that the machine can be at, or can be completed to one, at the end of the run. */
export function checkReach(scope: Scope, system: System, end: number, goal: ControlGoal, initial: Vector): void {
  const path: Path = ["control", "target", "position"];
  if (goal.position.every((entry) => entry === null)) return;
  if (goal.position.includes(null)) {
    const off = unreachable(system, end, goal.position, initial);
    if (!off) return;
    const { name } = system.rows[off.row]!;
    scope.faults.add(
      path,
      `invalid target; out of reach: no values of the free coordinates were found for which the joint ${name} holds, it is off by ${sized(system, off.row, off.by)} at least. Give a target that the machine can be at, or leave more of it free (null)`,
    );
    return;
  }
  const target = new Float64Array(system.size);
  target.set(goal.position as number[]);
  const gaps = new Float64Array(system.rows.length);
  system.gapsAt(target, gaps);
  gaps.forEach((gap, row) => {
    const most = CLOSE * (1 + norm(target));
    if (gap >= -most) return;
    const { name } = system.rows[row]!;
    scope.faults.add(
      path,
      `invalid target; out of reach: beyond the stop ${name} by ${sized(system, row, -gap)}. Give a target on its other side`,
    );
  });
  for (const { row, by, way } of offJoints(system, end, target)) {
    if (!(way > CLOSE * (1 + norm(target)))) continue;
    const { name } = system.rows[row]!;
    scope.faults.add(
      path,
      `invalid target; out of reach: off the joint ${name} by ${sized(system, row, by)}. ${nearby(system, end, target, row)}`,
    );
  }
}

function sized(system: System, row: number, value: number): string {
  const unit = rowUnitsOf(system)[row];
  return unit === "" || unit === undefined ? `${value}` : `${value} ${unit}`;
}

/** By how much each joint on positions is off, and how far it is to its condition; not finite where it has no direction. */
export function offJoints(system: System, time: number, position: Vector): { row: number; by: number; way: number }[] {
  if (!system.violationsAt) return [];
  const violations = new Float64Array(system.rows.length);
  system.violationsAt(Float64Array.of(time, time), position, violations);
  const directions = system.newDirections();
  system.directionsAt(position, directions);
  return system.rows.flatMap(({ law }, row) => {
    if (!law.joint) return [];
    const steepness = norm(directions.value.subarray(directions.start[row]!, directions.start[row + 1]!));
    const by = violations[row]!;
    return [{ row, by, way: steepness > 0 ? Math.abs(by) / steepness : Number.POSITIVE_INFINITY }];
  });
}

/** A place near the given one where the joint holds, as a remedy; `otherwise`: what else to do then. */
function nearby(system: System, time: number, position: Vector, row: number, otherwise = ""): string {
  const place = position.slice();
  const violations = new Float64Array(system.rows.length);
  const directions = system.newDirections();
  for (let k = 0; k < MOST_ITERATIONS; k++) {
    system.violationsAt!(Float64Array.of(time, time), place, violations);
    system.directionsAt(place, directions);
    const [from, to] = [directions.start[row]!, directions.start[row + 1]!];
    const steepness = norm(directions.value.subarray(from, to));
    const way = violations[row]! / steepness;
    if (!Number.isFinite(way)) break;
    for (let e = from; e < to; e++) place[directions.column[e]!]! -= (way * directions.value[e]!) / steepness;
    if (Math.abs(way) > 1e-14 * (1 + norm(place))) continue;
    if (system.visible > MOST_TOLD) return `Near it there is a place where the joint holds: give it${otherwise}`;
    return `Near it the joint holds at [${[...place.subarray(0, system.visible)].join(", ")}]${otherwise}`;
  }
  return "No place near it was found where it holds: give one, or check the formula";
}
