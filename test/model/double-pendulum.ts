/**
 * The double compound pendulum of Glowinski & Holmstrom 1995, 2.1-2.5, written against the contract: angles from the x-axis, gravity
 * along x, a torque on the first link. Its tip meets a wall, or moves on an ellipse; its joints may rub.
 */
import type { Load } from "../../src/model/load.ts";
import type { ConstraintMethod } from "../../src/model/rows/constraint-method.ts";
import { coulomb, joint, type Law, type Row, stop } from "../../src/model/rows/law.ts";
import type { System } from "../../src/model/system.ts";
import { Dense } from "../../src/numeric/matrix.ts";
import { type Rows, rowsFrom } from "../../src/numeric/rows.ts";
import type { Vector } from "../../src/numeric/vector.ts";

export interface Pendulum {
  readonly a: readonly [number, number];
  readonly l: readonly [number, number];
  readonly m: readonly [number, number];
  readonly I: readonly [number, number];
  readonly g: number;
  readonly torque?: number;
  /** Limits of friction in the joints, N m. */
  readonly rub?: readonly [number, number];
  readonly wall?: { readonly d: number; readonly method?: ConstraintMethod };
  readonly ellipse?: {
    readonly x0: number;
    readonly y0: number;
    readonly c: number;
    readonly d: number;
    readonly method?: ConstraintMethod;
  };
}

interface Start {
  readonly position: Vector;
  readonly velocity: Vector;
}

/** Table 1. */
export const WALL: Pendulum = {
  a: [1.63, 0.99],
  l: [3.26, 1.98],
  m: [67.1, 219],
  I: [0.8134, 0.829],
  g: 9.81,
  wall: { d: 2.44 },
};
export const WALL_START: Start = { position: Float64Array.of(-0.5236, -1.0472), velocity: new Float64Array(2) };

/** Table 3, with c and d as they must be, and a start on the ellipse. */
export const ELLIPSE: Pendulum = {
  a: [0.5, 0.25],
  l: [1, 0.5],
  m: [10, 5],
  I: [0.8333, 0.1042],
  g: 9.82,
  torque: -30,
  ellipse: { x0: 0.25, y0: 1, c: 0.5, d: 1.155 },
};
export const ELLIPSE_START: Start = {
  position: Float64Array.of(2.270939955516, 0.6591),
  velocity: new Float64Array(2),
};

const constant = (...values: number[]): Load => ({
  constant: true,
  evaluate: (_, out) => void out.set(values),
  expansion: () => (_, out) => void out.fill(0).set(values),
  breakpoints: () => ({ times: [], complete: true }),
});

interface Place {
  /** Gap or violation, and its derivatives. */
  readonly value: number;
  readonly slopes: readonly [number, number];
}

/** The rows with what they know of a position. */
function rowsOf({ l, rub, wall, ellipse }: Pendulum): { name: string; law: Law; at(q: Vector): Place }[] {
  const [l1, l2] = l;
  const list = [];
  if (rub) {
    list.push({ name: "shoulder", law: coulomb({ limit: rub[0] }), at: () => ({ value: 0, slopes: [1, 0] as const }) });
    list.push({ name: "elbow", law: coulomb({ limit: rub[1] }), at: () => ({ value: 0, slopes: [-1, 1] as const }) });
  }
  if (wall) {
    list.push({
      name: "wall",
      law: stop({ gap: wall.d, restitution: 0 }, wall.method),
      at: ([p, q]: Vector) => ({
        value: wall.d - l1 * Math.sin(p!) - l2 * Math.sin(q!),
        slopes: [-l1 * Math.cos(p!), -l2 * Math.cos(q!)] as const,
      }),
    });
  }
  if (ellipse) {
    const { x0, y0, c, d } = ellipse;
    list.push({
      name: "ellipse",
      law: joint(ellipse.method),
      at([p, q]: Vector) {
        const x = (l1 * Math.cos(p!) + l2 * Math.cos(q!) - x0) / c;
        const y = (l1 * Math.sin(p!) + l2 * Math.sin(q!) - y0) / d;
        const slope = (length: number, angle: number) =>
          2 * length * ((-x * Math.sin(angle)) / c + (y * Math.cos(angle)) / d);
        return { value: x * x + y * y - 1, slopes: [slope(l1, p!), slope(l2, q!)] as const }; // (44)
      },
    });
  }
  return list;
}

export function doublePendulum(of: Pendulum): System {
  const [a1, a2] = of.a;
  const [l1] = of.l;
  const [m1, m2] = of.m;
  const inertia = [of.I[0] + m1 * a1 * a1 + m2 * l1 * l1, of.I[1] + m2 * a2 * a2] as const;
  const c = m2 * l1 * a2;
  const weight = [of.g * (m1 * a1 + m2 * l1), of.g * m2 * a2] as const;
  const list = rowsOf(of);
  const rows: Row[] = list.map(({ name, law }) => ({ name, law }));
  const energy: System["energy"] = ([p, q], [v, w]) =>
    (inertia[0] * v! * v! + inertia[1] * w! * w!) / 2 +
    c * v! * w! * Math.cos(q! - p!) -
    weight[0] * Math.cos(p!) -
    weight[1] * Math.cos(q!);
  return {
    size: 2,
    names: ["theta1", "theta2"],
    units: ["rad", "rad"],
    states: [],
    visible: 2,
    rows,
    hasStops: of.wall !== undefined,
    load: constant(of.torque ?? 0, 0),
    constant: { mass: false, directions: false, tangents: false },
    damped: true,
    matrix: () => new Dense(2),
    massAt([p, q], out) {
      out.clear();
      out.add(0, 0, inertia[0]);
      out.add(1, 1, inertia[1]);
      out.add(0, 1, c * Math.cos(q! - p!));
      out.add(1, 0, c * Math.cos(q! - p!));
    },
    newDirections: () => rowsFrom(list.map(() => ({ columns: [0, 1], values: [0, 0] }))),
    directionsAt(q, out: Rows) {
      list.forEach(({ at }, i) => void out.value.set(at(q).slopes, 2 * i));
      out.version++;
    },
    turningAt(q, v, out) {
      const ahead = q.map((x, k) => x + 1e-5 * v[k]!);
      const back = q.map((x, k) => x - 1e-5 * v[k]!);
      list.forEach(({ at }, i) => {
        const [plus, minus] = [at(ahead).slopes, at(back).slopes];
        out[i] = ((plus[0] - minus[0]) * v[0]! + (plus[1] - minus[1]) * v[1]!) / 2e-5;
      });
    },
    gapsAt(q, out) {
      list.forEach(({ law, at }, i) => {
        out[i] = law.stop ? at(q).value : 0;
      });
    },
    violationsAt(_, q, out) {
      list.forEach(({ law, at }, i) => {
        out[i] = law.joint ? at(q).value : 0;
      });
    },
    addMomentumSlopes([p, q], [v, w], factor, into) {
      const s = factor * c * Math.sin(q! - p!);
      into.add(0, 0, s * w!);
      into.add(0, 1, -s * w!);
      into.add(1, 0, s * v!);
      into.add(1, 1, -s * v!);
    },
    forces: () => ({
      resistance(_, [p, q], speed, out) {
        const [v, w] = speed ?? [0, 0];
        const s = c * Math.sin(q! - p!);
        out[0] = weight[0] * Math.sin(p!) - s * w! * w!;
        out[1] = weight[1] * Math.sin(q!) + s * v! * v!;
      },
      addStiffness(_, [p, q], [v, w], factor, into) {
        const k = factor * c * Math.cos(q! - p!);
        into.add(0, 0, k * w! * w! + factor * weight[0] * Math.cos(p!));
        into.add(0, 1, -k * w! * w!);
        into.add(1, 0, -k * v! * v!);
        into.add(1, 1, k * v! * v! + factor * weight[1] * Math.cos(q!));
      },
      addDamping(_, [p, q], [v, w], factor, into) {
        const s = factor * 2 * c * Math.sin(q! - p!);
        into.add(0, 1, -s * w!);
        into.add(1, 0, s * v!);
      },
    }),
    energy,
    energyInto: (q, v, out) => void out.fill(energy(q, v), 0, 1),
  };
}
