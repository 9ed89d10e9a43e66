/** A million rows: their files, figures and reports in bounded memory. */
import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { problemText } from "../cli/fake-io.ts";
import { COMMAND, hearsSignals, runCommand, startCommand } from "../support/command.ts";
import { cases } from "../support/torture.ts";

/** MB */
const MOST = 300;
const HOURS = 2 * 3_600_000;
const flags = ["--import", new URL("../support/peak-memory.mjs", import.meta.url).href];
const base = mkdtempSync(join(tmpdir(), "stickslip-large-"));
const problem = join(base, "tiny.json");
writeFileSync(
  problem,
  problemText({
    measures: { last: { final: "x(0)" } },
    time: { end: 0.01, step: 0.01 },
    system: { type: "linear", mass: [1, 1], stiffness: [1, 1], damping: [1, 1], friction: [{ on: 0, limit: 0.2 }] },
    initial: { position: [1, 0] },
  }),
);

function peak(err: string): number {
  return Number(err.trimEnd().split("\n").at(-1));
}

test("a sweep with its report", { timeout: HOURS }, async () => {
  const out = join(base, "sweep");
  const rows = cases(500, 1_000_000);
  const vary = `initial.position[0]=1:2:${rows}`;
  const args = ["sweep", problem, "--vary", vary, "--threads", "2", "--quiet", "--out", out];
  const { code, err } = await runCommand(args, { flags });
  expect(code).toBe(0);
  expect(peak(err)).toBeLessThan(MOST);
  expect(readFileSync(join(out, "sweep.csv"), "utf8").match(/\n/g)).toHaveLength(rows + 1);
  expect(statSync(join(out, "report.html")).size).toBeLessThan(1_000_000);
});

test("a map with its report, and the map stopped and taken up again", { timeout: HOURS }, async () => {
  const side = cases(14, 1000);
  const vary = [0, 1].flatMap((k) => ["--vary", `initial.position[${k}]=-0.1:0.1:${side}`]);
  const args = (out: string) => [
    ...["attraction", problem, "--set", "scheme.type=event-driven", ...vary],
    ...["--threads", "2", "--quiet", "--out", join(base, out)],
  ];
  const tableOf = (out: string) => readFileSync(join(base, out, "attraction.csv"), "utf8");
  const { code, err } = await runCommand(args("map"), { flags });
  expect(code).toBe(0);
  expect(peak(err)).toBeLessThan(MOST);
  expect(tableOf("map").match(/\n/g)).toHaveLength(side * side + 1);

  const { child, ended } = startCommand(args("stopped"), { flags });
  await hearsSignals(child);
  await wait(cases(0, 5000));
  child.kill("SIGINT");
  const stopped = await ended;
  expect(stopped.code).toBe(130);
  const again = await runCommand([...args("stopped"), "--resume"], { flags });
  expect(again.code).toBe(0);
  expect(peak(again.err)).toBeLessThan(MOST);
  expect(tableOf("stopped") === tableOf("map")).toBe(true);
});

/** What a sweep of a million rows leaves to be written, without its runs. */
test("the files and the report of a million rows", { timeout: HOURS }, async () => {
  const out = mkdtempSync(join(base, "rows-"));
  const dist = new URL("../cli/", new URL(`file://${COMMAND}`));
  const program = `
    import { readFileSync } from "node:fs";
    const { beginSweep, writeSweep } = await import("${dist}commands/sweep/files.js");
    const { withOutputs } = await import("${dist}files/outputs.js");
    const { parseVaried } = await import("${dist}../batch/varied-values.js");
    const { compileOrThrow } = await import("${dist}../problem/compile/compile.js");
    const text = readFileSync(${JSON.stringify(problem)}, "utf8");
    const raw = JSON.parse(text);
    const loaded = { text, raw, ...compileOrThrow(raw), inputs: [], leftOut: [], file: "" };
    const count = 1_000_000;
    const vary = [parseVaried("initial.position[0]=1:2:" + count)];
    const values = Float64Array.from(vary[0].values);
    const found = values.map((value) => Math.sin(40 * value));
    const statuses = Array(count).fill("done");
    const table = { status: "done", vary, measures: ["last"], count, values: [values], found: [found], statuses, failed: {}, missing: 0 };
    await withOutputs({ out: ${JSON.stringify(out)} }, { onFolder() {} }, async (outputs) => {
      beginSweep(loaded, outputs, { begin() {}, finish() {} });
      await writeSweep(loaded, table, (write) => write("{}"), [], {}, outputs);
      return 0;
    });
  `;
  const { code, err } = await runCommand([], { flags: [...flags, "--input-type=module", "--eval", program] });
  expect([code, peak(err) < MOST]).toEqual([0, true]);
  expect(statSync(join(out, "sweep.csv")).size).toBeGreaterThan(30e6);
  expect(statSync(join(out, "report.html")).size).toBeLessThan(1_000_000);
});
