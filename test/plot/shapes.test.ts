/** Figures of strings: every curve, obstacle and row is in the picture, and nothing is drawn that is no number. */
import { describe, expect, it } from "vitest";
import { createDocument } from "../../src/node/document.ts";
import { shapeOverviewFigure, shapesFigure, spaceTimeFigure } from "../../src/plot/figures/shapes.ts";
import { toSvg } from "../../src/plot/svg.ts";
import { animationOf } from "../../src/results/animation.ts";
import { resultData } from "../../src/results/simulate.ts";
import { simulate } from "../../src/simulate/simulate.ts";
import { compileRaw } from "../support/run.ts";

const document = createDocument();
const count = (text: string, part: string | RegExp) => text.split(part).length - 1;

function run(system: Readonly<Record<string, unknown>>, initial: unknown, rest: object = {}) {
  const simulation = compileRaw({ stickslip: 1, system, initial, time: { end: 1, step: 0.02 }, ...rest });
  const result = simulate(simulation);
  return { simulation, result, system: { ...simulation.system, shape: simulation.system.shape! } };
}

describe("a string with friction over an obstacle", () => {
  const own = { type: "string", elements: 20, friction: 0.3, obstacle: { below: "-0.4 - x/10", restitution: 1 } };
  const { simulation, result, system } = run(own, { position: "sin(pi*x)" });

  it("is drawn over time with the obstacle", () => {
    const text = toSvg(shapesFigure(system, result.trajectory, { document }));
    expect(text).not.toMatch(/NaN|undefined/);
    expect(count(text, 'aria-label="u"')).toBe(13 + 12);
    expect(count(text, 'aria-label="obstacle below"')).toBe(1 + 12);
  });

  it("has pictures of stick and slip and of contact, whose colors are explained", () => {
    const text = toSvg(spaceTimeFigure(system, result.trajectory, { document }));
    expect(text).not.toMatch(/NaN|undefined/);
    for (const words of ["stick and slip along x (m)", "contact along x (m)", "slip +", "stick", "closed"])
      expect(text).toContain(words);
    expect(count(text, "#d55e00")).toBeGreaterThan(5);
    expect(toSvg(shapeOverviewFigure(system, result.trajectory, { document, theme: "dark" }))).toContain("energy (J)");
  });

  it("tells its shape at the end, with its ends, and its frames", () => {
    const { shape } = resultData(simulation, result, 0);
    expect(shape!.s).toHaveLength(21);
    expect(shape!.u![0]).toBe(0);
    expect(shape!.u!.slice(1, -1)).toEqual(Array.from(result.outcome.state.position));
    const animation = animationOf(simulation.system, result.trajectory)!;
    expect(animation.frames).toHaveLength(51);
    expect(animation.frames.at(-1)![0]).toEqual(shape!.u);
    expect(animation.obstacles.below![10]).toBeCloseTo(-0.45, 12);
  });
});

it("two strings have two curves each time, and a moving end is where it was moved to", () => {
  const strand = { ends: ["fixed", { moves: "0.1*t" }] };
  const { result, system, simulation } = run(
    { type: "strings", elements: 10, u: strand, v: strand, contact: { epsilon: 1e-3 } },
    { position: { u: "0.1*sin(pi*x)", v: "-0.1*sin(pi*x)" } },
  );
  const text = toSvg(shapesFigure(system, result.trajectory, { document }));
  expect([count(text, 'aria-label="u"'), count(text, 'aria-label="v"')]).toEqual([25, 25]);
  const { shape } = resultData(simulation, result, 0);
  expect(Object.keys(shape!)).toEqual(["s", "u", "v"]);
  expect(shape!.v!.at(-1)).toBeCloseTo(0.1, 12);
});

it("an end under control is where its control value is", () => {
  const control = { value: { times: [0, 0.5], values: [[0.2], [-0.1]] } };
  const { result, simulation } = run({ type: "string", elements: 10, ends: ["control", "fixed"] }, {}, { control });
  expect(resultData(simulation, result, 0).shape!.u![0]).toBe(-0.1);
});
