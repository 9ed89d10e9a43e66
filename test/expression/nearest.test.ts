import { expect, test } from "vitest";
import { nearest } from "../../src/expression/nearest.ts";

const functions = ["sin", "cos", "sinh", "min", "piecewise", "sqrt"];

test.each([
  ["sine", "sin"],
  ["sni", "sin"],
  ["Sin", "sin"],
  ["sqr", "sqrt"],
  ["picewis", "piecewise"],
  ["pieecwies", "piecewise"],
])("%s is meant to be %s", (word, meant) => {
  expect(nearest(word, functions)).toBe(meant);
});

test("a word far from all has no suggestion", () => {
  expect(nearest("velocity", functions)).toBeUndefined();
  expect(nearest("q", ["t"])).toBeUndefined();
  expect(nearest("x", ["exp"])).toBeUndefined();
  expect(nearest("mu", functions)).toBeUndefined();
  expect(nearest("one", ["e", "pi"])).toBeUndefined();
  expect(nearest("anything", [])).toBeUndefined();
});

test("a long word may have a third of its letters wrong", () => {
  expect(nearest("eqilibriumpositon", ["equilibrium-position"])).toBe("equilibrium-position");
});
