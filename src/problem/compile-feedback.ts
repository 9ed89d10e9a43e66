/**
 * States, feedback and forces that depend on the motion. All of them are affine, so they only change the matrices: a state z
 * is the velocity of one more coordinate of mass 1, whose equation of motion is its rate; a linear system stays one.
 */
import { derivative } from "../expression/derivative.ts";
import { add, constant, multiply } from "../expression/fold.ts";
import { variablesOf } from "../expression/substitute.ts";
import { type Node, postorder } from "../expression/syntax.ts";
import { type AffineForm, compileAffine, stateSymbols } from "./compile-affine.ts";
import { type Coordinates, coordinateIndex } from "./compile-coordinates.ts";
import { nameFault } from "./compile-parameters.ts";
import { type Path, printValue } from "./faults.ts";
import type { LinearData, ProblemFeedback, Quantity } from "./schema.ts";
import type { Scope } from "./scope.ts";

/** The machine with its states: matrices and forces over both. */
export interface ClosedLoop {
  readonly mass: number[][];
  readonly damping: number[][];
  readonly stiffness: number[][];
  readonly force: Node[];
  readonly states: readonly string[];
  /** Of the states. */
  readonly initial: readonly number[];
}

interface Plant {
  readonly mass: number[][];
  readonly damping: number[][];
  readonly stiffness: number[][];
}

type Pid = Extract<ProblemFeedback, { type: "pid" }>;

export function compileLoop(
  scope: Scope,
  data: Partial<LinearData>,
  feedback: readonly ProblemFeedback[],
  plant: Plant,
  coordinates: Coordinates,
): ClosedLoop | undefined {
  const n = coordinates.names.length;
  const controllers = feedback.map((entry, i) => ({ entry, path: ["feedback", i] as Path }));
  const integrals = controllers.flatMap(({ entry }, i) =>
    entry.type === "pid" && entry.ki !== 0 ? [entry.name ?? `pid${i + 1}`] : [],
  );
  const states = [...(data.states ?? []).map(({ name }) => name), ...integrals];
  checkStates(scope, states, data.states?.length ?? 0, coordinates);
  const symbols = stateSymbols(coordinates.names, states);
  const forces = compileForms(scope, ["system", "force"], data.force ?? Array<Quantity>(n).fill(0), n, symbols);
  const rates = (data.states ?? []).map(({ rate }, i) =>
    compileAffine(scope, ["system", "states", i, "rate"], rate, symbols),
  );
  const initial = (data.states ?? []).map((state, i) =>
    scope.number(["system", "states", i, "initial"], state.initial ?? 0),
  );
  if (!forces || rates.includes(undefined) || initial.includes(undefined)) return undefined;

  const loop = enlarge(plant, states);
  const force: Node[] = [...forces, ...(rates as AffineForm[])].map(({ rest }) => rest);
  while (force.length < n + states.length) force.push(constant(0));
  [...forces, ...(rates as AffineForm[])].forEach((form, i) => {
    addTerms(loop, i, form, n);
  });
  let next = (data.states ?? []).length;
  for (const { entry, path } of controllers) {
    if (entry.type === "state") addStateFeedback(scope, path, entry, data.input, loop, n);
    else {
      const integral = entry.ki !== 0 ? n + next++ : undefined;
      addPid(scope, path, entry, loop, force, coordinates, integral);
    }
  }
  return { ...loop, force, states, initial: [...(initial as number[]), ...integrals.map(() => 0)] };
}

function compileForms(
  scope: Scope,
  path: Path,
  formulas: readonly Quantity[],
  size: number,
  symbols: ReturnType<typeof stateSymbols>,
): AffineForm[] | undefined {
  const fits = formulas.length === size || size === 0;
  if (!fits) {
    scope.faults.add(path, `invalid force; not ${size} formulas, one for each coordinate: ${formulas.length} given`);
  }
  const forms = formulas.map((text, i) => compileAffine(scope, [...path, i], text, symbols));
  return fits && forms.every((form) => form !== undefined) ? forms : undefined;
}

function checkStates(scope: Scope, states: readonly string[], own: number, coordinates: Coordinates): void {
  states.forEach((name, i) => {
    const path = i < own ? ["system", "states", i, "name"] : ["feedback"]; // an integral is named by its controller
    const fault = nameFault("state", name);
    if (fault) scope.faults.add(path, fault);
    else if (states.indexOf(name) !== i || coordinates.names.includes(name) || scope.constants.has(name)) {
      scope.faults.add(path, `invalid name; a parameter, coordinate or state has it already: ${printValue(name)}`);
    }
  });
}

/** The matrices with a row and a column of mass 1 for each state. */
function enlarge({ mass, damping, stiffness }: Plant, states: readonly string[]): Plant {
  const n = mass.length;
  const size = n + states.length;
  const wide = (matrix: number[][], diagonal: number) =>
    Array.from({ length: size }, (_, i) =>
      Array.from({ length: size }, (_, j) => matrix[i]?.[j] ?? (i === j ? diagonal : 0)),
    );
  return { mass: wide(mass, 1), damping: wide(damping, 0), stiffness: wide(stiffness, 0) };
}

/** Terms of a force or rate go to the other side of the equation. */
function addTerms(loop: Plant, row: number, { terms }: AffineForm, n: number): void {
  for (const { kind, index, value } of terms) {
    if (kind === "position") loop.stiffness[row]![index]! -= value;
    else loop.damping[row]![kind === "velocity" ? index : n + index]! -= value;
  }
}

/** u = -F1 x - F2 v, entering as B u. */
function addStateFeedback(
  scope: Scope,
  path: Path,
  entry: Extract<ProblemFeedback, { type: "state" }>,
  input: LinearData["input"],
  loop: Plant,
  n: number,
): void {
  const B = input?.map((row, i) => scope.vector(["system", "input", i], row, undefined));
  const inputs = B ? (B[0]?.length ?? 0) : n;
  for (const key of ["position", "velocity"] as const) {
    const gains = entry[key];
    if (!gains) continue;
    if (gains.length !== inputs) {
      scope.faults.add([...path, key], `invalid ${key}; not ${inputs} rows, one for each input: ${gains.length} given`);
      continue;
    }
    const matrix = key === "position" ? loop.stiffness : loop.damping;
    gains.forEach((row, k) => {
      const gain = scope.vector([...path, key, k], row, n);
      if (!gain) return;
      for (let i = 0; i < n; i++) {
        const b = B ? (B[i]?.[k] ?? 0) : i === k ? 1 : 0;
        for (let j = 0; j < n; j++) matrix[i]![j]! += b * gain[j]!;
      }
    });
  }
}

/** kp e + ki int(e) + kd e' with e = r - w.x along w; the integral is the state of that index. */
function addPid(
  scope: Scope,
  path: Path,
  entry: Pid,
  loop: Plant,
  force: Node[],
  coordinates: Coordinates,
  integral: number | undefined,
): void {
  const of = coordinateIndex(scope, [...path, "of"], entry.of, coordinates);
  const to = entry.to === undefined ? undefined : coordinateIndex(scope, [...path, "to"], entry.to, coordinates);
  const [kp, ki, kd] = (["kp", "ki", "kd"] as const).map((key) => scope.number([...path, key], entry[key]));
  const reference = scope.timeFormula([...path, "reference"], entry.reference);
  if (of === undefined || kp === undefined || ki === undefined || kd === undefined || !reference) return;
  if (entry.to !== undefined && to === undefined) return;
  if (of === to) {
    scope.faults.add(
      [...path, "to"],
      `invalid to; the coordinate that is controlled: ${coordinates.names[of]}. Leave it out to measure from the ground`,
    );
    return;
  }
  const signals = [...variablesOf(postorder([reference]))].filter((name) => scope.signals.has(name));
  if (kd !== 0 && signals.length > 0) {
    scope.faults.add(
      [...path, "kd"],
      `invalid kd; the reference has a signal, ${signals[0]}, which has no derivative. Filter it through a state`,
    );
    return;
  }
  if (kd !== 0 && postorder([reference]).some(jumps)) {
    scope.faults.add(
      [...path, "kd"],
      "invalid kd; the reference can jump, and its derivative would be a shock. Write a ramp, or filter it through a state",
    );
    return;
  }
  const w = coordinates.names.map((_, i) => (i === of ? 1 : i === to ? -1 : 0));
  const push = add(multiply(constant(kp), reference), multiply(constant(kd), derivative(reference, "t")));
  w.forEach((wi, i) => {
    if (wi === 0) return;
    w.forEach((wj, j) => {
      loop.stiffness[i]![j]! += kp * wi * wj;
      loop.damping[i]![j]! += kd * wi * wj;
    });
    if (integral !== undefined) loop.damping[i]![integral]! -= ki * wi;
    force[i] = add(force[i]!, multiply(constant(wi), push));
  });
  if (integral === undefined) return;
  w.forEach((wj, j) => {
    loop.stiffness[integral]![j]! += wj;
  });
  force[integral] = add(force[integral]!, reference);
}

/** Whether a part of a formula may jump. */
function jumps(node: Node): boolean {
  if (node.kind === "call") return node.name === "sign";
  return node.kind === "comparison" || node.kind === "conditional" || node.kind === "piecewise";
}
