/** How often a problem is compiled by what runs it many times: counted, in this thread. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { inlineExecutor } from "../../src/batch/executor.ts";
import { sweepFaults, sweepTable } from "../../src/batch/sweep.ts";
import { parseVaried, type VariedValues } from "../../src/batch/varied-values.ts";
import { compile, compileOrThrow, recompile } from "../../src/problem/compile/compile.ts";
import { compileCounts } from "../../src/problem/compile/sections.ts";
import { variation } from "../../src/problem/paths/variation.ts";
import { tasks } from "../../src/tasks.ts";
import { stickslip } from "../cli/fake-io.ts";

const folder = mkdtempSync(join(tmpdir(), "stickslip-once-"));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(reset);

function reset(): void {
  compileCounts.problems = 0;
  compileCounts.patches = 0;
  compileCounts.sections = {};
}

const raw = {
  stickslip: 1,
  parameters: { k: 2, c: 0.3, peakFrom: 0 },
  signals: { r: { times: [0, 1, 2], values: [0, 1, 0] } },
  system: {
    type: "linear",
    mass: [1],
    springs: [{ on: 0, stiffness: "k" }],
    force: ["r(t)"],
    friction: [{ on: 0, limit: "c" }],
  },
  measures: { peak: { max: "abs(x(0))", from: "peakFrom" } },
  initial: { position: [1] },
  time: { end: 2, step: 0.05 },
  control: { target: { position: [0.5] } },
};
const file = join(folder, "problem.json");
writeFileSync(file, JSON.stringify(raw));
const vary = (...texts: string[]) => texts.map((text) => parseVaried(text) as VariedValues);

describe("a command in one thread", () => {
  const one = ["--threads", "1", "--quiet"];

  it.each([
    ["a sweep over live values", ["sweep", file, "--vary", "initial.position[0]=1,2", ...one], 0],
    ["a sweep over a parameter", ["sweep", file, "--vary", "parameters.k=1,3", ...one], 2],
    ["a sweep that has the file's own value in it", ["sweep", file, "--vary", "parameters.k=2,3", ...one], 1],
    [
      "a map of attraction",
      [
        ...["attraction", "vl05-two-masses", "--vary", "initial.position[0]=-1:1:3"],
        ...["--vary", "initial.position[1]=-1:1:3", ...one],
      ],
      0,
    ],
    ["a control search", ["control", "gk95-tp1", "--method", "pds", "--set", "control.method.points=9", ...one], 0],
    ["a control search by Newton", ["control", "gk95-tp1", ...one], 0],
    ["a variation of the certificate", ["equilibrium", "vl05-two-masses", "--vary", "parameters.mu=0.05:0.2:3"], 6],
    ["derivatives", ["simulate", file, "--sensitivity", "initial.position[0],parameters.k", "--quiet"], 6],
  ] as const)("%s compiles its problem once", async (_, args, patches) => {
    const { code, err } = await stickslip(args);
    expect([code, err]).toEqual([expect.any(Number), expect.not.stringContaining("--")]);
    expect(code).not.toBe(2);
    expect(compileCounts.problems).toBe(1);
    expect(compileCounts.patches).toBe(patches);
  });

  it("a table of controls compiles its problem once, and of its rows what differs", async () => {
    const points = ["--set", "control.method.points=9", "--set", "control.method.edgeTolerance=0.01"];
    await stickslip(["control", "gk95-tp1", "--table", ...points, "--threads", "1", "--quiet"]);
    expect(compileCounts).toMatchObject({ problems: 1, patches: 7, sections: { system: 1, control: 4 } });
  });

  it("a branch compiles its problem once, and three machines a value: beside it, and a little above and below", async () => {
    await stickslip(["cycle", "belt", "--continue", "system.friction[0].drive=0.4:0.41", "--json"]);
    expect(compileCounts.problems).toBe(1);
    const first = 2; // whether it is a direction
    expect((compileCounts.patches - first) % 3).toBe(0);
    expect(compileCounts.patches).toBeGreaterThan(first);
  });
});

describe("a number that is changed compiles", () => {
  const CASES: readonly (readonly [string, Record<string, number>])[] = [
    ["parameters.k", { system: 2, varying: 2 }],
    ["parameters.c", { system: 2, varying: 2 }],
    ["system.mass[0]", { system: 2, varying: 2 }],
    ["parameters.peakFrom", { outputs: 2 }],
    ["time.end", { time: 2, system: 2, varying: 2 }],
    ["control.target.position[0]", { control: 2 }],
    ["initial.velocity[0]", {}],
  ];

  it.each(CASES)("for %s what depends on it", (path, expected) => {
    const base = compileOrThrow(raw);
    const varied = variation(base, [path]);
    const { simulation } = varied.at(Float64Array.of(0.75));
    const once = { signals: 1, time: 1, system: 1, varying: 1, control: 1, outputs: 1 };
    expect(compileCounts.sections).toEqual({ ...once, ...expected });
    expect(simulation!.measures === base.simulation.measures).toBe(!("outputs" in expected));
    expect(simulation!.system === base.simulation.system).toBe(!("system" in expected));
  });

  it("and what has faults is told as for a new file", () => {
    const base = compileOrThrow(raw);
    for (const changed of [
      { ...raw, system: { ...raw.system, mass: [-1] } },
      { ...raw, time: { end: 2 } },
      { ...raw, other: 1 },
      { ...raw, parameters: { k: 2 } },
      { ...raw, measures: { peak: { max: "q" } } },
    ]) {
      expect(recompile(base, changed)).toEqual(compile(changed));
      expect(recompile(base, changed).faults).not.toEqual([]);
    }
    expect(recompile(base, { ...raw, parameters: { ...raw.parameters, extra: 1 } }).faults).toBeUndefined();
  });
});

it("a library's sweep of what was compiled compiles nothing more", async () => {
  const compiled = compileOrThrow(raw);
  const options = { vary: vary("initial.position[0]=1,2", "initial.velocity[0]=0,1"), executor: inlineExecutor(tasks) };
  expect(sweepFaults(compiled, options)).toEqual([]);
  const table = await sweepTable(compiled, options);
  expect(table.computed).toBe(4);
  expect(compileCounts).toMatchObject({ problems: 1, patches: 0 });
  // Data are compiled each time: they may have been changed in between.
  const again = await sweepTable(raw, options);
  expect(compileCounts.problems).toBe(2);
  expect(again.found).toEqual(table.found);
});
