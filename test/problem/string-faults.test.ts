/** What is wrong with a string is said with its place, value and remedy. */
import { expect, it } from "vitest";
import { compile } from "../../src/problem/compile/compile.ts";

function faultsOf(
  changes: Readonly<Record<string, unknown>>,
  system: Readonly<Record<string, unknown>> = {},
): string[] {
  const own = { type: "string", elements: 10, ...system };
  const raw = { stickslip: 1, system: own, time: { end: 1, step: 0.01 }, ...changes };
  return (compile(raw).faults ?? []).map(({ path, message }) => `${path}: ${message}`);
}

const two = { type: "strings", elements: 10 };

it.each([
  ["a negative tension", {}, { tension: -1 }, /system\.tension: invalid tension; not above 0: -1/],
  ["a density that vanishes", {}, { density: "1 - 2*x" }, /system\.density: .*not above 0 at x = 0\.5: "1 - 2\*x" = 0/],
  ["a density without a value", {}, { density: "1/x" }, /system\.density: .*not a finite number at x = 0/],
  ["a negative friction", {}, { friction: "x - 0.5" }, /system\.friction: .*below 0 at x = 0/],
  ["one element", {}, { elements: 1 }, /system\.elements: invalid elements; below 2: 1/],
  ["a million elements", {}, { elements: 1e6 }, /system\.elements: invalid elements; above 20000/],
  [
    "ends that are no list, told once",
    {},
    { ends: "fixed" },
    /^system\.ends: invalid ends; not a list: "fixed"\. Put it in \[ \]$/,
  ],
  ["an end of no kind", {}, { ends: ["fixed", "loose"] }, /system\.ends\[1\]: .*not one of fixed, free, control/],
  ["an unknown name", {}, { force: "sin(y)" }, /system\.force: .*unknown/],
  ["a force without a value", {}, { force: "1/t" }, /system\.force: .*not a finite number at the start/],
  ["an obstacle on no side", {}, { obstacle: {} }, /system\.obstacle: .*neither below nor above/],
  ["a guide beyond the end", {}, { guides: [{ at: 2, limit: 1 }] }, /system\.guides\[0\]\.at: .*above 1: 2/],
  ["a guide on a held end", {}, { guides: [{ at: 0, limit: 1 }] }, /is an end that is held/],
  [
    "an end that moves, with consistent mass",
    {},
    { mass: "consistent", ends: [{ moves: "t" }, "fixed"] },
    /Take mass: lumped/,
  ],
  [
    "a start off a fixed end",
    { initial: { position: "1 + x" } },
    {},
    /initial\.position: .*not 0 at the left end, which is fixed at 0/,
  ],
  [
    "a start through the obstacle",
    { initial: { position: "-sin(pi*x)" } },
    { obstacle: { below: -0.5 } },
    /beyond the stop below/,
  ],
  [
    "a start for strings that are not there",
    { initial: { position: { u: 0, w: 0 } } },
    {},
    /unknown curve "w"; known: u/,
  ],
  [
    "strings that cross at the start",
    { initial: { position: { u: "-sin(pi*x)", v: 0 } } },
    two,
    /initial\.position: .*beyond the stop contact\d+ by .*beyond \d+ more by less. Start on its free side/,
  ],
  ["one start for two strings", { initial: { position: "0" } }, two, /needs one formula for each string/],
  [
    "a place beyond the string",
    { outputs: { y: "u(1.5)" } },
    {},
    /outputs\.y: invalid place; not from 0 to 1 m along u: "1\.5"/,
  ],
  [
    "a place beside a moving end",
    { outputs: { y: "u(0.05)" } },
    { ends: [{ moves: "t" }, "free"] },
    /beside an end that moves/,
  ],
  [
    "a target that nothing can steer to",
    { control: { target: { velocity: 0 } } },
    {},
    /nothing of the string can be steered/,
  ],
  ["feedback", { feedback: [{ type: "pid", of: "u5", kp: 1 }] }, {}, /a string has none/],
  ["a step beyond the bound", { time: { end: 1, step: 0.2 } }, { elements: 10 }, /time\.step: .*stability bound/],
] as const)("%s", (_, changes, system, message) => {
  expect(faultsOf(changes, system).join("\n")).toMatch(message);
});

it("formulas in x belong to strings alone", () => {
  const system = { type: "linear", mass: [1] };
  const raw = { stickslip: 1, system, initial: { position: "x" }, time: { end: 1, step: 0.01 } };
  expect(compile(raw).faults![0]!.message).toMatch(/not a list of numbers/);
});
