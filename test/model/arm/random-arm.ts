/** Random arms, and what is known of them by plain geometry: centers, tips and energies, coded a second time. */
import { arm } from "../../../src/model/arm/arm.ts";
import type { ChainOptions } from "../../../src/model/arm/chain.ts";
import type { ArmDirection } from "../../../src/model/arm/contact-rows.ts";
import { ellipse, line } from "../../../src/model/arm/plane-curve.ts";
import type { Load } from "../../../src/model/load.ts";
import { coulomb, joint, type Row, stop } from "../../../src/model/rows/law.ts";
import { Entries } from "../../../src/numeric/entries.ts";
import { list, type Random } from "../../support/random.ts";

export const nothing: Load = {
  constant: true,
  evaluate: (_, out) => void out.fill(0),
  expansion: () => (_, out) => void out.fill(0),
  breakpoints: () => ({ times: [], complete: true }),
};

export const center = [0.3, -0.4] as const;
export const axes = [1.2, 0.7] as const;
export const normal = [0.6, 0.8] as const;

export interface Sample {
  readonly options: ChainOptions;
  readonly stiffness: number[][];
  readonly damping: number[][];
  readonly bias: number[];
  readonly states: number;
}

export function randomArm(random: Random, n: number, states = 0) {
  const size = n + states;
  const options: ChainOptions = {
    links: Array.from({ length: n }, () => ({
      length: random.between(0.3, 2),
      mass: random.between(0.1, 3),
      center: random.between(-0.5, 2),
      inertia: random.between(0.01, 1),
    })),
    relative: random.chance(0.5),
    gravity: [random.between(-10, 10), random.between(-10, 10)],
    base: [random.between(-1, 1), random.between(-1, 1)],
    payload: random.chance(0.5)
      ? { mass: random.between(0, 4), inertia: random.between(0, 2) }
      : { mass: 0, inertia: 0 },
  };
  const square = () => Array.from({ length: size }, () => list(size, () => random.between(-1, 1)));
  const half = square();
  const stiffness = half.map((row, i) => row.map((value, j) => value + half[j]![i]!));
  const sample: Sample = {
    options,
    stiffness,
    damping: square(),
    bias: list(n, () => random.between(-1, 1)),
    states,
  };
  const wallOf = random.whole(0, n - 1);
  const rows: Row[] = [
    { name: "joint1", law: coulomb({ limit: 1 }) },
    { name: "wall", law: stop({ gap: 0.5, restitution: 0 }) },
    { name: "ellipse", law: joint() },
    { name: "line", law: joint() },
  ];
  const directions: ArmDirection[] = [
    { columns: [n - 1], values: [1] },
    { link: wallOf, wall: { normal, distance: 0.5 } },
    { link: n - 1, curve: ellipse(center, axes) },
    { link: n - 1, curve: line(normal, 0.25) },
  ];
  const machine = arm({
    ...options,
    names: list(n, (i) => i + 1).map((i) => `joint${i}`),
    states: list(states, (i) => i).map((i) => `z${i}`),
    stiffness: Entries.from(stiffness),
    damping: Entries.from(sample.damping),
    bias: sample.bias,
    bentEnergy: 0.125,
    rows,
    directions,
    load: nothing,
  });
  return { machine, sample, wallOf };
}

export function anglesOf({ options: { relative } }: Sample, q: ArrayLike<number>, n: number): number[] {
  return list(n, (i) => (relative ? list(i + 1, (j) => q[j]!).reduce((sum, angle) => sum + angle, 0) : q[i]!));
}

/** A point of the arm: along link `link` by `distance`. */
export function pointOn(sample: Sample, q: ArrayLike<number>, link: number, distance: number): [number, number] {
  const { links, base } = sample.options;
  const angles = anglesOf(sample, q, links.length);
  let [x, y]: [number, number] = [base[0], base[1]];
  for (let j = 0; j <= link; j++) {
    const along = j === link ? distance : links[j]!.length;
    x += along * Math.cos(angles[j]!);
    y += along * Math.sin(angles[j]!);
  }
  return [x, y];
}

export const endOn = (sample: Sample, q: ArrayLike<number>, link: number) =>
  pointOn(sample, q, link, sample.options.links[link]!.length);

const STEP = 1e-5;

/** Kinetic and potential energy: velocities of the centers by differences of their places. */
export function energiesOf(sample: Sample, q: readonly number[], v: readonly number[]) {
  const { links, payload, gravity } = sample.options;
  const n = links.length;
  const rates = anglesOf(sample, v, n);
  const moved = (by: number) => q.map((value, i) => value + by * v[i]!);
  let kinetic = 0;
  let potential = 0.125;
  const add = (mass: number, inertia: number, link: number, distance: number) => {
    const [from, to] = [pointOn(sample, moved(-STEP), link, distance), pointOn(sample, moved(STEP), link, distance)];
    const speed = [(to[0] - from[0]) / (2 * STEP), (to[1] - from[1]) / (2 * STEP)];
    kinetic += (mass * (speed[0]! ** 2 + speed[1]! ** 2) + inertia * rates[link]! ** 2) / 2;
    const [x, y] = pointOn(sample, q, link, distance);
    potential -= mass * (gravity[0] * x + gravity[1] * y);
  };
  links.forEach((link, i) => {
    add(link.mass, link.inertia, i, link.center);
  });
  add(payload.mass, payload.inertia, n - 1, links[n - 1]!.length);
  for (let i = 0; i < n; i++) {
    potential += sample.bias[i]! * q[i]!;
    for (let j = 0; j < n; j++) potential += (q[i]! * sample.stiffness[i]![j]! * q[j]!) / 2;
  }
  return { kinetic, potential };
}
