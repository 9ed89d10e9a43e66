/** Programs without types, or with a forgotten `await`: what they get wrong is told as a fault, as all input is. */
import { expect, test } from "vitest";
import {
  attraction,
  control,
  controlTable,
  cycle,
  design,
  equilibrium,
  equilibriumCurve,
  load,
  ProblemError,
  reproduce,
  simulate,
  sweep,
} from "../../src/index.ts";
import { createExecutor, createRunner, galleryText, loadFile } from "../../src/node/index.ts";

const data = {
  stickslip: 1,
  system: { type: "linear", mass: [1], stiffness: [1], friction: [{ on: 0, limit: 1 }] },
  control: { target: { position: [1] } },
  time: { end: 1, step: 0.1 },
};
const problem = load(data);

type Call = (problem: never, options?: never) => unknown;

async function messageOf(call: () => unknown): Promise<string> {
  try {
    await call();
  } catch (error) {
    expect(error).toBeInstanceOf(ProblemError);
    return (error as Error).message;
  }
  throw new Error("nothing was thrown");
}

const calls: [string, Call][] = Object.entries({
  ...{ attraction, control, controlTable, cycle, design },
  ...{ equilibrium, equilibriumCurve, simulate, sweep },
}) as [string, Call][];

test.each(calls)("%s is given what was not loaded", async (_, call) => {
  for (const given of [undefined, null, "belt", data, loadFile("belt")]) {
    expect(await messageOf(() => call(given as never))).toMatch(/^not a loaded problem\. Take what load/);
  }
});

test.each([
  ["no vary", sweep, undefined, 'vary: missing vary; not a list. As in vary: ["parameters.k=1:5:9"]'],
  ["a vary that is no list", sweep, { vary: "time.end=1,2" }, 'vary: invalid vary; not a list. As in vary: ["'],
  ["a vary without values", sweep, { vary: [{ path: "time.end" }] }, "vary: invalid variation; neither a text nor"],
  ["a number that varies", sweep, { vary: [5] }, "vary: invalid variation; neither a text nor"],
  ["no vary", equilibriumCurve, undefined, "vary: invalid variation"],
  ["columns", simulate, { columns: "energy" }, "columns: invalid columns; not a list."],
  ["a path", simulate, { sensitivity: "system.mass[0]" }, "sensitivity: invalid sensitivity; not a list."],
  ["a start", control, { start: "1" }, "start: invalid start; not a list."],
  ["axes as texts", attraction, { vary: ["a=1:2:3", "b=1:2:3"] }, "vary: invalid axis; not as { path: "],
  ["a section", equilibrium, { section: "x1" }, "section: invalid section; not a list."],
] as [string, Call, unknown, string][])("a wrong option: %s", async (_, call, options, message) => {
  expect(await messageOf(() => call(problem as never, options as never))).toContain(message);
});

test("names and numbers that are not there", async () => {
  expect(await messageOf(() => reproduce({ ids: ["gk95/table-99"], open: galleryText }))).toMatch(
    /^gk95\/table-99: unknown experiment/,
  );
  expect(await messageOf(() => galleryText("nothing"))).toMatch(/^no problem nothing in the gallery/);
  expect(await messageOf(() => createExecutor({ threads: 0 }))).toMatch(/^threads: invalid threads/);
  expect(await messageOf(() => createRunner(0))).toMatch(/^threads: invalid threads/);
});
