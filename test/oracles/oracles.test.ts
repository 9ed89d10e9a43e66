import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cases as part } from "../support/torture.ts";
import { multiply } from "./dense.ts";
import { type ExactMotion, tp1, tp2, tp3, tp4, tp5 } from "./gskn06.ts";
import { masses } from "./gskn06-tp4.ts";
import { follow } from "./mode-switching.ts";
import { type GalleryProblem, loadProblem } from "./problem-file.ts";

const cases: [string, ExactMotion][] = [
  ["gskn06-tp1", tp1],
  ["gskn06-tp2", tp2],
  ["gskn06-tp3", tp3],
  ["gskn06-tp3-weakening", tp3],
  ["gskn06-tp4", tp4],
  ["gskn06-tp5", tp5],
];

/** Times inside the pieces, at least `gap` away from every jump. */
function timesOf(exact: ExactMotion, gap: number) {
  return fc
    .double({ min: exact.start + gap, max: exact.end - gap, noNaN: true })
    .filter((t) => exact.jumps.every((jump) => Math.abs(t - jump) > gap));
}

/** M x'' + D x' + K x + W C (lambda - gamma(s)) - f, N. */
function residual({ system }: GalleryProblem, exact: ExactMotion, t: number): number[] {
  const inertia = multiply(system.mass, exact.acceleration(t));
  const springs = multiply(system.stiffness, exact.position(t));
  const velocity = exact.velocity(t);
  const lambda = exact.multiplier(t);
  return system.force(t).map((force, i) => {
    const { limit, gamma } = system.rows[i]!;
    return inertia[i]! + springs[i]! + limit * (lambda[i]! - gamma(velocity[i]!)) - force;
  });
}

describe.each(cases)("%s and its closed form", (file, exact) => {
  const problem = loadProblem(file);

  it("start and end together, with the same initial state", () => {
    expect([problem.initial.time, problem.end]).toEqual([exact.start, exact.end]);
    exact.position(exact.start).forEach((x, i) => {
      expect(x).toBeCloseTo(problem.initial.position[i]!, 14);
    });
    exact.velocity(exact.start).forEach((v, i) => {
      expect(v).toBeCloseTo(problem.initial.velocity[i]!, 14);
    });
  });

  it("satisfy the equation of motion", () => {
    const property = fc.property(timesOf(exact, 1e-9), (t) => {
      expect(Math.max(...residual(problem, exact, t).map(Math.abs))).toBeLessThan(1e-9);
    });
    fc.assert(property, { numRuns: part(500, 2000) });
  });

  it("satisfy the friction law", () => {
    const property = fc.property(timesOf(exact, 1e-9), (t) => {
      const lambda = exact.multiplier(t);
      exact.velocity(t).forEach((v, i) => {
        expect(Math.abs(lambda[i]!)).toBeLessThanOrEqual(1);
        expect(Math.abs(lambda[i]! * v - Math.abs(v))).toBeLessThan(1e-14);
      });
    });
    fc.assert(property, { numRuns: part(500, 2000) });
  });

  it("have velocity and acceleration as derivatives", () => {
    const h = 1e-5;
    const slope = (curve: (t: number) => number[], t: number) => {
      const before = curve(t - h);
      return curve(t + h).map((value, i) => (value - before[i]!) / (2 * h));
    };
    const property = fc.property(timesOf(exact, 2 * h), (t) => {
      const velocity = exact.velocity(t);
      const acceleration = exact.acceleration(t);
      slope(exact.position, t).forEach((value, i) => {
        expect(Math.abs(value - velocity[i]!)).toBeLessThan(1e-6);
      });
      slope(exact.velocity, t).forEach((value, i) => {
        expect(Math.abs(value - acceleration[i]!)).toBeLessThan(1e-6);
      });
    });
    fc.assert(property, { numRuns: 500 });
  });

  it("are continuous in position and velocity", () => {
    for (const jump of exact.jumps)
      for (const curve of [exact.position, exact.velocity]) {
        const before = curve(jump - 1e-14);
        curve(jump).forEach((value, i) => {
          expect(Math.abs(value - before[i]!)).toBeLessThan(1e-11);
        });
      }
  });

  it("agree with a mode-switching integration", () => {
    const times = [0.3, 0.55, 0.8, 1].map((share) => exact.start + share * (exact.end - exact.start));
    for (const moment of follow(problem.system, problem.initial, times).moments) {
      const { time, position, velocity } = moment;
      exact.position(time).forEach((x, i) => {
        expect(Math.abs(position[i]! - x)).toBeLessThan(1e-11);
      });
      exact.velocity(time).forEach((v, i) => {
        expect(Math.abs(velocity[i]! - v)).toBeLessThan(1e-11);
      });
    }
  });
});

it("gskn06-tp4 has its known reversals, sticks and rest positions", () => {
  const known = [
    [0.034882852214294, 0.342931154562729, 0.922117689033333],
    [0.0731541340376455, 0.288829731859427, 2.01893051440497],
    [0.1152837599580892, 0.236149923545384, 3.0529695083443],
  ];
  const { events } = follow(loadProblem("gskn06-tp4").system, loadProblem("gskn06-tp4").initial, [4]);
  masses.forEach(({ reversal, stick, restPosition }, row) => {
    [reversal, stick, restPosition].forEach((value, i) => {
      expect(Math.abs(value - known[row]![i]!)).toBeLessThan(1e-14);
    });
    const found = events.filter((event) => event.row === row);
    expect(found.map((event) => event.kind)).toEqual(["reversal", "stick"]);
    expect(Math.abs(found[0]!.time - reversal)).toBeLessThan(1e-13);
    expect(Math.abs(found[1]!.time - stick)).toBeLessThan(1e-13);
  });
});

it("gskn06-tp3-same-force leaves the closed form, and comes back to it without weakening", () => {
  const { system, initial, end } = loadProblem("gskn06-tp3-same-force");
  const { events, moments } = follow(system, initial, [end]);
  expect(events.map(({ row, kind }) => `${row} ${kind}`)).toEqual([
    "0 stick",
    "0 slip",
    "1 slip",
    "0 stick",
    "1 reversal",
  ]);
  const times = [1.22648781137855, 2, 2, 3.51440936154093, 3.97939649597599];
  events.forEach(({ time }, i) => {
    expect(Math.abs(time - times[i]!)).toBeLessThan(1e-11);
  });
  const known = [-0.342766325668687, 1.59051706298842];
  moments[0]!.position.forEach((x, i) => {
    expect(Math.abs(x - known[i]!)).toBeLessThan(1e-11);
  });
  const plain = loadProblem("gskn06-tp3-same-force", { beta: 0 });
  follow(plain.system, plain.initial, [end]).moments[0]!.position.forEach((x, i) => {
    expect(Math.abs(x - tp3.position(end)[i]!)).toBeLessThan(1e-11);
  });
});
