/** What is recorded: chosen columns, and what figures wish for. */
import { describe, expect, it } from "vitest";
import { load, ProblemError, simulate } from "../../src/index.ts";
import { FIGURES } from "../../src/plot/wishes.ts";
import { askedColumns, splitColumns } from "../../src/results/columns.ts";
import { csv } from "../../src/simulate/record/csv.ts";
import { simulate as simulateNow } from "../../src/simulate/simulate.ts";

const problem = load({
  stickslip: 1,
  system: {
    type: "linear",
    coordinates: [{ name: "a" }, { name: "b", unit: "rad" }, { name: "c" }],
    mass: [1, 1, 1],
    stiffness: [4, 5, 6],
    friction: [
      { name: "floor", on: "a", limit: 0.1 },
      { name: "wall", on: "b", limit: 0.2 },
      ...Array.from({ length: 8 }, (_, i) => ({ name: `more${i}`, on: "c", limit: 0.01 })),
    ],
  },
  outputs: { apart: "x(a) - x(b)" },
  initial: { position: [1, 2, 3] },
  time: { end: 1, step: 0.1 },
});

/** The lines of the CSV of some columns. */
function lines(names?: readonly string[]): string[] {
  const { columns: choice, faults } = askedColumns(problem.simulation, names);
  expect(faults).toEqual([]);
  let text = "";
  const write = (part: string) => {
    text += part;
  };
  simulateNow(problem.simulation, { sinks: [csv(problem.simulation, write, { choice })] });
  return text.trimEnd().split("\n");
}

describe("chosen columns", () => {
  it("are those of the whole CSV, in the order asked for, and the header names them", () => {
    const whole = lines().map((line) => line.split(","));
    const chosen = lines(["lambda(floor)", "v(b)", "apart", "x(a)", "energy"]).map((line) => line.split(","));
    expect(chosen[0]).toEqual(["t", "floor", "v(b)", "apart", "a", "energy"]);
    const places = chosen[0]!.map((name) => whole[0]!.indexOf(name));
    expect(chosen).toEqual(whole.map((line) => places.map((place) => line[place])));
  });

  it("are asked for by formula, index or header", () => {
    const same = (name: string) => askedColumns(problem.simulation, [name]).columns;
    expect(same("x(a)")).toEqual([{ kind: "position", index: 0 }]);
    for (const name of ["x(0)", "a", "x( a )"]) expect(same(name)).toEqual(same("x(a)"));
    for (const name of ["lambda(1)", "wall"]) expect(same(name)).toEqual(same("lambda(wall)"));
    expect(splitColumns("x(a), v(a),lambda(floor)")).toEqual(["x(a)", "v(a)", "lambda(floor)"]);
  });

  it("are what the trajectory has", async () => {
    const { trajectory } = await simulate(problem, { columns: ["x(b)", "v(c)", "lambda(wall)"] });
    const { trajectory: whole } = await simulate(problem);
    expect(trajectory.names).toEqual({ position: ["b", "c"], velocity: ["v(b)", "v(c)"], multiplier: ["wall"] });
    expect(trajectory.units).toEqual({ position: ["rad", "m"], row: ["rad"] });
    expect(trajectory.position).toEqual(whole.position.slice(1));
    expect(trajectory.multiplier).toEqual([whole.multiplier[1]]);
    expect(trajectory.mode).toEqual([whole.mode[1]]);
    expect(trajectory.friction.map(({ name }) => name)).toEqual(["wall"]);
  });

  it("that are unknown are refused, all at once, with what may be meant", async () => {
    const faults = await simulate(problem, { columns: ["x(aa)", "x(b)", "lambda(flor)"] }).catch((error) => {
      expect(error).toBeInstanceOf(ProblemError);
      return (error as ProblemError).faults;
    });
    expect(faults).toEqual([
      { path: "columns[0]", message: 'unknown column "x(aa)"; did you mean x(a)?' },
      { path: "columns[2]", message: 'unknown column "lambda(flor)"; did you mean lambda(floor)?' },
    ]);
  });
});

it("slips and forces are recorded for as many rows as figures wish for, or for all", () => {
  const kept = (figures?: { friction: number }) =>
    simulateNow(problem.simulation, figures ? { figures } : {}).trajectory.friction.length;
  expect([kept(), kept({ friction: 2 }), kept({ friction: 0 }), kept(FIGURES)]).toEqual([10, 2, 0, 6]);
});
