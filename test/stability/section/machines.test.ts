/** Rests of mechanisms and of linear machines in sections: closed forms, the linear theory, and simulation. */
import { describe, expect, test } from "vitest";
import { cos, sin } from "../../../src/numeric/elementary.ts";
import { eigenvalues } from "../../../src/numeric/general-eigenvalues.ts";
import { frictionMachine } from "../../../src/stability/rest/machine.ts";
import { equilibriumSection } from "../../../src/stability/rest/sections.ts";
import type { AxisWish } from "../../../src/stability/section/plan.ts";
import { type RestSection, restSection } from "../../../src/stability/section/section.ts";
import { type Changes, loadSimulation, runProblem } from "../../support/run.ts";

function rests(file: string, changes: Changes = {}, wishes?: readonly AxisWish[]): RestSection {
  const found = restSection(loadSimulation(file, changes), wishes);
  if ("message" in found) throw new Error(found.message);
  return found;
}

/** The root of f between two numbers, by halving. */
function root(f: (x: number) => number, low: number, high: number): number {
  let [a, b] = [low, high];
  for (let k = 0; k < 200; k++) {
    const x = (a + b) / 2;
    if (f(x) < 0 === f(a) < 0) a = x;
    else b = x;
  }
  return a;
}

describe("a bead on a turning hoop", () => {
  const [m, g, w, c] = [0.5, 9.81, 4.5, 0.4];
  const unbalance = (phi: number) => m * (g - w * w * cos(phi)) * sin(phi);

  test("rests in four bands, to 1e-12", () => {
    const { intervals } = rests("bead-on-hoop");
    const over = (phi: number) => unbalance(phi) - c;
    const under = (phi: number) => unbalance(phi) + c;
    const bottom = root(under, 0, 0.4);
    const middle = [root(under, 0.5, 1.06), root(over, 1.06, 1.5)] as const;
    const top = root(over, 2.5, Math.PI);
    const bands = [
      [-middle[1], -middle[0]],
      [-bottom, bottom],
      [middle[0], middle[1]],
      [top, 2 * Math.PI - top],
    ];
    expect(intervals!.map(({ from, to }) => [from, to]).length).toBe(4);
    intervals!.forEach(({ from, to }, k) => {
      expect(Math.abs(from - bands[k]![0]!)).toBeLessThan(1e-12);
      expect(Math.abs(to - bands[k]![1]!)).toBeLessThan(1e-12);
    });
  });

  test("held exactly inside a band, moved from a little outside", () => {
    for (const { from, to } of rests("bead-on-hoop").intervals!) {
      for (const [position, stays] of [
        [from + 1e-9, true],
        [to - 1e-9, true],
        [from - 1e-6, false],
        [to + 1e-6, false],
      ] as const) {
        const initial = { position: [position], velocity: [0] };
        const { trajectory } = runProblem("bead-on-hoop", { initial, time: { end: 2 } });
        const still = trajectory.velocity[0]!.every((v) => v === 0);
        const same = trajectory.position[0]!.every((x) => x === position);
        expect([position, still && same]).toEqual([position, stays]);
      }
    }
  });
});

test("a cart with a pole: the pole is solved for, up and down, and what it does is told", () => {
  const { intervals, plan } = rests("cart-pole");
  const limit = (0.05 * 1.2 * 9.81) / 3; // friction against the feedback of the position
  expect(plan.solved).toEqual([1]);
  const angle = ({ inside }: { inside: { position: readonly number[] } }) => Math.abs(Math.round(inside.position[1]!));
  expect(intervals!.map((one) => [angle(one), one.stability!.kind]).sort()).toEqual([
    [0, "unstable"],
    [3, "stable"],
  ]);
  for (const { from, to } of intervals!) {
    expect(Math.abs(from + limit)).toBeLessThan(1e-12);
    expect(Math.abs(to - limit)).toBeLessThan(1e-12);
  }
  // m l^2 a + d v -+ m g l phi = 0 with the cart held
  const [ml2, d, mgl] = [0.2 * 0.25, 0.005, 0.2 * 9.81 * 0.5];
  const up = intervals!.find((one) => angle(one) === 0)!.stability!.eigenvalues[0]!.real;
  expect(Math.abs(up - (-d + Math.sqrt(d * d + 4 * ml2 * mgl)) / (2 * ml2))).toBeLessThan(1e-9);
});

test("a slider-crank: the slider follows the crank by its joint", () => {
  const [c, torque, r, L] = [3, 0.3, 0.2, 0.7];
  const { intervals, plan } = rests("slider-crank", { parameters: { torque } }, [{ coordinate: 0, range: [0, 6.2] }]);
  expect(plan.solved).toEqual([1]);
  const lever = (phi: number) => r * sin(phi) * (1 + (r * cos(phi)) / Math.sqrt(L * L - r * r * sin(phi) * sin(phi)));
  const held = (phi: number) => c * Math.abs(lever(phi)) - torque;
  const bands = [
    [root(held, 0, 1), root(held, 2, 3.1)],
    [root(held, 3.2, 4), root(held, 5, 6.2)],
  ];
  expect(intervals!.length).toBe(2);
  intervals!.forEach(({ from, to }, k) => {
    expect(Math.abs(from - bands[k]![0]!)).toBeLessThan(1e-11);
    expect(Math.abs(to - bands[k]![1]!)).toBeLessThan(1e-11);
  });
});

test("a linear machine: the polygon of the theory", () => {
  const simulation = loadSimulation("vl05-two-masses");
  const polygon = equilibriumSection(frictionMachine(simulation).machine!, 0, 1, [0, 0])!;
  const found = rests("vl05-two-masses", {}, [{ coordinate: 0 }, { coordinate: 1 }]);
  expect(Math.abs(found.outline!.area / (4 / 3) - 1)).toBeLessThan(1e-3);
  expect(found.outline!.cut).toBe(false);
  for (const [x, y] of found.outline!.boundary.flat()) {
    // on an edge of the polygon: the least distance to its lines
    const distances = polygon.map(([ax, ay], k) => {
      const [bx, by] = polygon[(k + 1) % polygon.length]!;
      const length = Math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
      return Math.abs(((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length);
    });
    expect(Math.min(...distances)).toBeLessThan(1e-9);
  }
});

test("a row that slides at rest has a force that follows the motion: flutter is seen", () => {
  const [mu, k] = [0.6, 1000];
  for (const [friction, kind] of [
    [mu, "unstable"],
    [0.3, "stable"],
  ] as const) {
    const { equilibria } = rests("mode-coupling-squeal", { parameters: { mu: friction } }, [{ coordinate: 0 }]);
    const K = [2000, -400 + friction * k, -400, 2200]; // the belt pulls with mu (N0 - k y)
    const whole = Float64Array.of(0, 0, 1, 0, 0, 0, 0, 1, -K[0]!, -K[1]!, -0.5, 0, -K[2]!, -K[3]!, 0, -0.5);
    const largest = Math.max(...eigenvalues(whole, 4)!.real);
    expect(equilibria!.length).toBe(1);
    expect(equilibria![0]!.stability!.kind).toBe(kind);
    expect(Math.abs(equilibria![0]!.stability!.eigenvalues[0]!.real - largest)).toBeLessThan(1e-6);
  }
});
