/** Kinds of cycles that are easily missed, called rest, or given no multipliers. */
import { describe, expect, it } from "vitest";
import { shortest } from "../../src/stability/cycle/candidates.ts";
import { type Cycle, type CycleResult, cycleRefusal, findCycle } from "../../src/stability/cycle/cycle.ts";
import { amplitudesOf } from "../../src/stability/cycle/describe-orbit.ts";
import { advance } from "../../src/stability/cycle/periodic-state.ts";
import { shoot } from "../../src/stability/cycle/shooting.ts";
import { rawFault } from "../support/faults.ts";
import { compileRaw, loadSimulation } from "../support/run.ts";

function found(result: CycleResult): Cycle {
  expect(result.status).toBe("found");
  return result as Cycle;
}

/** A run from the cycle's own state comes back after a period. */
function closes(raw: unknown, { orbit, period }: Cycle): void {
  const simulation = compileRaw(raw);
  const end = advance(simulation, orbit.z, simulation.initial.time, period)!;
  end.forEach((entry, i) => {
    expect(entry).toBeCloseTo(orbit.z[i]!, 8);
  });
}

it("a run that starts on a stable cycle finds that one, not a saddle beside it", () => {
  const cycle = found(findCycle(compileRaw(rawFault("missed-stable-cycle"))));
  expect(cycle.stability).toBe("stable");
  expect(cycle.period).toBeCloseTo(49.6581217, 6);
});

it("a block that is pushed in each period and rests in between has a cycle", () => {
  const raw = rawFault("forced-cycle-called-rest");
  const cycle = found(findCycle(compileRaw(raw), { period: 20 }));
  expect(cycle.period).toBe(20);
  expect(cycle.events.length).toBeGreaterThanOrEqual(3);
  expect(cycle.amplitudes[0]).toBeGreaterThan(0.1);
  closes(raw, cycle);
});

it("two masses that swing in phase are neutral, with all their multipliers", () => {
  const { multipliers, stability, period } = found(findCycle(compileRaw(rawFault("empty-multipliers-stable"))));
  expect(stability).toBe("neutral");
  expect(period).toBeCloseTo(2 * Math.PI, 9);
  // beside the one along the motion
  expect(multipliers.map(({ real }) => Math.round(real * 1e7) / 1e7)).toEqual([1, 1, 0]);
});

describe("waves that jump", () => {
  const wave = (force: string) =>
    compileRaw({
      stickslip: 1,
      system: {
        type: "linear",
        mass: [1],
        stiffness: [1],
        damping: [0.1],
        force: [force],
        friction: [{ on: 0, limit: 0.3 }],
      },
      initial: { position: [0.3] },
      time: { end: 2, step: 0.01 },
    });

  it("a square wave has its period, and a cycle", () => {
    const raw = rawFault("square-wave-refused");
    expect(cycleRefusal(compileRaw(raw), { period: 5 })).toBeUndefined();
    closes(raw, found(findCycle(compileRaw(raw), { period: 5 })));
  });

  it.each([
    ["sign(sin(2*pi*t/5))", 4.9],
    ["sin(2*pi*t/5) > 0.999 ? 1 : 0", 2.5],
    ["cos(2*pi*t/5) > 0.999999 ? 1 : 0", 7.5],
    ["sign(sin(2*pi*t/5)) + 0.001*sin(t)", 5],
  ])("%s has not the period %d", (force, period) => {
    expect(cycleRefusal(wave(force), { period })).toContain("has not the period");
  });

  it.each(["sin(2*pi*t/5) > 0.999 ? 1 : 0", "cos(2*pi*t/5) > 0.3 ? 1 : -1", "abs(sin(pi*t/5)) + sign(cos(2*pi*t/5))"])(
    "%s has the period 5, and any multiple of it",
    (force) => {
      for (const period of [5, 10]) expect(cycleRefusal(wave(force), { period })).toBeUndefined();
    },
  );
});

it("a guess of many periods is brought back to one", () => {
  const simulation = loadSimulation("belt");
  const { orbit, period } = found(findCycle(simulation));
  const { time: start } = simulation.initial;
  const scale = orbit.z.map(() => 1);
  for (const count of [7, 8, 19]) {
    const many = shoot(simulation, orbit.z, count * period, { start, scale })!;
    expect(many.period).toBeCloseTo(count * period, 6);
    expect(shortest(simulation, many, start, scale, undefined).period).toBeCloseTo(period, 9);
  }
});

it("a run that fails says how", () => {
  const escapes = {
    stickslip: 1,
    system: { type: "linear", mass: [1], stiffness: [1], damping: [-0.5], friction: [{ on: 0, limit: 0.1 }] },
    initial: { position: [1] },
    time: { end: 300, step: 0.1 },
  };
  const message = expect.stringMatching(/^The run from t = .* s on failed: The motion grew beyond all bounds/);
  expect(findCycle(compileRaw(escapes))).toMatchObject({ status: "failed", message });
});

describe("a period of what follows the motion", () => {
  const own = (2 * Math.PI) / 1.3;
  const spring = {
    stickslip: 1,
    system: {
      type: "mechanism",
      coordinates: [{ name: "a" }],
      kinetic: "v(a)^2/2",
      potential: "0",
      force: ["1 - x(a)*(2 + sin(1.3*t)) - 0.3*v(a)"],
    },
    time: { end: 10, step: 0.01 },
  };
  const floor = {
    stickslip: 1,
    system: {
      ...{ type: "linear", mass: [1], damping: [0.1], stiffness: [4], force: ["3*sin(2.6*t)"] },
      friction: [{ on: 0, limit: "0.1 + abs(x(0))*(2 + sin(1.3*t))" }],
    },
    time: { end: 10, step: 0.01 },
  };

  it("a stiffness that is not seen at the start has one all the same", () => {
    expect(cycleRefusal(compileRaw(spring), { period: 1 })).toBeUndefined(); // x = 0 there
    const result = findCycle(compileRaw(spring), { period: 1 });
    expect(result.status).toBe("not-periodic");
    expect("message" in result && result.message).toContain("has not the period");
    const simulation = compileRaw(spring);
    const { orbit, period } = found(findCycle(simulation, { period: own }));
    for (const start of [0, period]) {
      advance(simulation, orbit.z, start, period)!.forEach((entry, i) => {
        expect(entry).toBeCloseTo(orbit.z[i]!, 7);
      });
    }
  });

  it("where only a multiple is one, that is found", () => {
    const cycle = found(findCycle(compileRaw(floor), { period: own / 2 }));
    expect(cycle.period).toBe(own);
    closes(floor, cycle);
  });
});

it("a small cycle beside a large start is no rest", () => {
  const cycle = (size: number) =>
    findCycle(
      compileRaw({
        stickslip: 1,
        system: {
          ...{ type: "linear", mass: [1], stiffness: [1], damping: [0.2] },
          friction: [{ on: 0, limit: 1e-8, drive: 0.1e-8, kinetic: 0.5e-8 }],
        },
        initial: { position: [size] },
        time: { end: 40, step: 0.05 },
      }),
    );
  const [small, large] = [found(cycle(1e-8)), found(cycle(1))];
  expect(large.period).toBeCloseTo(small.period, 6);
  expect(large.amplitudes[0]! / small.amplitudes[0]!).toBeCloseTo(1, 6);
});

it("a cycle is the same in any unit of each coordinate", () => {
  const machine = (unit: number, time: number) =>
    compileRaw({
      stickslip: 1,
      system: {
        type: "linear",
        mass: [1, unit * unit],
        damping: [0.3 / time, (0.3 / time) * unit * unit],
        stiffness: [
          [2 / time ** 2, (-0.5 / time ** 2) * unit],
          [(-0.5 / time ** 2) * unit, (2 / time ** 2) * unit * unit],
        ],
        force: [`cos(1.3*t/${time})/${time ** 2}`, 0],
        friction: [
          { on: 0, limit: 0.1 / time ** 2 },
          { on: 1, limit: (0.02 / time ** 2) * unit },
        ],
      },
      initial: { position: [0, 0] },
      time: { end: 20 * time, step: 0.05 * time },
    });
  const period = (2 * Math.PI) / 1.3;
  const plain = found(findCycle(machine(1, 1), { period }));
  for (const [unit, time] of [
    [1e6, 1],
    [1e-6, 1],
    [1e-3, 1e3],
  ] as const) {
    const other = found(findCycle(machine(unit, time), { period: period * time }));
    expect(other.amplitudes[1]! * unit).toBeCloseTo(plain.amplitudes[1]!, 8);
    expect(other.multipliers[0]!.modulus).toBeCloseTo(plain.multipliers[0]!.modulus, 7);
  }
});

it("an answer of twice the force's period is told with that period", () => {
  const impacting = compileRaw({
    stickslip: 1,
    parameters: { w: 4 },
    system: {
      ...{ type: "linear", mass: [1], damping: [0.1], stiffness: [1], force: ["cos(w*t)"] },
      stops: [{ on: 0, gap: 0, restitution: 0.7 }],
    },
    initial: { position: [-0.5] },
    time: { end: 200, step: 0.05 },
  });
  const period = (2 * Math.PI) / 4;
  const cycle = found(findCycle(impacting, { period }));
  const multiple = cycle.period / period;
  expect(multiple).toBeCloseTo(Math.round(multiple), 9);
  expect(Math.round(multiple)).toBeGreaterThan(1);
  expect(cycle.stability).toBe("stable");
});

it("has its whole amplitude also where a period begins just before the turn", () => {
  const start = -0.003; // x = -2 cos t, whose lowest place is at t = 0
  const simulation = compileRaw({
    stickslip: 1,
    system: { type: "linear", mass: [1], damping: [0.5], stiffness: [1], force: ["sin(t)"] },
    initial: { position: [-2 * Math.cos(start)], velocity: [2 * Math.sin(start)] },
    time: { start, end: 60, step: 0.05 },
  });
  const { orbit } = found(findCycle(simulation, { period: 2 * Math.PI }));
  const z = Float64Array.of(orbit.z[0]! + 1e-9, orbit.z[1]!); // so that the end is lower than the start
  expect(amplitudesOf(simulation, { ...orbit, z }, start)[0]).toBeCloseTo(2, 8);
});

describe("of a forced machine that escapes from everywhere else", () => {
  const PERIOD = Math.PI;
  const machine = (limit: number, damping: number, start: number) => ({
    stickslip: 1,
    system: {
      type: "linear",
      mass: [1],
      stiffness: [1],
      damping: [damping],
      force: ["sin(2*t)"],
      friction: limit > 0 ? [{ on: 0, limit }] : [],
    },
    initial: { position: [start] },
    time: { end: 60, step: 0.1 },
  });

  it.each([-0.1, -0.02, -0.5])("without friction is the closed form (damping %f)", (damping) => {
    const { amplitudes, multipliers, stability } = found(
      findCycle(compileRaw(machine(0, damping, 5)), { period: PERIOD }),
    );
    expect(amplitudes[0]).toBeCloseTo(1 / Math.hypot(3, 2 * damping), 9);
    expect(stability).toBe("unstable");
    for (const { real, imaginary } of multipliers) {
      expect(Math.hypot(real, imaginary)).toBeCloseTo(Math.exp((-damping * PERIOD) / 2), 9);
    }
  });

  it.each([
    [0.1, -0.1, 5],
    [0.3, -0.2, -40],
    [0.05, -0.05, 1e3],
  ])("with friction comes back to itself (limit %f, damping %f, start %f)", (limit, damping, start) => {
    const raw = machine(limit, damping, start);
    const cycle = found(findCycle(compileRaw(raw), { period: PERIOD }));
    expect(cycle.amplitudes[0]).toBeLessThan(0.34);
    closes(raw, cycle);
  });
});
