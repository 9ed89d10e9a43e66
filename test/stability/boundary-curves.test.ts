/** Tracing of boundaries that are known: a judge that is a formula. */
import { describe, expect, it } from "vitest";
import { halve, type Judge, judged } from "../../src/stability/attraction/boundary-points.ts";
import { type Curve, refined } from "../../src/stability/attraction/refine.ts";
import { crossedEdges } from "../../src/stability/attraction/triangles.ts";
import { type Point, polygonArea } from "../../src/stability/rest/polygon.ts";

const TOLERANCE = [1e-8, 1e-8] as const;

async function traced(inside: (x: number, y: number) => boolean, cells: number) {
  let asked = 0;
  const judge: Judge = async (points) => {
    asked += points.length;
    return points.map(([x, y]) => inside(x, y));
  };
  const nodes = Array.from(
    { length: (cells + 1) ** 2 },
    (_, k): Point => [Math.floor(k / (cells + 1)) / cells, (k % (cells + 1)) / cells],
  );
  const { brackets, curves } = crossedEdges(cells, cells, await judge(nodes).then((answers) => [...answers]));
  const points = await judged(halve(brackets, TOLERANCE), judge);
  const coarse = curves.map(({ edges, closed }): Curve => ({ closed, points: edges.map((edge) => points[edge]!) }));
  return { coarse, fine: await judged(refined(coarse, TOLERANCE), judge), asked: () => asked };
}

/** Twice the signed area: positive when the inside is on the left of a closed curve. */
const turning = (points: readonly Point[]) =>
  points.reduce((sum, [x, y], k) => {
    const [u, v] = points[(k + 1) % points.length]!;
    return sum + x * v - u * y;
  }, 0);

describe("a disc", () => {
  const radius = 0.31;
  const disc = traced((x, y) => Math.hypot(x - 0.52, y - 0.47) < radius, 12);

  it("is one closed curve with its inside on the left, to the tolerance", async () => {
    const { fine } = await disc;
    expect(fine).toHaveLength(1);
    expect(fine[0]!.closed).toBe(true);
    for (const [x, y] of fine[0]!.points) expect(Math.abs(Math.hypot(x - 0.52, y - 0.47) - radius)).toBeLessThan(1e-8);
    expect(turning(fine[0]!.points)).toBeGreaterThan(0);
  });

  it("is rounder with more points, for few questions", async () => {
    const { coarse, fine, asked } = await disc;
    const missing = ({ points }: Curve) => 1 - polygonArea(points) / (Math.PI * radius * radius);
    expect(missing(coarse[0]!)).toBeGreaterThan(5 * missing(fine[0]!));
    expect(missing(fine[0]!)).toBeLessThan(1.5e-3);
    expect(asked()).toBeLessThan(169 + 30 * fine[0]!.points.length);
  });
});

it("a stripe has two open curves, a hole one that turns the other way", async () => {
  const { fine: stripe } = await traced((x, y) => Math.abs(x - y + 0.013) < 0.3, 10);
  expect(stripe.map(({ closed }) => closed)).toEqual([false, false]);
  for (const { points } of stripe) {
    for (const [x, y] of points) expect(Math.abs(Math.abs(x - y + 0.013) - 0.3)).toBeLessThan(1e-8);
    for (const [x, y] of [points[0]!, points.at(-1)!]) expect([0, 1].includes(x) || [0, 1].includes(y)).toBe(true);
  }
  const { fine: hole } = await traced((x, y) => Math.hypot(x - 0.5, y - 0.5) > 0.2, 11);
  expect(hole).toHaveLength(1);
  expect(turning(hole[0]!.points)).toBeLessThan(0);
});

it("straight lines get no more points; corners some, and an end", async () => {
  const { coarse, fine } = await traced((x, y) => x + 0.3 * y < 0.61, 10);
  expect(fine[0]!.points).toHaveLength(coarse[0]!.points.length);
  const square = await traced((x, y) => Math.max(Math.abs(x - 0.5), Math.abs(y - 0.5)) < 0.33, 10);
  expect(square.fine[0]!.points.length).toBeGreaterThan(square.coarse[0]!.points.length);
  expect(square.asked()).toBeLessThan(8000);
});

it("all inside, or all outside, has no boundary", async () => {
  expect((await traced(() => true, 5)).fine).toEqual([]);
  expect((await traced(() => false, 5)).fine).toEqual([]);
});
