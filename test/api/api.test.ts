/** What a program may rely on: faults before work, results whatever happens in it, an end when it is asked for. */
import { describe, expect, it, test, vi } from "vitest";
import { inlineExecutor, memoryStore, tasks } from "../../src/batch/index.ts";
import {
  type AttractionOptions,
  attraction,
  check,
  control,
  controlTable,
  cycle,
  design,
  equilibrium,
  equilibriumCurve,
  type LoadedProblem,
  load,
  ProblemError,
  readSaved,
  rewriteProblem,
  type SweepOptions,
  savedText,
  simulate,
  sweep,
} from "../../src/index.ts";
import { loadFile } from "../../src/node/load-file.ts";

const DATA = {
  stickslip: 1,
  name: "a mass",
  system: { type: "linear", mass: [1], stiffness: [1], friction: [{ name: "floor", on: 0, limit: 0.2 }] },
  initial: { position: [1] },
  time: { end: 10, step: 0.01 },
};

/** What is thrown. */
async function faultsOf(work: () => unknown): Promise<ProblemError["faults"]> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ProblemError) return error.faults;
    throw error;
  }
  throw new Error("nothing thrown");
}

const pathsOf = async (work: () => unknown) => (await faultsOf(work)).map(({ path }) => path);

test("text and data are the same problem", async () => {
  const [one, other] = await Promise.all([load(DATA), load(JSON.stringify(DATA, null, 2))].map((p) => simulate(p)));
  expect(one!.position).toEqual(other!.position);
  expect(one!.events).toEqual(other!.events);
  expect(one!.events.length).toBe(2);
});

test("a loaded problem keeps nothing of the object that it came from", () => {
  const data = structuredClone(DATA);
  const problem = load(data);
  data.system.mass[0] = 7;
  expect(problem.raw).toEqual(DATA);
});

test("a problem can be written to a file, with what was set, whatever it came from", () => {
  for (const source of [DATA, `# a comment\n${JSON.stringify(DATA)}`]) {
    const problem = load(source, { set: { "time.end": 3 } });
    const text = rewriteProblem(problem.text, problem.raw);
    expect(load(text).raw).toEqual({ ...DATA, time: { ...DATA.time, end: 3 } });
    expect(text.includes("# a comment")).toBe(source !== DATA);
  }
});

test("set changes values by path, and says which of them are wrong", async () => {
  const problem = load(DATA, { set: { "time.end": 0.1 + 0.2, "system.friction[0]": { on: 0, limit: 5 } } });
  expect(problem.simulation.grid.end).toBe(0.1 + 0.2);
  expect(problem.simulation.system.rows[0]!.law.fixed?.forward).toBe(5);
  const faults = await faultsOf(() => load(DATA, { set: { "time.step": -1, "system.mass.x": 2 } }));
  expect(faults.map((fault) => [(fault as { source?: string }).source, fault.path])).toEqual([
    ["set", "system.mass.x"],
    ["set", "time.step"],
  ]);
});

test("another scheme comes with its own defaults", () => {
  const problem = load({ ...DATA, scheme: { type: "alpha", alpha: 0.3 } }, { scheme: "balanced", solver: "uzawa" });
  expect([problem.simulation.scheme.name, problem.simulation.solver.name]).toEqual(["balanced", "uzawa"]);
});

test("all faults are thrown at once, with their lines", async () => {
  const text = "stickslip: 1\nsystem:\n  type: linear\n  mass: [-1]\n  stifness: [1]\ntime: { end: 1, step: 0.1 }\n";
  const faults = await faultsOf(() => load(text, { file: "a.yaml" }));
  expect(faults.map(({ path, line }) => [path, line])).toEqual([
    ["system.mass", 4],
    ["system.stifness", 5],
  ]);
  const { status, valid, message, faults: told } = check(text);
  expect([status, valid, message]).toEqual(["invalid", false, "2 faults."]);
  expect(told.map(({ path, line }) => [path, line])).toEqual(faults.map(({ path, line }) => [path, line]));
});

test("data that no file could have are refused, not followed", async () => {
  const circle: Record<string, unknown> = { ...DATA };
  circle.self = circle;
  expect((await faultsOf(() => load(circle))).length).toBe(1);
  expect(check(circle, { set: { "time.end": 2 } }).status).toBe("invalid");
});

test("files of signals need someone who opens them", async () => {
  const data = { ...DATA, signals: { s: { file: "s.csv" } }, system: { ...DATA.system, force: ["s(t)"] } };
  expect(await pathsOf(() => load(data))).toEqual(["signals.s.file"]);
  const problem = load(data, { open: () => ["t,s\n0,1\n20,1\n"] });
  expect((await simulate(problem)).status).toBe("done");
  expect(await pathsOf(() => loadFile("no-such-problem"))).toEqual(["no-such-problem"]);
});

test("wrong options are thrown before anything is computed", async () => {
  const problem = load(DATA);
  expect(await pathsOf(() => simulate(problem, { sensitivity: ["system.nothing"] }))).toEqual(["system.nothing"]);
  expect(await pathsOf(() => sweep(problem, { vary: ["no range"] }))).toEqual(["vary"]);
  expect(await pathsOf(() => sweep(problem, { vary: [] }))).toEqual([""]);
  expect(await pathsOf(() => sweep(problem, { vary: ["a.b=1,2"], measures: ["none"] }))).toEqual(["measures", "a.b"]);
  expect(await pathsOf(() => control(problem))).toEqual(["control.target"]);
  const steered = await loadFile("gk95-tp1");
  expect(await pathsOf(() => control(steered, { start: [1] }))).toEqual(["start"]);
  expect(await pathsOf(() => equilibrium(steered))).toEqual(["system.force"]);
  const two = await loadFile("vl05-two-masses");
  expect(await pathsOf(() => equilibrium(two, { project: [0, 7] }))).toEqual(["project"]);
  expect(await pathsOf(() => design(two, { margin: -1 }))).toEqual(["margin"]);
  expect(await pathsOf(() => attraction(two, { vary: [] }))).toEqual([""]);
  expect(await pathsOf(() => attraction(two, { sample: { count: 0, energy: 1 } }))).toEqual(["count"]);
  expect(await pathsOf(() => cycle(two, { period: -1, near: true, boundary: true }))).toContain("near");
  const range = { path: "system.mass[0]", from: 1, to: 1 };
  expect(await pathsOf(() => cycle(two, { continue: range, points: 0 }))).toEqual(["points", "continue"]);
});

test("a run that fails is a result", async () => {
  const result = await simulate(load({ ...DATA, system: { ...DATA.system, damping: [-50] } }));
  expect([result.status, result.message.length > 20]).toEqual(["diverged", true]);
});

/** Long enough for several slices. */
const LONG = { set: { "time.end": 1e5 }, scheme: "balanced" };

test("simulate lets others have their turn, and ends when it is told to", async () => {
  const controller = new AbortController();
  const parts: number[] = [];
  const timer = setTimeout(() => controller.abort(), 100);
  const problem = load(DATA, LONG);
  const work = { signal: controller.signal, samples: 100, progress: (part: number) => parts.push(part) };
  const result = await simulate(problem, work);
  clearTimeout(timer);
  expect(result.status).toBe("cancelled");
  expect(result.time).toBeGreaterThan(0);
  expect(result.time).toBeLessThan(1e5);
  expect(parts).toEqual([...parts].sort((a, b) => a - b));
  expect(parts.at(-1)).toBeLessThan(1);
});

test("a sweep in this thread lets timers through, keeps what it has, and goes on from a store", async () => {
  const problem = load({ ...DATA, measures: { last: { final: "x(0)" } } });
  const controller = new AbortController();
  const store = memoryStore();
  const vary = ["system.friction[0].limit=0.01:0.5:3000"];
  setTimeout(() => controller.abort(), 100);
  const first = await sweep(problem, { vary, store, signal: controller.signal });
  expect(first.status).toBe("cancelled");
  expect(first.rows.length).toBeGreaterThan(0);
  expect(first.missing).toBe(3000 - first.rows.length);
  const few = new AbortController();
  const second = await sweep(problem, { vary, store, signal: few.signal, progress: () => few.abort() });
  expect(second.resumed).toBe(first.rows.length);
  expect(second.rows.slice(0, first.rows.length)).toEqual(first.rows);
});

test("searches and maps end when they are told to", async () => {
  const signal = AbortSignal.abort();
  const vary = [0, 1].map((i) => ({ path: `initial.position[${i}]`, from: -8, to: 8, points: 9 }));
  const two = await loadFile("vl05-two-masses");
  const map = await attraction(two, { vary, signal });
  expect([map.status, map.missing]).toEqual(["cancelled", 81]);
  expect((await attraction(two, { vary, trace: true, signal })).status).toBe("cancelled");
  expect((await control(await loadFile("gk95-tp1"), { signal })).status).toBe("cancelled");
});

test("a branch ends when it is told to, and goes on from a store", async () => {
  const problem = await loadFile("belt");
  const range = { path: "system.friction[0].drive", from: 0.4, to: 0.45 };
  const controller = new AbortController();
  const store = memoryStore();
  const first = await cycle(problem, {
    ...{ continue: range, store, signal: controller.signal },
    progress: () => controller.abort(),
  });
  expect(first).toMatchObject({ status: "found", branch: { end: "cancelled", resumed: 0, points: [{}] } });
  const second = await cycle(problem, { continue: range, store, points: 2 });
  expect(second).toMatchObject({ branch: { end: "points", resumed: 1, points: [{}, {}] } });
});

test("an executor that is given is used, and not closed", async () => {
  const executor = inlineExecutor(tasks);
  const [open, close] = [vi.spyOn(executor, "open"), vi.spyOn(executor, "close")];
  const problem: LoadedProblem = load(DATA);
  for (let k = 0; k < 2; k++) await sweep(problem, { vary: ["initial.position[0]=1,2"], executor });
  const two = await loadFile("vl05-two-masses");
  await attraction(two, { sample: { count: 2, energy: 1 }, executor });
  expect([open.mock.calls.length, close.mock.calls.length]).toEqual([3, 0]);
});

test("a run that was saved, as a text too, goes on with the same digits", async () => {
  const problem = await loadFile("chain-20", { scheme: "balanced", set: { "time.step": 2e-4 } });
  const whole = await simulate(problem);
  const controller = new AbortController();
  let text = "";
  const stopped = await simulate(problem, {
    signal: controller.signal,
    checkpoint(save) {
      text = savedText(save());
      controller.abort();
    },
  });
  expect(stopped.status).toBe("cancelled");
  const { seconds: _, ...stats } = whole.stats;
  const rest = await simulate(problem, { from: readSaved(text) });
  expect([rest.position, rest.velocity, rest.audit, rest.events]).toEqual([
    whole.position,
    whole.velocity,
    whole.audit,
    whole.events,
  ]);
  expect(rest.stats).toMatchObject(stats);
  await expect(simulate(await loadFile("gk95-tp1"), { from: readSaved(text) })).rejects.toThrow(ProblemError);
  const deaf = simulate(problem, { checkpoint() {}, sinks: [{ sample() {} }] });
  await expect(deaf).rejects.toThrow("a receiver of states does not say what it has gathered");
});

test("tables and curves end when they are told to, and refuse what is wrong", async () => {
  const problem = await loadFile("vl05-controlled");
  const controller = new AbortController();
  const curve = await equilibriumCurve(problem, {
    vary: { path: "parameters.d1", values: [0.3, 0.1, 0.2] },
    signal: controller.signal,
    progress: (part) => part > 0.3 && controller.abort(),
  });
  expect([curve.status, curve.rows.map(([value]) => value)]).toEqual(["cancelled", [0.1]]);
  await expect(equilibriumCurve(problem, { vary: "parameters.d1=0" })).rejects.toThrow("not from 2 to 10000: 1");
  await expect(equilibriumCurve(problem, { vary: "parameters.d7=0:1:3" })).rejects.toThrow(ProblemError);
  await expect(controlTable(problem)).rejects.toThrow("missing target");
  const table = await controlTable(await loadFile("gk95-tp1"), { signal: AbortSignal.abort() });
  expect([table.status, table.rows.length]).toEqual(["cancelled", 1]);
});

describe("what varies, written wrongly", () => {
  const text = "initial.position[0]=-8:8:3";
  const axis = { path: "initial.position[1]", from: -8, to: 8, points: 3 };
  it.each([
    [
      "texts as axes",
      { vary: [text, axis] },
      `invalid axis; not as { path: "initial.position[0]", from: -8, to: 8, points: 201 }: "${text}"`,
    ],
    ["no axis", { vary: [null, axis] }, "invalid axis; not as { path:"],
    ["a text alone", { vary: text }, "invalid vary; not a list. As in vary: ["],
    ["a tolerance below 0", { vary: [axis, axis], trace: true, tolerance: -1 }, "invalid tolerance; not a positive"],
  ])("attraction: %s", async (_, options, message) => {
    const problem = await loadFile("vl05-two-masses");
    const faults = await faultsOf(() => attraction(problem, options as AttractionOptions));
    expect(faults[0]!.message).toContain(message);
  });

  it.each([
    ["a text alone", text, "invalid vary; not a list"],
    ["a number", [3], "invalid variation; neither a text nor { path, values } with numbers: 3"],
    ["no values", [{ path: "initial.position[0]", values: [] }], "neither a text nor { path, values } with numbers"],
    ["words", [{ path: "initial.position[0]", values: ["a"] }], "neither a text nor { path, values } with numbers"],
    ["nothing", undefined, "missing vary; not a list. As in vary: ["],
  ])("sweep: %s", async (_, vary, message) => {
    const problem = await loadFile("vl05-two-masses");
    const faults = await faultsOf(() => sweep(problem, { vary } as unknown as SweepOptions));
    expect(faults.map(({ path }) => path)).toEqual(["vary"]);
    expect(faults[0]!.message).toContain(message);
  });
});
