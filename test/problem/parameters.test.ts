import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { compile } from "../../src/problem/compile/compile.ts";
import { RESERVED_NAMES } from "../../src/problem/compile/names.ts";
import { simulate } from "../../src/simulate/simulate.ts";
import { compileRaw } from "../support/run.ts";

function problem(parameters: Record<string, unknown>, mass: unknown = 1) {
  return {
    stickslip: 1,
    parameters,
    system: { type: "linear", mass: [mass], force: [0] },
    time: { end: 1, step: 0.5 },
  };
}

function messages(parameters: Record<string, unknown>): string[] {
  return (compile(problem(parameters)).faults ?? []).map(({ path, message }) => `${path}: ${message}`);
}

it("a parameter may use those above it, not those below", () => {
  const { system } = compileRaw(problem({ p: 2, q: "3*p", r: { value: "p + q", from: 0, to: "10*q" } }, "r"));
  expect(system.linear!.mass.at(0, 0)).toBe(8);
  expect(messages({ q: "3*p", p: 2 })).toEqual([
    expect.stringContaining("parameters.q: invalid formula; unknown symbol p"),
  ]);
});

it.each(["t", "pi", "e", "sin", "piecewise", "max", "delta", "x", "v"])("the name %s is taken", (name) => {
  expect(messages({ [name]: 1 })).toEqual([expect.stringContaining("the formula language uses it")]);
});

it.each(["2a", "a b", "a-b", "", "ä", "_a"])("%j is not a name", (name) => {
  expect(messages({ [name]: 1 })[0]).toContain("not letters, digits and _");
});

it("a range must rise, and a value be finite and constant", () => {
  expect(messages({ p: { value: 1, from: 2, to: 2 } })[0]).toContain("invalid range; from is not below to: 2, 2");
  expect(messages({ p: "1/0" })[0]).toContain("parameters.p: invalid formula; constant is not a finite number");
  expect(messages({ p: "t" })[0]).toContain("unknown symbol t");
  expect(messages({ p: true })[0]).toContain("parameters.p: invalid p; not a number, a constant formula");
});

it("a faulty parameter is not reported again where it is used", () => {
  const { faults } = compile(problem({ p: "1 +" }, "2*p"));
  expect(faults!.map(({ path }) => path)).toEqual(["parameters.p"]);
});

it("numbers of all sections may use parameters", () => {
  const { grid, initial, scheme } = compileRaw({
    stickslip: 1,
    parameters: { T: 4, n: 8, w: 0.3 },
    system: { type: "linear", mass: ["T"], stiffness: ["w"], friction: [{ on: 0, limit: "w/2" }] },
    initial: { position: ["-w"], velocity: ["2^n"] },
    time: { start: "-T", end: "T", step: "T/n" },
    scheme: { type: "alpha", alpha: "w" },
  });
  expect([grid.start, grid.end, grid.step]).toEqual([-4, 4, 0.5]);
  expect([initial.position[0], initial.velocity[0]]).toEqual([-0.3, 256]);
  expect(scheme.name).toBe("alpha");
});

it("names of JavaScript objects are no symbols", () => {
  for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
    const { faults } = compile(problem({}, name));
    expect(faults![0]!.message).toContain("invalid formula");
  }
  expect(simulate(compileRaw(problem({ constructor: 2 }, "constructor"))).outcome.status).toBe("done");
});

it.each(["x", "v", "a", "slip", "energy", "my-k", "\u00b5"])(
  "a parameter %s is refused once, not where it is used",
  (name) => {
    const system = {
      type: "linear",
      mass: [1],
      force: [0],
      friction: [{ on: 0, limit: name === "my-k" ? 1 : `2*${name}` }],
    };
    const { faults } = compile({ ...problem({ [name]: 3 }), system });
    expect(faults?.map(({ path }) => path)).toEqual([`parameters.${name}`]);
  },
);

it("the guide lists the reserved names", () => {
  const guide = readFileSync(new URL("../../docs/problem-file.md", import.meta.url), "utf8");
  const list = /Reserved names[^`]*`([^`]*)`/.exec(guide)![1]!;
  expect(list.split(/\s+/)).toEqual([...RESERVED_NAMES]);
});
