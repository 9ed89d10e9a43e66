/** The functions of the library give what the commands print: field by field, to the last digit. */
import { expect, test } from "vitest";
import { memoryStore } from "../../src/batch/chunk-store.ts";
import {
  attraction,
  check,
  control,
  controlTable,
  cycle,
  design,
  equilibrium,
  equilibriumCurve,
  simulate,
  sweep,
} from "../../src/index.ts";
import { loadFile } from "../../src/node/load-file.ts";
import { stickslip } from "../cli/fake-io.ts";

/** What differs from call to call. */
const CLOCK = new Set(["seconds", "threads"]);

/** The data of --json, without clocks. */
async function printed(...args: string[]): Promise<Record<string, unknown>> {
  const { out } = await stickslip([...args, "--json"]);
  return timeless(JSON.parse(out)) as Record<string, unknown>;
}

/** As JSON would have it, without clocks. */
function timeless(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, entry: unknown) => (CLOCK.has(key) ? undefined : entry)));
}

/** All fields that the command prints are there, the same; the data can be sent; a status and a message are there. */
function compare(result: { readonly status: string; readonly message: string }, data: Record<string, unknown>): void {
  expect(Object.keys(data).length).toBeGreaterThan(2);
  const fields = Object.keys(data).map((key) => [key, (result as unknown as Record<string, unknown>)[key]]);
  expect(timeless(Object.fromEntries(fields))).toEqual(data);
  expect(() => structuredClone(result)).not.toThrow();
  expect([typeof result.status, result.message.at(-1)]).toEqual(["string", "."]);
}

const VELOCITY = "initial.velocity[0]";
const AXES = [0, 1].map((i) => ({ path: `initial.position[${i}]`, from: -8, to: 8, points: 5 }));
const AXIS_OPTIONS = AXES.flatMap(({ path, from, to, points }) => ["--vary", `${path}=${from}:${to}:${points}`]);

test("check", async () => {
  compare(check(await loadFile("gk95-tp1")), await printed("check", "gk95-tp1"));
});

test("simulate, with derivatives", async () => {
  const args = ["--set", "time.end=2", "--scheme", "balanced", "--sensitivity", VELOCITY];
  const problem = await loadFile("gk95-tp1", { set: { "time.end": 2 }, scheme: "balanced" });
  const result = await simulate(problem, { sensitivity: [VELOCITY] });
  compare(result, await printed("simulate", "gk95-tp1", ...args));
  expect(result.sensitivity?.length).toBe(1);
  expect(result.outcome.state.time).toBe(2);
});

test("sweep", async () => {
  const problem = await loadFile("gk95-tp1");
  const result = await sweep(problem, {
    vary: [`${VELOCITY}=0:1:3`, { path: "system.friction[0].limit", values: [9] }],
  });
  const options = ["--vary", `${VELOCITY}=0:1:3`, "--vary", "system.friction[0].limit=9", "--threads", "1"];
  compare(result, await printed("sweep", "gk95-tp1", ...options));
  expect(result.rows.length).toBe(3);
});

test("control", async () => {
  compare(await control(await loadFile("gk95-tp1")), await printed("control", "gk95-tp1", "--threads", "1"));
});

test("control --table", async () => {
  const set = { "control.method": { type: "pds", points: 9, edgeTolerance: 1e-2 } };
  const args = [
    "--table",
    "--threads",
    "1",
    ...["points=9", "edgeTolerance=1e-2"].flatMap((set) => ["--set", `control.method.${set}`]),
  ];
  const store = memoryStore();
  const problem = await loadFile("gk95-tp1", { set });
  const result = await controlTable(problem, { store });
  compare(result, await printed("control", "gk95-tp1", ...args));
  expect(result.rows.length).toBe(8);
  const again = await controlTable(problem, { store });
  expect([again.resumed, again.rows]).toEqual([8, result.rows]);
});

test("equilibrium --vary", async () => {
  const vary = "parameters.d1=-0.4:0.85:6";
  const problem = await loadFile("vl05-controlled");
  const result = await equilibriumCurve(problem, { vary, project: [1, 0] });
  compare(result, await printed("equilibrium", "vl05-controlled", "--vary", vary, "--project", "1,0"));
  expect(Math.abs(result.least.exact! + 0.25)).toBeLessThan(1e-8);
  expect(result.curve.rows[3]!.region).toBeDefined();
});

test("equilibrium and design", async () => {
  const args = ["vl05-two-masses", "--project", "1,0"];
  compare(equilibrium(await loadFile("vl05-two-masses"), { project: [1, "0"] }), await printed("equilibrium", ...args));
  const result = design(await loadFile("two-masses-not-attracted"), { margin: 0.5 });
  compare(result, await printed("design", "two-masses-not-attracted", "--margin", "0.5"));
  expect(result.closed).toMatchObject({ feedback: [{ type: "state", velocity: result.F2 }] });
});

test("attraction: a map, a sample", async () => {
  const problem = await loadFile("vl05-two-masses");
  const args = ["vl05-two-masses", "--threads", "1"];
  compare(await attraction(problem, { vary: AXES }), await printed("attraction", ...args, ...AXIS_OPTIONS));
  const sample = { count: 20, energy: 30, seed: 3 };
  const options = ["--monte-carlo", "20", "--energy", "30", "--seed", "3"];
  compare(await attraction(problem, { sample }), await printed("attraction", ...args, ...options));
});

test("cycle, with a branch", async () => {
  const range = { path: "system.friction[0].drive", from: 0.4, to: 0.45 };
  const result = await cycle(await loadFile("belt"), { continue: range, points: 2 });
  const args = ["--continue", "system.friction[0].drive=0.4:0.45", "--points", "2"];
  compare(result, await printed("cycle", "belt", ...args));
  expect(result).toMatchObject({ status: "found", branch: { end: "points", points: [{}, {}] } });
});
