/** Memory of much work: it must not grow with the number of runs beyond their rows, nor with the number of steps. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { COMMAND } from "../support/command.ts";
import { cases } from "../support/torture.ts";

const PEAK = ["--import", new URL("../support/peak-memory.mjs", import.meta.url).href];
const NODE = new URL("../../dist/node/index.js", import.meta.url).href;
/** MB */
const MOST = { batch: 300, run: 150 };
const HOUR = 3_600_000;

const batch = (count: number) => `
import { createExecutor } from ${JSON.stringify(NODE)};
const raw = {
  stickslip: 1,
  system: {
    type: "linear", mass: [4, 5, 6], stiffness: [1, 2, 3],
    friction: [0, 1, 2].map((on) => ({ on, limit: 10 })), input: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  },
  control: { value: [0, 0, 0], target: { position: [2, 0, -2] } },
  initial: { position: [1, 2, 3], velocity: [1, 1, 1] },
  time: { end: 1, step: 0.1 },
  scheme: { type: "alpha" },
};
const executor = createExecutor({ threads: 2 });
const runs = executor.open({ task: "final", spec: { raw } });
const rows = Float64Array.from({ length: ${count} * runs.inputs }, (_, k) => ((k * 7919) % 1000) / 50 - 10);
const ends = await runs.run(rows);
await executor.close();
if (ends.length !== ${count} * runs.outputs || ends.some((value) => !Number.isFinite(value))) throw new Error("failed");
`;

it("a million runs on two threads", { timeout: HOUR }, () => {
  const program = batch(cases(6000, 1_000_000));
  const { status, stderr } = spawnSync(process.execPath, [...PEAK, "--input-type=module", "-e", program], {
    encoding: "utf8",
  });
  expect(status, stderr).toBe(0);
  expect(Number(stderr.trim().split("\n").at(-1))).toBeLessThan(MOST.batch);
});

it("ten million steps with CSV", { timeout: HOUR }, () => {
  const steps = cases(20_000, 10_000_000);
  const folder = mkdtempSync(join(tmpdir(), "stickslip-memory-"));
  const [problem, table] = [join(folder, "long.json"), join(folder, "long.csv")];
  writeFileSync(
    problem,
    JSON.stringify({
      stickslip: 1,
      system: {
        type: "linear",
        mass: [1],
        stiffness: [2],
        force: ["1.5*sin(t)"],
        friction: [{ on: 0, limit: 0.5 }],
      },
      initial: { position: [1] },
      time: { end: steps / 100, step: 0.01 },
      scheme: { type: "balanced" },
    }),
  );
  try {
    const { status, stderr } = spawnSync(process.execPath, [...PEAK, COMMAND, "simulate", problem, "--csv", table], {
      encoding: "utf8",
    });
    expect(status, stderr).toBe(0);
    expect(Number(stderr.trim().split("\n").at(-1))).toBeLessThan(MOST.run);
    expect(statSync(table).size).toBeGreaterThan(60 * steps);
    expect(execFileSync("tail", ["-n", "1", table], { encoding: "utf8" })).toMatch(new RegExp(`^${steps / 100},`));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
