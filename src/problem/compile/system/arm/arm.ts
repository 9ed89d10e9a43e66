/** `type: arm` */
import { arm } from "../../../../model/arm/arm.ts";
import type { Drives } from "../../../../model/arm/drives.ts";
import type { Load } from "../../../../model/load.ts";
import { LARGEST } from "../../../../model/load.ts";
import { Entries } from "../../../../numeric/entries.ts";
import { rowsFrom } from "../../../../numeric/rows.ts";
import { printValue } from "../../../faults.ts";
import type { PartialOf } from "../../../read/salvage.ts";
import type { ArmData } from "../../../schema/arm.ts";
import { addControl, type ControlValues, compileControlValues } from "../../control/control.ts";
import { compileLoop, stateNames } from "../../feedback/feedback.ts";
import { compileControllers } from "../../feedback/pid.ts";
import { compileMotionFunctions } from "../../motion/motion-functions.ts";
import type { Scope } from "../../scope.ts";
import { compileTimeFunctions } from "../../time/time-functions.ts";
import type { Coordinates } from "../coordinates.ts";
import type { CompiledSystem, Surroundings, SystemKind } from "../kind.ts";
import { addViscous, carriedForces } from "../linear.ts";
import { mechanismNames } from "../mechanism/names.ts";
import { compileRowFunctions } from "../row-formulas.ts";
import { compileConstraints, constraintNames } from "./constraints.ts";
import { compilePair } from "./curve.ts";
import type { Drive } from "./joints.ts";
import {
  addSprings,
  compileJointRows,
  compileLink,
  compileTorques,
  jointDirection,
  jointName,
  jointRowNames,
} from "./joints.ts";

export type PartialArm = PartialOf<ArmData>;

export const armKind: SystemKind<PartialArm> = {
  compile: compileArm,
  sizeOf: ({ links }) => links?.length,
  namesOf(data, controllers) {
    if (!data.links) return undefined;
    const coordinates = namesOf(data);
    const { friction, stops } = jointRowNames(data.joints ?? []);
    const contacts = (data.constraints ?? []).flatMap((entry, i) =>
      entry ? constraintNames(entry, i, coordinates) : [],
    );
    const states = (data.states ?? []).flatMap((state) => (state ? [state.name] : []));
    return {
      coordinates,
      states: [...states, ...controllers],
      rows: [...friction, ...stops, ...contacts],
      controllers,
      tip: true,
    };
  },
};

const namesOf = ({ links, joints }: PartialArm): string[] => (links ?? []).map((_, i) => jointName(joints?.[i], i));

function compileArm(
  scope: Scope,
  data: PartialArm,
  { control, feedback, span }: Surroundings,
): CompiledSystem | undefined {
  const n = data.links?.length ?? 0;
  const links = (data.links ?? []).map((link, i) => link && compileLink(scope, ["system", "links", i], link));
  const relative = data.angles !== "absolute";
  const joints = data.joints ?? [];
  const names = namesOf(data);
  const coordinates: Coordinates = { names, units: names.map(() => "rad"), surplus: [], counted: n > 0 };
  if (n > 0 && joints.length > n) {
    scope.faults.add(
      ["system", "joints"],
      `invalid joints; more than the ${n} links, which have one each: ${joints.length} given`,
    );
  }
  checkNames(scope, data, names);
  const gravity = compilePair(scope, ["system", "gravity"], data.gravity ?? [0, 0]);
  const base = compilePair(scope, ["system", "base"], data.base ?? [0, 0]);
  const payload = {
    mass: scope.number(["system", "payload", "mass"], data.payload?.mass ?? 0, { from: 0 }),
    inertia: scope.number(["system", "payload", "inertia"], data.payload?.inertia ?? 0, { from: 0 }),
  };
  const contacts = compileConstraints(scope, data.constraints ?? [], coordinates);
  const symbols = mechanismNames(names, stateNames(data, feedback));
  const drives: Drive[] = [];
  const rows = joints.length > n ? [] : compileJointRows(scope, joints, coordinates, relative, symbols);
  const plant = { mass: new Entries(n), damping: new Entries(n), stiffness: new Entries(n) };
  const bent = joints.length > n ? undefined : addSprings(scope, joints, plant, relative);
  const given = compileControlValues(scope, data.input, control, n || undefined, span?.start);
  const values = given && !relative ? onAngles(given) : given;
  const loopData = { states: data.states, input: relative ? data.input : values?.matrix };
  const loop = compileLoop(scope, loopData, feedback, plant, coordinates, span, {
    forces: () => compileTorques(scope, joints, symbols, relative, drives),
  });
  const known = rows.filter((row) => row !== undefined);
  const sound = links.filter((link) => link !== undefined);
  if (n === 0 || !gravity || !base || !contacts || !bent || !values || !loop) return undefined;
  if (known.length < rows.length || sound.length < n || joints.includes(undefined)) return undefined;
  if (payload.mass === undefined || payload.inertia === undefined) return undefined;
  addViscous(loop, known);
  const uncontrolled = compileTimeFunctions(carriedForces(loop.force, known), scope.timeSignals);
  const { load, ...input } = addControl(values, uncontrolled, loop.force.length);
  if (span) checkTorques(scope, load, loop.force.length, n, span.start);
  const touching = contacts.rows.map(({ row, direction }) => ({ row, direction, viscous: 0 }));
  const system = arm({
    links: sound,
    relative,
    gravity,
    base,
    payload: { mass: payload.mass, inertia: payload.inertia },
    names,
    states: loop.states,
    damping: loop.damping,
    stiffness: loop.stiffness,
    bias: bent.bias,
    bentEnergy: bent.energy,
    drives: compileDrives(scope, drives, relative, loop.force.length),
    rows: [...known, ...touching].map(({ row }) => row),
    directions: [...known, ...touching].map(({ direction }) => direction),
    rowUnits: [...known.map(() => "rad"), ...contacts.rows.map(({ unit }) => unit)],
    walls: contacts.walls,
    curves: contacts.curves,
    load,
    ...compileRowFunctions(scope, [...known, ...contacts.rows.map(({ row }) => ({ row }))], loop.force.length),
    controllers: compileControllers(scope, loop.controllers),
  });
  return { system, states: loop.initial, control: input };
}

function compileDrives(scope: Scope, list: readonly Drive[], relative: boolean, size: number): Drives | undefined {
  if (list.length === 0) return undefined;
  const nodes = list.map(({ node }) => node);
  return {
    functions: compileMotionFunctions(nodes, scope.timeSignals, size),
    directions: rowsFrom(list.map(({ joint }) => jointDirection(joint, relative))),
  };
}

/** Control values are torques in the joints: on a link, and back on the one before. */
function onAngles(values: ControlValues): ControlValues {
  const { matrix } = values;
  return { ...values, matrix: matrix.map((row, i) => row.map((entry, k) => entry - (matrix[i + 1]?.[k] ?? 0))) };
}

function checkTorques(scope: Scope, load: Load, size: number, n: number, start: number): void {
  const out = new Float64Array(size);
  load.evaluate(Float64Array.of(start, start), out);
  const bad = out.findIndex((value, i) => i < n && !(Math.abs(value) < LARGEST));
  if (bad < 0) return;
  scope.faults.add(
    ["system", "joints", bad, "torque"],
    `invalid torque; not a finite number below ${LARGEST} at the start, t = ${start}: ${out[bad]}`,
  );
}

/** Joints are coordinates; rows have names of their own. */
function checkNames(scope: Scope, data: PartialArm, names: readonly string[]): void {
  names.forEach((name, i) => {
    const path = ["system", "joints", i, "name"];
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) {
      scope.faults.add(path, `invalid name; not letters, digits and _: ${printValue(name)}`);
    } else if (names.indexOf(name) < i) scope.faults.add(path, `invalid name; another joint has it: ${name}`);
  });
  const seen = new Set<string>();
  const check = (path: (string | number)[], own: readonly string[]) => {
    const twice = own.find((name) => seen.has(name));
    if (twice !== undefined) scope.faults.add(path, `invalid name; another row has it already: ${twice}`);
    for (const name of own) seen.add(name);
  };
  (data.joints ?? []).forEach((joint, i) => {
    if (joint?.friction?.name !== undefined) check(["system", "joints", i, "friction", "name"], [joint.friction.name]);
  });
  (data.constraints ?? []).forEach((entry, i) => {
    if (entry) check(["system", "constraints", i, "name"], constraintNames(entry, i, names));
  });
}
