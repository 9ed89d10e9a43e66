/** One string of a file: its tension, density, damping, friction, force and ends, at the points of its mesh. */
import { add, constant, multiply } from "../../../../expression/fold.ts";
import type { Node } from "../../../../expression/syntax.ts";
import { GAUSS_POINTS, type Mesh, nodeLength, type Strand } from "../../../../model/string/strand.ts";
import type { StringEnd } from "../../../../model/string/string-shape.ts";
import type { Vector } from "../../../../numeric/vector.ts";
import type { Path } from "../../../faults.ts";
import type { StrandData, StringsData } from "../../../schema/string.ts";
import type { Scope } from "../../scope.ts";
import { compileTimeFunctions } from "../../time/time-functions.ts";
import { compileField, compileForceField } from "./field.ts";

export interface CompiledStrand {
  readonly name: "u" | "v";
  readonly numbers: Omit<Strand, "coordinate">;
  /** Which nodes are coordinates. */
  readonly free: (node: number) => boolean;
  readonly ends: readonly [StringEnd, StringEnd];
  /** Limits of dry friction, N, at the nodes; absent: there is none. */
  readonly friction?: Vector;
  /** N at the nodes: the force, and what moving ends pull with. */
  readonly force: readonly Node[];
}

export function compileMesh(
  scope: Scope,
  { length, elements }: Partial<Pick<StringsData, "length" | "elements">>,
): Mesh | undefined {
  const size = scope.number(["system", "length"], length, { above: 0 });
  return size === undefined || elements === undefined ? undefined : { elements, spacing: size / elements };
}

/** `inputs`: control values of ends so far; grows by its own. */
export function compileStrand(
  scope: Scope,
  path: Path,
  data: Partial<StrandData>,
  mesh: Mesh,
  kind: Strand["mass"],
  name: "u" | "v",
  inputs: { node: number; strand: string; pull: number }[],
): CompiledStrand | undefined {
  const { elements, spacing } = mesh;
  const nodes = Float64Array.from({ length: elements + 1 }, (_, j) => j * spacing);
  const middles = Float64Array.from({ length: elements }, (_, e) => (e + 0.5) * spacing);
  const lengths = nodes.map((_, j) => nodeLength(mesh, j));
  const gauss = Float64Array.from({ length: 3 * elements }, (_, k) => {
    return (Math.floor(k / 3) + GAUSS_POINTS[k % 3]!) * spacing;
  });
  const field = (
    key: "tension" | "density" | "damping" | "friction",
    points: Vector,
    range: { above?: 0; from?: 0 },
  ) => (data[key] === undefined ? undefined : compileField(scope, [...path, key], data[key], points, range));
  const tension = field("tension", middles, { above: 0 });
  const density = field("density", kind === "lumped" ? nodes : gauss, { above: 0 });
  const damping = field("damping", nodes, { from: 0 });
  const friction = field("friction", nodes, { from: 0 });
  const force = compileForceField(scope, [...path, "force"], data.force ?? 0, nodes, lengths);
  const isGiven = (["damping", "friction"] as const).every(
    (key) => data[key] === undefined || (key === "damping" ? damping : friction),
  );
  const ends = tension && compileEnds(scope, path, data.ends, kind, { force, tension, mesh, name, inputs });
  if (!tension || !density || !force || !ends || !isGiven) return undefined;
  return {
    name,
    numbers: { tension, density, mass: kind, damping: damping ?? new Float64Array(elements + 1) },
    free: (node) => (node > 0 && node < elements) || data.ends![node === 0 ? 0 : 1] === "free",
    ends,
    ...(friction ? { friction: friction.map((limit, j) => limit * lengths[j]!) } : {}),
    force,
  };
}

interface EndSurroundings {
  /** Moving ends add to it. */
  readonly force: Node[] | undefined;
  readonly tension: Vector;
  readonly mesh: Mesh;
  readonly name: string;
  readonly inputs: { node: number; strand: string; pull: number }[];
}

/** An end that moves pulls at its neighbor with tension / h times its place. */
function compileEnds(
  scope: Scope,
  path: Path,
  data: StrandData["ends"] | undefined,
  kind: Strand["mass"],
  { force, tension, mesh, name, inputs }: EndSurroundings,
): readonly [StringEnd, StringEnd] | undefined {
  const list = (data ?? []).map((end, k): StringEnd | undefined => {
    if (end === "fixed" || end === "free") return "held";
    if (end !== "control" && end?.moves === undefined) return undefined; // has a fault of its own
    const at = [...path, "ends", k];
    if (kind === "consistent") {
      const reason = "an end that moves would have to pull at its neighbor's mass too";
      scope.faults.add(at, `invalid end; ${reason} where the mass is consistent. Take mass: lumped`);
      return undefined;
    }
    const [neighbor, pull] =
      k === 0 ? [1, tension[0]! / mesh.spacing] : [mesh.elements - 1, tension.at(-1)! / mesh.spacing];
    if (end === "control") return { input: inputs.push({ node: neighbor, strand: name, pull }) - 1 };
    const formula = scope.timeFormula([...at, "moves"], end.moves);
    if (!formula) return undefined;
    if (force) force[neighbor] = add(force[neighbor]!, multiply(constant(pull), formula));
    return { path: compileTimeFunctions([formula], scope.timeSignals) };
  });
  const [left, right] = list;
  return left && right ? [left, right] : undefined;
}
