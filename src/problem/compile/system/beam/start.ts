/** Where a beam starts: a shape as formulas in s, or rest under its loads; brought onto its conditions, and what was changed is told. */
import { derivative } from "../../../../expression/derivative.ts";
import { compileProgram } from "../../../../expression/program.ts";
import type { Node } from "../../../../expression/syntax.ts";
import { evaluator, lengthPoints, type Mesh, positionOf, slopeOf } from "../../../../model/beam/mesh.ts";
import { rowValues } from "../../../../model/rows/row-values.ts";
import type { System } from "../../../../model/system.ts";
import { maxNorm, type Vector } from "../../../../numeric/vector.ts";
import type { Initial } from "../../../../scheme/scheme.ts";
import { projectPlace, projectVelocity } from "../../../../simulate/static/project.ts";
import { type Path, printValue } from "../../../faults.ts";
import type { Quantity } from "../../../schema/schema.ts";
import type { Scope } from "../../scope.ts";
import type { CompiledSystem } from "../kind.ts";
import { AXES } from "./load.ts";

/** Changes below this part of the length are the elements' own and not told. */
const TOLD = 1e-6;

/** Places and slopes, or their rates, from one formula an axis. */
export function shapeFrom(mesh: Mesh): NonNullable<CompiledSystem["start"]> {
  const axes = AXES.slice(0, mesh.dimension);
  return (scope, path, given) => {
    const texts = typeof given === "object" ? given : undefined;
    const unknown = Object.keys(texts ?? {}).filter((name) => !axes.includes(name as "x"));
    if (!texts || unknown.length > 0 || Object.keys(texts).length < axes.length) {
      const wanted = `{ ${axes.map((axis) => `${axis}: ...`).join(", ")} } as formulas in s`;
      scope.faults.add(path, `invalid ${path.at(-1)}; not ${wanted}: ${printValue(given)}`);
      return undefined;
    }
    const q = new Float64Array(mesh.size);
    const sound = axes.map((axis, a) => fillAxis(scope, [...path, axis], texts[axis]!, a, mesh, q));
    return sound.every((one) => one) ? q : undefined;
  };
}

function fillAxis(scope: Scope, path: Path, text: Quantity, a: number, mesh: Mesh, q: Vector): boolean {
  const node = scope.formula(path, text, ["s"]);
  if (!node) return false;
  const program = compileProgram([node, derivative(node, "s") as Node], ["s"]);
  for (let i = 0; i <= mesh.elements; i++) {
    const s = (i * mesh.length) / mesh.elements;
    program.registers[0] = s;
    program.registers[program.inputs] = s;
    program.run();
    const [value, slope] = [program.registers[program.outputs[0]!]!, program.registers[program.outputs[1]!]!];
    if (!Number.isFinite(value) || !Number.isFinite(slope)) {
      const what = Number.isFinite(value) ? "slope" : "value";
      scope.faults.add(path, `invalid ${path.at(-2)}; no finite ${what} at s = ${s}: ${printValue(text)}`);
      return false;
    }
    q[positionOf(mesh, i, a)] = value;
    q[slopeOf(mesh, i, a)] = slope;
  }
  return true;
}

/** The place that a beam starts from, on its conditions. */
export function settlePlace(scope: Scope, mesh: Mesh, system: System, given: Initial): Vector | undefined {
  const at = Float64Array.of(given.time, given.time);
  const path = ["initial", "position"];
  const off = new Float64Array(system.rows.length);
  system.violationsAt!(at, given.position, off);
  const lengths = new Set(system.conditioned!.lengths.rowOf);
  for (let i = 0; i < off.length; i++) {
    if (lengths.has(i) || Math.abs(off[i]!) <= TOLD * mesh.length) continue;
    scope.faults.add(
      path,
      `invalid position; off what the end holds by ${off[i]} at ${system.rows[i]!.name}. Give a shape that begins and ends where the ends are, or equilibrium`,
    );
    return undefined;
  }
  const stretch = largestStretch(mesh, given.position);
  const q = Float64Array.from(given.position);
  if (!projectPlace(system, at, q)) {
    scope.faults.add(
      path,
      `invalid position; |x'| is off 1 by ${stretch.toPrecision(3)}, and no shape of that length was found nearby. Give one with x'(s)^2 + y'(s)^2 = 1, or equilibrium`,
    );
    return undefined;
  }
  const moved = movedBy(mesh, q, given.position);
  if (moved > TOLD * mesh.length) {
    scope.warnings.push(
      `The shape of initial.position has |x'| off 1 by up to ${stretch.toPrecision(3)}; it was projected onto the shapes that keep their length, which moved it by up to ${moved.toPrecision(3)} m.`,
    );
  }
  return q;
}

/** The velocity that it starts with, at which nothing is stretched and ends move as they do. */
export function settleVelocity(scope: Scope, mesh: Mesh, system: System, given: Initial): Vector | undefined {
  const values = rowValues(system);
  values.update(Float64Array.of(given.time, given.time), given.position, given.velocity);
  const v = Float64Array.from(given.velocity);
  if (maxNorm(v) === 0 && maxNorm(values.drive) === 0) return v;
  if (!projectVelocity(system, given.position, values.drive, v)) {
    scope.faults.add(["initial", "velocity"], "invalid velocity; none was found that keeps the beam's length");
    return undefined;
  }
  const moved = movedBy(mesh, v, given.velocity);
  if (moved > TOLD * maxNorm(v)) {
    scope.warnings.push(
      `initial.velocity would stretch the beam or tear it off its ends; it was projected, which changed it by up to ${moved.toPrecision(3)} m/s.`,
    );
  }
  return v;
}

function largestStretch(mesh: Mesh, q: Vector): number {
  const points = evaluator(mesh, lengthPoints(mesh));
  const slopes = new Float64Array(points.count * mesh.dimension);
  points.at(q, slopes);
  let most = 0;
  for (let i = 0; i < points.count; i++) {
    let square = 0;
    for (let a = 0; a < mesh.dimension; a++) {
      const slope = slopes[i * mesh.dimension + a]!;
      square += slope * slope;
    }
    most = Math.max(most, Math.abs(Math.sqrt(square) - 1));
  }
  return most;
}

function movedBy(mesh: Mesh, q: Vector, from: Vector): number {
  let most = 0;
  for (let i = 0; i <= mesh.elements; i++) {
    for (let a = 0; a < mesh.dimension; a++) {
      const k = positionOf(mesh, i, a);
      most = Math.max(most, Math.abs(q[k]! - from[k]!));
    }
  }
  return most;
}
