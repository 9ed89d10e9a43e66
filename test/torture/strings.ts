/** Random strings: shapes, loads, frictions, guides, obstacles and ends of all kinds, as problems. */
import type { Random } from "../support/random.ts";

const shape = (random: Random, size: number): string =>
  Array.from(
    { length: random.whole(1, 3) },
    (_, k) => `${(size * random.normal()).toFixed(4)}*sin(${k + 1}*pi*x/L)`,
  ).join(" + ");

const profile = (random: Random, size: number): string | number => {
  const value = Number((size * random.decade(-0.3, 0.3)).toPrecision(4));
  return random.chance(0.5)
    ? value
    : `${value}*(1 + ${random.between(-0.6, 0.6).toFixed(3)}*sin(${random.whole(1, 4)}*x/L))`;
};

export interface RandomString {
  readonly problem: Readonly<Record<string, unknown>>;
  readonly elements: number;
  /** Longest step of `balanced`, about. */
  readonly longest: number;
}

export function randomString(random: Random, elements: number): RandomString {
  const L = Number(random.decade(-0.3, 0.5).toPrecision(3));
  const tension = profile(random, random.decade(-1, 1));
  const density = profile(random, random.decade(-1, 1));
  const size = random.decade(-2, 0);
  const number = (of: string | number) => Number(String(of).split("*", 1).join());
  const speed = Math.sqrt((1.6 * number(tension)) / (0.4 * number(density)));
  const pull = (number(tension) * size) / L / L;
  const ends = ["fixed", "fixed", "free"].map((kind) => kind);
  const free = random.chance(0.3);
  const system: Record<string, unknown> = {
    type: "string",
    length: "L",
    elements,
    tension,
    density,
    mass: random.chance(0.7) ? "lumped" : "consistent",
    ends: free ? [ends[0], ends[2]] : [ends[0], ends[1]],
  };
  if (random.chance(0.7)) system.friction = profile(random, pull * random.decade(-1, 1));
  if (random.chance(0.3)) system.damping = profile(random, (number(density) * speed * random.decade(-2, 0)) / L);
  if (random.chance(0.5))
    system.force = `${(pull * random.normal()).toFixed(6)}*cos(${random.between(0, 6).toFixed(3)}*t*${(speed / L).toFixed(4)})*sin(${random.whole(1, 3)}*pi*x/L)`;
  if (random.chance(0.4)) {
    system.guides = [{ at: `${random.between(0.2, 0.8).toFixed(3)}*L`, limit: pull * L * random.decade(-1, 0.5) }];
  }
  if (random.chance(0.3) && !free) system.obstacle = { below: -0.3 * size, restitution: random.pick([0, 0.5, 1]) };
  const start = system.obstacle ? `${size}*sin(pi*x/L)` : free ? `${size}*x/L` : shape(random, size);
  const stiff = system.mass === "consistent" ? Math.sqrt(3) : 1;
  return {
    elements,
    longest: L / elements / speed / stiff / 1.3,
    problem: { stickslip: 1, parameters: { L }, system, initial: { position: start } },
  };
}
