/** Random machines of one or two masses whose friction rows use every key: formulas that reach zero and jump, either way. */
import { list, type Random, seeded } from "../support/random.ts";

const rounded = (x: number) => Number(x.toPrecision(3));

/** A limit of about this size, N: constant, swinging, zero for a while, or jumping. */
function bound(random: Random, scale: number): number | string {
  const between = (low: number, high: number) => rounded(random.between(low, high));
  const kind = random.next();
  if (kind < 0.4) return between(0.3 * scale, scale);
  if (kind < 0.7) return `${between(0.5 * scale, scale)}*(1 + 0.5*sin(${between(1, 5)}*t))`;
  if (kind < 0.85) return `max(0, ${scale}*sin(${between(1, 4)}*t + ${between(0, 3)}))`;
  const after = random.chance(0.4) ? 0 : between(0.3 * scale, scale);
  return `t < ${between(0.3, 1.5)} ? ${between(0, scale)} : ${after}`;
}

function drive(random: Random): number | string {
  const between = (low: number, high: number) => rounded(random.between(low, high));
  return random.pick([
    () => between(-0.5, 0.5),
    () => `${between(0.1, 0.6)}*sin(${between(1, 4)}*t)`,
    () => `t < ${between(0.3, 1.5)} ? ${between(-1, 1)} : ${between(-1, 1)}`,
  ])();
}

interface Keys {
  limit: number | string;
  kinetic?: number | string;
  backward?: number | string;
  kineticBackward?: number | string;
  drive?: number | string;
  weakening?: Record<string, unknown>;
}

function row(random: Random, size: number): Keys {
  const between = (low: number, high: number) => rounded(random.between(low, high));
  const oblique = [between(-1, 1), between(0.3, 1)];
  const direction = random.pick([[1, -1], [1, 0], [0, 1], oblique]);
  const keys: Keys = { ...(size === 1 ? { on: 0 } : { direction }), limit: bound(random, 4) };
  if (random.chance(0.5)) {
    const swings = `${between(0.5, 2)}*(1 + 0.4*cos(${between(1, 4)}*t))`;
    keys.kinetic = random.chance(0.5) ? between(0.2, 3) : swings;
  }
  if (random.chance(0.25)) {
    keys.backward = random.chance(0.2) ? 0 : bound(random, 4);
    if (keys.kinetic !== undefined) keys.kineticBackward = between(0.2, 3);
  }
  if (random.chance(0.4)) keys.drive = drive(random);
  if (random.chance(0.5)) {
    keys.weakening = random.pick<Record<string, unknown>>([
      { shape: "stribeck", beta: between(0.1, 0.7), speed: between(0.05, 0.5), exponent: between(0.5, 3) },
      { shape: "stribeck", beta: between(0.1, 0.7), speed: between(0.05, 0.5) },
      { shape: "hyperbolic", beta: 0.4, speed: 0.2 },
      { shape: "smooth", beta: 0.3, epsilon: 0.1 },
    ]);
  }
  return keys;
}

/** Raw data of a problem of two seconds. */
export function randomRows(seed: number): Record<string, unknown> {
  const random = seeded(seed);
  const between = (low: number, high: number) => rounded(random.between(low, high));
  const size = random.pick([1, 2, 2]);
  const [k, ground] = [between(5, 40), between(1, 10)];
  const force = () => `${between(1, 8)}*sin(${between(1, 6)}*t + ${between(0, 3)})`;
  return {
    stickslip: 1,
    system: {
      type: "linear",
      mass: list(size, () => between(0.5, 2)),
      stiffness:
        size === 1
          ? [k]
          : [
              [k + ground, -k],
              [-k, k],
            ],
      damping:
        size === 1
          ? [between(0, 0.5)]
          : [
              [0.3, -0.1],
              [-0.1, 0.3],
            ],
      force: Array.from({ length: size }, () => (random.chance(0.7) ? force() : between(-2, 2))),
      friction: Array.from({ length: random.pick([1, 1, 2]) }, () => row(random, size)),
    },
    initial: {
      position: list(size, () => between(-0.5, 0.5)),
      velocity: list(size, () => (random.chance(0.3) ? 0 : between(-1, 1))),
    },
    time: { end: 2, step: 0.05 },
  };
}
