import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { rewriteProblem } from "../../src/problem/paths/rewrite.ts";
import { cases } from "../support/torture.ts";

const TEXT = `# a machine
system:
  mass: [1, 2]      # kg
  friction:
    - { on: 0, limit: 1 }
time: { end: 5, step: "1/80" }
scheme: { type: splitting, P: 5 }
`;

test("unchanged data leave the text as it is", () => {
  expect(rewriteProblem(TEXT, parse(TEXT))).toBe(TEXT);
});

test("changes keep comments, order and style", () => {
  const raw = parse(TEXT);
  raw.time.end = 8;
  raw.system.friction[0].limit = "2*pi";
  raw.scheme = { type: "alpha" };
  raw.solver = { type: "uzawa" };
  expect(rewriteProblem(TEXT, raw)).toBe(`# a machine
system:
  mass: [ 1, 2 ] # kg
  friction:
    - { on: 0, limit: 2*pi }
time: { end: 8, step: "1/80" }
scheme: { type: alpha }
solver: { type: uzawa }
`);
});

test("shared parts become separate where only one of them changes", () => {
  const text = "a: &row { limit: 1 }\nb: *row\n";
  for (const changed of ["a", "b"] as const) {
    const raw = { a: { limit: 1 }, b: { limit: 1 } };
    raw[changed].limit = 2;
    expect(parse(rewriteProblem(text, raw))).toEqual(raw);
  }
});

test("whatever is changed, the text reads as the data", () => {
  const values = fc.jsonValue({ maxDepth: 3 }).filter((value) => !Object.is(value, -0));
  fc.assert(
    fc.property(fc.constantFrom("system", "time", "scheme", "new"), values, (key, value) => {
      const raw = { ...parse(TEXT), [key]: value };
      expect(JSON.stringify(parse(rewriteProblem(TEXT, raw)))).toBe(JSON.stringify(raw));
    }),
    { numRuns: cases(100, 300) },
  );
});
