/** Cycles of machines that are not linear: rotations, and stick-slip of a mechanism on a belt. */
import { describe, expect, test } from "vitest";
import { exp } from "../../../src/numeric/elementary.ts";
import type { Simulation } from "../../../src/simulate/run/simulation.ts";
import { type Cycle, findCycle } from "../../../src/stability/cycle/cycle.ts";
import { advance } from "../../../src/stability/cycle/periodic-state.ts";
import { compileRaw, loadSimulation } from "../../support/run.ts";

function cycleOf(simulation: Simulation): Cycle {
  const found = findCycle(simulation);
  if (found.status !== "found") throw new Error(found.message);
  return found;
}

/** The derivative of the state after a period along a direction, by differences of runs. */
function difference(simulation: Simulation, { orbit }: Cycle, direction: readonly number[]): number[] {
  const h = 1e-6;
  const at = (sign: number) => {
    const z = orbit.z.map((entry, i) => entry + sign * h * direction[i]!);
    return advance(simulation, z, simulation.initial.time, orbit.period)!;
  };
  const [above, below] = [at(1), at(-1)];
  return Array.from(above, (entry, i) => (entry - below[i]!) / (2 * h));
}

function expectTangent(simulation: Simulation, cycle: Cycle): void {
  const n = cycle.orbit.z.length;
  for (let j = 0; j < n; j++) {
    const direction = Array.from({ length: n }, (_, i) => (i === j ? 1 : 0));
    difference(simulation, cycle, direction).forEach((entry, i) => {
      const exact = cycle.orbit.tangent[i * n + j]!;
      expect(Math.abs(entry - exact)).toBeLessThan(1e-5 * Math.max(1, Math.abs(exact)));
    });
  }
}

const D = 0.3;
/** I = 1, m g l = 1. */
const driven = (torque: number, arm: boolean) => ({
  stickslip: 1,
  system: arm
    ? {
        type: "arm",
        gravity: [0, -2],
        links: [{ length: 1, mass: 1, center: 0.5, inertia: 0.75 }],
        joints: [{ name: "phi", torque, damping: D, friction: { limit: 0.2 } }],
      }
    : {
        type: "mechanism",
        coordinates: [{ name: "phi", unit: "rad", period: "2*pi" }],
        kinetic: "v(phi)^2/2",
        potential: "sin(x(phi))",
        force: { phi: `${torque} - ${D}*v(phi)` },
        friction: [{ on: "phi", limit: 0.2 }],
      },
  initial: { position: [0.1] },
  time: { end: 60, step: 0.1 },
});

describe("a driven pendulum that turns", () => {
  const found = [true, false].map((arm) => {
    const simulation = compileRaw(driven(2, arm));
    return { simulation, cycle: cycleOf(simulation) };
  });

  test("comes back after one turn, with the multiplier exp(-d T / I)", () => {
    for (const { cycle } of found) {
      expect(cycle.turns).toEqual([1]);
      expect(cycle.stability).toBe("stable");
      expect(cycle.multipliers.length).toBe(1);
      expect(Math.abs(cycle.multipliers[0]!.real - exp(-D * cycle.period))).toBeLessThan(1e-10);
    }
    expect(Math.abs(found[0]!.cycle.period - found[1]!.cycle.period)).toBeLessThan(1e-10);
  });

  test("its tangent is that of runs", () => {
    for (const { simulation, cycle } of found) expectTangent(simulation, cycle);
  });

  test("the work of the torque over a turn is what friction and damping take", () => {
    const { simulation, cycle } = found[1]!;
    let action = 0;
    const n = 64; // a smooth periodic motion: equal weights have all digits
    for (let k = 0; k < n; k++) {
      const [, v] = advance(simulation, cycle.orbit.z, 0, ((k + 0.5) / n) * cycle.period)!;
      action += (v! * v! * cycle.period) / n;
    }
    expect(Math.abs(2 * Math.PI * (2 - 0.2) - D * action)).toBeLessThan(1e-10);
  });
});

test("a pendulum on a block on a belt: stick-slip, with multipliers of runs", () => {
  const simulation = compileRaw({
    stickslip: 1,
    system: {
      type: "mechanism",
      coordinates: [{ name: "x" }, { name: "phi", unit: "rad", period: "2*pi" }],
      kinetic: "1.2*v(x)^2/2 + 0.1*cos(x(phi))*v(x)*v(phi) + 0.05*v(phi)^2/2",
      potential: "2*x(x)^2 + x(x)^4/2 - 0.5*cos(x(phi))",
      force: { phi: "-0.05*v(phi)" },
      friction: [
        { name: "belt", on: "x", limit: 1.5, weakening: { shape: "stribeck", beta: 0.5, speed: 0.4 }, drive: 0.3 },
      ],
    },
    initial: { position: [0.3, 0.1] },
    time: { end: 30, step: 0.05 },
  });
  const cycle = cycleOf(simulation);
  expect(cycle.stability).toBe("stable");
  expect(cycle.turns).toBeUndefined();
  expect(new Set(cycle.events.map(({ kind }) => kind))).toEqual(new Set(["stick", "slip"]));
  expect(cycle.multipliers.filter(({ modulus }) => modulus > 0).length).toBe(2);
  expectTangent(simulation, cycle);
});

test.each([
  ["lifts off", 2, []],
  ["sticks", 0.3, ["stick", "slip"]],
])("a pad under a limit in x that %s: multipliers of runs", (_, drive, kinds) => {
  const friction = [{ name: "pad", on: "along", limit: "mu*(N0 - k*x(normal))", drive }];
  const simulation = loadSimulation("mode-coupling-squeal", { system: { friction } });
  const cycle = cycleOf(simulation);
  expect(cycle.stability).toBe("stable");
  expect([...new Set(cycle.events.map(({ kind }) => kind))]).toEqual(kinds);
  expectTangent(simulation, cycle);
});
