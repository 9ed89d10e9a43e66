/** Friction far below the forces that it acts beside: small limits are not taken for none, and rows that are nearly one are one. */
import { describe, expect, test } from "vitest";
import { simulate } from "../../../src/simulate/simulate.ts";
import { compileRaw } from "../../support/run.ts";

/**
 * A mass on a spring that a force holds stretched by 1 m, let go 7.3 lengths limit / stiffness off its center: it turns round at -5.3, 3.3 and -1.3 of
 * them, half a period apart each, and comes to rest at -0.7.
 */
const TURNS = [
  { place: -5.3, kind: "reversal" },
  { place: 3.3, kind: "reversal" },
  { place: -1.3, kind: "reversal" },
  { place: -0.7, kind: "stick" },
];

function letGo(width: number, direction: number, limit: (newtons: number) => number | string) {
  const { outcome, trajectory, audit } = simulate(
    compileRaw({
      stickslip: 1,
      system: {
        type: "linear",
        mass: [2e6],
        stiffness: [[2e6]],
        force: [2e6],
        friction: [{ name: "floor", direction: [direction], limit: limit((2e6 * width) / Math.abs(direction)) }],
      },
      initial: { position: [1 + 7.3 * width] },
      time: { end: 5 * Math.PI, step: Math.PI },
    }),
  );
  const places = Array.from(trajectory.position[0]!, (x) => (x - 1) / width);
  return { places, events: trajectory.events, velocity: outcome.state.velocity[0], audit };
}

describe.each([1e-9, 1e-11, 1e-12, 1e-13])("a limit of %s of the forces that cancel", (width) => {
  const digit = Number.EPSILON / width; // of 1 m
  test.each([
    ["as a number", 1, (limit: number) => limit],
    ["in a unit of its own, backwards", -3e-7, (limit: number) => limit],
    ["as a formula of t", 1, (limit: number) => `${limit} + 0*t`],
  ] as const)("turns a swing round where it must, %s", (_, direction, limit) => {
    const { places, events, audit } = letGo(width, direction, limit);
    expect(events.map(({ kind }) => kind)).toEqual(TURNS.map(({ kind }) => kind));
    TURNS.forEach(({ place }, k) => {
      expect(Math.abs(places[k + 1]! - place)).toBeLessThan(20 * digit + 1e-9);
      expect(Math.abs(events[k]!.time - (k + 1) * Math.PI)).toBeLessThan(20 * digit + 1e-7);
    });
    expect(audit.verdict).toBe("ok");
  });
});

/** Two masses on springs, and rows along one direction; a second one is tilted out of it by very little. */
function nearlyOne(end: number, friction: readonly object[]) {
  const { trajectory } = simulate(
    compileRaw({
      stickslip: 1,
      system: {
        type: "linear",
        mass: [1, 2],
        stiffness: [
          [3, -1],
          [-1, 2],
        ],
        friction,
      },
      initial: { position: [1, -2], velocity: [0.4, 0.3] },
      time: { end, step: 0.5 },
    }),
  );
  return trajectory;
}

describe.each([
  [3e-7, 20],
  [1e-8, 20],
  [3e-12, 7],
  [1e-12, 7],
  [1e-13, 20],
])("rows that are parallel but for %s", (tilt, end) => {
  test("move as one row with the limits of both, and no velocity jumps where they come to rest", () => {
    const one = nearlyOne(end, [{ name: "both", direction: [1, 0.5], limit: 1 + 0.3 * 0.5 }]);
    const two = nearlyOne(end, [
      { name: "first", direction: [1, 0.5], limit: 1 },
      { name: "second", direction: [0.3, 0.15 + tilt], limit: 0.5 },
    ]);
    expect(one.events.filter(({ kind }) => kind !== "slip").length).toBeGreaterThan(3);
    expect(two.time).toEqual(one.time);
    [0, 1].forEach((i) => {
      one.time.forEach((_, k) => {
        expect(Math.abs(two.position[i]![k]! - one.position[i]![k]!)).toBeLessThan(5 * tilt + 1e-13);
        expect(Math.abs(two.velocity[i]![k]! - one.velocity[i]![k]!)).toBeLessThan(5 * tilt + 1e-13);
      });
    });
  });
});
