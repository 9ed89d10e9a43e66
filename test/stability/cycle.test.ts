/** Periodic motions against closed forms, an independent solution, and each other. */
import { describe, expect, it } from "vitest";
import { compileDirections } from "../../src/problem/paths/directions.ts";
import { applyOverrides } from "../../src/problem/paths/overrides.ts";
import { runToEnd } from "../../src/simulate/run/final.ts";
import { findBoundaryCycle } from "../../src/stability/cycle/boundary.ts";
import { type BranchPoint, continueCycle } from "../../src/stability/cycle/continuation.ts";
import { type Cycle, type CycleResult, findCycle } from "../../src/stability/cycle/cycle.ts";
import { sampleMotion } from "../../src/stability/cycle/recurrence.ts";
import { shoot } from "../../src/stability/cycle/shooting.ts";
import { followBlock } from "../oracles/block-on-belt.ts";
import { compileRaw, loadSimulation, rawProblem } from "../support/run.ts";

function found(result: CycleResult): Cycle {
  expect(result.status).toBe("found");
  return result as Cycle;
}

/** The example of van de Wouw & Leine 2005, (24). */
function twoMasses(position: readonly number[]) {
  return compileRaw({
    stickslip: 1,
    system: {
      type: "linear",
      mass: [1, 1],
      damping: [
        [0.125, 0.375],
        [0.375, 0.125],
      ],
      stiffness: [
        [2, -1],
        [-1, 2],
      ],
      friction: [
        { on: 0, limit: 1 },
        { on: 1, limit: 1 },
      ],
    },
    initial: { position },
    time: { end: 20, step: 0.05 },
  });
}

describe("stable cycles from a long run", () => {
  it("finds the belt's cycle from every start, with one period", () => {
    const starts = [
      [0, 0],
      [-2, 0.5],
      [1, 0.2],
    ] as const;
    const cycles = starts.map(([x, v]) =>
      found(findCycle(loadSimulation("belt", { initial: { position: [x], velocity: [v] } }))),
    );
    for (const { period, stability, amplitudes, events } of cycles) {
      expect(Math.abs(period - cycles[0]!.period)).toBeLessThan(1e-10);
      expect(Math.abs(amplitudes[0]! - cycles[0]!.amplitudes[0]!)).toBeLessThan(1e-10);
      expect(stability).toBe("stable");
      expect(events.map(({ kind }) => kind).sort()).toEqual(["slip", "stick"]);
    }
  });

  it("finds the hunting of the stage from several starts", () => {
    const periods = [0, 0.8, 1.4].map(
      (x) => found(findCycle(loadSimulation("stage-pid", { initial: { position: [x] } }))).period,
    );
    for (const period of periods) expect(Math.abs(period - periods[0]!)).toBeLessThan(1e-9);
  });

  it("says that a motion comes to rest", () => {
    expect(findCycle(loadSimulation("coulomb-oscillator")).status).toBe("rest");
  });

  it("has the belt's period of an independent integration", () => {
    const block = { mass: 1, stiffness: 1, drive: 0.2, limit: 1, friction: (u: number) => 1 / (1 + 3 * u) };
    const { events } = followBlock({ ...block, position: 0, velocity: 0.2 }, [60]);
    const slips = events.filter(({ kind }) => kind === "slip").map(({ time }) => time);
    const { period } = found(findCycle(loadSimulation("belt")));
    expect(period).toBeCloseTo(slips.at(-1)! - slips.at(-2)!, 9);
  });
});

it("tells the whole state: a run from it with states in the file closes after a period", () => {
  const hunting = (position: number, velocity: number, z: number, end: number) =>
    compileRaw({
      stickslip: 1,
      system: {
        ...{ type: "linear", mass: [1], damping: [0.1], friction: [{ on: 0, limit: 1, kinetic: 0.6 }] },
        states: [{ name: "z", rate: "x(0) - 1", initial: z }],
        force: ["-4*(x(0) - 1) - v(0) - 2*z"],
      },
      initial: { position: [position], velocity: [velocity] },
      time: { end, step: 0.05 },
    });
  const { position, velocity, states, period } = found(findCycle(hunting(0, 0, 0, 100)));
  const { state } = runToEnd(hunting(position[0]!, velocity[0]!, states![0]!, period));
  expect(state.position[0]).toBeCloseTo(position[0]!, 9);
  expect(state.velocity[1]).toBeCloseTo(states![0]!, 9);
});

it("samples a long motion up to its end, as densely at its end as at its start", () => {
  const { times, states } = sampleMotion(
    compileRaw({
      stickslip: 1,
      system: { type: "linear", mass: [1], stiffness: [1] },
      initial: { position: [1] },
      time: { end: 205, step: 0.001 },
    }),
  )!;
  expect(times.length).toBeLessThanOrEqual(200_000);
  expect([times[0], times.at(-1)]).toEqual([0, 205]);
  expect(states.at(-1)![0]).toBeCloseTo(Math.cos(205), 10);
  expect(Math.max(...times.slice(1, 1000).map((time, k) => time - times[k]!))).toBeCloseTo(0.002, 10);
  expect(times.at(-10)! - times.at(-11)!).toBeCloseTo(0.002, 10);
});

describe("forced cycles", () => {
  const [damping, stiffness, omega] = [0.4, 2, 1.3];
  const simulation = compileRaw({
    stickslip: 1,
    system: { type: "linear", mass: [1], damping: [damping], stiffness: [stiffness], force: [`cos(${omega}*t)`] },
    time: { end: 10, step: 0.05 },
  });
  const period = (2 * Math.PI) / omega;

  it("has the closed form's amplitude and multipliers without friction", () => {
    const cycle = found(findCycle(simulation, { period }));
    const amplitude = 1 / Math.hypot(stiffness - omega * omega, damping * omega);
    expect(cycle.amplitudes[0]).toBeCloseTo(amplitude, 11);
    expect(cycle.multipliers).toHaveLength(2);
    for (const { modulus } of cycle.multipliers) expect(modulus).toBeCloseTo(Math.exp((-damping * period) / 2), 11);
    expect(cycle.orbit.iterations).toBeLessThanOrEqual(3);
  });
});

it("calls nothing a cycle that does not close, also where corrections lead to motions that escape", () => {
  const softening = compileRaw({
    stickslip: 1,
    system: {
      ...{ type: "linear", mass: [1], damping: [0.05], stiffness: [0], force: ["0.1*cos(t)"] },
      springs: [{ on: 0, potential: "x^2/2 - x^4/4" }], // beyond x = 1 it pushes away
    },
    time: { end: 20, step: 0.05 },
  });
  const starts = [-0.95, -0.85, 0, 0.5].flatMap((x) => [-0.2, -0.1, 0.3].map((v) => Float64Array.of(x, v)));
  const orbits = starts.map((z) =>
    shoot(softening, z, 2 * Math.PI, { start: 0, scale: Float64Array.of(1, 1), forced: true }),
  );
  expect(orbits.filter((orbit) => orbit === undefined).length).toBeGreaterThan(0);
  for (const orbit of orbits) expect(orbit?.residual ?? 0).toBeLessThan(1e-9);
});

describe("the cycle on the boundary of attraction", () => {
  const delta = 0.125;
  const omega = Math.sqrt(3 - delta * delta);
  const amplitude = 1 / 3 / Math.tanh((Math.PI * delta) / (2 * omega));

  it.each([[[8, -8]], [[3, -1]]])("is the closed form's saddle from %j", (position) => {
    const cycle = found(findBoundaryCycle(twoMasses(position)));
    expect(cycle.stability).toBe("saddle");
    expect(cycle.period).toBeCloseTo((2 * Math.PI) / omega, 11);
    expect(cycle.amplitudes[0]).toBeCloseTo(amplitude, 11);
    expect(cycle.amplitudes[1]).toBeCloseTo(2.945371329706, 11);
    expect(cycle.multipliers[0]!.modulus).toBeCloseTo(Math.exp((2 * Math.PI * delta) / omega), 9);
    // both masses reverse together, without feeling each other: there is a derivative (these from differences of runs)
    expect(cycle.orbit.kinked).toBe(false);
    expect(cycle.multipliers[1]!.real).toBeCloseTo(-0.30423, 5);
    expect(Math.abs(cycle.multipliers[1]!.imaginary)).toBeCloseTo(0.10211, 5);
  });

  it("says that there is none along a direction in which all come to rest", () => {
    expect(findBoundaryCycle(twoMasses([1, 1])).status).toBe("rest");
  });
});

describe("branches", () => {
  /** A hardening spring: its answers to a force of one frequency lie on an S. */
  const hardening = (value: number) => {
    const raw = {
      stickslip: 1,
      parameters: { F: value },
      system: {
        ...{ type: "linear", mass: [1], damping: [0.2], stiffness: [1], friction: [{ on: 0, limit: 0.05 }] },
        springs: [{ on: 0, potential: "x^4/4" }],
        force: ["F*cos(1.8*t)"],
      },
      time: { end: 50, step: 0.1 },
    };
    const simulation = compileRaw(raw);
    const { neighbors } = compileDirections(raw, simulation, ["parameters.F"]).directions[0]!;
    return { simulation, direction: { neighbors: neighbors! } };
  };
  const answers = (from: number, to: number, most: number) => {
    const { orbit } = found(findCycle(hardening(from).simulation, { period: (2 * Math.PI) / 1.8 }));
    const branch = continueCycle(hardening, orbit, { from, to, forced: true, start: 0, points: most });
    const points: BranchPoint[] = [];
    for (;;) {
      const next = branch.next();
      if (next.done) return { points, end: next.value };
      points.push(next.value);
    }
  };

  it("turns back at a fold, where a multiplier passes 1, to the saddle that an S has in its middle", () => {
    const { points, end } = answers(1.3, 1.6, 80);
    expect(end).toBe("range");
    expect(points.at(-1)).toMatchObject({ value: 1.3, stability: "saddle" });
    const most = Math.max(...points.map(({ value }) => value));
    expect(most).toBeCloseTo(1.543, 3);
    // first harmonic: (1 - omega^2 + 3 a^2/4)^2 a^2 + (0.2 omega a + 4 0.05/pi)^2 = F^2, the middle one of three answers
    const force = (a: number) => Math.hypot((1 - 1.8 * 1.8 + 0.75 * a * a) * a, 0.36 * a + 0.2 / Math.PI);
    expect(Math.abs(force(points.at(-1)!.amplitudes[0]!) - 1.3)).toBeLessThan(0.03);
    expect(points.at(-1)!.amplitudes[0]!).toBeGreaterThan(1.3);
  });

  it("takes longer steps when the cycle has grown", () => {
    const { points, end } = answers(0.2, 0.8, 50);
    expect(end).toBe("range");
    expect(points.at(-1)!.amplitudes[0]! / points[0]!.amplitudes[0]!).toBeGreaterThan(4);
  });

  it("follows the belt's cycle over its speed to the cycles found there", () => {
    const raw = rawProblem("belt");
    const path = "system.friction[0].drive";
    const family = (value: number) => {
      const changed = applyOverrides(raw, [{ path, value: String(value) }]).raw;
      const simulation = compileRaw(changed);
      const { neighbors } = compileDirections(changed, simulation, [path]).directions[0]!;
      return { simulation, direction: { neighbors: neighbors! } };
    };
    const { orbit } = found(findCycle(family(0.4).simulation));
    const branch = continueCycle(family, orbit, { from: 0.4, to: 0.5, forced: false, start: 0 });
    const points: BranchPoint[] = [];
    for (;;) {
      const next = branch.next();
      if (next.done) {
        expect(next.value).toBe("range");
        break;
      }
      points.push(next.value);
    }
    expect(points.at(-1)!.value).toBeCloseTo(0.5, 12);
    for (const { value, period, amplitudes } of [points[3]!, points.at(-1)!]) {
      const direct = found(findCycle(family(value).simulation));
      expect(period).toBeCloseTo(direct.period, 8);
      expect(amplitudes[0]).toBeCloseTo(direct.amplitudes[0]!, 8);
    }
  });
});

it("finds a cycle of a family that loses no energy, near where it looked", () => {
  const simulation = compileRaw({
    stickslip: 1,
    system: { type: "linear", mass: [1], stiffness: [4] },
    initial: { position: [1] },
    time: { end: 20, step: 0.05 },
  });
  const cycle = found(findCycle(simulation));
  expect(cycle.stability).toBe("neutral");
  expect(cycle.period).toBeCloseTo(Math.PI, 11);
  expect(cycle.amplitudes[0]).toBeCloseTo(1, 2);
});
