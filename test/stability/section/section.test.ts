/** Rests of machines that are not linear, in sections, against closed forms. */
import { describe, expect, test } from "vitest";
import { asin, cos } from "../../../src/numeric/elementary.ts";
import type { AxisWish } from "../../../src/stability/section/plan.ts";
import { type RestSection, restSection } from "../../../src/stability/section/section.ts";
import { compileRaw, loadSimulation } from "../../support/run.ts";

const G = 9.81;

function rests(raw: unknown, wishes?: readonly AxisWish[]): RestSection {
  const found = restSection(compileRaw(raw), wishes);
  if ("message" in found) throw new Error(found.message);
  return found;
}

/** A uniform rod that hangs along the y-axis at -pi/2. */
const pendulum = (limit: number, changes: object = {}) => ({
  stickslip: 1,
  system: {
    type: "arm",
    gravity: [0, -G],
    links: [{ length: 1, mass: 2 }],
    joints: [{ name: "hinge", ...(limit > 0 ? { friction: { limit } } : {}), ...changes }],
  },
  initial: { position: [0.3] },
  time: { end: 1, step: 0.01 },
});

describe("a pendulum with friction in its joint", () => {
  const c = 4;
  const angle = asin(c / (2 * G * 0.5)); // from the vertical

  test("rests in two bands over a turn: |cos theta| <= c/(m g l), to 1e-12", () => {
    const { intervals, axes } = rests(pendulum(c));
    expect(axes[0]!.to - axes[0]!.from).toBeCloseTo(2 * Math.PI, 14);
    const ends = intervals!.map(({ from, to }) => [from, to]);
    const bands = [-Math.PI / 2, Math.PI / 2].map((middle) => [middle - angle, middle + angle]);
    expect(ends.length).toBe(2);
    ends.flat().forEach((end, k) => {
      expect(Math.abs(end - bands.flat()[k]!)).toBeLessThan(1e-12);
    });
    expect(intervals!.every(({ openFrom, openTo }) => !openFrom && !openTo)).toBe(true);
  });

  test("a band across the end of the range is one interval", () => {
    const { intervals } = rests({ ...pendulum(c), initial: { position: [Math.PI / 2 - 0.1] } });
    const lengths = intervals!.map(({ from, to }) => to - from);
    expect(lengths.length).toBe(2);
    for (const length of lengths) expect(Math.abs(length - 2 * angle)).toBeLessThan(1e-12);
  });

  test("friction beyond the weight holds it everywhere", () => {
    const { intervals } = rests(pendulum(12));
    expect(intervals!.map(({ openFrom, openTo }) => [openFrom, openTo])).toEqual([[true, true]]);
  });

  test("a stop holds it beside the bands", () => {
    const { intervals } = rests(pendulum(c, { stops: [-0.8, 1] }), [{ coordinate: 0, range: [-2, 2] }]);
    expect(intervals!.map(({ from, to }) => [from, to])).toEqual([[-0.8, -0.8]]);
    expect(intervals![0]!.stops).toEqual(["hinge_from"]);
  });

  test("bands much narrower than the samples are seen", () => {
    const { intervals } = rests(pendulum(1e-7));
    expect(intervals!.length).toBe(2);
    expect(intervals![0]!.to - intervals![0]!.from).toBeCloseTo(2e-7 / G, 13);
  });

  test("without friction there are two points, one of them unstable", () => {
    const { equilibria } = rests(pendulum(0));
    const [down, up] = equilibria!;
    expect(equilibria!.length).toBe(2);
    expect(Math.abs(down!.position[0]! + Math.PI / 2)).toBeLessThan(1e-12);
    expect(Math.abs(up!.position[0]! - Math.PI / 2)).toBeLessThan(1e-12);
    expect([down!.stability!.kind, up!.stability!.kind]).toEqual(["neutral", "unstable"]);
    const omega = Math.sqrt((2 * G * 0.5) / (2 / 3));
    expect(Math.abs(down!.stability!.eigenvalues[0]!.imaginary - omega)).toBeLessThan(1e-9);
    expect(Math.abs(up!.stability!.eigenvalues[0]!.real - omega)).toBeLessThan(1e-9);
  });
});

test("a double pendulum with little friction: four small parts, as large as their tangents say", () => {
  const c = 0.002;
  const found = restSection(loadSimulation("double-pendulum-arm", { parameters: { c } }));
  if ("message" in found) throw new Error(found.message);
  const { boundary, area } = found.outline!;
  expect(boundary.length).toBe(4);
  // at each rest the torques change with the angles by upright or hanging weights: parallelograms of area 4 c^2 / |det|
  const [lower, upper] = [0.6 * G * 0.4, (0.5 + 0.6) * G];
  expect(Math.abs(area / ((4 * 4 * c * c) / (lower * upper)) - 1)).toBeLessThan(1e-2);
});

describe("a double pendulum with friction in both joints", () => {
  const c = 2;
  const raw = { parameters: { c } };
  const [m1, m2, l1] = [1, 0.6, 1];
  /** Relative angles from the x-axis. */
  const margin = (a: number, b: number) => {
    const elbow = m2 * G * 0.4 * cos(a + b);
    const shoulder = (m1 * 0.5 + m2 * l1) * G * cos(a) + elbow;
    return 1 - Math.max(Math.abs(elbow), Math.abs(shoulder)) / c;
  };

  test("rests within the closed inequality, boundary to 1e-9", () => {
    const found = restSection(loadSimulation("double-pendulum-arm", raw));
    if ("message" in found) throw new Error(found.message);
    const { boundary, area } = found.outline!;
    const [x, y] = found.axes;
    const edges = [x!.from, x!.to, y!.from, y!.to];
    const points = boundary.flat();
    expect(points.length).toBeGreaterThan(300);
    for (const [a, b] of points) {
      const onEdge = [a, a, b, b].some((value, k) => Math.abs(value - edges[k]!) < 1e-9);
      // slopes of the margin are below 6
      if (!onEdge) expect(Math.abs(margin(a, b))).toBeLessThan(6e-9);
    }
    let inside = 0;
    const n = 1500;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) if (margin((i / n) * 2 * Math.PI, (j / n) * 2 * Math.PI) >= 0) inside++;
    }
    const whole = (4 * Math.PI * Math.PI * inside) / (n * n);
    expect(Math.abs(area / whole - 1)).toBeLessThan(1e-3);
  });
});
