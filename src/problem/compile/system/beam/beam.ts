/** `type: beam` */
import { constantValue } from "../../../../expression/fold.ts";
import { beam } from "../../../../model/beam/beam.ts";
import { firstShapes } from "../../../../model/beam/first-shape.ts";
import type { DistributedLoad } from "../../../../model/beam/loads.ts";
import { type Along, lengthPoints, loadPoints, type Mesh, positionOf } from "../../../../model/beam/mesh.ts";
import type { BeamFriction } from "../../../../model/beam/rows.ts";
import type { ConstraintMethod } from "../../../../model/rows/constraint-method.ts";
import { joint, type Row } from "../../../../model/rows/law.ts";
import type { System } from "../../../../model/system.ts";
import { norm, type Vector } from "../../../../numeric/vector.ts";
import type { Initial } from "../../../../scheme/scheme.ts";
import { equilibrium, type Rest } from "../../../../simulate/static/equilibrium.ts";
import { vibrations } from "../../../../simulate/static/modes.ts";
import type { Path } from "../../../faults.ts";
import type { PartialOf } from "../../../read/salvage.ts";
import type { BeamData, ProblemEnd, ProblemEquilibrium } from "../../../schema/beam.ts";
import type { Quantity } from "../../../schema/schema.ts";
import type { Scope } from "../../scope.ts";
import { compileTimeFunctions } from "../../time/time-functions.ts";
import type { CompiledSystem, Settled, Surroundings, SystemKind } from "../kind.ts";
import { compileRowFunctions } from "../row-formulas.ts";
import { compileField } from "../string/field.ts";
import { type BeamRow, type CompiledEnds, compileEnds, rateOf } from "./ends.ts";
import { compileGuides, compileNode } from "./guides.ts";
import { compileLengthMethod, type LengthMethod } from "./length-method.ts";
import { AXES, compileLoad } from "./load.ts";
import { settlePlace, settleVelocity, shapeFrom } from "./start.ts";

export type PartialBeam = PartialOf<BeamData>;

export const beamKind: SystemKind<PartialBeam> = {
  compile: compileBeam,
  sizeOf: ({ elements, dimension }) =>
    elements === undefined ? undefined : 2 * (elements + 1) * ((dimension as number | undefined) ?? 2),
  namesOf: () => undefined,
};

/** What is the same whatever holds the ends. */
interface Body {
  readonly mesh: Mesh;
  readonly density: Along;
  readonly stiffness: Along;
  readonly masses: { readonly node: number; readonly mass: number }[];
  readonly distributed: DistributedLoad | undefined;
  readonly method: LengthMethod;
}

function compileBeam(scope: Scope, data: PartialBeam, around: Surroundings): CompiledSystem | undefined {
  const body = compileBody(scope, data);
  refuseLoops(scope, around);
  if (!body || !data.ends) return undefined;
  const { mesh } = body;
  const ends = compileEnds(scope, ["system", "ends"], data.ends, mesh);
  const start = around.span?.start ?? 0;
  if (ends) checkDistance(scope, ["system", "ends"], ends, mesh, start);
  const guides = compileGuides(scope, data.guides, mesh, ends);
  if (!ends || !guides) return undefined;
  const system = assemble(scope, body, ends, guides);
  return {
    system,
    states: [],
    start: shapeFrom(mesh),
    settle: (inner, given, initial) => settle(inner, body, ends, system, given, initial, start),
  };
}

function compileBody(scope: Scope, data: PartialBeam): Body | undefined {
  const length = scope.number(["system", "length"], data.length, { above: 0 });
  const { elements } = data;
  if (length === undefined || elements === undefined) return undefined;
  const dimension = (data.dimension as number | undefined) ?? 2;
  const mesh: Mesh = { elements, dimension, length, size: 2 * (elements + 1) * dimension };
  const density = compileAlong(scope, ["system", "density"], data.density, mesh);
  const stiffness = compileAlong(scope, ["system", "stiffness"], data.stiffness, mesh);
  const distributed = data.load && compileLoad(scope, ["system", "load"], data.load as readonly Quantity[], mesh);
  const method = compileLengthMethod(scope, data.inextensible ?? {});
  const masses = (data.masses ?? []).map((entry, k) => {
    const node = entry && compileNode(scope, ["system", "masses", k, "at"], entry.at, mesh);
    const mass = entry && scope.number(["system", "masses", k, "mass"], entry.mass, { from: 0 });
    return node === undefined || mass === undefined ? undefined : { node, mass };
  });
  if (!density || !stiffness || !method || (data.load && !distributed)) return undefined;
  if (!masses.every((entry) => entry !== undefined)) return undefined;
  return { mesh, density, stiffness, masses, distributed, method };
}

/** Numbers at the Gauss points, in their order: mesh.ts asks for them so. */
function compileAlong(scope: Scope, path: Path, text: Quantity | undefined, mesh: Mesh): Along | undefined {
  if (text === undefined) return undefined;
  const points = Float64Array.from(loadPoints(mesh), ({ s }) => s);
  const values = compileField(scope, path, text, points, { above: 0 }, "s");
  if (!values) return undefined;
  const known = new Map(Array.from(points, (s, k) => [s, values[k]!]));
  return (s) => known.get(s)!;
}

function refuseLoops(scope: Scope, { control, feedback }: Surroundings): void {
  if (feedback.length > 0)
    scope.faults.add(["feedback"], "invalid feedback; beams have none yet. Give a hinge a torque");
  if (control) scope.faults.add(["control"], "invalid control; beams have none yet. Give a hinge a torque");
}

/** Ends further apart than the beam is long. */
function checkDistance(scope: Scope, path: Path, { at }: CompiledEnds, { length }: Mesh, time: number): void {
  const [a, b] = at.map((nodes) => nodes && valuesOf(scope, nodes, time));
  if (!a || !b) return;
  const distance = norm(Float64Array.from(a, (x, k) => x - b[k]!));
  if (distance <= length * (1 + 1e-12)) return;
  scope.faults.add(
    path,
    `invalid ends; ${Number(distance.toPrecision(9))} m apart at the start, but the beam is ${length} m long. Bring them nearer, or take a longer beam`,
  );
}

function valuesOf(scope: Scope, nodes: CompiledEnds["at"][number] & {}, time: number): number[] {
  const out = new Float64Array(nodes.length);
  compileTimeFunctions(nodes, scope.timeSignals).evaluate(Float64Array.of(time, time), out);
  return Array.from(out);
}

function assemble(
  scope: Scope,
  { mesh, method, ...body }: Body,
  ends: CompiledEnds,
  guides: readonly { readonly place: BeamFriction; readonly compiled: BeamRow }[],
): System {
  const friction = [...ends.hinges, ...guides];
  const clamped = ends.slope.map((slope) => slope !== undefined);
  const gauss = loadPoints(mesh);
  const lengths = lengthPoints(mesh).map(({ weight }, k): Row | undefined => {
    if ((k === 0 && clamped[0]) || (k === 2 * mesh.elements && clamped[1])) return undefined;
    const density = body.density(gauss[Math.min(gauss.length - 1, 2 * k)]!.s); // of a Gauss point beside it
    return { name: `tension${k}`, law: joint(ofPoint(method, weight, density)) };
  });
  const values = ends.held.map(({ value }) => value);
  const moves = values.some((value) => constantValue(value) === undefined);
  const rows = [
    ...friction.map(({ compiled }) => compiled),
    ...ends.held.map(({ row, value }) => ({ row, ...(moves ? { functions: [rateOf(value)] } : {}) })),
    ...lengths.flatMap((row) => (row ? [{ row }] : [])),
  ];
  return beam({
    mesh,
    ...body,
    torques: ends.torques,
    friction: friction.map(({ place }) => place),
    held: ends.held,
    values: compileTimeFunctions(values, scope.timeSignals),
    lengths,
    ...compileRowFunctions(scope, rows, mesh.size),
  });
}

/** (77): the energy density/epsilon (|x'|^2 - 1)^2/2 per length, as a compliance of the row. */
function ofPoint({ method, epsilon }: LengthMethod, weight: number, density: number): ConstraintMethod {
  if (method.type !== "penalty") return { ...method, epsilon };
  return { ...method, epsilon: (epsilon * weight) / (4 * density) };
}

/** The start: rest, or a shape that is brought onto the conditions; and a velocity that keeps to them. */
function settle(
  scope: Scope,
  body: Body,
  ends: CompiledEnds,
  system: System,
  given: Initial,
  initial: { readonly position?: unknown; readonly equilibrium?: ProblemEquilibrium | undefined } | undefined,
  time: number,
): Settled | undefined {
  const { mesh } = body;
  if (initial?.equilibrium !== undefined && initial.position !== undefined) {
    scope.faults.add(
      ["initial", "position"],
      "invalid position; equilibrium says where the beam starts. Leave one of them out",
    );
    return undefined;
  }
  if (initial?.equilibrium === undefined && initial?.position === undefined) {
    scope.faults.add(
      ["initial"],
      "invalid initial; a beam needs a shape: position: { x: ..., y: ... } as formulas in s, or equilibrium: true",
    );
    return undefined;
  }
  const rest =
    initial.equilibrium === undefined ? undefined : findRest(scope, body, ends, system, initial.equilibrium, time);
  if (initial.equilibrium !== undefined && !rest) return undefined;
  const position = rest ? rest.rest.position : settlePlace(scope, mesh, system, given);
  const velocity = position && settleVelocity(scope, mesh, system, { ...given, position });
  return velocity && { initial: { ...given, position, velocity }, ...(rest ? { rest } : {}) };
}

function findRest(
  scope: Scope,
  body: Body,
  own: CompiledEnds,
  system: System,
  wish: ProblemEquilibrium,
  time: number,
): { system: System; rest: Rest } | undefined {
  const path = ["initial", "equilibrium"];
  const asked = wish === true ? {} : wish;
  const ends = asked.ends ? compileEnds(scope, [...path, "ends"], asked.ends as readonly ProblemEnd[], body.mesh) : own;
  if (!ends) return undefined;
  if (asked.ends) checkDistance(scope, [...path, "ends"], ends, body.mesh, time);
  const resting = asked.ends ? assemble(scope, body, ends, []) : system;
  const given = asked.from && shapeFrom(body.mesh)(scope, [...path, "from"], asked.from as Record<string, Quantity>);
  if (scope.faults.list.length > 0) return undefined;
  const found = (given ? [given] : defaultShapes(scope, body, ends, resting, time)).map(
    (from) => () => equilibrium(resting, Float64Array.of(time, time), from),
  );
  let rest = found[0]!();
  for (const next of found.slice(1)) {
    if (rest.status === "singular" || isStable(resting, time, rest)) break;
    const other = next();
    if (rest.status !== "found" || isStable(resting, time, other)) rest = other;
  }
  if (rest.status === "found") return { system: resting, rest };
  const reason = {
    "not-converged": "none was found from the first shape. Give another one with from: { x: ..., y: ... }",
    singular: "it is not held: some motion of it costs nothing. Hold an end, or give position instead",
    "undefined-force": "the load is not a finite number somewhere on the first shape. Give another one with from:",
  }[rest.status];
  scope.faults.add(path, `invalid equilibrium; ${reason}`);
  return undefined;
}

function isStable(system: System, time: number, rest: Rest): boolean {
  if (rest.status !== "found") return false;
  const squares = vibrations(system, Float64Array.of(time, time), rest, 1)?.squares;
  return squares !== undefined && !(squares[0]! < 0);
}

function defaultShapes(
  { timeSignals }: Scope,
  { mesh, stiffness }: Body,
  ends: CompiledEnds,
  system: System,
  time: number,
): Vector[] {
  const at = Float64Array.of(time, time);
  const values = (nodes: CompiledEnds["at"][number]): number[] | undefined => {
    if (!nodes) return undefined;
    const out = new Float64Array(nodes.length);
    compileTimeFunctions(nodes, timeSignals).evaluate(at, out);
    return Array.from(out);
  };
  const forces = new Float64Array(mesh.size);
  system.load.evaluate(at, forces);
  system.conditioned!.following?.add(at, new Float64Array(mesh.size), forces);
  const total = AXES.slice(0, mesh.dimension).map((_, a) => {
    let sum = 0;
    for (let i = 0; i <= mesh.elements; i++) sum += forces[positionOf(mesh, i, a)]!;
    return Number.isFinite(sum) ? sum : 0;
  });
  return firstShapes({
    mesh,
    ends: [values(ends.at[0]), values(ends.at[1])],
    slopes: [values(ends.slope[0]), values(ends.slope[1])],
    load: total,
    stiffness: stiffness(loadPoints(mesh)[0]!.s),
  });
}
