import { expect, test } from "vitest";
import { load, simulate } from "../../src/index.ts";

const ends = Array.from({ length: 24 }, (_, k) => 0.19 + 0.2 * k);

test.each([0.01, 0.3, 0.7, 2.5])(
  "a final value is that of the end of its window, with outputs %f s apart",
  async (step) => {
    const problem = load({
      stickslip: 1,
      system: {
        type: "linear",
        mass: [1, 1],
        stiffness: [9, 1],
        force: [0, "sin(2*t)"],
        friction: [{ name: "floor", on: 1, limit: 0.4 }],
      },
      initial: { position: [1, 1] },
      outputs: { lost: "dissipation(floor)" },
      measures: Object.fromEntries(ends.map((to, k) => [`m${k}`, { final: "x(0)", to }])),
      time: { end: 5, step },
    });
    const { status, measures } = await simulate(problem);
    expect(status).toBe("done");
    for (let k = 0; k < ends.length; k++) expect(measures[`m${k}`]).toBeCloseTo(Math.cos(3 * ends[k]!), 12);
  },
);

test("losses are taken at the ends of a window too, linearly between states", async () => {
  const slides = (step: number) =>
    load({
      stickslip: 1,
      system: { type: "linear", mass: [1], friction: [{ name: "floor", on: 0, limit: 1 }] },
      initial: { velocity: [3] },
      measures: {
        last: { final: "dissipation(floor)", to: 1.3 },
        most: { max: "dissipation(floor)", to: 1.3 },
        least: { min: "dissipation(floor)", from: 1.3 },
      },
      time: { end: 4, step },
    });
  const exact = 3 * 1.3 - 1.3 ** 2 / 2;
  for (const [step, off] of [
    [1, 1 / 8],
    [0.1, 1e-9],
    [0.04, 1 / 5000],
  ] as const) {
    const { measures } = await simulate(slides(step));
    for (const name of ["last", "most", "least"]) expect(Math.abs(measures[name]! - exact)).toBeLessThan(off);
  }
});
