import { describe, expect, test } from "vitest";
import { inlineExecutor } from "../../src/batch/executor.ts";
import { measuresTask } from "../../src/batch/measures-task.ts";
import { type SweepTable, sweepColumns, sweepFaults, sweepRows, sweepTable } from "../../src/batch/sweep.ts";
import { parseVaried, type VariedValues } from "../../src/batch/varied-values.ts";
import { createExecutor } from "../../src/node/create-executor.ts";
import { compileOrThrow } from "../../src/problem/compile/compile.ts";
import { applyOverrides } from "../../src/problem/paths/overrides.ts";
import { simulate } from "../../src/simulate/simulate.ts";

const block = {
  stickslip: 1,
  parameters: { c: 1, damping: 0 },
  system: { type: "linear", mass: [2], damping: ["damping"], friction: [{ name: "floor", on: 0, limit: "c" }] },
  measures: {
    way: { final: "x(0)" },
    stop: { first: "stick" },
    reversal: { first: "reversal" },
    fast: { max: "v(0)" },
  },
  initial: { velocity: [1] },
  time: { end: 50, step: 0.5 },
};
const vary = (...texts: string[]) => texts.map((text) => parseVaried(text) as VariedValues);
const executor = inlineExecutor({ measures: measuresTask });

test("a sliding block: way m v^2/(2 c) and time m v/c, on the full grid", async () => {
  const table = await sweepTable(block, {
    vary: vary("parameters.c=log:0.5:8:9", "initial.velocity[0]=1:5:5"),
    executor,
  });
  expect([table.status, table.count, table.missing, table.failed]).toEqual(["done", 45, 0, {}]);
  const rows = [...sweepRows(table)] as [number, number, number, number, null, number, string][];
  expect(rows).toHaveLength(45);
  for (const [c, v, way, stop, reversal, fast, status] of rows) {
    expect(way).toBeCloseTo((v * v) / c, 11);
    expect(stop).toBeCloseTo((2 * v) / c, 11);
    expect([reversal, fast, status]).toEqual([null, v, "done"]); // a measure that is not defined is null
  }
  expect(sweepColumns(table)).toEqual([
    ...["parameters.c", "initial.velocity[0]", "way", "stop", "reversal", "fast", "status"],
  ]);
});

test("measures have the digits of simulate", async () => {
  const paths = ["parameters.c", "initial.velocity[0]"];
  const table = await sweepTable(block, {
    vary: vary(`${paths[0]}=0.3,0.7`, `${paths[1]}=1,2`),
    measures: ["fast", "way"],
    executor,
  });
  for (const [c, v, fast, way] of sweepRows(table)) {
    const set = [c, v].map((value, i) => ({ path: paths[i]!, value: String(value) }));
    const { simulation } = compileOrThrow(applyOverrides(block, set).raw);
    expect(simulate(simulation).measures).toMatchObject({ fast, way });
  }
});

const digits = ({ values, found, statuses }: SweepTable) => ({ values, found, statuses });

test("the number of threads changes no digit", { timeout: 30_000 }, async () => {
  const options = {
    vary: vary("parameters.c=log:0.01:8:3", "parameters.damping=-12,0,1", "initial.velocity[0]=1,3"),
  };
  const tables: unknown[] = [];
  for (const threads of [1, 3]) {
    const executor = createExecutor({ threads });
    tables.push(digits(await sweepTable(block, { ...options, executor })));
    await executor.close();
  }
  expect(tables[1]).toEqual(tables[0]);
});

test("runs that fail are counted, have no measures, and do not end the sweep", async () => {
  const table = await sweepTable(block, { vary: vary("parameters.damping=-100,0,1", "parameters.c=-1,0.1"), executor });
  expect(table.failed).toEqual({ invalid: 3, diverged: 1 });
  const rows = [...sweepRows(table)];
  expect(rows.map((row) => row.at(-1))).toEqual(["invalid", "diverged", "invalid", "done", "invalid", "done"]);
  for (const row of rows) if (row.at(-1) !== "done") expect(row.slice(2, -1)).toEqual([null, null, null, null]);
});

test("without measures: the positions at the end, by name", async () => {
  const { measures: _, ...bare } = block;
  const named = { ...bare, system: { ...bare.system, coordinates: [{ name: "block" }] } };
  const table = await sweepTable(named, { vary: vary("parameters.c=1"), executor });
  expect(sweepColumns(table)).toEqual(["parameters.c", "x(block)", "status"]);
  expect(table.found[0]![0]).toBeCloseTo(1, 12);
});

test("an early end keeps what was computed", async () => {
  const controller = new AbortController();
  const table = await sweepTable(block, {
    ...{ vary: vary("parameters.c=1:2:100"), executor, signal: controller.signal },
    progress: (done) => done === 10 && controller.abort(),
  });
  expect([table.status, table.count, table.missing]).toEqual(["cancelled", 100, 90]);
  expect([...sweepRows(table)]).toHaveLength(10);
});

describe("faults before any run", () => {
  const messages = (texts: string[], measures?: string[]) =>
    sweepFaults(block, { vary: vary(...texts), ...(measures && { measures }) }).map(
      ({ path, message }) => `${path}: ${message}`,
    );

  test("all at once", () => {
    expect(messages(["parameters.d=1:2:2000", "initial.velocity[0]=1:2:1000"], ["ways", "fast", "fast"])).toEqual([
      ": invalid grid; more than 1000000 runs: 2000000. Take fewer values",
      "measures: unknown measure ways; did you mean way?",
      "measures: invalid measure; asked for twice: fast",
      "parameters.d: unknown path; did you mean parameters.c?",
    ]);
  });

  test("nothing to vary, nothing to measure", () => {
    expect(messages([])).toEqual([": nothing varies; name a number, as parameters.k=1:5:9"]);
    expect(messages(["parameters.c=1"], [])[0]).toMatch(/^measures: no measures; a sweep needs at least one/);
    const { measures: _, ...bare } = block;
    expect(sweepFaults(bare, { vary: vary("parameters.c=1"), measures: ["peak"] })[0]!.message).toBe(
      'unknown measure peak; the file has none. Write some into it, as measures: { peak: { max: "abs(x(0))" } }',
    );
  });

  test("sweep itself refuses with them", async () => {
    await expect(sweepTable(block, { vary: [], executor })).rejects.toThrow("nothing varies");
  });
});
