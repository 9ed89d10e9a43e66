/** A PID controller: its linear part joins the matrices and forces of the loop, its limits are kept beside them. */
import { derivative } from "../expression/derivative.ts";
import { add, constant, multiply } from "../expression/fold.ts";
import { variablesOf } from "../expression/substitute.ts";
import { type Node, postorder } from "../expression/syntax.ts";
import type { Controllers } from "../model/controllers.ts";
import { rowsFrom } from "../numeric/rows.ts";
import { type Coordinates, coordinateIndex } from "./compile-coordinates.ts";
import { compileTimeFunctions } from "./compile-time-functions.ts";
import { type Path, printValue } from "./faults.ts";
import type { ProblemFeedback } from "./schema.ts";
import type { Scope } from "./scope.ts";

export type Pid = Extract<ProblemFeedback, { type: "pid" }>;

/** See Controllers: rows over coordinates and states, and formulas in t. */
export interface CompiledPid {
  readonly name: string;
  readonly measured: readonly number[];
  readonly position: readonly number[];
  readonly velocity: readonly number[];
  readonly action: readonly number[];
  readonly limit: readonly [number, number];
  readonly push: Node;
  readonly reference: Node;
}

interface Loop {
  readonly damping: number[][];
  readonly stiffness: number[][];
  readonly force: Node[];
}

interface Gains {
  readonly kp: number;
  readonly ki: number;
  readonly kd: number;
}

/** The name of a controller, of its integral and of its events. */
export function pidName(entry: Pid, index: number): string {
  return entry.name ?? `pid${index + 1}`;
}

/** kp e + ki int(e) + kd e' with e = r - w.x along w; the integral is the state of that index. */
export function addPid(
  scope: Scope,
  path: Path,
  entry: Pid & { name: string },
  loop: Loop,
  coordinates: Coordinates,
  integral: number | undefined,
): CompiledPid | undefined {
  const of = coordinateIndex(scope, [...path, "of"], entry.of, coordinates);
  const to = entry.to === undefined ? undefined : coordinateIndex(scope, [...path, "to"], entry.to, coordinates);
  const [kp, ki, kd] = (["kp", "ki", "kd"] as const).map((key) => scope.number([...path, key], entry[key]));
  const reference = scope.timeFormula([...path, "reference"], entry.reference);
  if (of === undefined || kp === undefined || ki === undefined || kd === undefined || !reference) return undefined;
  if (entry.to !== undefined && to === undefined) return undefined;
  if (of === to) {
    scope.faults.add(
      [...path, "to"],
      `invalid to; the coordinate that is controlled: ${coordinates.names[of]}. Leave it out to measure from the ground`,
    );
    return undefined;
  }
  if (kd !== 0 && !checkSlope(scope, path, reference)) return undefined;
  const limits = compileLimits(scope, path, entry, { kp, ki, kd });
  if (!limits) return undefined;

  const size = loop.force.length;
  const w = Array.from({ length: size }, (_, i) => (i === of ? 1 : i === to ? -1 : 0));
  const push = add(multiply(constant(kp), reference), multiply(constant(kd), derivative(reference, "t")));
  const position = w.map((wj) => -kp * wj);
  const velocity = w.map((wj, j) => (j === integral ? ki : -kd * wj));
  w.forEach((wi, i) => {
    if (wi === 0) return;
    for (let j = 0; j < size; j++) {
      loop.stiffness[i]![j]! -= wi * position[j]!;
      loop.damping[i]![j]! -= wi * velocity[j]!;
    }
    loop.force[i] = add(loop.force[i]!, multiply(constant(wi), push));
  });
  if (integral !== undefined) {
    for (let j = 0; j < size; j++) loop.stiffness[integral]![j]! += w[j]!;
    loop.force[integral] = add(loop.force[integral]!, reference);
  }
  const action = w.map((wi, i) => (i === integral ? limits.recovery : wi));
  return { name: entry.name, measured: w, position, velocity, action, limit: limits.limit, push, reference };
}

/** The derivative of a reference that has one. */
function checkSlope(scope: Scope, path: Path, reference: Node): boolean {
  const nodes = postorder([reference]);
  const signals = [...variablesOf(nodes)].filter((name) => scope.signals.has(name));
  if (signals.length > 0) {
    scope.faults.add(
      [...path, "kd"],
      `invalid kd; the reference has a signal, ${signals[0]}, which has no derivative. Filter it through a state`,
    );
    return false;
  }
  if (nodes.some(jumps)) {
    scope.faults.add(
      [...path, "kd"],
      "invalid kd; the reference can jump, and its derivative would be a shock. Write a ramp, or filter it through a state",
    );
    return false;
  }
  return true;
}

/** Whether a part of a formula may jump. */
function jumps(node: Node): boolean {
  if (node.kind === "call") return node.name === "sign";
  return node.kind === "comparison" || node.kind === "conditional" || node.kind === "piecewise";
}

interface Limits {
  readonly limit: readonly [number, number];
  /** Of the integral for each newton of excess, 1/(ki tracking). */
  readonly recovery: number;
}

function compileLimits(scope: Scope, path: Path, entry: Pid, gains: Gains): Limits | undefined {
  const { faults } = scope;
  const useless = (["antiWindup", "tracking"] as const).find((key) => entry[key] !== undefined);
  if (entry.limit === undefined) {
    if (useless === undefined) return { limit: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY], recovery: 0 };
    faults.add([...path, useless], `invalid ${useless}; the controller has no limit. Give it limit: [low, high]`);
    return undefined;
  }
  if (entry.limit.length !== 2) {
    faults.add(
      [...path, "limit"],
      `invalid limit; not two numbers: ${printValue(entry.limit)}. Write limit: [low, high]`,
    );
    return undefined;
  }
  const [low, high] = entry.limit.map((bound, i) => scope.number([...path, "limit", i], bound));
  const recovery = compileRecovery(scope, path, entry, gains);
  if (low === undefined || high === undefined || recovery === undefined) return undefined;
  if (low < high) return { limit: [low, high], recovery };
  faults.add(
    [...path, "limit"],
    `invalid limit; low is not below high: [${low}, ${high}]. Write the smaller one first`,
  );
  return undefined;
}

/** Back-calculation: the integral's rate is e - excess/(ki tracking). */
function compileRecovery(scope: Scope, path: Path, entry: Pid, { kp, ki, kd }: Gains): number | undefined {
  const { faults } = scope;
  const at = [...path, "tracking"];
  if (entry.tracking !== undefined && (ki === 0 || entry.antiWindup === "none")) {
    const reason = ki === 0 ? "ki is 0, so that nothing winds up" : "antiWindup is none";
    faults.add(at, `invalid tracking; ${reason}: ${printValue(entry.tracking)}. Leave it out`);
    return undefined;
  }
  if (ki === 0 || entry.antiWindup === "none") return 0;
  const tracking = scope.number(at, entry.tracking, { above: 0 });
  if (entry.tracking !== undefined) return tracking === undefined ? undefined : 1 / (ki * tracking);
  const usual = kd !== 0 ? Math.sqrt(kd / ki) : kp / ki; // sqrt(Ti Td), or Ti
  if (usual > 0) return 1 / (ki * usual);
  faults.add(
    at,
    `invalid tracking; missing, and the gains give none: kp ${kp}, ki ${ki}, kd ${kd}. Give it in s, or antiWindup: none`,
  );
  return undefined;
}

export function compileControllers(scope: Scope, list: readonly CompiledPid[]): Controllers | undefined {
  if (list.length === 0) return undefined;
  const rows = (key: "measured" | "position" | "velocity" | "action") => rowsFrom(list.map((pid) => [...pid[key]]));
  const formulas = [...list.map(({ push }) => push), ...list.map(({ reference }) => reference)];
  return {
    names: list.map(({ name }) => name),
    measured: rows("measured"),
    position: rows("position"),
    velocity: rows("velocity"),
    action: rows("action"),
    low: Float64Array.from(list, ({ limit }) => limit[0]),
    high: Float64Array.from(list, ({ limit }) => limit[1]),
    functions: compileTimeFunctions(formulas, scope.signals),
    limited: list.some(({ limit }) => Number.isFinite(limit[0])),
  };
}
