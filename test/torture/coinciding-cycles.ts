/** Random machines whose cycles have events that fall together: copies of one oscillator, uncoupled or coupled so that they swing as one. */
import { list, type Random } from "../support/random.ts";

export interface CoincidingCycle {
  readonly family: string;
  readonly raw: unknown;
  /** Of the force, s; absent: the machine is free. */
  readonly period?: number;
}

/** `felt`: with dampers between masses that strike or break loose together, which make one feel the event of the other at once. */
type Family = (random: Random, felt: boolean) => CoincidingCycle;

const matrix = (n: number, entry: (i: number, j: number) => number) =>
  list(n, (i) => i).map((i) => list(n, (j) => entry(i, j)));

/** Symmetric under every exchange of masses: own springs, and equal ones between all of them. */
function equal(n: number, own: number, between: number): number[][] {
  return matrix(n, (i, j) => (i === j ? own + (n - 1) * between : -between));
}

/** Blocks on one belt, uncoupled or with springs and dampers between all of them. */
const belts: Family = (random, felt) => {
  const n = random.whole(2, 4);
  const coupled = random.chance(0.7);
  const limit = random.between(0.8, 2);
  const jump = felt || random.chance(0.5);
  const law = jump
    ? { limit, kinetic: limit * random.between(0.4, 0.8) }
    : { limit, weakening: { shape: "hyperbolic", beta: 1, speed: random.between(0.3, 1) } };
  const drive = random.between(0.1, 0.3);
  return {
    family: "belts",
    raw: {
      stickslip: 1,
      system: {
        type: "linear",
        mass: list(n, () => 1),
        damping: equal(n, random.between(0, 0.05), felt || (coupled && !jump) ? random.between(0.1, 0.5) : 0),
        stiffness: equal(n, random.between(0.5, 2), coupled ? random.between(0.1, 1) : 0),
        friction: list(n, (i) => i).map((on) => ({ on, drive, ...law })),
      },
      initial: { position: list(n, () => limit / 4), velocity: list(n, () => 0) },
      time: { end: 60, step: 0.05 },
    },
  };
};

/** Rubbing oscillators under one periodic force each, the same or with whole multiples of its frequency. */
const forced: Family = (random) => {
  const n = random.whole(2, 3);
  const alike = random.chance(0.6);
  const omega = random.between(0.6, 2);
  const limit = random.between(0.1, 0.6);
  const [size, own, loss] = [random.between(1, 3), random.between(0.5, 3), random.between(0.1, 0.5)];
  const kinetic = random.chance(0.5) ? { kinetic: limit * random.between(0.5, 0.9) } : {};
  return {
    family: alike ? "forced" : "commensurable",
    period: (2 * Math.PI) / omega,
    raw: {
      stickslip: 1,
      parameters: { w: omega },
      system: {
        type: "linear",
        // in its own time a copy at k times the frequency does the same: its events fall on those of the others
        mass: list(n, (i) => (alike ? 1 : 1 / (i + 1) ** 2)),
        damping: alike ? equal(n, loss, random.between(0, 0.3)) : list(n, (i) => loss / (i + 1)),
        stiffness: alike ? equal(n, own, random.between(0, 1)) : list(n, () => own),
        force: list(n, (i) => i).map((i) => `${size}*cos(${alike ? 1 : i + 1}*w*t)`),
        friction: list(n, (i) => i).map((on) => ({ on, limit, ...kinetic })),
      },
      initial: { position: list(n, () => 0) },
      time: { end: 40, step: 0.05 },
    },
  };
};

/** Two masses with friction to the ground and between them, pushed alike or against each other. */
const opposed: Family = (random) => {
  const omega = random.between(0.6, 2);
  const against = random.chance(0.5);
  const size = random.between(1, 3);
  const ground = random.between(0.1, 0.4);
  return {
    family: "opposed",
    period: (2 * Math.PI) / omega,
    raw: {
      stickslip: 1,
      parameters: { w: omega },
      system: {
        type: "linear",
        mass: [1, 1],
        damping: equal(2, random.between(0.1, 0.5), random.between(0, 0.2)),
        stiffness: equal(2, random.between(0.5, 2), random.between(0.1, 1)),
        force: [`${size}*cos(w*t)`, `${against ? -size : size}*cos(w*t)`],
        friction: [
          { on: 0, limit: ground },
          { on: 1, limit: ground },
        ],
      },
      initial: { position: [0, 0] },
      time: { end: 40, step: 0.05 },
    },
  };
};

/** Hammers that strike their stops together. */
const hammers: Family = (random, felt) => {
  const n = random.whole(2, 3);
  const omega = random.between(0.7, 1.6);
  const restitution = random.between(0.2, 0.7);
  const [size, loss] = [random.between(1, 2), random.between(0.1, 0.3)];
  return {
    family: "hammers",
    period: (2 * Math.PI) / omega,
    raw: {
      stickslip: 1,
      parameters: { w: omega },
      system: {
        type: "linear",
        mass: list(n, () => 1),
        damping: equal(n, loss, felt ? random.between(0.1, 0.3) : 0),
        stiffness: equal(n, 1, random.between(0, 0.5)),
        force: list(n, () => 0).map(() => `${size}*cos(w*t)`),
        friction: random.chance(0.5) ? list(n, (i) => i).map((on) => ({ on, limit: 0.05 })) : [],
        stops: list(n, (i) => i).map((on) => ({ on, gap: 0.5, restitution })),
      },
      initial: { position: list(n, () => 0) },
      time: { end: 40, step: 0.05 },
    },
  };
};

export function coincidingCycle(random: Random): CoincidingCycle {
  return random.pick([belts, forced, opposed, hammers])(random, false);
}

export function dependentCycle(random: Random): CoincidingCycle {
  return random.pick([belts, hammers])(random, true);
}
