/** Derivatives through the sets of stuck rows against differences small enough to stay in one piece of the map. */
import { describe, expect, it } from "vitest";
import { controlled } from "../../src/simulate/run/controlled.ts";
import { startRun } from "../../src/simulate/run/run.ts";
import { type Direction, runWithTangents, tangentRefusal } from "../../src/simulate/run/sensitivity.ts";
import type { Simulation } from "../../src/simulate/run/simulation.ts";
import { seeded } from "../support/random.ts";
import { compileRaw, loadSimulation } from "../support/run.ts";
import { randomProblem } from "./event-driven/random-problem.ts";

/** The end, and the modes of all steps: which piece of the map it is. */
function trace(simulation: Simulation): { end: Float64Array; piece: string } {
  const modes: string[] = [];
  const run = startRun(simulation, [{ step: ({ mode }) => modes.push(mode.join("")) }]);
  run.advance(Number.POSITIVE_INFINITY);
  const { state, status } = run.finish();
  expect(status).toBe("done");
  return { end: Float64Array.of(...state.position, ...state.velocity), piece: modes.join() };
}

function shifted(simulation: Simulation, direction: Direction, h: number): Simulation {
  const { initial, control } = simulation;
  if (direction.control) {
    return controlled(
      simulation,
      control!.values.map((u, k) => (k === direction.control!.input ? u + h : u)),
    );
  }
  const move = (key: "position" | "velocity") => initial[key].map((entry, k) => entry + h * (direction[key]?.[k] ?? 0));
  return { ...simulation, initial: { ...initial, position: move("position"), velocity: move("velocity") } };
}

/** Compares as far as the pieces of the map allow; returns how many directions could be compared. */
function compare(simulation: Simulation, h: number, velocities: boolean): number {
  const { size } = simulation.system;
  const unit = (i: number) => Float64Array.from({ length: size }, (_, k) => (k === i ? 1 : 0));
  const directions: Direction[] = [
    ...Array.from({ length: size }, (_, i) => ({ position: unit(i) })),
    ...(velocities ? Array.from({ length: size }, (_, i) => ({ velocity: unit(i) })) : []),
    ...Array.from({ length: size }, (_, input) => ({ control: { interval: 0, input } })),
  ];
  const { columns } = runWithTangents(simulation, directions);
  let compared = 0;
  directions.forEach((direction, j) => {
    const [above, below] = [trace(shifted(simulation, direction, h)), trace(shifted(simulation, direction, -h))];
    if (above.piece !== below.piece) return;
    compared++;
    const size = 1 + Math.max(...columns[j]!.map(Math.abs));
    columns[j]!.forEach((entry, i) => {
      expect(Math.abs(entry - (above.end[i]! - below.end[i]!) / (2 * h))).toBeLessThan(1e-6 * size);
    });
  });
  return compared;
}

describe.each(["alpha", "balanced"])("%s", (type) => {
  it("has the derivatives of its own map on gk95-tp1", () => {
    expect(compare(loadSimulation("gk95-tp1", { scheme: { type } }), 1e-6, true)).toBeGreaterThan(5);
  });

  it("has them on random machines with weakening and dependent rows", () => {
    const random = seeded(21);
    let compared = 0;
    for (let k = 0; k < 25; k++) {
      const problem = randomProblem(random);
      const simulation = compileRaw({ stickslip: 1, ...problem, scheme: { type }, time: { end: 0.6, step: 0.01 } });
      compared += compare(simulation, 1e-7, false);
    }
    expect(compared).toBeGreaterThan(80);
  });
});

it("balanced differentiates impacts in their step", () => {
  const simulation = compileRaw({
    stickslip: 1,
    system: { type: "linear", mass: [1], stiffness: [1], stops: [{ on: 0, gap: 0.5, restitution: 0.6 }] },
    initial: { position: [0], velocity: [2] },
    scheme: { type: "balanced" },
    time: { end: 2, step: 0.01 },
  });
  expect(compare(simulation, 1e-7, true)).toBe(3);
});

it("refuses what it has no derivatives of", () => {
  const refusal = (changes: object) => tangentRefusal(loadSimulation("gk95-tp1", { ...changes }));
  expect(refusal({ scheme: { type: "alpha" }, solver: { type: "uzawa" } })).toContain("uzawa");
  expect(refusal({ scheme: { type: "splitting" } })).toContain("event-driven");
  expect(refusal({ scheme: { type: "balanced" } })).toBeUndefined();
});
