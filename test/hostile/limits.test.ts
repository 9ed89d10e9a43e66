/** Each row of the table of limits in docs/problem-file.md: what is within it is taken, one more is refused. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DEEPEST_FORMULA, LARGEST_FORMULA, LONGEST_FORMULA } from "../../src/expression/reader.ts";
import { compile } from "../../src/problem/compile/compile.ts";
import { CsvFault, csvLines } from "../../src/problem/read/csv-lines.ts";
import { readSamples } from "../../src/problem/read/csv-samples.ts";
import { readProblem } from "../../src/problem/read/read.ts";
import * as limits from "../../src/problem/schema/limits.ts";
import { simulate } from "../../src/simulate/simulate.ts";
import { cases, torture } from "../support/torture.ts";

type Data = Record<string, unknown>;

const time = { end: 1, step: 0.1 };
const head = "stickslip: 1\nsystem: { type: linear, mass: [1] }\ntime: { end: 1, step: 0.1 }\n";

function problem(system: Data, more: Data = {}): Data {
  return { stickslip: 1, system: { type: "linear", mass: [1], ...system }, time, ...more };
}

const state = (i: number) => ({ name: `s${i}`, rate: "x(0)" });

function beam(keys: Data): Data {
  const system = { type: "beam", length: 5, stiffness: 1, density: 1, elements: 4, ends: [{ at: [0, 0] }, "free"] };
  return problem({}, { system: { ...system, ...keys }, initial: { position: { x: "s", y: "0" } } });
}

function arm(count: number): Data {
  const links = list(count, () => ({ length: 1, mass: 1 }));
  return problem({}, { system: { type: "arm", links, joints: list(count, (i) => ({ name: `j${i}` })) } });
}

function mechanism(count: number, keys: Data = {}): Data {
  const coordinates = list(count, (i) => ({ name: `q${i}` }));
  const kinetic = list(count, (i) => `v(q${i})^2`).join(" + ");
  return problem({}, { system: { type: "mechanism", coordinates, kinetic, ...keys } });
}

/** Messages of a text or of data; none when it is taken. */
function faultsOf(input: unknown): string[] {
  const read = typeof input === "string" ? readProblem(input) : { raw: input, faults: undefined };
  const faults = read.faults ?? compile((read as { raw: unknown }).raw).faults ?? [];
  return faults.map(({ message }) => message);
}

const list = <T>(count: number, entry: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => entry(i));
const named = <T>(count: number, entry: (i: number) => T) =>
  Object.fromEntries(list(count, (i) => [`n${i}`, entry(i)] as const));
const nest = (levels: number) => `${"[".repeat(levels)}1${"]".repeat(levels)}`;
const refusedKey = "unknown key"; // what is read, and then refused for its name alone

/** What is limited, an input of so many of them, the limit, how one more is refused, and how as many are taken. */
const rows: [string, (count: number) => unknown, number, string, string?][] = [
  ["characters", (n) => head.padEnd(n - 1, "#").padEnd(n, "\n"), limits.MOST_CHARACTERS, "file too long"],
  ["levels", (n) => `${head}z: ${nest(n)}`, limits.MOST_DEPTH, "file nested too deeply", refusedKey],
  ["aliases", (n) => `${head}z: [&a b${", *a".repeat(n)}]`, limits.MOST_ALIASES, "Excessive alias count", refusedKey],
  ["parameters", (n) => problem({}, { parameters: named(n, () => 1) }), limits.MOST_NAMED, "more than 1000 entries"],
  ["outputs", (n) => problem({}, { outputs: named(n, () => "t") }), limits.MOST_NAMED, "more than 1000 entries"],
  ["measures", (n) => problem({}, { measures: named(n, () => ({ max: "t" })) }), limits.MOST_NAMED, "more than 1000"],
  [
    "signals",
    (n) => problem({}, { signals: named(n, () => ({ times: [0, 1], values: [0, 1] })) }),
    limits.MOST_SIGNALS,
    "more than 100 entries",
  ],
  ["springs", (n) => problem({ springs: list(n, () => ({ on: 0, stiffness: 1 })) }), 10_000, "more than 10000 entries"],
  ["dampers", (n) => problem({ dampers: list(n, () => ({ on: 0, damping: 1 })) }), 10_000, "more than 10000 entries"],
  ["friction rows", (n) => problem({ friction: list(n, () => ({ on: 0, limit: 1 })) }), 1000, "more than 1000 entries"],
  ["stops", (n) => problem({ stops: list(n, (i) => ({ on: 0, gap: 1 + i })) }), 1000, "more than 1000 entries"],
  [
    "joints", // of two coordinates each, so that they do not contradict each other
    (n) => problem({ mass: Array(2).fill(1), joints: list(n, () => ({ direction: [1, -1] })) }),
    1000,
    "more than 1000 entries",
  ],
  ["states", (n) => problem({ states: list(n, state) }), 1000, "more than 1000 entries"],
  [
    "guides of a string",
    (n) => problem({}, { system: { type: "string", elements: 4, guides: list(n, () => ({ at: 0.5, limit: 1 })) } }),
    1000,
    "more than 1000 entries",
  ],
  [
    "elements of a string",
    (n) => problem({}, { system: { type: "string", elements: n }, scheme: { type: "alpha" } }),
    limits.MOST_ELEMENTS,
    "above 20000",
  ],
  ["elements of a beam", (n) => beam({ elements: n }), limits.MOST_BEAM_ELEMENTS, "above 5000"],
  [
    "guides of a beam",
    (n) => beam({ guides: list(n, () => ({ at: 1, along: "y", limit: 1 })) }),
    1000,
    "more than 1000 entries",
  ],
  ["masses of a beam", (n) => beam({ masses: list(n, () => ({ at: 1, mass: 1 })) }), 1000, "more than 1000 entries"],
  [
    "input places of a string",
    (n) => problem({}, { system: { type: "string", elements: 4, input: list(n, () => 0.5) } }),
    1000,
    "more than 1000 entries",
  ],
  [
    "numbers of a start",
    (n) => problem({}, { initial: { position: list(n, () => 0) } }),
    limits.MOST_STARTS,
    "more than 40002 numbers",
    "not 1 number, one for each coordinate",
  ],
  ["links of an arm", arm, 50, "more than 50 entries"],
  ["coordinates of a mechanism whose energy is a sum of squares", (n) => mechanism(n), 63, "too large: 255 operations"],
  [
    "rows of a mechanism",
    (n) => mechanism(2, { friction: list(n, () => ({ on: 0, limit: 1 })) }),
    100,
    "more than 100 entries",
  ],
  ["states of a mechanism", (n) => mechanism(2, { states: list(n, state) }), 100, "more than 100 entries"],
  ["samples of the output", (n) => problem({}, { time: { end: n, step: 1, output: 1 } }), 1e9, "samples"],
  ["steps of a run", (n) => problem({}, { time: { end: n, step: 1, output: 1e6 } }), 1e9, "steps"],
  [
    "controllers",
    (n) => problem({}, { feedback: list(n, () => ({ type: "pid", of: 0, kp: 1 })) }),
    100,
    "more than 100 entries",
  ],
  ["characters of a formula", (n) => problem({ force: ["t".padEnd(n)] }), LONGEST_FORMULA, "formula is too long"],
  [
    "levels of a formula",
    (n) => problem({ force: [`${"(".repeat(n)}t${")".repeat(n)}`] }),
    DEEPEST_FORMULA,
    "formula is nested too deeply",
  ],
  [
    "nodes of a formula",
    (n) => problem({ force: [`t${"+t".repeat((n - 1) / 2)}${n % 2 === 0 ? "+0" : ""}`] }),
    LARGEST_FORMULA - 1,
    "formula is too large",
  ],
  ["size of a number", (n) => problem({ stiffness: [n < 2 ? 9.9e99 : 1e100] }), 1, "not below 1e+100 in size"],
];

describe("as many as the limit are taken, one more is refused", () => {
  it.each(rows)("%s", (_, make, limit, refusal, taken) => {
    const within = faultsOf(make(limit)).join("\n");
    if (taken === undefined) expect(within).toBe("");
    else expect(within).toContain(taken);
    expect(faultsOf(make(limit + 1)).join("\n")).toContain(refusal);
  });
});

it("values of a file, also through aliases", () => {
  const keys = (count: number) => head + list(count, (i) => `k${i}: 1\n`).join("");
  expect(faultsOf(keys(20_000))[0]).toContain("unknown key");
  expect(faultsOf(keys(limits.MOST_VALUES))).toEqual([
    `file too large; more than ${limits.MOST_VALUES} values beside lists of numbers`,
  ]);
  const shared = list(2000, () => "a");
  const copies = (count: number) => problem({}, { z: list(count, () => shared) });
  expect(faultsOf(copies(70))[0]).toContain("unknown key");
  expect(faultsOf(copies(90))[0]).toContain("file too large");
});

it("numbers in lists, counted before they are read and after aliases are written out", () => {
  const numbers = list(100_000, (i) => i);
  const copies = (count: number) => {
    const rest = numbers.slice(0, count % 100_000);
    return problem({}, { z: [...list(Math.floor(count / 100_000), () => numbers), rest] });
  };
  const most = limits.MOST_NUMBERS - 1; // the mass is one too
  expect(faultsOf(copies(most))[0]).toContain("unknown key");
  expect(faultsOf(copies(most + 1))[0]).toContain("file too large");
  const long = `${head}z: [${"1,".repeat(limits.MOST_NUMBERS)}1]`;
  expect(faultsOf(`${long}\ny: [${"1,".repeat(100)}1]`)[0]).toContain("numbers in lists");
});

it("faults that are told", () => {
  const wrong = (count: number) =>
    faultsOf(
      problem(
        {},
        named(count, () => 1),
      ),
    );
  expect(wrong(limits.MOST_FAULTS)).toHaveLength(limits.MOST_FAULTS);
  expect(wrong(limits.MOST_FAULTS)).not.toContain(`too many faults; only the first ${limits.MOST_FAULTS} are told`);
  expect(wrong(limits.MOST_FAULTS + 1).slice(limits.MOST_FAULTS)).toEqual([
    `too many faults; only the first ${limits.MOST_FAULTS} are told`,
  ]);
});

it("samples of a signal and characters of its table", () => {
  function* lines(count: number): Generator<string> {
    for (let i = 0; i < count; i += 1000) {
      yield list(Math.min(1000, count - i), (k) => `${i + k},1\n`).join("");
    }
  }
  const within = cases(1000, limits.MOST_SAMPLES);
  expect(readSamples(lines(within), {}).times).toHaveLength(within);
  // in npm test by test/problem/embed.test.ts alone
  if (torture) expect(() => readSamples(lines(limits.MOST_SAMPLES + 1), {})).toThrow("too many samples");
  function* comments(count: number): Generator<string> {
    const lines = `#${"c".repeat(999_998)}\n`.repeat(10);
    for (let i = 0; i < count; i++) yield lines;
  }
  const most = limits.MOST_TABLE_CHARACTERS / 1e7;
  expect([...csvLines(comments(cases(4, most)))]).toEqual([]);
  expect(() => [...csvLines(comments(most + 1))]).toThrow(CsvFault);
});

it("a number of 100,000 digits in a table is refused, not searched for", () => {
  expect(() => readSamples([`t,v\n0,${"1".repeat(100_000)}x\n`], {})).toThrow("not a finite number");
});

it("coordinates", { timeout: 3_600_000 }, () => {
  const n = cases(360, 1000);
  const chain = list(n, (i) => list(n, (j) => (i === j ? 2 : Math.abs(i - j) === 1 ? -1 : 0)));
  const names = list(n, (i) => ({ name: `c${i}` }));
  const friction = list(cases(10, n), (on) => ({ on, limit: 0.1 }));
  const system = {
    coordinates: names,
    mass: Array(n).fill(1),
    stiffness: chain,
    force: Array(n).fill("sin(t)"),
    friction,
  };
  const run = { time: { end: 0.02, step: 0.01 }, scheme: { type: "balanced" } };
  const { faults, simulation } = compile(problem(system, run));
  expect(faults).toBeUndefined();
  expect(simulate(simulation!).outcome.status).toBe("done");
  const more = faultsOf(problem({ mass: Array(1001).fill(1) }));
  expect(more.join("\n")).toContain("invalid mass");
});

it("the table in the documentation has the limits of the code", () => {
  const page = readFileSync(new URL("../../docs/problem-file.md", import.meta.url), "utf8");
  const table = page.slice(page.indexOf("## Limits"));
  for (const limit of [...Object.values(limits), LONGEST_FORMULA, DEEPEST_FORMULA, LARGEST_FORMULA]) {
    expect(table).toContain(`| ${limit.toLocaleString("en-US")} |`);
  }
});
