/** Mechanisms on the command line: wrong ones end with 2 and a remedy, starts off a joint are projected when asked. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { problemText, stickslip } from "./fake-io.ts";

const folder = mkdtempSync(join(tmpdir(), "stickslip-mechanisms-"));
const pair = { type: "mechanism", coordinates: [{ name: "a" }, { name: "b" }], kinetic: "v(a)^2/2 + v(b)^2/2" };
const sections = { initial: { position: [0, 0] }, outputs: {}, measures: {} };

function file(system: Record<string, unknown>): string {
  const path = join(folder, "problem.json");
  writeFileSync(path, problemText({ ...sections, system: { ...pair, ...system } }));
  return path;
}

test.each([
  ["zero mass", { kinetic: "v(a)^2" }, "b has no mass"],
  ["kinetic energy that is not quadratic", { kinetic: "v(a)^4 + v(b)^2" }, "not quadratic in v"],
  ["kinetic energy that is not positive", { kinetic: "v(a)^2 - v(b)^2" }, "not positive definite"],
  ["dry friction as a force", { force: { a: "-sign(v(a))" } }, "use friction:"],
  ["a wall that it starts behind", { stops: [{ distance: "x(a) - 1" }] }, "beyond the stop stop1 by 1 m"],
  ["joints that conflict", { joints: [{ zero: "x(a)" }, { zero: "x(a) - 1" }] }, "off the joint joint2"],
])("%s", async (_, system, message) => {
  const { code, err } = await stickslip(["simulate", file(system)]);
  expect(code).toBe(2);
  expect(err).toContain(message);
});

test("--project brings the start onto the joint, and says so", async () => {
  const path = file({ joints: [{ name: "rod", zero: "(x(a) + 1)^2 + x(b)^2 - 4" }] });
  expect((await stickslip(["simulate", path])).code).toBe(2);
  const { code, out } = await stickslip(["simulate", path, "--project", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(out).warnings.join()).toContain("initial.position of a by 1.00");
});
