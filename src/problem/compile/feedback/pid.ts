/** A PID controller: its linear part joins the matrices and forces of the loop, its limits are kept beside them. */
import { add, constant, multiply } from "../../../expression/fold.ts";
import type { Node } from "../../../expression/syntax.ts";
import type { Controllers } from "../../../model/control/controllers.ts";
import type { Entries } from "../../../numeric/entries.ts";
import { rowsFrom } from "../../../numeric/rows.ts";
import type { Path } from "../../faults.ts";
import type { ProblemFeedback } from "../../schema/schema.ts";
import type { Scope } from "../scope.ts";
import type { AffineForm } from "../system/affine.ts";
import { type Coordinates, coordinateIndex } from "../system/coordinates.ts";
import { compileTimeFunctions } from "../time/time-functions.ts";
import { compileLimits, type Gains, type Limits } from "./pid-limits.ts";
import { compileReference, type RunTimes, referenceSlope } from "./reference.ts";

export type Pid = Extract<ProblemFeedback, { type: "pid" }>;

/** See Controllers: rows over coordinates and states, and formulas in t. */
export interface CompiledPid {
  readonly name: string;
  readonly measured: readonly number[];
  readonly position: readonly number[];
  readonly velocity: readonly number[];
  readonly states: readonly number[];
  readonly action: readonly number[];
  readonly limit: readonly [number, number];
  readonly push: Node;
  readonly reference: Node;
}

/** What a file says of a controller. */
export interface PidParts extends Gains, Limits {
  readonly name: string;
  /** w over coordinates and states: e = reference - w.x */
  readonly measured: readonly number[];
  readonly reference: AffineForm;
  /** r'(t) of the reference; zero where kd is. */
  readonly slope: Node;
  /** Index of its integral among coordinates and states. */
  readonly integral: number | undefined;
}

interface Loop {
  readonly damping: Entries;
  readonly stiffness: Entries;
  readonly force: Node[];
}

/** The name of a controller, of its integral and of its events. */
export function pidName(entry: Pid, index: number): string {
  return entry.name ?? defaultPidName(index);
}

export function defaultPidName(index: number): string {
  return `pid${index + 1}`;
}

export function compilePid(
  scope: Scope,
  path: Path,
  entry: Pid & { name: string },
  coordinates: Coordinates,
  states: readonly string[],
  span: RunTimes | undefined,
): PidParts | undefined {
  const of = coordinateIndex(scope, [...path, "of"], entry.of, coordinates);
  const to = entry.to === undefined ? undefined : coordinateIndex(scope, [...path, "to"], entry.to, coordinates);
  const [kp, ki, kd] = (["kp", "ki", "kd"] as const).map((key) => scope.number([...path, key], entry[key]));
  const reference = compileReference(scope, [...path, "reference"], entry.reference, states);
  if (kp === undefined || ki === undefined || kd === undefined) return undefined;
  const slope = kd === 0 ? constant(0) : reference && referenceSlope(scope, [...path, "kd"], reference.rest, span);
  const limits = compileLimits(scope, path, entry, { kp, ki, kd });
  if (of === undefined || !reference || !slope || !limits) return undefined;
  if (entry.to !== undefined && to === undefined) return undefined;
  if (of === to) {
    scope.faults.add(
      [...path, "to"],
      `invalid to; the coordinate that is controlled: ${coordinates.names[of]}. Leave it out to measure from the ground`,
    );
    return undefined;
  }
  const n = coordinates.names.length;
  const measured = Array.from({ length: n + states.length }, (_, i) => (i === of ? 1 : i === to ? -1 : 0));
  const integral = entry.ki !== 0 ? n + states.indexOf(entry.name) : undefined;
  return { name: entry.name, measured, reference, slope, integral, kp, ki, kd, ...limits };
}

/** z' = e, in the row of z; before any command, since references may name integrals too. */
export function addIntegral({ measured, reference, integral }: PidParts, loop: Loop, n: number): void {
  if (integral === undefined) return;
  measured.forEach((w, j) => {
    loop.stiffness.add(integral, j, w);
  });
  for (const { index, value } of reference.terms) loop.damping.add(integral, n + index, -value);
  loop.force[integral] = add(loop.force[integral]!, reference.rest);
}

/**
 * u = kp e + ki z + kd e' along w. Of the reference's states e' has the rates, which are affine: rows of the loop, with
 * mass 1.
 */
export function addCommand(pid: PidParts, loop: Loop, n: number): CompiledPid {
  const { measured: w, reference, kp, ki, kd, integral, limit, recovery } = pid;
  const states = w.map(() => 0);
  for (const { index, value } of reference.terms) states[n + index]! += value;
  let push = add(multiply(constant(kp), reference.rest), multiply(constant(kd), pid.slope));
  const position = w.map((wj) => -kp * wj);
  const velocity = w.map((wj, j) => kp * states[j]! + (j === integral ? ki : 0) - kd * wj);
  states.forEach((value, row) => {
    if (value === 0 || kd === 0) return;
    for (let j = 0; j < w.length; j++) {
      position[j]! -= kd * value * loop.stiffness.at(row, j);
      velocity[j]! -= kd * value * loop.damping.at(row, j);
    }
    push = add(push, multiply(constant(kd * value), loop.force[row]!));
  });
  w.forEach((wi, i) => {
    if (wi === 0) return;
    for (let j = 0; j < w.length; j++) {
      loop.stiffness.add(i, j, -(wi * position[j]!));
      loop.damping.add(i, j, -(wi * velocity[j]!));
    }
    loop.force[i] = add(loop.force[i]!, multiply(constant(wi), push));
  });
  const action = w.map((wi, i) => (i === integral ? recovery : wi));
  return { name: pid.name, measured: w, position, velocity, states, action, limit, push, reference: reference.rest };
}

/** The rate of an integral with back-calculation is not affine, so a reference with a derivative must not name it. */
export function checkRates(scope: Scope, path: Path, pid: PidParts, all: readonly PidParts[], n: number): boolean {
  if (pid.kd === 0) return true;
  const named = all.find(
    ({ integral, recovery }) => recovery !== 0 && pid.reference.terms.some(({ index }) => n + index === integral),
  );
  if (!named) return true;
  scope.faults.add(
    [...path, "kd"],
    `invalid kd; the reference has the integral of a controller with a limit, whose rate is not affine: ${named.name}. Filter it through a state of its own, or take antiWindup: none there`,
  );
  return false;
}

export function compileControllers(scope: Scope, list: readonly CompiledPid[]): Controllers | undefined {
  if (list.length === 0) return undefined;
  const rows = (key: "measured" | "position" | "velocity" | "states" | "action") =>
    rowsFrom(list.map((pid) => [...pid[key]]));
  const formulas = [...list.map(({ push }) => push), ...list.map(({ reference }) => reference)];
  return {
    names: list.map(({ name }) => name),
    measured: rows("measured"),
    position: rows("position"),
    velocity: rows("velocity"),
    states: rows("states"),
    action: rows("action"),
    low: Float64Array.from(list, ({ limit }) => limit[0]),
    high: Float64Array.from(list, ({ limit }) => limit[1]),
    functions: compileTimeFunctions(formulas, scope.timeSignals),
    limited: list.some(({ limit }) => Number.isFinite(limit[0])),
  };
}
