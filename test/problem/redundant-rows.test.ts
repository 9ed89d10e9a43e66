import { expect, it } from "vitest";
import { compileRaw } from "../support/run.ts";

/** Names in the warning about rows that depend on each other. */
function redundant(system: object, initial: object = {}): string[] {
  const { warnings } = compileRaw({
    stickslip: 1,
    system: { type: "linear", mass: [1, 1], ...system },
    initial,
    time: { end: 1, step: 0.1 },
  });
  const told = warnings.map((text) => /\((.*) on those before\)/.exec(text)?.[1]);
  return told.flatMap((names) => names?.split(", ") ?? []);
}

const floor = { name: "floor", on: 0, limit: 1 };
const end = (name: string, direction: number[], gap: number) => ({ name, direction, gap });

it("end stops on both sides, and a stop beside friction, are no redundancy", () => {
  expect(redundant({ friction: [floor], stops: [end("open", [1, 0], 2), end("shut", [-1, 0], 0)] })).toEqual([]);
});

it("stops count where they close together: same place, whatever their scale", () => {
  expect(redundant({ stops: [end("one", [1, 0], 2), end("two", [3, 0], 6)] })).toEqual(["two"]);
  expect(redundant({ stops: [end("one", [1, 0], 2), end("two", [1, 0], 3)] })).toEqual([]);
  expect(redundant({ stops: [end("one", [1, -1], 0), end("two", [-1, 1], 0)] })).toEqual(["two"]);
  expect(redundant({ stops: [end("one", [1, 0], 0), end("two", [0, 1], 0)] })).toEqual([]);
});

it("a stop along a joint counts if it is closed, which it then stays", () => {
  const joints = [{ name: "gear", direction: [1, -2] }];
  expect(redundant({ joints, stops: [end("tooth", [2, -4], 0)] })).toEqual(["tooth"]);
  expect(redundant({ joints, stops: [end("tooth", [2, -4], 1)] })).toEqual([]);
});

it("friction and joints among each other count by their rank", () => {
  const joints = [{ name: "gear", direction: [1, -2] }];
  expect(redundant({ friction: [floor, { name: "roof", on: 1, limit: 1 }], joints })).toEqual(["gear"]);
  expect(redundant({ friction: [floor], joints })).toEqual([]);
});
