/** What YAML can say and a problem has no use for: told in words of the file's writer, in little time. */
import { describe, expect, it } from "vitest";
import { readProblem } from "../../src/problem/read/read.ts";
import { spent } from "../support/spent.ts";

const time = "time: { end: 1, step: 0.1 }\n";
const head = `stickslip: 1\n${time}`;
const machine = (mass: string) => `${head}system: { type: linear, mass: ${mass} }\n`;
const deep = "file nested too deeply; more than 100 levels";
const tag = (name: string) => `invalid tag "${name}"; a problem has numbers, texts, lists and mappings alone`;

function told(text: string): string {
  const begin = spent();
  const { faults } = readProblem(text);
  expect(spent() - begin).toBeLessThan(2000);
  return (faults ?? []).map(({ message, line }) => `${line ?? ""} ${message}`).join("\n");
}

describe("is refused", () => {
  it.each([
    ["keys inside keys", head + "? ".repeat(100_000), deep],
    ["empty keys", head + ": ".repeat(100_000), deep],
    ["lists inside lists", `${head}k:\n  ${"- ".repeat(100_000)}1`, deep],
    ["all of them", head + "- ? : ".repeat(50_000), deep],
    ["levels of markers, one too many", `${head}k:\n  ${"- ".repeat(101)}1`, deep],
    ["two documents", `${machine("[1]")}---\n${head}`, "4 not a problem; more than one document, separated by ---"],
    ["a set, whose entries would be lost", `${machine("[1]")}parameters: !!set { a, b }`, `4 ${tag("!!set")}`],
    ["a date", machine("[!!timestamp 2001-01-01]"), `3 ${tag("!!timestamp")}`],
    ["bytes", machine('[!!binary "c2luKHQp"]'), tag("!!binary")],
    ["an ordered map", `${head}system: !!omap [ type: linear ]`, tag("!!omap")],
    ["a tag of another program", machine("!foo [1]"), tag("!foo")],
    ["code of another program", machine('[!!js/function "f"]'), tag("!!js/function")],
    ["a merged key", `${head}b: &b { on: 0 }\nfriction: [{ <<: { __proto__: 1 } }]`, '"__proto__" is no name for data'],
  ])("%s", (_, text, message) => {
    expect(told(text)).toContain(message);
  });
});

it("tags of plain data are read, and so are long lines of dashes in texts", () => {
  expect(readProblem(`${head}system: !!map { type: ! linear, mass: !!seq [!!float 1.5] }`)).toMatchObject({
    raw: { system: { type: "linear", mass: [1.5] } },
  });
  expect(told(`${machine("[1]")}description: a ${"- ".repeat(300)}b`)).toBe("");
});
