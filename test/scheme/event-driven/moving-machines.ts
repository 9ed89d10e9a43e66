/** Random machines whose formulas jump and bend at times that are numbers of the file: in loads, limits, kinetic forces, drives and references. */
import { list, type Random } from "../../support/random.ts";

export interface MovingProblem {
  readonly raw: object;
  readonly paths: string[];
}

/** A function of time that changes its formula at t1, t2, or wherever a wave of frequency w crosses zero. */
function piece(random: Random, size: number, jumps: boolean): string {
  const a = random.between(-size, size).toFixed(3);
  const b = random.between(0.5 * size, size).toFixed(3);
  const at = random.pick(["t1", "t1", "t2", "t1 + t2", "2*t1"]);
  const bends = [
    `(${a})*max(0, t - ${at})`,
    `(${b})*abs(t - ${at})`,
    `(t < ${at} ? (${a})*t : (${a})*t + (${b})*(t - ${at}))`,
    `(${b})*abs(sin(w*t))`,
    `(${a})*max(0, t - ${at})^2`,
    `(${a})*min(t, ${at})`,
  ];
  const leaps = [`(t < ${at} ? (${a}) : (${b}))`, `(${b})*sign(sin(w*t))`, `(${a})*(t > ${at})`];
  return random.pick(jumps && random.chance(0.6) ? leaps : bends);
}

function row(random: Random, strong: boolean): object {
  const limit = strong ? random.between(4, 12) : random.between(0.3, 1.5);
  const base = limit.toFixed(3);
  const moving = (share: number, size: number) => random.chance(share) && piece(random, size, true);
  const drive = random.chance(0.7) && piece(random, 0.6, random.chance(0.2));
  const changed = moving(0.3, 0.3 * limit);
  const kinetic =
    random.chance(0.3) &&
    `${(0.6 * limit).toFixed(3)}${random.chance(0.4) ? ` + 0.3*${piece(random, 0.5 * limit, true)}` : ""}`;
  const soft = random.chance(0.2) && { shape: "stribeck", beta: 0.4, speed: 0.3, exponent: 2 };
  return {
    limit: changed ? `${base} + ${changed}` : limit,
    ...(drive && { drive }),
    ...(kinetic && { kinetic }),
    ...(random.chance(0.3) && { viscous: 0.4 }),
    ...(soft && { weakening: soft }),
  };
}

const parameters = (random: Random) => ({
  t1: Math.round(random.between(0.2, 0.6) * 1e3) / 1e3,
  t2: Math.round(random.between(0.65, 1.2) * 1e3) / 1e3,
  w: Math.round(random.between(3, 7) * 1e3) / 1e3,
});

const paths = ["parameters.t1", "parameters.t2", "parameters.w"];
const time = { end: 1.9, step: 0.1 };
const force = (random: Random) =>
  `${random.between(-2, 2).toFixed(3)}*sin(2*t)${random.chance(0.4) ? ` + ${piece(random, 3, true)}` : ""}`;

export function movingLinear(random: Random): MovingProblem {
  const n = random.whole(1, 3);
  const chains = list(random.whole(1, n + 1), (i) => {
    if (i < n && random.chance(0.6)) return list(n, (k) => (k === i ? 1 : 0));
    return list(n, (k) => (k === i % n ? 1 : k === (i + 1) % n && n > 1 ? -1 : 0));
  });
  const feedback = random.chance(0.25) && [
    { type: "pid", of: 0, reference: piece(random, 0.5, false), kp: 6, ki: 2, kd: 0.5 },
  ];
  const raw = {
    stickslip: 1,
    parameters: parameters(random),
    system: {
      type: "linear",
      mass: list(n, () => random.between(0.5, 2)),
      stiffness: list(n, (i) => list(n, (k) => (i === k ? random.between(2, 6) : -1))),
      force: list(n, () => force(random)),
      friction: chains.map((direction) => ({ direction, ...row(random, random.chance(0.6)) })),
    },
    ...(feedback && { feedback }),
    initial: { position: list(n, () => random.between(-0.2, 0.2)), velocity: list(n, () => random.between(-0.2, 0.2)) },
    time,
  };
  const symmetric = raw.system.stiffness;
  for (let i = 0; i < n; i++) for (let k = 0; k < i; k++) symmetric[i]![k] = symmetric[k]![i]!;
  return { raw, paths };
}

export function movingMechanism(random: Random): MovingProblem {
  const ways = [{ on: "a" }, { on: "b" }, { direction: { a: 1, b: -1 } }, { along: "sqrt((x(a) - 2)^2 + 0.5)" }];
  const picked = ways.filter(() => random.chance(0.5));
  const raw = {
    stickslip: 1,
    parameters: parameters(random),
    system: {
      type: "mechanism",
      coordinates: [{ name: "a" }, { name: "b" }],
      kinetic: "(1 + 0.2*cos(x(a)))*v(a)^2/2 + 0.8*v(b)^2",
      potential: "2*x(a)^2 + (x(a) - x(b))^2 + 0.3*x(b)^4",
      force: { a: `${force(random)} - 0.2*v(a)`, b: force(random) },
      ...(random.chance(0.3) && { joints: [{ name: "rod", zero: "x(b) - 0.5*x(a)^2 - 0.1*sin(2*t)" }] }),
      friction: (picked.length > 0 ? picked : [ways[0]!]).map((way) => ({
        ...way,
        ...row(random, random.chance(0.6)),
      })),
    },
    initial: { position: [0, 0], velocity: [0, 0.2] },
    time,
  };
  return { raw, paths };
}

export function movingArm(random: Random): MovingProblem {
  const raw = {
    stickslip: 1,
    parameters: parameters(random),
    system: {
      type: "arm",
      gravity: [0, -9.81],
      links: [
        { length: 1, mass: 0.4 },
        { length: 0.8, mass: 0.3 },
      ],
      joints: [
        { name: "s", friction: row(random, random.chance(0.7)), ...(random.chance(0.5) && { torque: force(random) }) },
        { name: "e", spring: { stiffness: 5, rest: 0.3 }, friction: row(random, random.chance(0.5)) },
      ],
    },
    initial: { position: [-1.4, 0.2] },
    time,
  };
  return { raw, paths };
}
