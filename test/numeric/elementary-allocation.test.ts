import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformWithOxc } from "vite";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../../src/numeric/", import.meta.url));

/** Runs in a process of its own, with room for all young objects of a round: then heapUsed only grows within it. */
const measurement = `
import * as elementary from "./elementary.mjs";

const within1 = Array.from({ length: 16 }, (_, i) => (i - 7.5) / 8);
const wider = Array.from({ length: 12 }, (_, i) => (i - 5.5) * 5);
const values = [...within1, ...wider, 1e7, -1e100, 700, 2 ** 60];
const registers = new Float64Array([...values, ...values.map((x) => x / 3), 0]);

let held;
const kernels = { control: (r, out, a) => { held = { value: a }; } };
for (const [name, kernel] of Object.entries(elementary)) {
  if (name === "powAt") kernels[name] = (r, out, a) => kernel(r, out, a, 63 - a);
  else if (name.endsWith("At")) kernels[name] = kernel;
}
function call(kernel, times) {
  for (let i = 0; i < times; i++) kernel(registers, 64, i & 31);
}
for (let round = 0; round < 5; round++) for (const name in kernels) call(kernels[name], 50000);
const bytesPerCall = {};
for (const name in kernels) {
  bytesPerCall[name] = 0;
  for (let round = 0; round < 5; round++) {
    gc();
    const before = process.memoryUsage().heapUsed;
    call(kernels[name], 1e6);
    bytesPerCall[name] += (process.memoryUsage().heapUsed - before) / 5e6;
  }
}
console.log(JSON.stringify(bytesPerCall));
`;

async function stripTypes(from: string, to: string): Promise<void> {
  const { code } = await transformWithOxc(readFileSync(from, "utf8"), from);
  writeFileSync(to, code.replaceAll(/\.ts";/g, '.mjs";'));
}

test("kernels allocate nothing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "stickslip-elementary-"));
  try {
    mkdirSync(join(folder, "elementary"));
    const files = ["elementary.ts", ...readdirSync(join(source, "elementary")).map((file) => join("elementary", file))];
    for (const file of files) await stripTypes(join(source, file), join(folder, file.replace(/\.ts$/, ".mjs")));
    writeFileSync(join(folder, "measure.mjs"), measurement);
    const output = execFileSync(process.execPath, [
      "--expose-gc",
      "--min-semi-space-size=64",
      "--max-semi-space-size=64",
      join(folder, "measure.mjs"),
    ]);
    const { control, ...bytesPerCall } = JSON.parse(output.toString()) as Record<string, number>;
    expect(control).toBeGreaterThan(8);
    expect(Object.keys(bytesPerCall)).toHaveLength(12);
    for (const [name, bytes] of Object.entries(bytesPerCall)) expect(bytes, name).toBeLessThan(0.2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
