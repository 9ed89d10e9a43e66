import { expect, test } from "vitest";
import { galleryNames } from "../../src/node/gallery.ts";
import { problemText, stickslip } from "./fake-io.ts";

test.each(galleryNames())("the gallery's %s is valid", async (name) => {
  const { code, out, err } = await stickslip(["check", name, "--json"]);
  expect([code, err]).toEqual([0, ""]);
  expect(JSON.parse(out)).toMatchObject({ valid: true, faults: [] });
});

test("people are told that a file is valid, what it is, and what was adapted", async () => {
  const stdin = problemText({ time: { end: 1, step: 0.3 } });
  const { code, out } = await stickslip(["check", "-"], { stdin });
  expect(code).toBe(0);
  expect(out).toBe(
    "stdin: valid\na mass\n1 coordinate, 1 friction row; balanced with active-set; 4 steps of 0.25 s from t = 0 to 1 s\n" +
      "warning: The step 0.3 s does not divide the time; it was reduced to 0.25 s.\n",
  );
});

test("--json lists faults and warnings", async () => {
  const faulty = await stickslip(["check", "-", "--json"], { stdin: problemText({ name: 1 }) });
  expect(faulty.code).toBe(2);
  expect(JSON.parse(faulty.out)).toEqual({
    status: "invalid",
    valid: false,
    faults: [{ path: "name", message: "invalid name; not a text: 1", line: 1 }],
    warnings: [],
  });
  const adapted = await stickslip(["check", "-", "--json", "--set", "time.step=0.3"], { stdin: problemText() });
  expect(JSON.parse(adapted.out)).toMatchObject({ status: "valid", valid: true });
  expect(JSON.parse(adapted.out).warnings).toHaveLength(1);
});

test("help names every scheme and solver of the schema", async () => {
  const { code, out } = await stickslip(["simulate", "--help"]);
  expect(code).toBe(0);
  const names = ["balanced", "alpha", "splitting", "strang", "active-set | kkt", "uzawa", "penalty-newton"];
  for (const name of names) expect(out).toContain(`\n  ${name} `);
});

test("--help names the commands and the gallery's problems", async () => {
  const { code, out } = await stickslip(["--help"]);
  expect(code).toBe(0);
  for (const name of ["simulate", "control", "equilibrium", "attraction", "cycle", "design", "sweep", "check"]) {
    expect(out).toContain(`  ${name} `);
  }
  for (const name of ["belt", "vl05-two-masses", "weak-motor"]) expect(out).toContain(` ${name}`);
});
