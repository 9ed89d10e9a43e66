import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const folder = fileURLToPath(new URL("../../examples/", import.meta.url));
const run = (file: string) => execFileSync(process.execPath, [`${folder}${file}`], { encoding: "utf8" });

describe("examples", () => {
  it.each(readdirSync(folder).filter((file) => file.endsWith(".mjs")))("%s runs", (file) => {
    expect(run(file).split("\n").length).toBeGreaterThan(4);
  });

  it("shows the creep of the splitting, and of nothing else", () => {
    const moved = run("compare-schemes.mjs")
      .split("\n")
      .slice(1, 5)
      .map((line) => Number(line.split(/\s+/)[1]));
    expect(moved.slice(0, 3)).toEqual([0, 0, 0]);
    expect(moved[3]).toBeCloseTo(-0.0476, 3);
  });
});
