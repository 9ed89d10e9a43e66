/** What forces do between the ends of an expansion, where neither coefficients at its start nor values at its end tell of it. */
import { describe, expect, it } from "vitest";
import { runToEnd } from "../../../src/simulate/run/final.ts";
import { simulate } from "../../../src/simulate/simulate.ts";
import { integrate } from "../../oracles/integrate.ts";
import { compileRaw } from "../../support/run.ts";
import { compare } from "../../torture/compare.ts";
import { randomMachine } from "../../torture/random-machines.ts";

const [BETA, SPEED] = [0.5, 0.02];

/** Slips at 1 m/s, slows to little more than its speed, where the curve shows for a moment, and is fast again. */
function dips(exponent: number) {
  const gamma = (s: number) => BETA * -Math.expm1(-((Math.abs(s) / SPEED) ** exponent));
  const least = exponent < 2 ? 0.1 : 0.03;
  const push = (t: number) => 0.5 + 2 * (1 - least) * (t - 1);
  const { state, guard } = integrate((t, [, v]) => [v!, push(t) - 1 + gamma(v!)], 0, [0, 1], 2, {
    maxStep: 1e-3,
    guards: [(_, [, v]) => v!], // it does not stop
  });
  return { end: state, stops: guard !== undefined, force: `0.5 + ${2 * (1 - least)}*(t - 1)` };
}

describe.each([1, 1.5, 2, 2.99, 3])("a slip that dips into a Stribeck curve of exponent %d", (exponent) => {
  const weakening = { shape: "stribeck", beta: BETA, speed: SPEED, exponent };
  const { end, stops, force } = dips(exponent);
  const initial = { position: [0], velocity: [1] };
  const time = { end: 2, step: 0.5 };
  const linear = { type: "linear", mass: [1], force: [force], friction: [{ on: 0, limit: 1, weakening }] };
  const mechanism = {
    type: "mechanism",
    coordinates: [{ name: "a" }],
    kinetic: "v(a)^2/2",
    force: [force],
    friction: [{ on: "a", limit: 1, weakening }],
  };

  it.each([
    ["linear", linear],
    ["not linear", mechanism],
  ])("feels it, in a machine that is %s", (_, system) => {
    const simulation = compileRaw({ stickslip: 1, system, initial, time });
    const { outcome, audit } = simulate(simulation);
    expect([outcome.status, stops]).toEqual(["done", false]);
    expect(Math.abs(outcome.state.velocity[0]! - end[1]!)).toBeLessThan(1e-10);
    expect(Math.abs(outcome.state.position[0]! - end[0]!)).toBeLessThan(1e-10);
    expect(audit!.verdict).toBe("ok");
    const alone = runToEnd(simulation); // as runs of a batch do
    expect(Math.abs(alone.state.velocity[0]! - end[1]!)).toBeLessThan(1e-10);
  });
});

it.each([
  ["a slip dips into its curve between the ends of an expansion", 61_480],
  ["a command is saturated in a step without a series", 61_692],
])("%s: the motion of the oracle (machine %i)", (_, seed) => {
  const { verdict, error } = compare(randomMachine(seed));
  expect(verdict).toBe("agree");
  expect(error).toBeLessThan(1e-10);
});
