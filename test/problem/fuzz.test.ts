import fc from "fast-check";
import { expect, it } from "vitest";
import { compile } from "../../src/problem/compile/compile.ts";
import { readProblem } from "../../src/problem/read/read.ts";
import { startSession } from "../../src/simulate/simulate.ts";
import { rawProblem } from "../support/run.ts";
import { cases } from "../support/torture.ts";

const keys = [
  "stickslip",
  "system",
  "type",
  "mass",
  "friction",
  "limit",
  "time",
  "end",
  "step",
  "value",
  "__proto__",
  "x",
];
const leaf = fc.oneof(
  fc.constantFrom<unknown>(
    1,
    0,
    -1,
    1e308,
    Number.NaN,
    null,
    true,
    "",
    "linear",
    "gearbox",
    "t",
    "1/3",
    "sin(t)",
    "(((",
    undefined,
  ),
  fc.double(),
  fc.string({ maxLength: 12 }),
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, depthIdentifier: "tree" },
    leaf,
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...keys), fc.string({ maxLength: 6 })), tie("tree"), { maxKeys: 5 }),
  ),
}));

/** Faults, or a simulation that can take its first steps. */
function expectHandled(raw: unknown): void {
  const { faults, simulation } = compile(raw);
  if (faults) {
    expect(faults.length).toBeGreaterThan(0);
    for (const { path, message } of faults) expect(`${path}${message}`).not.toMatch(/\[object|undefined symbol|\n/);
    return;
  }
  const { run, finish } = startSession(simulation!, { samples: 100 });
  run.advance(20);
  const { trajectory } = finish();
  for (const column of [...trajectory.position, ...trajectory.multiplier])
    expect(column.every(Number.isFinite)).toBe(true);
}

it("any data at all is compiled or refused, never thrown", () => {
  fc.assert(fc.property(tree, expectHandled), { numRuns: cases(500, 2000) });
});

/** Paths to all values of a problem. */
function pathsOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [path];
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...entries.flatMap(([key, entry]) => pathsOf(entry, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: (string | number)[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  (copy as Record<string | number, unknown>)[key] = replaced(
    (value as Record<string | number, unknown>)[key],
    rest,
    by,
  );
  return copy;
}

it.each(["two-masses", "gearbox", "gskn06-tp5", "slow-spring"])("%s with any one value changed is too", (file) => {
  const raw = rawProblem(file, { scheme: { type: "balanced" } });
  const paths = pathsOf(raw).filter((path) => path.length > 0);
  const property = fc.property(fc.constantFrom(...paths), tree, (path, value) => {
    expectHandled(replaced(raw, path, value));
  });
  fc.assert(property, { numRuns: cases(120, 400) });
});

it("any text that is read is compiled or refused", () => {
  const word = fc.constantFrom(
    "stickslip: 1\n",
    "system:\n",
    "  type: linear\n",
    "  mass: [1]\n",
    "time: {end: 1, step: 0.1}\n",
    "time:\n",
    "  end: 1\n",
    "- 1\n",
    "  force: [t]\n",
    "  friction:\n",
    "    - {on: 0, limit: 1}\n",
    "x: ",
    "&a ",
    "*a\n",
  );
  const texts = fc.array(word, { maxLength: 12 }).map((words) => words.join(""));
  const property = fc.property(texts, (text) => {
    const read = readProblem(text);
    if (!read.faults) expectHandled(read.raw);
  });
  fc.assert(property, { numRuns: cases(300, 1000) });
});
