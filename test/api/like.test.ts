/** A problem that is loaded like another one: less is compiled, and nothing else is different. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { load, tryLoad } from "../../src/api/load.ts";
import { simulate } from "../../src/api/simulate.ts";
import { compileCounts } from "../../src/problem/compile/sections.ts";

const text = (name: string) => readFileSync(new URL(`../../problems/${name}.yaml`, import.meta.url), "utf8");

describe("load with like", () => {
  it.each([
    ["vl05-two-masses", "mu: { value: 0.1", "mu: { value: 0.2"],
    ["gk95-tp1", "position: [1, 2, 3]", "position: [1.5, 2, 3]"],
    ["gk95-tp1", "limit: 10 }", "limit: 7 }"],
  ])("%s: compiles what differs alone, with the digits of a whole one", async (name, old, next) => {
    const before = load(text(name));
    const changed = text(name).replace(old, next);
    expect(changed).not.toBe(text(name));
    const { patches } = compileCounts;
    const patched = load(changed, { like: before });
    expect(compileCounts.patches).toBe(patches + 1);
    const [one, two] = [await simulate(patched), await simulate(load(changed))];
    expect([...one.position, ...one.velocity, one.energy]).toEqual([...two.position, ...two.velocity, two.energy]);
    expect(one.events).toEqual(two.events);
  });

  it("takes a problem that has nothing in common, and tells faults all the same", async () => {
    const before = load(text("belt"));
    const other = await simulate(load(text("gearbox"), { like: before }));
    expect(other.position).toEqual((await simulate(load(text("gearbox")))).position);
    const faulty = text("belt").replace("stickslip: 1", "stickslip: 1\nnonsense: 1");
    expect(tryLoad(faulty, { like: before }).faults).toEqual(tryLoad(faulty).faults);
  });
});
