/**
 * A beam in the plane or in space that bends and does not change its length (Glowinski & Holmstrom 1995, section 4): Hermite cubics with
 *     M q'' + K q = f(t, q) + W(q) F,   g(t, q) = 0,
 * M and K constant, g the lengths of its parts and the places of its ends (rows.ts). One implementation of System; what schemes for such
 * machines need beside the contract is `conditioned`.
 */
import type { Matrix } from "../../numeric/matrix.ts";
import { dot, type Vector } from "../../numeric/vector.ts";
import { FACTORED_OFTEN, filled, structureOf } from "../linear/structure.ts";
import type { Load } from "../load.ts";
import type { MotionFunctions } from "../motion-functions.ts";
import type { Row } from "../rows/law.ts";
import type { Shape } from "../shape.ts";
import type { System } from "../system.ts";
import { type DistributedLoad, type Following, fixedLoad, followingForces, noLoad, type Torque } from "./loads.ts";
import { type Along, beamMatrices, type Mesh, positionOf } from "./mesh.ts";
import { type BeamFriction, type BeamRows, beamRows, type HeldCoordinate } from "./rows.ts";

export interface BeamOptions {
  readonly mesh: Mesh;
  /** kg/m */
  readonly density: Along;
  /** EI, N m^2 */
  readonly stiffness: Along;
  readonly masses: readonly { readonly node: number; readonly mass: number }[];
  readonly distributed?: DistributedLoad | undefined;
  readonly torques: readonly Torque[];
  readonly friction: readonly BeamFriction[];
  readonly held: readonly HeldCoordinate[];
  /** Values of the held coordinates in time. */
  readonly values: Load;
  /** Of the points of mesh.ts's lengthPoints: the rows that keep lengths there; undefined where the slope itself is held. */
  readonly lengths: readonly (Row | undefined)[];
  readonly rowFunctions?: Load | undefined;
  readonly rowMotion?: MotionFunctions | undefined;
}

const AXES = ["x", "y", "z"];

/** Names of the coordinates: x0 y0 dx0 dy0 x1 ... */
function beamNames({ elements, dimension }: Mesh): string[] {
  const axes = AXES.slice(0, dimension);
  return Array.from({ length: elements + 1 }, (_, i) => [
    ...axes.map((axis) => `${axis}${i}`),
    ...axes.map((axis) => `d${axis}${i}`),
  ]).flat();
}

/** Its nodes, and the rows at them. */
function beamShape(mesh: Mesh, friction: readonly BeamFriction[], rows: BeamRows): Shape {
  const { elements, dimension, length } = mesh;
  const nodes = Array.from({ length: elements + 1 }, (_, i) => i);
  const nodeOf = (coordinate: number) => Math.floor(coordinate / (2 * dimension));
  const coordinates = AXES.slice(0, dimension).map((_, a) => Int32Array.from(nodes, (i) => positionOf(mesh, i, a)));
  const rowPlaces = new Int32Array(rows.rows.length).fill(-1);
  friction.forEach(({ direction, hinge }, i) => {
    rowPlaces[i] = hinge ?? nodeOf(direction!.columns[0]!);
  });
  rows.points.forEach(({ s }, k) => {
    const place = (s * elements) / length;
    if (Math.abs(place - Math.round(place)) < 1e-9) rowPlaces[rows.rowOf[k]!] = Math.round(place);
  });
  return {
    s: Float64Array.from(nodes, (i) => (i * length) / elements),
    names: AXES.slice(0, dimension),
    placesAt(_, q, __, out) {
      coordinates.forEach((own, a) => {
        for (let i = 0; i <= elements; i++) out[a]![i] = q[own[i]!]!;
      });
    },
    coordinates,
    obstacles: [],
    rowPlaces,
  };
}

export function beam(options: BeamOptions): System {
  const { mesh, distributed } = options;
  const { size, dimension } = mesh;
  const entries = beamMatrices(mesh, options.density, options.stiffness, options.masses);
  const following = followingForces(mesh, distributed, options.torques);
  const matrix = structureOf([entries.mass, entries.stiffness], undefined, following?.reach ?? 0, FACTORED_OFTEN);
  const mass = filled(entries.mass, matrix);
  const stiffness = filled(entries.stiffness, matrix);
  const rows = beamRows(mesh, options.friction, options.held, options.values, options.lengths);
  const load = distributed && !distributed.follows ? fixedLoad(mesh, distributed) : noLoad(size);
  const timed = options.torques.length > 0 || (distributed?.follows === true && distributed.timed);
  const sources = [...(distributed?.follows ? [distributed] : []), ...options.torques.map(({ value }) => value)];
  return {
    size,
    names: beamNames(mesh),
    units: Array.from({ length: size }, (_, k) => (k % (2 * dimension) < dimension ? "m" : "")),
    states: [],
    visible: size,
    rows: rows.rows,
    rowUnits: rows.units,
    hasStops: false,
    ...(options.rowFunctions ? { rowFunctions: options.rowFunctions } : {}),
    ...(options.rowMotion ? { rowMotion: options.rowMotion } : {}),
    load,
    constant: { mass: true, directions: false, tangents: following === undefined },
    damped: false,
    conditioned: {
      mass,
      stiffness,
      ...(following ? { following } : {}),
      addCurvature: rows.addCurvature,
      lengths: { rowOf: rows.rowOf, slopes: rows.slopes, points: rows.points, dimension },
    },
    shape: beamShape(mesh, options.friction, rows),
    matrix,
    massAt(_, out) {
      out.clear();
      mass.addTo(out, 1);
    },
    newDirections: rows.newDirections,
    directionsAt: rows.directionsAt,
    turningAt: rows.turningAt,
    gapsAt: (_, out) => out.fill(0),
    violationsAt: rows.violationsAt,
    forces: () => ({
      resistance(at, q, _, out) {
        stiffness.multiply(q, out);
        if (!following) return;
        for (let k = 0; k < size; k++) out[k] = -out[k]!;
        following.add(at, q, out);
        for (let k = 0; k < size; k++) out[k] = -out[k]!;
      },
      addStiffness(at, q, _, factor, into) {
        stiffness.addTo(into, factor);
        following?.addSlopes(at, q, -factor, into);
      },
      addDamping() {},
    }),
    forcesTimed: timed,
    forceBreakpoints(from, to) {
      const found = sources.map((source) => source.breakpoints(from, to));
      const times = [...new Set(found.flatMap((part) => part.times))].sort((a, b) => a - b);
      return { times, complete: found.every((part) => part.complete) };
    },
    ...beamEnergy(mass, stiffness, size),
    ...dissipationOf(following, size),
  };
}

function beamEnergy(mass: Matrix, stiffness: Matrix, size: number) {
  const product = new Float64Array(size);
  return {
    energy(q: Vector, v: Vector): number {
      mass.multiply(v, product);
      const kinetic = dot(v, product) / 2;
      stiffness.multiply(q, product);
      return kinetic + dot(q, product) / 2;
    },
    energyInto(q: Vector, v: Vector, out: Vector): void {
      let twice = 0;
      mass.multiply(v, product);
      for (let k = 0; k < size; k++) twice += v[k]! * product[k]!;
      stiffness.multiply(q, product);
      for (let k = 0; k < size; k++) twice += q[k]! * product[k]!;
      out[0] = twice / 2;
    },
  };
}

/** What forces that follow the beam take from its energy. */
function dissipationOf(following: Following | undefined, size: number) {
  if (!following) return {};
  const force = new Float64Array(size);
  return {
    dissipationInto(at: Vector, q: Vector, v: Vector, out: Vector): void {
      force.fill(0);
      following.add(at, q, force);
      out[0] = 0;
      for (let k = 0; k < size; k++) out[0]! -= force[k]! * v[k]!;
    },
  };
}
