import { expect, test } from "vitest";
import { runInChild } from "../support/child.ts";

/** Bytes a call of each kernel; `control` keeps an object. */
const measurement = `
import * as elementary from "./dist/numeric/elementary.js";

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
  bytesPerCall[name] = Infinity; // the least: what a call really allocates shows in every round
  for (let round = 0; round < 5; round++) {
    gc();
    const before = process.memoryUsage().heapUsed;
    call(kernels[name], 1e5);
    bytesPerCall[name] = Math.min(bytesPerCall[name], (process.memoryUsage().heapUsed - before) / 1e5);
  }
}
console.log(JSON.stringify(bytesPerCall));
`;

test("kernels allocate nothing", async () => {
  const { control, ...bytesPerCall } = (await runInChild(measurement)) as Record<string, number>;
  expect(control).toBeGreaterThan(8);
  expect(Object.keys(bytesPerCall)).toHaveLength(12);
  for (const [name, bytes] of Object.entries(bytesPerCall)) expect(bytes, name).toBeLessThan(0.2);
});
