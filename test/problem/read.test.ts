import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readProblem } from "../../src/problem/read/read.ts";
import { MOST_CHARACTERS } from "../../src/problem/schema/limits.ts";
import { cases } from "../support/torture.ts";

function refusal(text: string): string {
  const { faults } = readProblem(text);
  expect(faults).toBeDefined();
  return faults!.map(({ message, line }) => `${line ?? ""} ${message}`).join("\n");
}

/** Nine levels of nine aliases each: 9^9 values. */
const bomb = ["a: &a [x, x, x, x, x, x, x, x, x]"]
  .concat([..."bcdefghi"].map((name, i) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghi"[i]}`).join(", ")}]`))
  .join("\n");

describe("texts that are no problems", () => {
  it.each([
    ["an empty file", "", "empty file; a problem has at least the keys"],
    ["blanks", " \n\t\n", "empty file"],
    ["brackets without end", "[".repeat(1e5), "file nested too deeply; more than 100 levels"],
    ["braces without end", '{"a":'.repeat(1e5), "file nested too deeply"],
    ["dashes without end", `${"- ".repeat(1e4)}x`, "file nested too deeply"],
    ["question marks without end", `${"? ".repeat(5e3)}x`, "file nested too deeply"],
    [
      "indentation without end",
      Array.from({ length: 300 }, (_, i) => `${" ".repeat(i)}a:`).join("\n"),
      "file nested too deeply",
    ],
    ["a list that holds itself", "a: &a [*a]", "invalid alias; *a refers to itself. A problem is a tree"],
    ["a mapping that holds itself", "a: &a\n  b: { c: *a }", "invalid alias; *a refers to itself"],
    ["a bomb of aliases", bomb, "Excessive alias count"],
    ["an alias of nothing", "b: 1\na: *b", "2 invalid alias; *b refers to nothing before it"],
    ["a key twice", "a: 1\na: 2", '2 not YAML or JSON; the key "a" stands twice in a mapping'],
    ["an open bracket", "a: 1\nb: {c: 1", "2 not YAML or JSON"],
  ])("%s", (_, text, wanted) => {
    expect(refusal(text)).toContain(wanted);
  });

  it("a file that is too long", () => {
    expect(refusal(" ".repeat(MOST_CHARACTERS + 1))).toContain("file too long; more than 4000000 characters");
  });

  it("any text at all is read or refused, never thrown", () => {
    const fragment = fc.constantFrom(
      "a",
      ":",
      " ",
      "\n",
      "- ",
      "? ",
      "[",
      "]",
      "{",
      "}",
      "&x",
      "*x",
      "!!str",
      "|",
      ">",
      '"',
      "'",
      "#",
      "%",
      "0",
      ".nan",
      "<<",
      "\t",
      "\u0000",
    );
    const texts = fc.oneof(
      fc.string(),
      fc.array(fragment, { maxLength: 60 }).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(texts, (text) => void readProblem(text)),
      { numRuns: cases(500, 2000) },
    );
  });
});

describe("texts that are", () => {
  it("YAML and JSON give the same data", () => {
    const data = { stickslip: 1, system: { type: "linear", mass: [1, "1/3"] }, time: { end: 5, step: 0.1 } };
    const json = readProblem(JSON.stringify(data));
    const yaml = readProblem("stickslip: 1\nsystem:\n  type: linear\n  mass: [1, 1/3]\ntime: { end: 5, step: 0.1 }\n");
    expect(json).toMatchObject({ raw: data });
    expect(yaml).toMatchObject({ raw: data });
  });

  it("words that other YAML reads as truth, times or merges stay what they are", () => {
    expect(readProblem("a: yes\nb: 1:30\nc: 2001-01-01\n<<: { d: 1 }\n")).toMatchObject({
      raw: { a: "yes", b: "1:30", c: "2001-01-01", "<<": { d: 1 } },
    });
  });

  it("knows the line of a path, or of the nearest one above", () => {
    const read = readProblem("a:\n  b:\n    - 1\n    - { c: 2 }\n");
    if (read.faults) throw new Error("refused");
    expect(read.lineOf(["a", "b", 1, "c"])).toBe(4);
    expect(read.lineOf(["a", "b", 7])).toBe(2);
    expect(read.lineOf(["z"])).toBeUndefined();
  });

  it("a few aliases are shared data", () => {
    expect(readProblem("a: &x [1, 2]\nb: *x")).toMatchObject({ raw: { a: [1, 2], b: [1, 2] } });
  });
});

it("text that is no YAML gives five errors and their number", () => {
  const { faults } = readProblem("a: [1\n".repeat(12));
  expect(faults?.slice(0, 5).every(({ message }) => message.startsWith("not YAML or JSON; "))).toBe(true);
  expect(faults?.slice(5).map(({ message }) => message)).toEqual([expect.stringMatching(/^\.\.\. and \d+ more$/)]);
});
