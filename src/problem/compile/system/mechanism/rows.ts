/** Rows of a mechanism: their directions may be formulas of the positions, or gradients of such. */
import { derivative } from "../../../../expression/derivative.ts";
import { add, constant, constantValue, multiply, negate, variable } from "../../../../expression/fold.ts";
import { substitute, variablesOf } from "../../../../expression/substitute.ts";
import { type Node, postorder } from "../../../../expression/syntax.ts";
import { joint, type Row, stop } from "../../../../model/rows/law.ts";
import { RowValue } from "../../../../model/system.ts";
import type { SparseRow } from "../../../../numeric/rows.ts";
import { type Path, printValue } from "../../../faults.ts";
import type { ProblemMechanismJoint, ProblemMechanismRow, ProblemMechanismStop } from "../../../schema/mechanism.ts";
import type { Quantity } from "../../../schema/schema.ts";
import { motionVariables, positionName, velocityName } from "../../motion/variables.ts";
import type { Scope } from "../../scope.ts";
import { compileConstraintMethod } from "../constraint-method.ts";
import { type Coordinates, compileDirection, coordinateIndex } from "../coordinates.ts";
import { compileFriction, compileStop } from "../law.ts";
import { isSmooth } from "../springs.ts";
import type { MechanismNames } from "./names.ts";

export interface MechanismRow {
  readonly row: Row;
  readonly direction: FormulaDirection;
  readonly functions?: readonly Node[];
  readonly drive?: Node;
  readonly viscous: number;
  /** Of stops: the gap; of joints that are conditions on positions: by how much it is violated. */
  readonly gap?: Node;
  readonly violation?: Node;
  /** Where it is, in x alone, of which its slip on what rests is the rate; absent: its direction is no gradient, or it has a part in t. */
  readonly way?: Node;
  /** Of the way along it; absent: that of its coordinates. */
  readonly unit?: string;
}

/** Entries that are not zero everywhere; columns ascending. */
export interface FormulaDirection {
  readonly columns: readonly number[];
  readonly entries: readonly Node[];
}

export interface RowContext {
  readonly scope: Scope;
  readonly names: MechanismNames;
  readonly coordinates: Coordinates;
}

export function compileMechanismRow(
  context: RowContext,
  path: Path,
  data: ProblemMechanismRow,
  index: number,
): MechanismRow | undefined {
  const { scope, names } = context;
  const placed = rowPlace(context, path, data);
  const friction = compileFriction(scope, path, data, index, names);
  return placed && friction && { ...friction, ...placed, ...(data.along === undefined ? {} : { unit: "m" }) };
}

type Placed = Pick<MechanismRow, "direction" | "way">;

function rowPlace(context: RowContext, path: Path, data: ProblemMechanismRow): Placed | undefined {
  const given = (["on", "direction", "along"] as const).filter((key) => data[key] !== undefined);
  if (given.length !== 1) {
    const got = given.length === 0 ? "none" : given.join(" and ");
    context.scope.faults.add(path, `invalid place; needs exactly one of on, direction, along: ${got} given`);
    return undefined;
  }
  if (data.along !== undefined) {
    const found = gradientOf(context, [...path, "along"], data.along);
    return found && { direction: found.direction, way: found.node };
  }
  if (data.on !== undefined) return placedAlong(compileDirection(context.scope, path, data, context.coordinates));
  const direction = formulaDirection(context, [...path, "direction"], data.direction!);
  return direction && (isFixed(direction) ? { direction, way: along(direction, 0) } : { direction });
}

const isFixed = ({ entries }: FormulaDirection): boolean => motionVariables(entries).length === 0;

/** Along a direction of numbers. */
function placedAlong(row: SparseRow | undefined): Placed | undefined {
  const direction = row && { columns: row.columns, entries: row.values.map(constant) };
  return direction && { direction, way: along(direction, 0) };
}

/** Numbers or formulas, one a coordinate or by the names of coordinates. */
function formulaDirection(
  { scope, names, coordinates }: RowContext,
  path: Path,
  data: readonly Quantity[] | Readonly<Record<string, Quantity>>,
): FormulaDirection | undefined {
  const entries = new Map<number, Node>();
  let faulty = false;
  const list = Array.isArray(data);
  if (list && data.length !== names.count) {
    scope.faults.add(
      path,
      `invalid direction; not ${names.count} numbers, one for each coordinate: ${data.length} given`,
    );
    return undefined;
  }
  for (const [name, text] of Object.entries(data) as [string, Quantity][]) {
    const at = [...path, list ? Number(name) : name];
    const place = /^\d+$/.test(name) ? Number(name) : name;
    const index = coordinateIndex(scope, at, place, coordinates);
    const node = names.formula(scope, at, text, "positions");
    if (index === undefined || !node) faulty = true;
    else if (!isSmooth(node)) {
      scope.faults.add(at, `invalid direction; not smooth in x: ${printValue(text)}`);
      faulty = true;
    } else if (constantValue(node) !== 0) entries.set(index, node);
  }
  if (faulty) return undefined;
  const columns = [...entries.keys()].sort((a, b) => a - b);
  if (columns.length > 0) return { columns, entries: columns.map((column) => entries.get(column)!) };
  scope.faults.add(path, "invalid direction; all zero: the row would act on nothing");
  return undefined;
}

/** A smooth formula in x(), of joints with a part in t, and its gradient, which must not depend on t. */
function gradientOf(
  { scope, names }: RowContext,
  path: Path,
  text: Quantity,
  timed = false,
): { node: Node; direction: FormulaDirection } | undefined {
  const key = path.at(-1)!;
  const node = names.formula(scope, path, text, timed ? "timed" : "positions");
  if (!node) return undefined;
  const refuse = (reason: string): undefined => {
    scope.faults.add(path, `invalid ${key}; ${reason}: ${printValue(text)}`);
    return undefined;
  };
  if (!isSmooth(node)) return refuse("not smooth");
  const columns = Array.from({ length: names.count }, (_, i) => i).filter(
    (i) => constantValue(derivative(node, positionName(i))) !== 0,
  );
  if (columns.length === 0) return refuse("does not depend on any x()");
  const entries = columns.map((i) => derivative(node, positionName(i)));
  if (variablesOf(postorder(entries)).has("t")) {
    return refuse("its direction depends on t. Write it as a formula in x() plus one in t, or give what moves a mass");
  }
  return { node, direction: { columns, entries } };
}

/** A condition on positions moves by itself where it has a part in t: its rate is w.v less the row's drive. */
export function compileMechanismJoint(
  context: RowContext,
  path: Path,
  data: ProblemMechanismJoint,
  index: number,
): MechanismRow | undefined {
  const { scope, coordinates } = context;
  const method = compileConstraintMethod(scope, path, data, "joint");
  const row: Row = { name: data.name ?? `joint${index + 1}`, law: joint(method) };
  if (data.zero === undefined) {
    const placed = placedAlong(compileDirection(scope, path, data, coordinates));
    return placed && { row, ...placed, viscous: 0 };
  }
  const beside = (["on", "between", "direction"] as const).find((key) => data[key] !== undefined);
  if (beside) {
    scope.faults.add(path, `invalid joint; needs either zero or a direction: zero and ${beside} given`);
    return undefined;
  }
  const zero = gradientOf(context, [...path, "zero"], data.zero, true);
  if (!zero) return undefined;
  const base = { row, direction: zero.direction, viscous: 0, violation: zero.node, unit: "" };
  const drive = negate(derivative(zero.node, "t"));
  if (constantValue(drive) === 0) return { ...base, way: zero.node };
  const functions = Array.from({ length: RowValue.count }, (_, q) => (q === RowValue.drive ? drive : constant(0)));
  return { ...base, functions, drive };
}

export function compileMechanismStop(
  context: RowContext,
  path: Path,
  data: ProblemMechanismStop,
  index: number,
): MechanismRow | undefined {
  const { scope, coordinates } = context;
  if (data.distance === undefined) {
    if (data.gap === undefined) {
      scope.faults.add(path, "invalid stop; needs distance, or gap with on or direction: neither given");
      return undefined;
    }
    const plain = compileStop(scope, path, { ...data, gap: data.gap }, index, coordinates);
    if (!plain) return undefined;
    const placed = placedAlong(plain.direction)!;
    return { row: plain.row, ...placed, viscous: 0, gap: along(placed.direction, plain.row.law.stop!.gap) };
  }
  const beside = (["on", "direction", "gap"] as const).find((key) => data[key] !== undefined);
  if (beside) {
    scope.faults.add(path, `invalid stop; needs either distance or gap: distance and ${beside} given`);
    return undefined;
  }
  const method = compileConstraintMethod(scope, path, data, "stop");
  const restitution = scope.number([...path, "restitution"], data.restitution ?? 0, { from: 0, to: 1 });
  const distance = gradientOf(context, [...path, "distance"], data.distance);
  if (!distance || restitution === undefined) return undefined;
  const origin = new Map(distance.direction.columns.map((column) => [positionName(column), constant(0)]));
  const gap = constantValue(substitute([distance.node], origin)[0]!) ?? 0;
  const law = stop({ gap: Number.isFinite(gap) ? gap : 0, restitution }, method);
  const row: Row = { name: data.name ?? `stop${index + 1}`, law };
  return { row, direction: distance.direction, viscous: 0, gap: distance.node, way: distance.node, unit: "m" };
}

/** w.x + offset */
function along({ columns, entries }: FormulaDirection, offset: number): Node {
  return columns.reduce<Node>(
    (sum, column, k) => add(sum, multiply(entries[k]!, variable(positionName(column)))),
    constant(offset),
  );
}

/** Terms of the resistance by damping on the slips: viscous * (w.v - drive) w. */
export function viscousTerms(rows: readonly MechanismRow[], count: number): Node[][] {
  const terms = Array.from({ length: count }, (): Node[] => []);
  for (const { viscous, direction, drive } of rows) {
    if (viscous === 0) continue;
    const rate = direction.columns.reduce<Node>(
      (sum, column, k) => add(sum, multiply(direction.entries[k]!, variable(velocityName(column)))),
      drive ? negate(drive) : constant(0),
    );
    direction.columns.forEach((column, k) => {
      terms[column]!.push(multiply(multiply(constant(viscous), rate), direction.entries[k]!));
    });
  }
  return terms;
}

/** Whether all directions are the same everywhere. */
export const areConstant = (rows: readonly MechanismRow[]): boolean =>
  rows.every(({ direction }) => isFixed(direction));
