import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { rewriteProblem } from "../../src/problem/paths/rewrite.ts";
import { cutNumberLists, LONG_LIST } from "../../src/problem/read/number-lists.ts";
import { readProblem } from "../../src/problem/read/read.ts";

const long = Array.from({ length: 100 }, (_, i) => (i - 3) / 7);
const written = `[${long.join(", ")}]`;
const wrapped = written.replaceAll(", ", ",\n    ");

function rawOf(text: string): unknown {
  const read = readProblem(text);
  if (read.faults) throw new Error(read.faults[0]!.message);
  return read.raw;
}

it.each([
  ["in a flow", `a: { b: ${written}, c: 1 }\n`],
  ["over many lines", `a:\n  b: ${wrapped}\n  c: ${written}\n`],
  ["in a list", `- ${written}\n- - ${wrapped}\n`],
  ["twice by an alias", `a: &list ${written}\nb: *list\n`],
  ["in a comment", `a: 1 # ${written}\n`],
  ["in a string", `a: "${written}"\nb: ${written}\n`],
  ["of numbers that only YAML has", `a: [${long.map(() => ".5").join(", ")}]\n`],
  ["with a comma at its end", `a: [${long.join(", ")},]\n`],
  ["beside its own token", `a: [long-number-list-0]\nb: ${written}\n`],
  ["of lists", `a: [${written}, [1], ${written}]\n`],
])("a long list %s reads as YAML does", (_, text) => expect(rawOf(text)).toEqual(parse(text, { schema: "core" })));

it("keeps the lines of what follows", () => {
  const read = readProblem(`a:\n  b: ${wrapped}\nc: 1\n`);
  if (read.faults) throw new Error(read.faults[0]!.message);
  expect(read.lineOf(["c"])).toBe(102);
  expect(read.lineOf(["a", "b", 50])).toBe(2);
  const broken = readProblem(`b: ${wrapped}\nc: [1\n`);
  expect(broken.faults?.[0]?.line).toBeGreaterThan(100);
});

it("cuts long lists alone", () => {
  expect(cutNumberLists(`a: [${long.slice(0, LONG_LIST - 1).join(", ")}]`)?.lists).toEqual([]);
  expect(cutNumberLists(`a: ${written}, ${wrapped}`)?.lists).toEqual([long, long]);
  expect(cutNumberLists("[[[")?.lists).toEqual([]);
});

describe("rewriting", () => {
  const widths = (text: string) => Math.max(...text.split("\n").map((line) => line.length));

  it("fills lines with the numbers of new lists, and keeps comments", () => {
    const text = "# one\nsignals:\n  ag: { file: a.csv } # two\nend: 3\n";
    const raw = { signals: { ag: { times: long, values: long.map((x) => x / 3) } }, end: 3 };
    const out = rewriteProblem(text, raw);
    expect(rawOf(out)).toEqual(raw);
    expect(parse(out)).toEqual(raw);
    expect(out).toContain("# one");
    expect(widths(out)).toBeLessThanOrEqual(120);
    expect(out.split("\n").length).toBeLessThan(60);
  });

  it("keeps those that are there, also where other things change", () => {
    const text = `a: ${wrapped}\n# note\nb: 1\n`;
    expect(rewriteProblem(text, { a: long, b: 1 })).toBe(text);
    const out = rewriteProblem(text, { a: long, b: 2 });
    expect(parse(out)).toEqual({ a: long, b: 2 });
    expect(out).toContain("# note");
  });

  it("reads as the data, whatever is in the text", () => {
    for (const text of [`a: 1 # ${written}\n`, `a: &x ${written}\nb: *x\n`, `a: [long-number-list-0]\n`]) {
      for (const raw of [
        { a: long, b: [1, 2] },
        { a: [long, { c: long }], b: long },
      ]) {
        expect(parse(rewriteProblem(text, raw))).toEqual(raw);
      }
    }
  });
});

it("has the same digits after writing and reading", () => {
  const numbers = fc.array(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0),
    {
      minLength: LONG_LIST,
      maxLength: 2 * LONG_LIST,
    },
  );
  fc.assert(
    fc.property(numbers, (list) => {
      expect(rawOf(rewriteProblem("a: 1\n", { a: 1, b: list }))).toEqual({ a: 1, b: list });
    }),
    { numRuns: 50 },
  );
});
