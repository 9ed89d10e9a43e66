/** Ends of a beam: what is held there, on which path, and what turns in their hinges. */
import { derivative } from "../../../../expression/derivative.ts";
import { add, call, constant, constantValue, divide, multiply } from "../../../../expression/fold.ts";
import type { Node } from "../../../../expression/syntax.ts";
import type { Torque } from "../../../../model/beam/loads.ts";
import { type Mesh, positionOf, slopeOf } from "../../../../model/beam/mesh.ts";
import type { BeamFriction, HeldCoordinate } from "../../../../model/beam/rows.ts";
import { joint } from "../../../../model/rows/law.ts";
import { type Path, printValue } from "../../../faults.ts";
import type { ProblemEnd } from "../../../schema/beam.ts";
import type { Quantity } from "../../../schema/schema.ts";
import type { Scope } from "../../scope.ts";
import { compileTimeFunctions } from "../../time/time-functions.ts";
import { type CompiledRow, compileFriction } from "../law.ts";
import { AXES } from "./load.ts";

/** A row with what of it varies in time. */
export type BeamRow = Omit<CompiledRow, "direction">;

export interface CompiledEnds {
  readonly held: readonly (HeldCoordinate & { readonly value: Node })[];
  /** Of both ends: where it is held, and its slope where clamped; undefined: free. */
  readonly at: readonly (readonly Node[] | undefined)[];
  readonly slope: readonly (readonly Node[] | undefined)[];
  readonly torques: readonly Torque[];
  readonly hinges: readonly { readonly place: BeamFriction; readonly compiled: BeamRow }[];
}

export const END_NAMES = ["start", "end"] as const;

export function compileEnds(
  scope: Scope,
  path: Path,
  list: readonly (ProblemEnd | undefined)[],
  mesh: Mesh,
): CompiledEnds | undefined {
  const parts = list.map((end, k) => end && compileEnd(scope, [...path, k], end, k, mesh));
  if (!parts.every((part) => part !== undefined)) return undefined;
  return {
    held: parts.flatMap(({ held }) => held),
    at: parts.map(({ at }) => at),
    slope: parts.map(({ slope }) => slope),
    torques: parts.flatMap(({ torques }) => torques),
    hinges: parts.flatMap(({ hinges }) => hinges),
  };
}

interface CompiledEnd extends Pick<CompiledEnds, "held" | "torques" | "hinges"> {
  readonly at: readonly Node[] | undefined;
  readonly slope: readonly Node[] | undefined;
}

function compileEnd(scope: Scope, path: Path, end: ProblemEnd, k: number, mesh: Mesh): CompiledEnd | undefined {
  if (end === "free") return { held: [], at: undefined, slope: undefined, torques: [], hinges: [] };
  const node = k === 0 ? 0 : mesh.elements;
  const at = compileTriple(scope, [...path, "at"], end.at, mesh);
  const given = end.slope && compileTriple(scope, [...path, "slope"], end.slope, mesh);
  const slope = given && normalized(scope, [...path, "slope"], given, end.slope!);
  const hinge = compileHinge(scope, path, end, k, node, mesh);
  if (!at || (end.slope && !slope) || !hinge) return undefined;
  const axes = AXES.slice(0, mesh.dimension).map((axis) => axis.toUpperCase());
  const hold = (values: readonly Node[], of: typeof positionOf, what: string) =>
    values.map((value, a) => ({
      row: { name: `${END_NAMES[k]}${what}${axes[a]}`, law: joint() },
      coordinate: of(mesh, node, a),
      value,
    }));
  return { held: [...hold(at, positionOf, ""), ...hold(slope ?? [], slopeOf, "Slope")], at, slope, ...hinge };
}

/** Formulas in t, one an axis. */
function compileTriple(scope: Scope, path: Path, given: readonly Quantity[], { dimension }: Mesh): Node[] | undefined {
  if (given.length !== dimension) {
    scope.faults.add(
      path,
      `invalid ${path.at(-1)}; not ${dimension} numbers, as dimension says: ${given.length} given`,
    );
    return undefined;
  }
  const nodes = given.map((text, a) => scope.formula([...path, a], text, ["t"]));
  if (!nodes.every((node) => node !== undefined)) return undefined;
  for (const node of nodes) if (constantValue(node) === undefined) scope.varying.push({ path, node, isForce: false });
  return nodes;
}

/** The same direction with length 1. */
function normalized(scope: Scope, path: Path, nodes: readonly Node[], given: unknown): Node[] | undefined {
  const square = nodes.reduce<Node>((sum, node) => add(sum, multiply(node, node)), constant(0));
  if (constantValue(square) === 0) {
    scope.faults.add(path, `invalid slope; it has no direction: ${printValue(given)}`);
    return undefined;
  }
  return nodes.map((node) => divide(node, call("sqrt", square)));
}

function compileHinge(
  scope: Scope,
  path: Path,
  { torque, friction, slope }: Exclude<ProblemEnd, "free">,
  k: number,
  node: number,
  { dimension }: Mesh,
): Pick<CompiledEnd, "torques" | "hinges"> | undefined {
  for (const key of ["torque", "friction"] as const) {
    if ((key === "torque" ? torque : friction) === undefined) continue;
    const reason = slope
      ? "this end is clamped. Leave its slope out"
      : dimension === 3
        ? "in space a hinge has no single axis. Take dimension 2"
        : undefined;
    if (!reason) continue;
    scope.faults.add([...path, key], `invalid ${key}; only a hinge in the plane has one: ${reason}`);
    return undefined;
  }
  const value = torque === undefined ? undefined : scope.timeFormula([...path, "torque"], torque);
  const compiled =
    friction &&
    compileFriction(scope, [...path, "friction"], { name: `${END_NAMES[k]}Hinge`, ...friction }, k, {
      symbols: new Map(),
      count: 0,
    });
  if ((torque !== undefined && !value) || (friction && !compiled)) return undefined;
  return {
    torques: value ? [{ node, value: compileTimeFunctions([value], scope.timeSignals) }] : [],
    hinges: compiled ? [{ place: { row: compiled.row, hinge: node }, compiled }] : [],
  };
}

/** The rate of a path, as the drive of its row. */
export const rateOf = (node: Node): Node => derivative(node, "t");
