/** `type: linear` */
import { add, constant as constantNode, multiply } from "../../../expression/fold.ts";
import type { Node } from "../../../expression/syntax.ts";
import { linear } from "../../../model/linear/linear.ts";
import { Entries } from "../../../numeric/entries.ts";
import { isPositiveDefinite } from "../../../numeric/positive-definite.ts";
import type { PartialLinear } from "../../read/salvage.ts";
import type { LinearData, ProblemDamper, ProblemSpring } from "../../schema/schema.ts";
import { addControl, compileControlValues } from "../control/control.ts";
import { compileLoop, stateNames } from "../feedback/feedback.ts";
import { compileControllers } from "../feedback/pid.ts";
import type { Scope } from "../scope.ts";
import { compileTimeFunctions } from "../time/time-functions.ts";
import { stateSymbols } from "./affine.ts";
import { type Coordinates, compileCoordinates, compileDirection } from "./coordinates.ts";
import { type CompiledSystem, rowNames, type Surroundings, type SystemKind } from "./kind.ts";
import { type CompiledRow, compileJoint, compileRow, compileStop } from "./law.ts";
import { checkLoad } from "./load.ts";
import { compileRowFunctions, type RowScope } from "./row-formulas.ts";
import { type CompiledSpring, compilePotential, compileSprings } from "./springs.ts";

export const linearKind: SystemKind<PartialLinear> = {
  compile: compileLinear,
  sizeOf: ({ mass }) => (Array.isArray(mass) ? mass.length : undefined),
  namesOf({ mass, coordinates, states, friction, joints, stops }, controllers) {
    const count = mass?.length ?? coordinates?.length;
    if (!count) return undefined;
    return {
      coordinates: Array.from({ length: count }, (_, i) => coordinates?.[i]?.name ?? `x${i + 1}`),
      states: [...(states ?? []).flatMap((state) => (state ? [state.name] : [])), ...controllers],
      rows: [...rowNames(friction, "lambda"), ...rowNames(joints, "joint"), ...rowNames(stops, "stop")],
      controllers,
    };
  },
};

function compileLinear(
  scope: Scope,
  data: PartialLinear,
  { control, feedback, span }: Surroundings,
): CompiledSystem | undefined {
  const mass = compileMass(scope, data.mass);
  const coordinates = compileCoordinates(scope, data.coordinates, data.mass?.length);
  const n = coordinates.names.length;
  const names: RowScope = { symbols: stateSymbols(coordinates.names, stateNames(data, feedback)), count: n };
  const damping = compileMatrix(scope, "damping", data.damping, data.dampers, coordinates);
  const stiffness = compileMatrix(scope, "stiffness", data.stiffness, data.springs, coordinates);
  const rows = [
    ...(data.friction ?? []).map(
      (row, i) => row && compileRow(scope, ["system", "friction", i], row, i, coordinates, names),
    ),
    ...(data.joints ?? []).map(
      (joint, i) => joint && compileJoint(scope, ["system", "joints", i], joint, i, coordinates),
    ),
    ...(data.stops ?? []).map((stop, i) => stop && compileStop(scope, ["system", "stops", i], stop, i, coordinates)),
  ];
  checkNames(scope, data);
  const bent = compileBent(scope, data.springs, coordinates);
  const values = compileControlValues(scope, data.input, control, n || undefined, span?.start);
  const fitting = (matrix: Entries | undefined) => (matrix?.size === n ? matrix : new Entries(n)); // the rest is faulty
  const plant = { mass: fitting(mass), damping: fitting(damping), stiffness: fitting(stiffness) };
  const loop = compileLoop(scope, data, feedback, plant, coordinates, span);
  if (!n || !mass || !loop || !values || rows.some((row) => row === undefined)) return undefined;
  if (!damping || !stiffness || !bent) return undefined;
  const known = rows.filter((row) => row !== undefined);
  addViscous(loop, known);
  const uncontrolled = compileTimeFunctions(carriedForces(loop.force, known), scope.timeSignals);
  const { load, ...input } = addControl(values, uncontrolled, loop.force.length);
  if (span) checkLoad(scope.faults, ["system", "force"], load, loop.force.length, span.start);
  const system = linear({
    names: coordinates.names,
    units: coordinates.units,
    periods: coordinates.periods,
    states: loop.states,
    mass: loop.mass,
    damping: loop.damping,
    stiffness: loop.stiffness,
    rows: known.map(({ row }) => row),
    directions: known.map(({ direction }) => direction),
    load,
    ...compileRowFunctions(scope, known, loop.force.length),
    springs: compileSprings(bent),
    controllers: compileControllers(scope, loop.controllers),
  });
  return { system, states: loop.initial, control: input };
}

/** Damping on the slips of rows; what positions add to a drive pulls as springs do, one way. */
export function addViscous(
  { damping, stiffness }: { readonly damping: Entries; readonly stiffness: Entries },
  rows: readonly CompiledRow[],
): void {
  for (const { direction, viscous, affineDrive } of rows) {
    damping.addDyad(direction, viscous);
    for (const { index, value } of affineDrive?.terms ?? []) {
      direction.columns.forEach((i, k) => {
        stiffness.add(i, index, -viscous * direction.values[k]! * value);
      });
    }
  }
}

/** Damping on the slip of a driven row also pushes: viscous * drive along the row. */
export function carriedForces(forces: readonly Node[], rows: readonly CompiledRow[]): Node[] {
  const carried = [...forces];
  for (const { viscous, direction, drive: whole, affineDrive } of rows) {
    const drive = affineDrive?.rest ?? whole;
    if (!drive || viscous === 0) continue;
    direction.columns.forEach((i, k) => {
      carried[i] = add(carried[i]!, multiply(constantNode(viscous * direction.values[k]!), drive));
    });
  }
  return carried;
}

/** The matrix of the file plus its springs or dampers. */
function compileMatrix(
  scope: Scope,
  key: "damping" | "stiffness",
  data: LinearData["mass"] | undefined,
  elements: readonly (ProblemSpring | ProblemDamper | undefined)[] | undefined,
  coordinates: Coordinates,
): Entries | undefined {
  const n = coordinates.names.length;
  const given = data && scope.entries(["system", key], data, n || undefined);
  const matrix = given ?? new Entries(n);
  let faulty = data !== undefined && !given;
  (elements ?? []).forEach((element, i) => {
    const path = ["system", key === "damping" ? "dampers" : "springs", i];
    if (!element) {
      faulty = true;
      return;
    }
    if ("potential" in element && element.potential !== undefined) return; // it is no matrix
    const value = scope.number([...path, key], "damping" in element ? element.damping : element.stiffness);
    const w = compileDirection(scope, path, element, coordinates);
    if (value === undefined || !w) faulty = true;
    else if (matrix.size === n) matrix.addDyad(w, value);
  });
  return faulty ? undefined : matrix;
}

/** Springs with a potential; a spring has either that or a stiffness. */
function compileBent(
  scope: Scope,
  springs: PartialLinear["springs"],
  coordinates: Coordinates,
): CompiledSpring[] | undefined {
  const list: (CompiledSpring | undefined)[] = [];
  (springs ?? []).forEach((spring, i) => {
    const path = ["system", "springs", i];
    if (!spring) {
      list.push(undefined);
      return;
    }
    if ((spring.stiffness === undefined) === (spring.potential === undefined)) {
      const got = spring.stiffness === undefined ? "none" : "both";
      scope.faults.add(path, `invalid spring; needs either stiffness or potential: ${got} given`);
      list.push(undefined);
    }
    if (spring.potential === undefined || spring.stiffness !== undefined) return;
    const potential = compilePotential(scope, [...path, "potential"], spring.potential);
    const direction = compileDirection(scope, path, spring, coordinates);
    list.push(potential && direction && { potential, direction, place: i });
  });
  return list.every((spring) => spring !== undefined) ? list : undefined;
}

function compileMass(scope: Scope, data: LinearData["mass"] | undefined): Entries | undefined {
  const path = ["system", "mass"];
  if (data?.length === 0) scope.faults.add(path, "invalid mass; empty: a machine has at least one coordinate");
  const mass = scope.entries(path, data, undefined);
  if (!mass || mass.size === 0) return undefined;
  const skew = firstSkew(mass);
  if (skew) {
    const [i, j] = skew;
    scope.faults.add(
      [...path, i, j],
      `invalid mass; not symmetric: ${mass.at(i, j)} here, ${mass.at(j, i)} at [${j}][${i}]`,
    );
    return undefined;
  }
  if (isPositiveDefinite(mass)) return mass;
  const bad = Array.from({ length: mass.size }, (_, i) => mass.at(i, i)).findIndex((entry) => !(entry > 0));
  const reason =
    bad >= 0 ? `its entry [${bad}][${bad}] is ${mass.at(bad, bad)}` : "a combination of coordinates has no inertia";
  scope.faults.add(
    path,
    `invalid mass; not positive definite: ${reason}. Every direction of motion needs a positive mass`,
  );
  return undefined;
}

/** The first place below the diagonal whose entry differs from that above. */
function firstSkew(matrix: Entries): readonly [number, number] | undefined {
  let largest = 0;
  matrix.each((_, __, value) => {
    largest = Math.max(largest, Math.abs(value));
  });
  let first: readonly [number, number] | undefined;
  matrix.each((row, column, value) => {
    if (Math.abs(value - matrix.at(column, row)) <= 1e-12 * largest) return;
    const [i, j] = [Math.max(row, column), Math.min(row, column)];
    if (!first || i < first[0] || (i === first[0] && j < first[1])) first = [i, j];
  });
  return first;
}

function checkNames(scope: Scope, data: PartialLinear): void {
  const seen = new Set<string>();
  for (const key of ["friction", "joints", "stops"] as const) {
    (data[key] ?? []).forEach((row: { name?: string | undefined } | undefined, i: number) => {
      if (row?.name === undefined) return;
      if (seen.has(row.name))
        scope.faults.add(["system", key, i, "name"], `invalid name; another row has it already: ${row.name}`);
      seen.add(row.name);
    });
  }
}
