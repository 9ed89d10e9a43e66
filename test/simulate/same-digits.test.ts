import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csv } from "../../src/simulate/record/csv.ts";
import { type Result, simulate, startSession } from "../../src/simulate/simulate.ts";
import { loadSimulation } from "../support/run.ts";

/** All numbers of a result, to the bit. */
function bytesOf({ trajectory, audit }: Result): string {
  const { time, position, velocity, multiplier, energy, mode, events } = trajectory;
  const columns = [time, ...position, ...velocity, ...multiplier, energy, ...mode];
  return [
    ...columns.map((column) => Buffer.from(column.buffer).toString("base64")),
    JSON.stringify([events, audit]),
  ].join();
}

const cases = [
  ["gk95-tp1", "alpha", "active-set"],
  ["gk95-tp1", "alpha", "uzawa"],
  ["gskn06-tp5", "balanced", "active-set"],
  ["two-masses", "balanced", "gauss-seidel"],
  ["gskn06-tp3", "splitting", "penalty-newton"],
  ["slow-spring", "strang", "active-set"],
] as const;

describe.each(cases)("%s with %s and %s", (file, scheme, solver) => {
  const load = () => loadSimulation(file, { scheme: { type: scheme }, solver: { type: solver }, time: { end: 3 } });
  const simulation = load();
  const whole = bytesOf(simulate(simulation));

  it("gives the same digits in every run", () => {
    expect(bytesOf(simulate(simulation))).toBe(whole);
    expect(bytesOf(simulate(load()))).toBe(whole);
  });

  it("gives the same digits when it is driven in slices", () => {
    const property = fc.property(
      fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 8 }),
      (slices) => {
        const { run, finish } = startSession(simulation);
        for (let k = 0; run.advance(slices[k % slices.length]!); k++);
        expect(bytesOf(finish())).toBe(whole);
      },
    );
    fc.assert(property, { numRuns: 5 });
  });

  it("gives the same digits whatever else listens", () => {
    let text = "";
    const sink = csv(simulation, (part) => {
      text += part;
    });
    const result = simulate(simulation, { sinks: [sink] });
    expect(bytesOf(result)).toBe(whole);
    const lines = text.trimEnd().split("\n");
    expect(lines).toHaveLength(result.trajectory.time.length + 1);
    const last = lines.at(-1)!.split(",").map(Number);
    const { time, position, velocity, multiplier, energy } = result.trajectory;
    expect(last).toEqual([time, ...position, ...velocity, ...multiplier, energy].map((column) => column.at(-1)));
  });
});
