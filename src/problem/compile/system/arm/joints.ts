/** `links:` and `joints:` of an arm. */
import { constant, subtract } from "../../../../expression/fold.ts";
import type { Node } from "../../../../expression/syntax.ts";
import type { Link } from "../../../../model/arm/chain.ts";
import { stop } from "../../../../model/rows/law.ts";
import type { Entries } from "../../../../numeric/entries.ts";
import type { SparseRow } from "../../../../numeric/rows.ts";
import { type Path, printValue } from "../../../faults.ts";
import type { ProblemArmJoint, ProblemLink } from "../../../schema/arm.ts";
import type { Scope } from "../../scope.ts";
import { type AffineForm, affineForm, variableNames } from "../affine.ts";
import type { Coordinates } from "../coordinates.ts";
import { type CompiledRow, compileRow } from "../law.ts";
import { compileMechanismForce } from "../mechanism/forces.ts";
import type { MechanismNames } from "../mechanism/names.ts";
import type { RowScope } from "../row-formulas.ts";

export type Joints = readonly (ProblemArmJoint | undefined)[];

export function compileLink(scope: Scope, path: Path, data: ProblemLink): Link | undefined {
  const length = scope.number([...path, "length"], data.length, { above: 0 });
  const mass = scope.number([...path, "mass"], data.mass, { above: 0 });
  const center = data.center === undefined ? (length ?? 0) / 2 : scope.number([...path, "center"], data.center);
  const rod = ((mass ?? 0) * (length ?? 0) * (length ?? 0)) / 12;
  const inertia = data.inertia === undefined ? rod : scope.number([...path, "inertia"], data.inertia, { from: 0 });
  if (length === undefined || mass === undefined || center === undefined || inertia === undefined) return undefined;
  if (inertia > 0 || center !== 0) return { length, mass, center, inertia };
  scope.faults.add(
    [...path, "inertia"],
    "invalid inertia; 0 with the center of mass in the joint: nothing resists a turn of the link. Give it an inertia",
  );
  return undefined;
}

/** What turns joint i: its link against the one before. */
export function jointDirection(i: number, relative: boolean): SparseRow {
  return relative || i === 0 ? { columns: [i], values: [1] } : { columns: [i - 1, i], values: [-1, 1] };
}

export function jointName(joint: ProblemArmJoint | undefined, i: number): string {
  return joint?.name ?? `joint${i + 1}`;
}

/** Friction, one row a joint that has it, and stops, two rows a joint. */
export function jointRowNames(joints: Joints): { friction: string[]; stops: string[] } {
  return {
    friction: joints.flatMap((joint, i) => (joint?.friction ? [joint.friction.name ?? `friction${i + 1}`] : [])),
    stops: joints.flatMap((joint, i) =>
      joint?.stops ? [`${jointName(joint, i)}_from`, `${jointName(joint, i)}_to`] : [],
    ),
  };
}

export function compileJointRows(
  scope: Scope,
  joints: Joints,
  coordinates: Coordinates,
  relative: boolean,
  names: RowScope,
): (CompiledRow | undefined)[] {
  const friction = joints.flatMap((joint, i) => {
    if (!joint?.friction) return [];
    const name = joint.friction.name ?? `friction${i + 1}`;
    const direction = Array<number>(coordinates.names.length).fill(0);
    const { columns, values } = jointDirection(i, relative);
    columns.forEach((column, k) => {
      direction[column] = values[k]!;
    });
    return [
      compileRow(
        scope,
        ["system", "joints", i, "friction"],
        { ...joint.friction, name, direction },
        i,
        coordinates,
        names,
      ),
    ];
  });
  return [...friction, ...joints.flatMap((joint, i) => (joint?.stops ? compileStops(scope, joint, i, relative) : []))];
}

function compileStops(scope: Scope, joint: ProblemArmJoint, i: number, relative: boolean): (CompiledRow | undefined)[] {
  const path = ["system", "joints", i];
  const range = scope.vector([...path, "stops"], joint.stops, undefined);
  const restitution = scope.number([...path, "restitution"], joint.restitution ?? 0, { from: 0, to: 1 });
  if (!range || restitution === undefined) return [undefined];
  const [from, to] = [range[0]!, range[1]!];
  if (!(from < to)) {
    scope.faults.add(
      [...path, "stops"],
      `invalid stops; the first angle is not below the second: ${printValue(range)}`,
    );
    return [undefined];
  }
  const { columns, values } = jointDirection(i, relative);
  const name = jointName(joint, i);
  return [
    {
      row: { name: `${name}_from`, law: stop({ gap: -from, restitution }) },
      direction: { columns, values },
      viscous: 0,
    },
    {
      row: { name: `${name}_to`, law: stop({ gap: to, restitution }) },
      direction: { columns, values: values.map((value) => -value) },
      viscous: 0,
    },
  ];
}

/** Springs and dampers join the matrices; a spring bent at q = 0 also has a torque there, and an energy. */
export interface Bent {
  readonly bias: number[];
  readonly energy: number;
}

export function addSprings(
  scope: Scope,
  joints: Joints,
  { stiffness, damping }: { readonly stiffness: Entries; readonly damping: Entries },
  relative: boolean,
): Bent | undefined {
  const bias = Array<number>(stiffness.size).fill(0);
  let energy = 0;
  let faulty = false;
  joints.forEach((joint, i) => {
    const path = ["system", "joints", i];
    const w = jointDirection(i, relative);
    const d = scope.number([...path, "damping"], joint?.damping ?? 0);
    const k = scope.number([...path, "spring", "stiffness"], joint?.spring?.stiffness ?? 0);
    const rest = scope.number([...path, "spring", "rest"], joint?.spring?.rest ?? 0);
    if (d === undefined || k === undefined || rest === undefined) {
      faulty = true;
      return;
    }
    damping.addDyad(w, d);
    stiffness.addDyad(w, k);
    w.columns.forEach((column, at) => {
      bias[column]! -= k * rest * w.values[at]!;
    });
    energy += (k * rest * rest) / 2;
  });
  return faulty ? undefined : { bias, energy };
}

/** A torque that follows the motion in any way but an affine one. */
export interface Drive {
  readonly joint: number;
  readonly node: Node;
}

/** Torques in the joints as forces on the coordinates; those that are not affine join the drives. */
export function compileTorques(
  scope: Scope,
  joints: Joints,
  names: MechanismNames,
  relative: boolean,
  drives: Drive[],
): AffineForm[] | undefined {
  const n = names.count;
  const own = Array.from({ length: n }, (_, joint) => {
    const torque = joints[joint]?.torque;
    if (torque === undefined) return NOTHING;
    const path = ["system", "joints", joint, "torque"];
    const written = scope.formula(path, torque, variableNames(scope, names.symbols));
    const form = written && affineForm(scope, path, written, names.symbols);
    if (typeof form !== "string") return form;
    const node = compileMechanismForce(scope, path, torque, names);
    if (node) drives.push({ joint, node });
    return node && NOTHING;
  });
  if (own.includes(undefined)) return undefined;
  const forms = own as AffineForm[];
  return forms.map((form, i) => (relative || i === n - 1 ? form : difference(form, forms[i + 1]!)));
}

const NOTHING: AffineForm = { rest: constant(0), terms: [] };

function difference(one: AffineForm, other: AffineForm): AffineForm {
  return {
    rest: subtract(one.rest, other.rest),
    terms: [...one.terms, ...other.terms.map((term) => ({ ...term, value: -term.value }))],
  };
}
