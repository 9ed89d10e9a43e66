import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/** Batches of 30 runs, live and compiled anew, on the built library in a process of its own. */
const program = `
import { inlineExecutor, measuresTask } from ${JSON.stringify(new URL("../../dist/batch/index.js", import.meta.url).href)};
const raw = {
  stickslip: 1, parameters: { k: 2 },
  system: { type: "linear", mass: [1], stiffness: ["k"], friction: [{ on: 0, limit: 0.1 }] },
  measures: { peak: { max: "abs(x(0))" }, slips: { count: "slip" } },
  initial: { position: [1] }, time: { end: 5, step: 0.1 },
};
const sizes = [];
const batches = ["initial.velocity[0]", "parameters.k"].map((path) =>
  inlineExecutor({ measures: measuresTask }).open({ task: "measures", spec: { raw, paths: [path], measures: ["peak", "slips"] } }));
const rows = Float64Array.from({ length: 30 }, (_, k) => 0.1 + k / 30);
for (let part = 0; part < 8; part++) {
  for (const batch of batches) if ((await batch.run(rows)).some((value) => !(value >= 0))) throw new Error("failed");
  gc();
  await new Promise((resolve) => setTimeout(resolve, 50)); // buffers are swept and code is compiled beside
  gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  sizes.push(heapUsed + arrayBuffers);
}
console.log(JSON.stringify(sizes));
`;

test("hundreds of runs leave nothing behind", () => {
  const args = ["--expose-gc", "--input-type=module", "-e", program];
  const sizes = JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as number[];
  // The least of a few, since the host's own work comes and goes; what is kept stays in all of them. 240 runs lie between.
  const growth = Math.min(...sizes.slice(5)) - Math.min(...sizes.slice(1, 4));
  expect(growth).toBeLessThan(600_000); // a simulation that is kept has 17,000 bytes, and 120 of them are compiled
});
