import { describe, expect, test } from "vitest";
import { addScaled, inner, times } from "../../src/numeric/plain-matrix.ts";
import { equilibriumSet } from "../../src/stability/rest/equilibrium-set.ts";
import type { FrictionMachine } from "../../src/stability/rest/machine.ts";
import { type Ellipse, regionExtents, regionSection, regionShadow } from "../../src/stability/rest/sections.ts";
import { list, seeded } from "../support/random.ts";
import { randomMachine, twoMasses } from "./machines.ts";

const outline = ({ center, axes }: Ellipse) =>
  list(24, (k) => (2 * Math.PI * k) / 24).map((angle) =>
    [0, 1].map((i) => center[i]! + Math.cos(angle) * axes[0][i]! + Math.sin(angle) * axes[1][i]!),
  );

/** V of positions and velocities behind each other. */
function energy({ stiffness, mass }: FrictionMachine, center: readonly number[], state: readonly number[]): number {
  const n = center.length;
  const [away, velocity] = [addScaled(state.slice(0, n), -1, center), state.slice(n)];
  return (inner(away, times(stiffness, away)) + inner(velocity, times(mass, velocity))) / 2;
}

describe("the guaranteed region in two coordinates", () => {
  test("a section has the energy rho on its outline, whichever two values it shows", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seeded(seed);
      const of = { ...randomMachine(random, 3, 3, 1), force: list(3, () => random.between(-1, 1)) };
      const set = equilibriumSet(of)!;
      const state = [
        ...addScaled(
          set.center,
          1,
          list(3, () => random.between(-0.2, 0.2)),
        ),
        ...list(3, () => random.between(-0.2, 0.2)),
      ];
      const [i, j] = random.pick([
        [0, 1],
        [2, 0],
        [1, 4],
        [3, 5],
      ] as const);
      const section = regionSection(of, set, 2, i, j, state)!;
      for (const point of outline(section)) {
        const at = state.with(i, point[0]!).with(j, point[1]!);
        expect(Math.abs(energy(of, set.center, at) - 2)).toBeLessThan(1e-11);
      }
    }
  });

  test("there is none where the held values alone have too much energy", () => {
    const of = twoMasses(0.5);
    expect(regionSection(of, equilibriumSet(of)!, 1, 0, 1, [0, 0, 2, 0])).toBeUndefined();
  });

  test("a shadow holds every state of less energy, and touches its extents", () => {
    const random = seeded(4);
    const of = randomMachine(random, 4, 4, 1);
    const set = equilibriumSet(of)!;
    const shadow = regionShadow(of, set, 3, 1, 3)!;
    const { position } = regionExtents(of, 3);
    const points = outline({ ...shadow, center: [0, 0] });
    const most = (k: 0 | 1) => Math.hypot(shadow.axes[0][k], shadow.axes[1][k]);
    expect(most(0)).toBeCloseTo(position[1]!, 12);
    expect(most(1)).toBeCloseTo(position[3]!, 12);
    expect(points).toHaveLength(24);
    const [[ax, ay], [bx, by]] = shadow.axes;
    for (let k = 0; k < 500; k++) {
      const away = list(4, () => random.normal());
      const scale = Math.sqrt(3 / energy(of, [0, 0, 0, 0], [...away, 0, 0, 0, 0]));
      const [x, y] = [scale * away[1]!, scale * away[3]!];
      const determinant = ax * by - ay * bx;
      const [c, s] = [(x * by - y * bx) / determinant, (ax * y - ay * x) / determinant];
      expect(c * c + s * s).toBeLessThanOrEqual(1 + 1e-12);
    }
  });
});
