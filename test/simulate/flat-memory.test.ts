import { expect, test } from "vitest";
import { runInChild } from "../support/child.ts";

/** chain-20 driven over its end as a long run; the CSV goes to a counter, the trajectory thins itself out. */
const program = `
import { readFileSync } from "node:fs";
import { compileOrThrow } from "./dist/problem/compile/compile.js";
import { readProblem } from "./dist/problem/read/read.js";
import { csv } from "./dist/simulate/record/csv.js";
import { startSession } from "./dist/simulate/simulate.js";

const { raw } = readProblem(readFileSync(new URL("./problems/chain-20.yaml", import.meta.url), "utf8"));
const { simulation } = compileOrThrow({ ...raw, time: { start: 0, end: 125, step: 0.005 } });
let written = 0;
let lines = 0;
const count = (text) => { written += text.length; lines++; };
const session = startSession(simulation, { sinks: [csv(simulation, count)], samples: 10_000 });
const sizes = [];
for (let part = 0; part < 5; part++) {
  session.run.advance(simulation.grid.steps / 5);
  gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  sizes.push(heapUsed + arrayBuffers);
}
session.run.advance(1);
const { outcome, trajectory } = session.finish();
console.log(JSON.stringify({ status: outcome.status, sizes, written, lines, samples: trajectory.time.length }));
`;

/** Slow: a process of its own, 25,000 steps of 20 masses. */
test("a long run with CSV and a bounded trajectory keeps its memory flat", { timeout: 120_000 }, async () => {
  const found = (await runInChild(program)) as {
    status: string;
    sizes: number[];
    written: number;
    lines: number;
    samples: number;
  };
  expect(found.status).toBe("done");
  expect(found.lines).toBe(25_002); // header, start, every step
  expect(found.written).toBeGreaterThan(10e6);
  expect(found.samples).toBeLessThanOrEqual(10_001);
  const growth = Math.max(...found.sizes.slice(1)) - found.sizes[0]!;
  expect(growth).toBeLessThan(400_000); // the CSV text alone is 25 times that
});
