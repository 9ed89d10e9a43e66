import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stickslip } from "./fake-io.ts";

const folder = mkdtempSync(join(tmpdir(), "stickslip-static-"));

test("--static --json is one object with the equilibrium", async () => {
  const { code, out, err } = await stickslip(["simulate", "gh95-beam", "--static", "--json"]);
  expect([code, err]).toEqual([0, ""]);
  const result = JSON.parse(out);
  expect(result).toMatchObject({ status: "done", stable: true });
  expect(result.sag).toBeCloseTo(11.61048, 4);
  expect(result.iterations).toBeLessThanOrEqual(12);
  expect(result.shape.s).toHaveLength(21);
  expect(result.tension.force).toHaveLength(41);
  expect(Object.keys(result.reactions)).toEqual(["startX", "startY", "endX", "endY"]);
  expect(result.frequencies).toHaveLength(5);
});

test("people get a table, and a drawing", async () => {
  const svg = join(folder, "rest.svg");
  const { code, out } = await stickslip(["simulate", "clamped-elastica", "--static", "--svg", svg]);
  expect(code).toBe(0);
  expect(out).toContain("Static equilibrium");
  expect(out).toContain("It is stable.");
  expect(out).toMatch(/largest distance from the line between the ends \(m\) +0\.2951\d+/);
  expect(readFileSync(svg, "utf8")).toContain("tension (N)");
});

test("what has no static shape is refused, with words", async () => {
  const other = await stickslip(["simulate", "gk95-tp1", "--static"]);
  expect(other.code).toBe(2);
  expect(other.err).toContain("only beams have a static shape");
  const motion = await stickslip(["simulate", "gh95-beam", "--static", "--csv", join(folder, "x.csv")]);
  expect(motion.code).toBe(2);
  expect(motion.err).toContain("--static has no motion");
});
