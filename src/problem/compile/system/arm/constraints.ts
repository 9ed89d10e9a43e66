/** `constraints:` of an arm: walls and curves as rows. */
import type { ArmDirection } from "../../../../model/arm/contact-rows.ts";
import type { PlaneCurve } from "../../../../model/arm/plane-curve.ts";
import type { Outline, Wall } from "../../../../model/drawing.ts";
import { joint, type Row, stop } from "../../../../model/rows/law.ts";
import { type Path, printValue } from "../../../faults.ts";
import type { ProblemCurve, ProblemWall } from "../../../schema/arm.ts";
import type { Scope } from "../../scope.ts";
import { compileConstraintMethod } from "../constraint-method.ts";
import { type Coordinates, coordinateIndex } from "../coordinates.ts";
import { compileCurve, compileHalfPlane } from "./curve.ts";

/** Rows that turn with the motion, the units of their gaps and violations, and how they are drawn. */
export interface Contacts {
  readonly rows: readonly { readonly row: Row; readonly direction: ArmDirection; readonly unit: string }[];
  readonly walls: readonly Wall[];
  readonly curves: readonly Outline[];
}

export type ProblemConstraint = ProblemWall | ProblemCurve;

/** Names of the rows that a constraint makes, also of one that has faults. */
export function constraintNames(data: ProblemConstraint, i: number, joints: readonly string[]): string[] {
  const own = data.name ?? `${data.type}${i + 1}`;
  if (data.type === "curve" || data.of === "tip") return [own];
  const places = data.of === "all" ? [...joints.slice(1), "tip"] : data.of;
  if (places.length === 1) return [own];
  return places.map((place) => `${own}_${typeof place === "number" ? (joints[place] ?? place) : place}`);
}

export function compileConstraints(
  scope: Scope,
  list: readonly (ProblemConstraint | undefined)[],
  coordinates: Coordinates,
): Contacts | undefined {
  const rows: Contacts["rows"][number][] = [];
  const walls: Wall[] = [];
  const curves: Outline[] = [];
  let faulty = false;
  list.forEach((data, i) => {
    const path = ["system", "constraints", i];
    if (!data) {
      faulty = true;
      return;
    }
    const names = constraintNames(data, i, coordinates.names);
    const method = compileConstraintMethod(scope, path, data, data.type === "wall" ? "stop" : "joint");
    if (data.type === "curve") {
      const curve = compileCurve(scope, path, data);
      if (!curve) {
        faulty = true;
        return;
      }
      const unit = data.shape === "circle" || data.shape === "line" ? "m" : "";
      rows.push({ row: { name: names[0]!, law: joint(method) }, direction: { link: tip(coordinates), curve }, unit });
      curves.push({ name: names[0]!, value: outlineValue(curve) });
      return;
    }
    const wall = compileHalfPlane(scope, path, data.normal, data.distance);
    const links = compileWho(scope, [...path, "of"], data.of, coordinates);
    const restitution = scope.number([...path, "restitution"], data.restitution ?? 0, { from: 0, to: 1 });
    if (!wall || !links || restitution === undefined) {
      faulty = true;
      return;
    }
    links.forEach((link, k) => {
      const law = stop({ gap: wall.distance, restitution }, method);
      rows.push({ row: { name: names[k]!, law }, direction: { link, wall }, unit: "m" });
    });
    walls.push({ name: data.name ?? `wall${i + 1}`, ...wall });
  });
  return faulty ? undefined : { rows, walls, curves };
}

const tip = ({ names }: Coordinates): number => names.length - 1;

function outlineValue(curve: PlaneCurve): Outline["value"] {
  const values = new Float64Array(6);
  return (point, out) => {
    curve.evaluate(point, values);
    out[0] = values[0]!;
  };
}

/** Links whose ends a wall stops: that before a joint, or the last one for the tip. */
function compileWho(
  scope: Scope,
  path: Path,
  of: ProblemWall["of"],
  coordinates: Coordinates,
): readonly number[] | undefined {
  const last = tip(coordinates);
  if (of === "tip") return [last];
  if (of === "all") return coordinates.names.map((_, link) => link);
  if (of.length === 0) {
    scope.faults.add(path, "invalid of; empty: the wall would stop nothing. Take tip, all or a list of joints");
    return undefined;
  }
  const links = of.map((place, k) => {
    if (place === "tip" && !coordinates.names.includes("tip")) return last;
    const index = coordinateIndex(scope, [...path, k], place, coordinates);
    if (index !== 0) return index === undefined ? undefined : index - 1;
    scope.faults.add([...path, k], `invalid joint; the first one stands still: ${printValue(place)}. Take another`);
    return undefined;
  });
  return links.every((link) => link !== undefined) ? links : undefined;
}
