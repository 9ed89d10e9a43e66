import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { choices, problemJsonSchema } from "../../src/problem/schema/schema.ts";

test("the checked-in JSON Schema is up to date: npm run build writes it", () => {
  const text = readFileSync(new URL("../../schema/problem.schema.json", import.meta.url), "utf8");
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(problemJsonSchema())));
});

test("every scheme and solver has a help text", () => {
  for (const { type, help } of [...choices("scheme"), ...choices("solver")]) {
    expect(type).toMatch(/^[a-z| -]+$/);
    expect(help.length).toBeGreaterThan(5);
  }
});
