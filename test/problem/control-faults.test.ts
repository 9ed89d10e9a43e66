import { expect, test } from "vitest";
import { compile, compileOrThrow } from "../../src/problem/compile/compile.ts";
import { rawProblem } from "../support/run.ts";

function faultsOf(control: object): string[] {
  const raw = rawProblem("gk95-tp1") as { control: object };
  const { faults } = compile({ ...raw, control: { value: [0, 0, 0], ...control } });
  return (faults ?? []).map(({ path, message }) => `${path}: ${message}`);
}

test.each([
  [{ target: { position: [1, 2] } }, "control.target.position: invalid position; not 3 entries"],
  [{ target: { velocity: [null, null, null] } }, "control.target: invalid target; every component is free"],
  [{ weight: [1, 2] }, "control.weight: invalid weight; not 3 rows or numbers, one for each input: 2 given"],
  [{ weight: [1, -1, 1] }, "control.weight: invalid weight; not positive semidefinite"],
  [
    {
      weight: [
        [1, 2, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
    },
    "control.weight[1][0]: invalid weight; not symmetric",
  ],
  [{ bounds: [2, 1] }, "control.bounds: invalid bounds; the lowest is not below the highest: [2,1]"],
  [
    {
      bounds: [
        [0, 1],
        [0, 1],
      ],
    },
    "control.bounds: invalid bounds; not 3 pairs, one for each input: 2 given",
  ],
  [{ method: { type: "pds", rho: 0 } }, "control.method.rho: invalid rho; not above 0: 0"],
  [
    { method: { type: "newton", points: 9 } },
    'control.method.points: unknown key "points"; known here: type, tolerance, runs',
  ],
  [
    { value: { times: [0, 1], values: [[0, 0, 0]] } },
    "control.value.times: invalid times; not 1 numbers, one for each row of values: 2 given",
  ],
])("%j", (control, message) => {
  const found = faultsOf(control);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(message);
});

test("all faults are told at once", () => {
  expect(faultsOf({ bounds: [2, 1], weight: [1], target: { position: [1] } })).toHaveLength(3);
});

test("a goal has numbers for all its keys, and null where a component is free", () => {
  const raw = rawProblem("gk95-tp1") as { control: object };
  const target = { position: ["1/2", null, -2] };
  const control = {
    value: [0, 0, 0],
    target,
    bounds: [
      ["-2*3", 5],
      [0, 1],
      [-1, 1],
    ],
    method: { type: "pds" },
  };
  expect(compileOrThrow({ ...raw, control }).goal).toMatchObject({
    position: [0.5, null, -2],
    velocity: [null, null, null],
    low: Float64Array.of(-6, 0, -1),
    high: Float64Array.of(5, 1, 1),
    weight: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
    method: { type: "pds", penalty: "P", update: "constant", points: 1728, rho: 1e6, edgeTolerance: 1e-10 },
  });
});

test("rows of values that the run does not come to are told", () => {
  const rows = (times: number[]) => ({
    ...(rawProblem("gk95-tp1") as object),
    control: { value: { times, values: times.map(() => [0, 0, 0]) } },
  });
  expect(compileOrThrow(rows([0, 1, 2])).simulation.warnings).toEqual([]);
  const { warnings } = compileOrThrow(rows([0, 1, 5, 7])).simulation;
  expect(warnings).toEqual(["The last 2 rows of control.value begin at the end of the run, 5 s, or later: no effect."]);
});
