/** Random roads for a mass that falls on them, as functions for the oracle and as formulas for the product, in any units. */
import type { OnRoad, Road } from "../../oracles/road.ts";
import { seeded } from "../../support/random.ts";

export interface RoadCase {
  readonly kind: string;
  readonly on: OnRoad;
  readonly position: [number, number];
  readonly velocity: [number, number];
  readonly end: number;
  /** As a problem whose meter and second are so many of the oracle's; lengths are divided by `meter`, times by `second`. */
  problem(meter?: number, second?: number): object;
}

const KINDS = ["bump", "dip", "waves", "bowl", "slope", "step", "arc", "flat"] as const;

export function roadCase(seed: number): RoadCase {
  const random = seeded(seed);
  const between = (from: number, to: number) => Number(random.between(from, to).toFixed(4));
  const kind = KINDS[seed % KINDS.length]!;
  const [size, place, width] = [between(0.02, 0.15), between(0.5, 3), between(0.15, 0.6)];
  const restitution = [0, 0.3, 0.5, 0.8][random.whole(0, 3)]!;
  const limit = random.chance(0.4) ? between(0.1, 1) : 0;
  const [height, speed, end] = [between(0.3, 0.6), between(0.5, 3), between(1.5, 3)];
  const { road, formula } = roadOf(kind, size, place, width);
  const y = Number((road(0)[0] + height).toFixed(4));
  const gravity = 9.81;
  return {
    ...{ kind, position: [0, y], velocity: [speed, 0], end },
    on: { road, gravity, restitution, limit, longest: 0.01 },
    problem(meter = 1, second = 1) {
      const force = meter / second ** 2; // of the oracle's newton
      return {
        stickslip: 1,
        system: {
          type: "mechanism",
          coordinates: [{ name: "a" }, { name: "y" }],
          kinetic: "(v(a)^2 + v(y)^2)/2",
          potential: `${gravity * force}*x(y)`,
          ...(limit > 0 ? { friction: [{ name: "rail", on: "a", limit: limit * force }] } : {}),
          stops: [{ name: "road", distance: `x(y) - ${meter}*(${formula(`(x(a)/${meter})`)})`, restitution }],
        },
        initial: { position: [0, y * meter], velocity: [(speed * meter) / second, 0] },
        time: { end: end * second, step: 0.02 * second },
      };
    },
  };
}

function roadOf(
  kind: (typeof KINDS)[number],
  size: number,
  place: number,
  width: number,
): { road: Road; formula: (a: string) => string } {
  switch (kind) {
    case "bump":
    case "dip": {
      const h = kind === "bump" ? size : -size;
      return {
        formula: (a) => `(${h})*exp(-((${a} - ${place})/${width})^2)`,
        road(a) {
          const u = (a - place) / width;
          const f = h * Math.exp(-u * u);
          return [f, (-2 * u * f) / width, ((4 * u * u - 2) * f) / width ** 2];
        },
      };
    }
    case "waves": {
      const k = 0.7 / width;
      return {
        formula: (a) => `${size}*sin(${k}*${a})`,
        road: (a) => [size * Math.sin(k * a), size * k * Math.cos(k * a), -size * k * k * Math.sin(k * a)],
      };
    }
    case "bowl":
      return {
        formula: (a) => `${width}*(${a} - ${place})^2`,
        road: (a) => [width * (a - place) ** 2, 2 * width * (a - place), 2 * width],
      };
    case "slope": {
      const k = place > 1.75 ? width : -width;
      return { formula: (a) => `(${k})*${a}`, road: (a) => [k * a, k, 0] };
    }
    case "step":
      return {
        formula: (a) => `${size}*tanh((${a} - ${place})/${width})`,
        road(a) {
          const f = Math.tanh((a - place) / width);
          const s = 1 / Math.cosh((a - place) / width) ** 2;
          return [size * f, (size * s) / width, (-2 * size * f * s) / width ** 2];
        },
      };
    case "arc": {
      const r = 9 + place;
      return {
        formula: (a) => `${r} - sqrt(${r}^2 - ${a}^2)`,
        road(a) {
          const c = Math.sqrt(r * r - a * a);
          return [r - c, a / c, r ** 2 / c ** 3];
        },
      };
    }
    default: // a bump that is never reached
      return { formula: (a) => `0.05*exp(-((${a} + 3)/0.05)^2)`, road: () => [0, 0, 0] };
  }
}
