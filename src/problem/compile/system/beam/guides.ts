/** `guides:` of a beam, dry friction at single nodes; and nodes that are given by their place. */
import { type Mesh, positionOf } from "../../../../model/beam/mesh.ts";
import type { BeamFriction } from "../../../../model/beam/rows.ts";
import { type Path, printPath, printValue } from "../../../faults.ts";
import type { Quantity } from "../../../schema/schema.ts";
import type { Scope } from "../../scope.ts";
import { rowNames } from "../kind.ts";
import { compileFriction } from "../law.ts";
import type { PartialBeam } from "./beam.ts";
import { type BeamRow, type CompiledEnds, END_NAMES } from "./ends.ts";
import { AXES } from "./load.ts";

/** The node nearest to a place along the beam. */
export function compileNode(scope: Scope, path: Path, given: Quantity, { elements, length }: Mesh): number | undefined {
  const s = scope.number(path, given, { from: 0, to: length });
  if (s === undefined) return undefined;
  const node = Math.round((s * elements) / length);
  const there = Number(((node * length) / elements).toPrecision(9));
  if (Math.abs(s - there) > 1e-6 * length) {
    scope.warnings.push(`${printPath(path)} is no node: ${s} m was moved to the nearest one, at ${there} m.`);
  }
  return node;
}

export function compileGuides(
  scope: Scope,
  guides: PartialBeam["guides"],
  mesh: Mesh,
  ends: CompiledEnds | undefined,
): { readonly place: BeamFriction; readonly compiled: BeamRow }[] | undefined {
  const names = rowNames(guides, "guide");
  const taken = new Set(ends?.hinges.map(({ compiled }) => compiled.row.name));
  const held = new Set(ends?.held.map(({ coordinate }) => coordinate));
  const list = (guides ?? []).map((guide, k) => {
    if (!guide) return undefined;
    const path = ["system", "guides", k];
    const { at, along, ...law } = guide;
    if (taken.has(names[k]!) || /^(tension\d+|(start|end)(Slope)?[XYZ])$/.test(names[k]!)) {
      scope.faults.add([...path, "name"], `invalid name; another row has it already: ${names[k]}`);
    }
    taken.add(names[k]!);
    const node = compileNode(scope, [...path, "at"], at, mesh);
    const direction = compileAxis(scope, [...path, "along"], along, mesh);
    const compiled = compileFriction(scope, path, { ...law, name: names[k]! }, k, { symbols: new Map(), count: 0 });
    if (node === undefined || !direction || !compiled) return undefined;
    const columns = direction.columns.map((a) => positionOf(mesh, node, a));
    if (columns.every((column) => held.has(column))) {
      const end = END_NAMES[node === 0 ? 0 : 1];
      scope.faults.add(
        [...path, "at"],
        `invalid place; the ${end} of the beam is held there: ${printValue(at)}. Nothing slips`,
      );
      return undefined;
    }
    return { place: { row: compiled.row, direction: { columns, values: direction.values } }, compiled };
  });
  return list.every((entry) => entry !== undefined) ? list : undefined;
}

/** An axis, or the parts of a vector that are not zero, made 1 long. */
function compileAxis(
  scope: Scope,
  path: Path,
  given: string | readonly Quantity[],
  { dimension }: Mesh,
): { columns: number[]; values: number[] } | undefined {
  if (typeof given === "string") {
    const axis = AXES.indexOf(given as "x");
    if (axis < dimension) return { columns: [axis], values: [1] };
    scope.faults.add(
      path,
      `invalid along; the beam lies in the plane: ${printValue(given)}. Take x or y, or dimension 3`,
    );
    return undefined;
  }
  if (given.length !== dimension) {
    scope.faults.add(path, `invalid along; not ${dimension} numbers, as dimension says: ${given.length} given`);
    return undefined;
  }
  const values = given.map((value, a) => scope.number([...path, a], value));
  if (!values.every((value) => value !== undefined)) return undefined;
  const size = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  if (size === 0) {
    scope.faults.add(path, `invalid along; it has no direction: ${printValue(given)}`);
    return undefined;
  }
  const columns = values.flatMap((value, a) => (value === 0 ? [] : [a]));
  return { columns, values: columns.map((a) => values[a]! / size) };
}
