/** Brings a start onto the joints of a machine and back to the free side of its stops: the nearest one, masses weighing. */
import { rowValues } from "../../model/rows/row-values.ts";
import type { System } from "../../model/system.ts";
import { luFactor, luSolve } from "../../numeric/lu.ts";
import { rowsAddTransposed, rowsMultiply } from "../../numeric/rows.ts";
import { norm, type Vector } from "../../numeric/vector.ts";
import type { Initial } from "../../scheme/scheme.ts";
import { CLOSE, offJoints } from "./constrained-places.ts";
import type { Scope } from "./scope.ts";

const MOST_ITERATIONS = 60;
/** A step of Newton's method that is a smaller part of the position is none. */
const NOTHING = 1e-15;
/** Part of the largest entry that is added to the diagonal: joints may say the same twice. */
const PROXIMAL = 1e-13;
/** Where a joint has no direction, as on a curve ahead of a stretched arm, nothing leads to it: it is left by these parts of a unit, tried in turn. */
const NUDGES = [0, 0.1, -0.1, 0.4, -0.4];

/** The start on the joints, with a message of how far it was moved; undefined, with a fault, where there is none nearby. */
export function projectStart(scope: Scope, system: System, initial: Initial, warnings: string[]): Initial | undefined {
  const velocity = Float64Array.from(initial.velocity);
  const at = Float64Array.of(initial.time, initial.time);
  const { rows } = system;
  const m = rows.length;
  const [rates, target] = [new Float64Array(m), new Float64Array(m)];
  const closed = new Int8Array(m); // stops that it was beyond: it ends on them
  const position = NUDGES.map((nudge) => placeFrom(system, nudged(initial.position, nudge), at, closed)).find(Boolean);
  if (!position) {
    const names = rows.filter(({ law }, i) => law.joint || closed[i] === 1).map(({ name }) => name);
    scope.faults.add(
      ["initial", "position"],
      `invalid position; no place nearby keeps to all of ${names.join(", ")}. They may conflict: start closer, or look at their formulas`,
    );
    return undefined;
  }
  const values = rowValues(system);
  values.update(at, position, velocity);
  const directions = system.newDirections();
  system.directionsAt(position, directions);
  const joints = rows.flatMap(({ law }, i) => (law.joint ? [i] : []));
  for (let k = 0; k < 2; k++) {
    rowsMultiply(directions, velocity, rates);
    for (let i = 0; i < m; i++) target[i] = values.drive[i]! - rates[i]!;
    moveRows(system, position, velocity, joints, target);
  }
  rowsMultiply(directions, velocity, rates);
  const broken = joints.filter(
    (i) => Math.abs(values.drive[i]! - rates[i]!) > CLOSE * (1 + norm(velocity) + Math.abs(values.drive[i]!)),
  );
  if (broken.length > 0) {
    const names = broken.map((i) => rows[i]!.name).join(", ");
    scope.faults.add(
      ["initial", "velocity"],
      `invalid velocity; none keeps to all of ${names}: these joints conflict. Look at their formulas, or leave one out`,
    );
    return undefined;
  }
  tell("position", initial.position, position, system, warnings);
  tell("velocity", initial.velocity, velocity, system, warnings);
  return { ...initial, position, velocity };
}

/** Another amount for each coordinate. */
function nudged(position: Vector, nudge: number): Vector {
  return Float64Array.from(position, (x, i) => x + (nudge * (1 + Math.abs(x))) / (1 + 0.5 * i));
}

/** The place that Newton's method comes to from here; undefined where it comes to none. */
function placeFrom(system: System, position: Vector, at: Vector, closed: Int8Array): Vector | undefined {
  const { rows } = system;
  const [violations, gaps, target] = [0, 1, 2].map(() => new Float64Array(rows.length)) as [Vector, Vector, Vector];
  closed.fill(0);
  let last = Number.POSITIVE_INFINITY;
  for (let k = 0; k < MOST_ITERATIONS && last > NOTHING * (1 + norm(position)); k++) {
    system.violationsAt?.(at, position, violations);
    system.gapsAt(position, gaps);
    rows.forEach(({ law }, i) => {
      if (law.stop && gaps[i]! < 0) closed[i] = 1;
      target[i] = law.stop ? -gaps[i]! : -violations[i]!;
    });
    const chosen = rows.flatMap(({ law }, i) => (law.joint || closed[i] === 1 ? [i] : []));
    last = moveRows(system, position, position, chosen, target);
  }
  const close = CLOSE * (1 + norm(position));
  const off = offJoints(system, at[0]!, position).some(({ way }) => !(way <= close));
  return off || !(last <= close) ? undefined : position;
}

/** Moves `what` by the least M-norm that changes the chosen rows by their targets; how far. */
export function moveRows(
  system: System,
  position: Vector,
  what: Vector,
  chosen: readonly number[],
  target: Vector,
): number {
  const b = chosen.length;
  if (b === 0) return 0;
  const { size } = system;
  const mass = system.matrix();
  system.massAt(position, mass);
  if (!mass.factor()) return Number.NaN;
  const directions = system.newDirections();
  system.directionsAt(position, directions);
  const unit = new Float64Array(system.rows.length);
  const product = new Float64Array(system.rows.length);
  const pulls = chosen.map((i) => {
    const pull = new Float64Array(size);
    unit.fill(0);
    unit[i] = 1;
    rowsAddTransposed(directions, unit, pull);
    mass.solve(pull);
    return pull;
  });
  const matrix = new Float64Array(b * b);
  const right = Float64Array.from(chosen, (i) => target[i]!);
  pulls.forEach((pull, k) => {
    rowsMultiply(directions, pull, product);
    chosen.forEach((i, l) => {
      matrix[l * b + k] = product[i]!;
    });
  });
  const largest = matrix.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  for (let k = 0; k < b; k++) matrix[k * b + k]! += PROXIMAL * largest;
  const pivots = new Int32Array(b);
  if (!luFactor(matrix, b, b, pivots, 0)) return Number.NaN;
  luSolve(matrix, b, b, pivots, right);
  let way = 0;
  pulls.forEach((pull, k) => {
    for (let i = 0; i < size; i++) what[i]! += right[k]! * pull[i]!;
  });
  for (let i = 0; i < size; i++) {
    let part = 0;
    pulls.forEach((pull, k) => {
      part += right[k]! * pull[i]!;
    });
    way += part * part;
  }
  return Math.sqrt(way);
}

function tell(key: "position" | "velocity", from: Vector, to: Vector, system: System, warnings: string[]): void {
  const { names, visible } = system;
  const moved = names.flatMap((name, i) => {
    const way = to[i]! - from[i]!;
    return Math.abs(way) > 1e-12 * (1 + Math.abs(from[i]!)) && i < visible ? [`${name} by ${way.toPrecision(3)}`] : [];
  });
  if (moved.length === 0) return;
  warnings.push(`The start was projected onto the joints and stops: initial.${key} of ${moved.join(", ")}.`);
}
