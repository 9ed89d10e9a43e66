import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { problemText, stickslip } from "./fake-io.ts";

const folder = mkdtempSync(join(tmpdir(), "stickslip-signals-"));

function write(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const shaken = (signal: Record<string, unknown>) =>
  problemText({
    signals: { ag: signal },
    system: { type: "linear", mass: [1], stiffness: [1], force: ["-ag(t)"], friction: [{ on: 0, limit: 0.2 }] },
  });

const record = `t,ax\n${Array.from({ length: 200 }, (_, i) => `${i / 20},${Math.sin(i * i).toFixed(5)}`).join("\n")}\n`;

test("a file beside the problem is read, and --out is complete without it", async () => {
  write("record.csv", record);
  const problem = write("shaken.yaml", `# a record\n${shaken({ file: "record.csv", value: "ax", scale: 2 })}\n`);
  const out = join(folder, "run");
  const first = await stickslip(["simulate", problem, "--json", "--out", out]);
  expect([first.code, first.err]).toEqual([0, ""]);
  rmSync(join(folder, "record.csv"));

  const text = readFileSync(join(out, "problem.yaml"), "utf8");
  const { ag } = parse(text).signals;
  expect(ag.source).toEqual({ file: "record.csv", hash: expect.stringMatching(/^[0-9a-f]{16}$/) });
  expect([ag.times.length, ag.values.length, ag.scale]).toEqual([200, 200, 2]);
  expect(text).toContain("# a record");
  expect(text.split("\n").length).toBeLessThan(60);
  expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(120);

  const again = join(folder, "again");
  const second = await stickslip(["simulate", join(out, "problem.yaml"), "--json", "--out", again]);
  expect(second.code).toBe(0);
  for (const name of ["trajectory.csv", "events.csv", "problem.yaml"]) {
    expect(readFileSync(join(again, name), "utf8")).toBe(readFileSync(join(out, name), "utf8"));
  }
  expect(JSON.parse(second.out).position).toEqual(JSON.parse(first.out).position);
});

test("the gallery's isolator finds its record, and audits cleanly", async () => {
  const { code, out } = await stickslip(["simulate", "isolator", "--json", "--end", "8"]);
  expect(code).toBe(0);
  const { events, audit, warnings } = JSON.parse(out);
  expect(events.length).toBeGreaterThan(20);
  expect(audit.stickDrift).toBe(0);
  expect(audit.energyError).toBeLessThan(1e-9 * audit.energyScale);
  expect(warnings).toEqual([]);
});

test.each([
  ["none.csv", undefined, /cannot read; no such file: .*none\.csv\. Paths are relative to the problem file/],
  ["", undefined, /signals\.ag\.file/],
  ["folder", undefined, /cannot read; a folder, not a file: .*folder\. Name the table in it/],
  ["zeros.csv", new Uint8Array(1000), /cannot read; not text in UTF-8\. A signal's file is a CSV table/],
  ["latin.csv", Uint8Array.of(0x74, 0x2c, 0xe4, 0x0a), /cannot read; not text in UTF-8/],
  ["cut.csv", Uint8Array.of(0x74, 0x2c, 0x61, 0x0a, 0xc3), /cannot read; not text in UTF-8/],
  ["empty.csv", "", /invalid file "empty\.csv"; empty file/],
  ["text.csv", "t,a\n0,1\n1,one\n", /not a finite number; line 3, column 2$/m],
])("%j is refused, once", async (file, content, message) => {
  mkdirSync(join(folder, "folder"), { recursive: true });
  if (content !== undefined) write(file, content);
  const { code, err } = await stickslip(["check", write("wrong.json", shaken({ file }))]);
  expect(code).toBe(2);
  expect(err).toMatch(message);
  expect(err.match(/signals\.ag/g)).toHaveLength(1);
});

test("a fault in the file does not hide the others", async () => {
  const text = shaken({ file: "none.csv" }).replace('"mass":[1]', '"mass":[-1]');
  const { err } = await stickslip(["check", write("two.json", text)]);
  expect(err).toMatch(/signals\.ag\.file/);
  expect(err).toMatch(/system\.mass/);
  expect(err).not.toMatch(/force/);
});
