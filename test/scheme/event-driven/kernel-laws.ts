/** What random machines for the kernel have beside Coulomb friction: laws of their rows, and other parts. */
import { list, type Random } from "../../support/random.ts";
import { type Initial, short } from "./kernel-machines.ts";

export const driven = (random: Random) => (random.chance(0.6) ? { drive: short(random.between(-1, 1)) } : {});
export const jumping = (random: Random, limit: number) =>
  random.chance(0.7) ? { kinetic: short(limit * random.between(0.3, 0.95)) } : {};

export const weakening = (random: Random) => {
  const [beta, speed] = [short(random.between(0.1, 0.8)), short(random.between(0.05, 2))];
  return random.pick([
    {},
    { weakening: { shape: "stribeck", beta, speed, exponent: 1 } },
    { weakening: { shape: "stribeck", beta, speed, exponent: 2 } },
    { weakening: { shape: "hyperbolic", beta, speed } },
    { weakening: { shape: "smooth", beta, epsilon: speed } },
  ]);
};

export const mixed = (random: Random, limit: number) => ({
  ...weakening(random),
  ...driven(random),
  ...jumping(random, limit),
});

/** A joint of two coordinates, whose velocities are made to fit. */
export const joined = (random: Random, n: number, { velocity }: Initial) => {
  if (n < 2 || random.chance(0.2)) return {};
  const ratio = random.pick([1, -1, 2, 0.5]);
  velocity[0] = ratio * velocity[1]!;
  return { joints: [{ direction: list(n, (i) => (i === 0 ? 1 : i === 1 ? -ratio : 0)) }] };
};

/** Stops some way ahead, on coordinates that have friction or not, and between two. */
export const stopped = (random: Random, n: number, { position }: Initial) => ({
  stops: list(random.whole(1, Math.min(n, 3)), () => {
    const [on, other] = [random.whole(0, n - 1), random.whole(0, n - 1)];
    const sign = random.pick([1, -1]);
    const direction = list(n, (i) => (i === on ? sign : i === other ? -sign : 0));
    const place = direction.reduce((sum, entry, i) => sum + entry * position[i]!, 0);
    const gap = short(place + random.between(0.05, 1));
    return { direction, gap, restitution: random.pick([0, 1, short(random.between(0, 0.9))]) };
  }),
});

/** Loads whose last coefficients do not tell what comes: pulses, pieces, roots and quotients. */
export const hiding = (random: Random, n: number) => ({
  force: list(n, () => {
    const [a, b, c] = [random.between(-4, 4), random.between(0.2, 2), random.between(0.5, 3)].map(short);
    return random.pick([
      `${a}*exp(-(5*(t - ${c}))^2)`,
      `t < ${c} ? ${a}*t : ${b}*cos(3*t)`,
      `${a}*max(0, sin(${c}*t))`,
      `${a}/(1 + (t - ${c})^2/${b})`,
      `${a}*tanh(4*(t - ${c}))`,
      `${a}*sqrt(abs(t - ${c}))`,
      "0",
    ]);
  }),
});

export const both = (...given: Parameters<typeof joined>) => ({ ...joined(...given), ...stopped(...given) });

/** Another limit backward, with or without kinetic forces. */
const jumpOr = (random: Random, wave: (base: number) => string, limit: number) => {
  const part = () => wave(short(limit * random.between(0.1, 0.5)));
  const backward = wave(short(random.between(0.5, 3)));
  return random.pick<object>([{ backward }, { backward, kinetic: part(), kineticBackward: part() }]);
};

/** Limits, kinetic forces and drives that swing, decay or grow. */
export const varying = (random: Random, limit: number) => {
  const wave = (base: number) => {
    const [part, rate, phase] = [random.between(0.1, 0.7), random.between(0.3, 4), random.between(-3, 3)].map(short);
    return random.pick([
      `${base}*(1 + ${part}*sin(${rate}*t + ${phase}))`,
      `${base}*(1 + ${part}*exp(-${rate}*t))`,
      `${base} + ${part}*t`,
    ]);
  };
  const [speed, rate] = [random.between(-1, 1), random.between(0.3, 4)].map(short);
  return {
    ...(random.chance(0.7) ? { limit: wave(limit) } : {}),
    ...(random.chance(0.6) ? { drive: random.pick([`${speed}*cos(${rate}*t)`, `${speed}*t`, speed]) } : {}),
    ...(random.chance(0.3) ? jumpOr(random, wave, limit) : {}),
    ...(random.chance(0.5) ? weakening(random) : {}),
  };
};
