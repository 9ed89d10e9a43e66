import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { problemText, stickslip } from "./fake-io.ts";

const folder = mkdtempSync(join(tmpdir(), "stickslip-sweep-"));
const measured = { measures: { last: { final: "x(0)" }, stuck: { time: "floor" } }, time: { end: 5, step: 0.05 } };
const write = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const file = write(
  "mass.json",
  problemText({ ...measured, parameters: { k: 1 } }).replace('"stiffness":[1]', '"stiffness":["k"]'),
);
const LIMIT = "system.friction[0].limit";

/** sweep in this thread, unless told otherwise */
const run = (...args: string[]) => stickslip(["sweep", file, "--threads", "1", ...args]);

test("--json gives columns and rows", async () => {
  const { code, out, err } = await run("--vary", `${LIMIT}=0.1,0.5,2`, "--vary", "initial.position[0]=1:3:2", "--json");
  expect([code, err]).toEqual([0, ""]);
  const { status, columns, rows, failed, missing, seconds } = JSON.parse(out);
  expect(columns).toEqual([LIMIT, "initial.position[0]", "last", "stuck", "status"]);
  expect(rows.map((row: unknown[]) => [row[0], row[1], row.at(-1)])).toEqual([
    ...[0.1, 0.5, 2].flatMap((limit) => [1, 3].map((x) => [limit, x, "done"])),
  ]);
  expect(rows[4]).toEqual([2, 1, 1, 5, "done"]); // friction holds it from the start
  expect([status, failed, missing]).toEqual(["done", {}, 0]);
  expect(seconds).toBeGreaterThan(0);
});

test("as many threads as you like, the same rows", async () => {
  const args = ["sweep", file, "--vary", "parameters.k=log:0.1:10:12", "--json"];
  const rows = async (...more: string[]) => JSON.parse((await stickslip([...args, ...more])).out).rows;
  const one = await rows("--threads", "1");
  expect(await rows("--threads", "2")).toEqual(one);
});

test("measures and --set are chosen by name", async () => {
  const { out } = await run("--vary", "parameters.k=1", "--measure", "stuck", "--set", `${LIMIT}=2`, "--json");
  expect(JSON.parse(out)).toMatchObject({ columns: ["parameters.k", "stuck", "status"], rows: [[1, 5, "done"]] });
});

test("people see the first rows, the extremes, and what to do about failures", async () => {
  const { code, out } = await run("--vary", `${LIMIT}=-0.5:1:16`, "--measure", "stuck");
  expect(code).toBe(0);
  expect(out).toContain("a mass");
  expect(out).toMatch(/system\.friction\[0\]\.limit {2}stuck {2}status/);
  expect(out).toContain("... and 4 more");
  expect(out).toMatch(/stuck +largest +5 +system\.friction\[0\]\.limit = 1\n/);
  expect(out).toContain(
    "invalid: 5 runs, first with system.friction[0].limit=-0.5. system.friction[0].limit: invalid limit; below 0: -0.5",
  );
  expect(out).toMatch(/done: 16 runs: 11 done, 5 invalid\. .* s, 1 thread\./);
});

test("a run that diverges tells how to see why", async () => {
  const { out } = await run("--end", "100", "--vary", "parameters.k=1,-900");
  expect(out).toContain(
    `diverged: 1 run, first with parameters.k=-900. To see why: stickslip simulate ${file} --set "parameters.k=-900"`,
  );
});

test("files: a table, figures, and a folder that repeats it", async () => {
  const [csv, svg, png, out] = ["t.csv", "f.svg", "f.png", "sweep"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  const files = ["--csv", csv, "--svg", svg, "--png", png, "--out", out];
  const ended = await run("--vary", `${LIMIT}=-1:1:3`, "--measure", "last", ...files);
  expect(ended.code).toBe(0);
  const lines = readFileSync(csv, "utf8").split("\n");
  expect(lines.slice(0, 2)).toEqual([`${LIMIT},last,status`, "-1,,invalid"]);
  expect(lines).toHaveLength(5);
  expect(readFileSync(svg, "utf8")).toMatch(/^<svg .*last/);
  expect(readFileSync(png).subarray(1, 4).toString()).toBe("PNG");
  expect(readFileSync(join(out, "sweep.csv"), "utf8")).toBe(readFileSync(csv, "utf8"));
  expect(JSON.parse(readFileSync(join(out, "result.json"), "utf8")).rows).toHaveLength(3);
  const report = readFileSync(join(out, "report.html"), "utf8");
  for (const part of ["Sweep: a mass", "<svg", "Smallest and largest", "3 runs: 2 done, 1 invalid."]) {
    expect(report).toContain(part);
  }
  const again = await stickslip([
    "sweep",
    join(out, "problem.yaml"),
    "--vary",
    `${LIMIT}=-1:1:3`,
    "--measure",
    "last",
    "--csv",
    "-",
  ]);
  expect(again.out).toBe(readFileSync(csv, "utf8"));
  expect(again.err).toMatch(/^done: 3 runs: 2 done, 1 invalid\.\ninvalid: 1 run, first with/);
});

test("without measures the positions at the end are shown, and how to measure", async () => {
  const bare = write("bare.json", problemText());
  const { code, out } = await stickslip(["sweep", bare, "--threads", "1", "--vary", `${LIMIT}=0.1,0.2`]);
  expect(code).toBe(0);
  expect(out).toContain("warning: The file has no measures: these are the positions at the end. Write some into it");
  expect(out).toMatch(/system\.friction\[0\]\.limit +x\(x1\) +status/);
});

test("Ctrl-C keeps what was computed", async () => {
  const slow = problemText({ ...measured, time: { end: 200, step: 0.001 } });
  const csv = join(folder, "part.csv");
  const args = ["sweep", "-", "--threads", "1", "--vary", "initial.position[0]=1:2:10000", "--json", "--csv", csv];
  const ended = await stickslip(args, { stdin: slow, onListen: (stop) => setTimeout(stop, 200) });
  expect(ended.code).toBe(130);
  const { status, rows, missing } = JSON.parse(ended.out);
  expect(status).toBe("cancelled");
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.length + missing).toBe(10_000);
  expect(readFileSync(csv, "utf8").trim().split("\n")).toHaveLength(1 + rows.length);
  expect(ended.err).toMatch(/^cancelled: 10000 runs: \d+ done, \d+ not reached\./);
});

test("when no run succeeds the command fails", async () => {
  const { code, out } = await run("--vary", `${LIMIT}=-1,-2`, "--json");
  expect(code).toBe(1);
  expect(JSON.parse(out).failed).toEqual({ invalid: 2 });
});

describe("wrong input is refused before any run, all at once", () => {
  test.each([
    [[], "--vary: nothing varies; name a number, as parameters.k=1:5:9"],
    [["--vary", "parameters.q=1:2:3"], "--vary: parameters.q: unknown path; did you mean parameters.k?"],
    [["--vary", "parameters.k=1:2"], "--vary: invalid variation; not from:to:n or log:from:to:n: 1:2"],
    [["--vary", "parameters.k=1:2:2000000"], "--vary: invalid number of values; not a whole number from 2 to 1000000"],
    [["--vary", "parameters.k=1:2:1000", "--vary", "initial.position[0]=1:2:1001"], "more than 1000000 runs: 1001000"],
    [["--vary", "parameters.k=1", "--measure", "sluck"], "--measure: unknown measure sluck; did you mean stuck?"],
    [["--vary", "parameters.k=1", "--measure", ","], "--measure: no measures; a sweep needs at least one"],
    [["--vary", "parameters.k=1", "--threads", "0"], "--threads: invalid threads; not a whole number from 1 to 256: 0"],
    [
      ["--vary", "parameters.k=1", "--threads", "two"],
      "--threads: invalid threads; not a whole number from 1 to 256: two",
    ],
    [["--vary", "parameters.k=1", "--csv", "/no/such/folder/t.csv"], "--csv: cannot write; no such folder"],
    [["--vary", "parameters.k=1", "--set", "system.mass=[-1]"], "not positive definite"],
  ])("%j", async (args, message) => {
    const { code, out, err } = await run(...args, "--json");
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(JSON.parse(out).status).toBe("invalid");
  });

  test("options of simulate that a sweep does not follow", async () => {
    const { code, err } = await run("--vary", "parameters.k=1", "--sensitivity", "parameters.k");
    expect([code, err]).toEqual([2, expect.stringContaining("--sensitivity")]);
  });

  test("two faults", async () => {
    const { err } = await run("--vary", "parameters.k=", "--vary", "time.edn=1,2");
    expect(err.trim().split("\n")).toHaveLength(2);
    expect(err).toContain("--vary: time.edn: unknown path; did you mean time.end?");
  });
});

test("a bar for people who wait", async () => {
  const slow = problemText({ ...measured, time: { end: 200, step: 0.001 } });
  const args = ["sweep", "-", "--threads", "1", "--vary", "initial.position[0]=1:2:10000"];
  const { err } = await stickslip(args, { stdin: slow, tty: true, onListen: (stop) => setTimeout(stop, 1500) });
  expect(err).toMatch(/\d+ runs\/s, /);
});
