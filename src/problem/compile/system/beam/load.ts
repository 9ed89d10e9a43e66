/** Loads on a beam: forces per length as formulas of s, t, signals and of the place that they act at. */
import { derivative } from "../../../../expression/derivative.ts";
import { constant } from "../../../../expression/fold.ts";
import { compileProgram, type Program } from "../../../../expression/program.ts";
import { substitute, variablesOf } from "../../../../expression/substitute.ts";
import { type Node, postorder } from "../../../../expression/syntax.ts";
import type { DistributedLoad } from "../../../../model/beam/loads.ts";
import { loadPoints, type Mesh } from "../../../../model/beam/mesh.ts";
import { LARGEST } from "../../../../model/load.ts";
import type { Vector } from "../../../../numeric/vector.ts";
import type { Path } from "../../../faults.ts";
import type { Quantity } from "../../../schema/schema.ts";
import type { Scope } from "../../scope.ts";
import { compileTimeFunctions } from "../../time/time-functions.ts";
import { type Signals, timeInputs, timeVariables } from "../../time/time-inputs.ts";

export const AXES = ["x", "y", "z"] as const;

export function compileLoad(
  scope: Scope,
  path: Path,
  given: readonly Quantity[],
  mesh: Mesh,
): DistributedLoad | undefined {
  const axes = AXES.slice(0, mesh.dimension);
  if (given.length !== axes.length) {
    scope.faults.add(
      path,
      `invalid load; not ${axes.length} formulas, along ${axes.join(", ")}: ${given.length} given`,
    );
    return undefined;
  }
  const nodes = given.map((text, a) => scope.formula([...path, a], text, ["t", ...scope.signals.keys(), "s", ...axes]));
  if (!nodes.every((node) => node !== undefined)) return undefined;
  const names = variablesOf(postorder(nodes));
  const signals: Signals = new Map([...scope.timeSignals].filter(([name]) => names.has(name)));
  const timed = names.has("t") || signals.size > 0;
  const follows = axes.some((axis) => names.has(axis));
  const slopes = nodes.flatMap((node) => axes.map((axis) => derivative(node, axis)));
  const points = Float64Array.from(loadPoints(mesh), ({ s }) => s);
  const some = someNodes(nodes, mesh, axes);
  if (timed) for (const node of some) scope.varying.push({ path, node, isForce: true });
  const load: DistributedLoad = {
    follows,
    timed,
    breakpoints: compileTimeFunctions(some, signals).breakpoints,
    evaluate: pointFunction(nodes, signals, points, axes),
    slopes: follows ? pointFunction(slopes, signals, points, axes) : () => {},
  };
  return checkStart(scope, path, load, points, axes.length) ? load : undefined;
}

/** The formulas at some places, as functions of time: for jumps and kinks. */
function someNodes(nodes: readonly Node[], { length }: Mesh, axes: readonly string[]): Node[] {
  return [0, 1 / 2, 1].flatMap((part) =>
    substitute(nodes, new Map([["s", constant(part * length)], ...axes.map((axis) => [axis, constant(0)] as const)])),
  );
}

/** Values of formulas at points with places: formula k at point i at out[i * formulas + k]. */
function pointFunction(nodes: readonly Node[], signals: Signals, points: Vector, axes: readonly string[]) {
  const program: Program = compileProgram(nodes, [...timeVariables(signals), "s", ...axes]);
  const time = timeInputs(program, signals);
  const { registers, inputs, outputs } = program;
  const first = 1 + signals.size;
  const d = axes.length;
  const put = (k: number, value: number): void => {
    registers[first + k] = value;
    registers[inputs + first + k] = value;
  };
  return (at: Vector, places: Vector, out: Vector): void => {
    time.set(at);
    for (let i = 0; i < points.length; i++) {
      put(0, points[i]!);
      for (let a = 0; a < d; a++) put(1 + a, places[i * d + a]!);
      program.run();
      for (let k = 0; k < outputs.length; k++) out[i * outputs.length + k] = registers[outputs[k]!]!;
    }
  };
}

/** A load that depends on the place is looked at when the beam is somewhere: in the run. */
function checkStart(scope: Scope, path: Path, load: DistributedLoad, points: Vector, d: number): boolean {
  if (load.follows) return true;
  const out = new Float64Array(points.length * d);
  load.evaluate(new Float64Array(2), new Float64Array(out.length), out);
  const bad = load.timed ? -1 : out.findIndex((value) => !(Math.abs(value) < LARGEST));
  if (bad < 0) return true;
  const s = Number(points[Math.floor(bad / d)]!.toPrecision(6));
  scope.faults.add([...path, bad % d], `invalid load; not a finite number below ${LARGEST} at s = ${s}: ${out[bad]}`);
  return false;
}
