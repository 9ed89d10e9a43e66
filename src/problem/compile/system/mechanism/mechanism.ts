/** `type: mechanism` */
import { add, constant, constantValue, multiply, negate, variable } from "../../../../expression/fold.ts";
import { substitute } from "../../../../expression/substitute.ts";
import type { Node } from "../../../../expression/syntax.ts";
import { mechanism } from "../../../../model/mechanism/mechanism.ts";
import { unitsAlong } from "../../../../model/units.ts";
import { Entries } from "../../../../numeric/entries.ts";
import { rowsFrom } from "../../../../numeric/rows.ts";
import type { PartialOf } from "../../../read/salvage.ts";
import type { MechanismData } from "../../../schema/mechanism.ts";
import { addControl, compileControlValues } from "../../control/control.ts";
import { type ClosedLoop, compileLoop, stateNames } from "../../feedback/feedback.ts";
import { compileControllers } from "../../feedback/pid.ts";
import { followsMotion, positionName, velocityName } from "../../motion/variables.ts";
import type { Scope } from "../../scope.ts";
import { compileTimeFunctions } from "../../time/time-functions.ts";
import { type Coordinates, compileCoordinates, compileDirection } from "../coordinates.ts";
import { type CompiledSystem, rowNames, type Surroundings, type SystemKind } from "../kind.ts";
import { checkLoad } from "../load.ts";
import { compileRowFunctions } from "../row-formulas.ts";
import { compilePotential } from "../springs.ts";
import { compileDrawing } from "./drawing.ts";
import { compileKinetic, elasticTerms, inertialTerms, sumTerms } from "./energies.ts";
import { compileMechanismForce, compileMechanismForces } from "./forces.ts";
import { mechanismFunctions, type Term } from "./functions.ts";
import { type MechanismNames, mechanismNames } from "./names.ts";
import {
  compileMechanismJoint,
  compileMechanismRow,
  compileMechanismStop,
  type MechanismRow,
  viscousTerms,
} from "./rows.ts";

export type PartialMechanism = PartialOf<MechanismData>;

export const mechanismKind: SystemKind<PartialMechanism> = {
  compile: compileMechanism,
  sizeOf: ({ coordinates }) => coordinates?.length,
  namesOf({ coordinates, states, friction, joints, stops }, controllers) {
    if (!coordinates) return undefined;
    return {
      coordinates: coordinates.map((one, i) => one?.name ?? `x${i + 1}`),
      states: [...(states ?? []).flatMap((state) => (state ? [state.name] : [])), ...controllers],
      rows: [...rowNames(friction, "lambda"), ...rowNames(joints, "joint"), ...rowNames(stops, "stop")],
      controllers,
    };
  },
};

function compileMechanism(
  scope: Scope,
  data: PartialMechanism,
  { control, feedback, span }: Surroundings,
): CompiledSystem | undefined {
  const coordinates = compileCoordinates(scope, data.coordinates, undefined);
  const names = mechanismNames(coordinates.names, stateNames(data, feedback));
  const n = names.count;
  const kinetic = compileKinetic(scope, data.kinetic, names);
  const energy = compileEnergy(scope, data, names, coordinates);
  const forces = compileMechanismForces(scope, data.force, names, coordinates);
  const rows = compileRows(scope, data, names, coordinates);
  const plant = { mass: new Entries(n), damping: new Entries(n), stiffness: new Entries(n) };
  const dampers = addDampers(scope, data.dampers, plant.damping, coordinates);
  const drawing = compileDrawing(scope, data.draw, names);
  const values = compileControlValues(scope, data.input, control, n || undefined, span?.start);
  const rates = (data.states ?? []).map(
    (state, i) => state && compileMechanismForce(scope, ["system", "states", i, "rate"], state.rate, names),
  );
  const loop = compileLoop(scope, { states: data.states, input: data.input }, feedback, plant, coordinates, span, {
    forces: () => coordinates.names.map(() => NOTHING),
    curvedRates: true,
  });
  if (!kinetic || !energy || !forces || !rows || !dampers || !values || !loop) return undefined;
  if (rates.includes(undefined) || drawing === null) return undefined;
  const given = [...forces, ...(rates as Node[]), ...loop.force.slice(n + rates.length).map(() => constant(0))];
  const split = given.map((node) => splitByTime(node));
  const terms = resistanceTerms(
    loop,
    n,
    [inertialTerms(kinetic, n), elasticTerms(energy, n)],
    [viscousTerms(rows, n), split.map(({ moving }) => moving.map(negate))],
  );
  const timed = loop.force.map((node, i) => add(node, split[i]!.timed));
  const uncontrolled = compileTimeFunctions(timed, scope.timeSignals);
  const { load, ...input } = addControl(values, uncontrolled, names.size);
  if (span) checkLoad(scope.faults, ["system", "force"], load, names.size, span.start);
  const system = mechanism({
    names: coordinates.names,
    units: coordinates.units,
    ...(coordinates.periods ? { periods: coordinates.periods } : {}),
    states: loop.states,
    rows: rows.map(({ row }) => row),
    rowUnits: unitsOf(rows, coordinates.units),
    functions: mechanismFunctions({ kinetic, potential: energy, terms, rows, size: names.size }, scope.timeSignals),
    load,
    ...compileRowFunctions(scope, rows, names.size),
    controllers: compileControllers(scope, loop.controllers),
    ...(drawing ? { drawing } : {}),
  });
  return { system, states: loop.initial, control: input };
}

const NOTHING = { rest: constant(0), terms: [] };

/** Terms that depend on the motion, and the sum of the others. */
function splitByTime(node: Node): { moving: Node[]; timed: Node } {
  const terms = sumTerms(node);
  return {
    moving: terms.filter(followsMotion),
    timed: terms.filter((term) => !followsMotion(term)).reduce((sum, term) => add(sum, term), constant(0)),
  };
}

/** All terms of the resistance of each coordinate and state, those of the loop's matrices included. */
function resistanceTerms(
  { stiffness, damping }: ClosedLoop,
  n: number,
  storing: readonly Node[][][],
  lossy: readonly Node[][][],
): Term[][] {
  const terms = Array.from({ length: stiffness.size }, (_, i): Term[] => [
    ...storing.flatMap((part) => (part[i] ?? []).map((node) => ({ node, lossy: false }))),
    ...lossy.flatMap((part) => (part[i] ?? []).map((node) => ({ node, lossy: true }))),
  ]);
  stiffness.each((i, j, value) => {
    if (j < n) terms[i]!.push({ node: multiply(constant(value), variable(positionName(j))), lossy: true });
  });
  damping.each((i, j, value) => {
    terms[i]!.push({ node: multiply(constant(value), variable(velocityName(j))), lossy: true });
  });
  return terms.map((list) => list.filter(({ node }) => constantValue(node) !== 0));
}

/** V with the energies of springs. */
function compileEnergy(
  scope: Scope,
  data: PartialMechanism,
  names: MechanismNames,
  coordinates: Coordinates,
): Node | undefined {
  const own = names.formula(scope, ["system", "potential"], data.potential ?? 0, "positions");
  const springs = (data.springs ?? []).map((spring, i) => {
    if (!spring) return undefined;
    const path = ["system", "springs", i];
    if ((spring.stiffness === undefined) === (spring.potential === undefined)) {
      const got = spring.stiffness === undefined ? "none" : "both";
      scope.faults.add(path, `invalid spring; needs either stiffness or potential: ${got} given`);
      return undefined;
    }
    const stiffness = scope.number([...path, "stiffness"], spring.stiffness);
    const potential =
      spring.potential === undefined ? undefined : compilePotential(scope, [...path, "potential"], spring.potential);
    const w = compileDirection(scope, path, spring, coordinates);
    if (!w || (stiffness === undefined && !potential)) return undefined;
    const length = w.columns.reduce<Node>(
      (sum, column, k) => add(sum, multiply(constant(w.values[k]!), variable(positionName(column)))),
      constant(0),
    );
    if (potential) return substitute([potential], new Map([["x", length]]))[0]!;
    return multiply(constant(stiffness! / 2), multiply(length, length));
  });
  if (!own || springs.includes(undefined)) return undefined;
  return (springs as Node[]).reduce((sum, spring) => add(sum, spring), own);
}

function addDampers(
  scope: Scope,
  list: PartialMechanism["dampers"],
  damping: Entries,
  coordinates: Coordinates,
): boolean {
  const sound = (list ?? []).map((damper, i) => {
    if (!damper) return false;
    const path = ["system", "dampers", i];
    const value = scope.number([...path, "damping"], damper.damping);
    const w = compileDirection(scope, path, damper, coordinates);
    if (value === undefined || !w) return false;
    damping.addDyad(w, value);
    return true;
  });
  return sound.every((one) => one);
}

function compileRows(
  scope: Scope,
  data: PartialMechanism,
  names: MechanismNames,
  coordinates: Coordinates,
): MechanismRow[] | undefined {
  const context = { scope, names, coordinates };
  const rows = [
    ...(data.friction ?? []).map((row, i) => row && compileMechanismRow(context, ["system", "friction", i], row, i)),
    ...(data.joints ?? []).map((row, i) => row && compileMechanismJoint(context, ["system", "joints", i], row, i)),
    ...(data.stops ?? []).map((row, i) => row && compileMechanismStop(context, ["system", "stops", i], row, i)),
  ];
  const known = rows.filter((row) => row !== undefined);
  known.forEach(({ row }, i) => {
    if (known.findIndex((other) => other.row.name === row.name) < i) {
      scope.faults.add(["system"], `invalid name; another row has it already: ${row.name}`);
    }
  });
  return known.length === rows.length ? known : undefined;
}

function unitsOf(rows: readonly MechanismRow[], units: readonly string[]): string[] {
  const places = rowsFrom(
    rows.map(({ direction }) => ({ columns: direction.columns, values: direction.columns.map(() => 1) })),
  );
  const along = unitsAlong(places, units);
  return rows.map(({ unit }, i) => unit ?? along[i]!);
}
