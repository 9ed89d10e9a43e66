import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyOverrides, parseOverride } from "../../src/problem/paths/overrides.ts";
import { cases } from "../support/torture.ts";

const raw = { time: { end: 5 }, system: { mass: [1, 2], friction: [{ limit: 1 }] } };

function set(...texts: string[]) {
  const overrides = texts.map((text) => {
    const parsed = parseOverride(text);
    if ("message" in parsed) throw new Error(parsed.message);
    return parsed;
  });
  return applyOverrides(raw, overrides);
}

describe("places", () => {
  it.each([
    ["time.end=8", { time: { end: 8 }, system: raw.system }],
    ["system.friction[0].limit=mu*g", { ...raw, system: { ...raw.system, friction: [{ limit: "mu*g" }] } }],
    ["system.mass[1]=7", { ...raw, system: { ...raw.system, mass: [1, 7] } }],
    ["system.mass[2]=3", { ...raw, system: { ...raw.system, mass: [1, 2, 3] } }],
    ["system.mass=[4, 5]", { ...raw, system: { ...raw.system, mass: [4, 5] } }],
    ["scheme.type=alpha", { ...raw, scheme: { type: "alpha" } }],
    ["control.value[0]=1", { ...raw, control: { value: [1, 0] } }],
    ["initial.position[0]=0.1", { ...raw, initial: { position: [0.1, 0] } }],
    ["initial.velocity[1]=2", { ...raw, initial: { velocity: [0, 2] } }],
    ["control.target.position[0]=1", { ...raw, control: { target: { position: [1] } } }],
    ["solver={ type: uzawa, r: 0.1 }", { ...raw, solver: { type: "uzawa", r: 0.1 } }],
    ["name=a = b", { ...raw, name: "a = b" }],
    ["name=", { ...raw, name: null }],
  ])("%s", (text, wanted) => {
    expect(set(text)).toEqual({ raw: wanted, faults: [] });
  });

  it("one after the other, and leave the original alone", () => {
    const before = JSON.stringify(raw);
    expect(set("time.end=8", "time.end=9", "time.step=1").raw).toMatchObject({ time: { end: 9, step: 1 } });
    expect(JSON.stringify(raw)).toBe(before);
  });
});

it("lists with a default have an entry for each coordinate or input", () => {
  const input = [[1], [0]];
  expect(set("system.input=[[1], [0]]", "control.value[0]=3").raw).toEqual({
    ...raw,
    system: { ...raw.system, input },
    control: { value: [3] },
  });
  expect(set("initial.position=[1]", "initial.position[0]=2").raw).toMatchObject({ initial: { position: [2] } });
  expect(set("system={ type: gearbox }", "initial.velocity[0]=2").raw).toMatchObject({ initial: { velocity: [2] } });
});

describe("refuses", () => {
  it.each([
    ["system.mass[9]=1", "invalid path; the list has 2 entries: index 9"],
    ["initial.position[3]=1", "invalid path; the list has 2 entries: index 3"],
    ["system.mass.x=1", 'invalid path; "x" is not an index of a list'],
    ["time[0]=1", "invalid path; [0] is not a key of a mapping"],
    ["time.end.x=1", "invalid path; nothing to change inside 5"],
    ["time..end=1", "invalid path; expected keys and indexes"],
    ["[0]=1", "invalid path; expected keys and indexes"],
    ["time.end=[1", "invalid value; not YAML: [1"],
    ["time.end=*a", "invalid value; not YAML"],
    ["__proto__.polluted=1", "invalid path"],
    ["time.__proto__.polluted=1", "invalid path"],
  ])("%s", (text, wanted) => {
    const { faults } = set(text);
    expect(faults).toHaveLength(1);
    expect(faults[0]!.message).toContain(wanted);
  });

  it("what is not path=value", () => {
    expect(parseOverride("time.end")).toMatchObject({ message: expect.stringContaining("not path=value: time.end") });
    expect(parseOverride("=3")).toMatchObject({ message: expect.stringContaining("not path=value") });
  });

  it("any path without throwing, and touches no prototype", () => {
    const part = fc.constantFrom(
      "time",
      "constructor",
      "prototype",
      "__proto__",
      "toString",
      "[0]",
      "[999999]",
      ".",
      "-",
      "x",
      "system",
      "mass",
    );
    const paths = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join("."));
    const property = fc.property(paths, fc.string(), (path, value) => {
      applyOverrides(raw, [{ path, value }]);
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect(({} as Record<string, unknown>).x).toBeUndefined();
    });
    fc.assert(property, { numRuns: cases(300, 1000) });
  });
});
