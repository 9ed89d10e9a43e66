/** The least part of their bounds with which rows hold a pull, against its dual: the support function of what the rows can hold. */
import { describe, expect, test } from "vitest";
import { inner, solverOf } from "../../../src/numeric/plain-matrix.ts";
import { randomFrom } from "../../../src/numeric/random.ts";
import { type HeldRow, leastShare } from "../../../src/stability/section/least-share.ts";

/** In the plane: pull = sigma times a point of the boundary of a polygon, whose edges are along the rows. */
function byDual(held: readonly HeldRow[], pull: readonly number[]): number {
  const normals = held.flatMap(({ direction: [x, y] }) => [
    [-y!, x!],
    [y!, -x!],
  ]);
  const reach = (y: readonly number[]) =>
    held.reduce((sum, { direction, low, high, endless }) => {
      const along = inner(y, direction);
      if (Math.abs(along) < 1e-12) return sum;
      return sum + (endless ? Number.POSITIVE_INFINITY : Math.max(along * low, along * high));
    }, 0);
  return Math.max(0, ...normals.map((y) => inner(y, pull) / reach(y)));
}

describe("least share of the bounds", () => {
  for (const joint of [false, true]) {
    test(`of two to five rows in the plane${joint ? ", one a joint" : ""}`, () => {
      const random = randomFrom(7);
      for (let round = 0; round < 300; round++) {
        const count = 2 + (round % 4);
        const held = Array.from({ length: count }, (_, i): HeldRow => {
          const direction = [random.normal(), random.normal()];
          const endless = joint && i === 0;
          return { direction, low: -0.1 - random.uniform(), high: 0.1 + random.uniform(), endless };
        });
        const pull = [random.normal(), random.normal()];
        const found = leastShare(held, pull, solverOf)!;
        const expected = byDual(held, pull);
        expect(Math.abs(found - expected)).toBeLessThan(1e-10 * Math.max(1, expected));
      }
    });
  }

  test("a closed stop pushes one way only", () => {
    const stop: HeldRow = { direction: [1], low: 0, high: 1, endless: true };
    expect(leastShare([stop], [5], solverOf)).toBe(0);
    expect(leastShare([stop], [-5], solverOf)).toBeUndefined();
  });
});
