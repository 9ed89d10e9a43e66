import { mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openText } from "../../src/node/write-text.ts";

test("a file that cannot take its name leaves nothing under a temporary one", () => {
  const folder = mkdtempSync(join(tmpdir(), "stickslip-write-"));
  const path = join(folder, "table.csv");
  const writer = openText(path);
  writer.write("t,x\n");
  expect(readdirSync(folder)).toEqual([`table.csv.${process.pid}.part`]);
  mkdirSync(path);
  expect(() => writer.close()).toThrow(`${path}. Take another path`);
  expect(readdirSync(folder)).toEqual(["table.csv"]);
});
