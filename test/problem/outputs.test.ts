import { describe, expect, it } from "vitest";
import { compile } from "../../src/problem/compile/compile.ts";
import { compileRaw } from "../support/run.ts";

type Data = Record<string, unknown>;

const problem = {
  stickslip: 1,
  parameters: { mu: 0.5 },
  system: {
    type: "linear",
    coordinates: [{ name: "base" }, { name: "roof" }],
    mass: [1, 2],
    stiffness: [1, 1],
    friction: [
      { name: "floor", on: "base", limit: 1 },
      { on: 1, limit: 1 },
    ],
    stops: [{ name: "left wall", on: 0, gap: 3 }],
  },
  time: { end: 1, step: 0.1 },
};

/** "path: message" of every fault. */
function faultsOf(changes: Data): string[] {
  return (compile({ ...problem, ...changes }).faults ?? []).map(({ path, message }) => `${path}: ${message}`);
}

it("a formula that is proved never to be a number is told before the run; one that sometimes is, is not", () => {
  const outputs = { never: "log(-1 - x(base)^2)", sometimes: "sqrt(t - 0.5)" };
  const measures = { most: { max: "sqrt(-2 - abs(v(1)))" } };
  expect(compileRaw({ ...problem, outputs, measures }).warnings).toEqual([
    'outputs.never has no finite value, whatever the motion: "log(-1 - x(base)^2)".',
    'measures.most.max has no finite value, whatever the motion: "sqrt(-2 - abs(v(1)))".',
  ]);
});

const names = "x(base) + v(1) + a(roof) + slip(floor) + force(lambda2) + force(left wall) + multiplier(2) + mu*t";

it("formulas name coordinates and rows by name or index, parameters, time and energy", () => {
  expect(faultsOf({ outputs: { all: `${names} + energy + dissipation(0)`, number: 3 } })).toEqual([]);
  const { outputs } = compileRaw({ ...problem, outputs: { all: names } });
  expect(outputs.formulas.quantities).toEqual([
    { kind: "position", index: 0 },
    { kind: "velocity", index: 1 },
    { kind: "acceleration", index: 1 },
    { kind: "slip", index: 0 },
    { kind: "force", index: 1 },
    { kind: "force", index: 2 },
    { kind: "multiplier", index: 2 },
    { kind: "time", index: 0 },
  ]);
});

it("an output may be called like the quantity that it shows", () => {
  const outputs = { force: "force(floor)", a: "a(0)", sin: "sin(t)" };
  const measures = { most: { max: "force + force(floor) + a + sin + sin(t)" } };
  expect(faultsOf({ outputs, measures })).toEqual([]);
});

it("a row's name goes before an index", () => {
  const system = {
    ...problem.system,
    friction: [
      { on: 0, limit: 1 },
      { name: "0", on: 1, limit: 1 },
    ],
  };
  const { outputs } = compileRaw({ ...problem, system, outputs: { s: "slip(0)" } });
  expect(outputs.formulas.quantities).toEqual([{ kind: "slip", index: 1 }]);
});

it("a problem without them has none", () => {
  const { outputs, measures } = compileRaw(problem);
  expect(outputs.names).toEqual([]);
  expect(measures.list).toEqual([]);
});

it("measures know whether they are known between states: all but those with losses", () => {
  const outputs = { drift: "x(1) - x(0)", pull: "force(floor)" };
  const formulas = { a: "drift + energy", b: "pull", c: "slip(0)*t", d: "a(0)", e: "drift + dissipation(0)", f: "2" };
  const measures = Object.fromEntries(Object.entries(formulas).map(([name, text]) => [name, { max: text }]));
  const { list } = compileRaw({ ...problem, outputs, measures }).measures;
  expect(list.map((measure) => "between" in measure && measure.between)).toEqual([true, true, true, true, false, true]);
});

describe("refused", () => {
  const KINDS = "max, min, mean, rms, final, time, first, count";
  const cases: [string, Data, string][] = [
    [
      "an unknown coordinate",
      { outputs: { a: "x(rof)" } },
      'outputs.a: invalid formula; unknown symbol x(rof); did you mean x(roof)?, column 1: "x(rof)"',
    ],
    [
      "an unknown row",
      { outputs: { a: "1 + force(flor)" } },
      "unknown symbol force(flor); did you mean force(floor)?, column 5",
    ],
    ["an index that is not there", { outputs: { a: "x(2)" } }, "outputs.a: invalid formula; unknown symbol x(2)"],
    ["an unknown quantity", { outputs: { a: "energie" } }, "unknown symbol energie; did you mean energy?"],
    ["an unknown function", { outputs: { a: "forse(floor)" } }, "unknown symbol forse; did you mean force?"],
    ["a syntax error", { outputs: { a: "x(base" } }, 'outputs.a: invalid formula; expected ")"'],
    [
      "an output in an output",
      { outputs: { one: "t", two: "one + 1" } },
      "outputs.two: invalid formula; unknown symbol one",
    ],
    ["a list for a formula", { outputs: { a: [1] } }, "outputs.a: invalid a; not a number or a formula: [1]"],
    [
      "the name of a column",
      { outputs: { base: "t" } },
      'outputs.base: invalid output name; a column of the trajectory has it: "base". Take another one',
    ],
    [
      "the name of a velocity",
      { outputs: { "v(base)": "t" } },
      "outputs.v(base): invalid output name; a column of the trajectory has it",
    ],
    ["the name of time", { outputs: { t: "t" } }, "outputs.t: invalid output name; a column of the trajectory has it"],
    [
      "the name of a constant",
      { outputs: { pi: "t" } },
      "outputs.pi: invalid output name; the formula language uses it",
    ],
    ["the name of a parameter", { outputs: { mu: "t" } }, "outputs.mu: invalid output name; a parameter has it"],
    [
      "a parameter called energy",
      { parameters: { energy: 1 } },
      "parameters.energy: invalid parameter name; the formula language uses it",
    ],
    [
      "a measure of nothing",
      { measures: { a: {} } },
      `measures.a: invalid measure; needs exactly one of ${KINDS}: none given`,
    ],
    ["a measure of two things", { measures: { a: { max: "t", count: "slip" } } }, "needs exactly one of"],
    ["and says which", { measures: { a: { max: "t", count: "slip" } } }, "max and count given"],
    [
      "an unknown kind of measure",
      { measures: { a: { maks: "t" } } },
      'measures.a.maks: unknown key "maks"; did you mean max?',
    ],
    [
      "an unknown event",
      { measures: { a: { first: "stuck" } } },
      "measures.a.first: invalid first; not one of stick, slip, reversal, impact, contact, release",
    ],
    [
      "an unknown stuck row",
      { measures: { a: { time: "flor" } } },
      'measures.a.time: unknown row "flor"; did you mean floor?',
    ],
    [
      "a row that is not there",
      { measures: { a: { time: 3 } } },
      "measures.a.time: unknown row 3; known: floor, lambda2, left wall",
    ],
    [
      "a broken row",
      { measures: { a: { time: 0.5 } } },
      "measures.a.time: invalid time; not a row: its name, or its index counted from 0: 0.5",
    ],
    [
      "an unknown row of events",
      { measures: { a: { count: "impact", row: "wall" } } },
      `measures.a.row: unknown row "wall"; known: floor, lambda2, left wall`,
    ],
    [
      "a row where none belongs",
      { measures: { a: { max: "t", row: "floor" } } },
      'measures.a.row: invalid row; only for first and count: "floor". Leave it out',
    ],
    [
      "a time that ends before it begins",
      { measures: { a: { max: "t", from: 2, to: 1 } } },
      "measures.a.to: invalid to; not after from = 2: 1",
    ],
    [
      "a time that is no number",
      { measures: { a: { max: "t", from: "t" } } },
      "measures.a.from: invalid formula; unknown symbol t",
    ],
    [
      "an unknown output",
      { outputs: { drift: "t" }, measures: { a: { max: "drifd" } } },
      "measures.a.max: invalid formula; unknown symbol drifd; did you mean drift?",
    ],
    [
      "a measure in a measure",
      { measures: { one: { max: "t" }, two: { max: "one" } } },
      "measures.two.max: invalid formula; unknown symbol one",
    ],
    ["a text for a measure", { measures: { a: "max" } }, 'measures.a: invalid a; not a mapping of keys: "max"'],
    ["a list of outputs", { outputs: ["t"] }, "outputs: invalid outputs; not a mapping of keys"],
  ];

  it.each(cases)("%s", (_, changes, wanted) => {
    const found = faultsOf(changes);
    expect(
      found.some((fault) => fault.includes(wanted)),
      found.join("\n"),
    ).toBe(true);
  });

  it("all at once, those of a faulty system too, and a faulty output is not told again where it is used", () => {
    const found = faultsOf({
      system: { ...problem.system, friction: [{ name: "floor", on: 0, limit: -1 }] },
      outputs: { lost: "x(nowhere)", good: "x(base)", list: [] },
      measures: { uses: { max: "lost + 1" }, bad: { time: "flo" }, other: { min: "v(rooof)" }, word: 7 },
    });
    expect(found.map((fault) => fault.split(": ", 1)[0]).sort()).toEqual(
      ["measures.bad.time", "measures.other.min", "measures.word", "outputs.list", "outputs.lost"].concat(
        "system.friction[0].limit",
      ),
    );
  });
});
