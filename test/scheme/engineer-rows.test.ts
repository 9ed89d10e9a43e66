/** Laws and keys of the friction rows, each against a solution that knows nothing of the scheme. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { followBlock } from "../oracles/block-on-belt.ts";
import { cases } from "../support/torture.ts";
import { distance, energyFault, kinds, type Machine, run, times } from "./event-driven/machine.ts";

const TIMES = Array.from({ length: 60 }, (_, k) => (k + 1) / 2);

interface LawCase {
  readonly label: string;
  readonly keys: Record<string, unknown>;
  readonly friction: (speed: number) => number;
  readonly kinks?: readonly number[];
}

const laws: LawCase[] = [
  {
    label: "ramp",
    keys: { weakening: { shape: "ramp", beta: 0.4, epsilon: 0.3 } },
    friction: (speed) => 1 - 0.4 * Math.min(1, speed / 0.3),
    kinks: [0.3],
  },
  {
    label: "smooth",
    keys: { weakening: { shape: "smooth", beta: 0.5, epsilon: 0.25 } },
    friction: (speed) => 1 - (0.5 * speed) / Math.hypot(0.25, speed),
  },
  {
    label: "stribeck",
    keys: { weakening: { shape: "stribeck", beta: 0.6, speed: 0.4 } },
    friction: (speed) => 0.4 + 0.6 * Math.exp(-speed / 0.4),
  },
  {
    label: "stribeck of exponent 2",
    keys: { weakening: { shape: "stribeck", beta: 0.6, speed: 0.4, exponent: 2 } },
    friction: (speed) => 0.4 + 0.6 * Math.exp(-((speed / 0.4) ** 2)),
  },
  {
    label: "hyperbolic",
    keys: { weakening: { shape: "hyperbolic", beta: 0.8, speed: 0.5 } },
    friction: (speed) => 0.2 + 0.8 / (1 + speed / 0.5),
  },
  {
    label: "table",
    keys: { weakening: { shape: "table", speed: [0, 0.1, 0.5, 1], ratio: [1, 0.7, 0.5, 0.6] } },
    friction: (speed) => {
      if (speed < 0.1) return 1 - 3 * speed;
      if (speed < 0.5) return 0.7 - 0.5 * (speed - 0.1);
      return speed < 1 ? 0.5 + 0.2 * (speed - 0.5) : 0.6;
    },
    kinks: [0.1, 0.5, 1],
  },
  { label: "the jump law", keys: { kinetic: 0.7 }, friction: () => 0.7 },
];

const starts = [
  { start: "riding on the belt", position: 0, velocity: 0.2 },
  { start: "slower than the belt", position: -0.5, velocity: -0.3 },
  { start: "faster than the belt", position: 0.4, velocity: 1.5 },
];

describe.each(laws)("$label", ({ keys, friction, kinks = [] }) => {
  it.each(starts)("moves the block as an independent integration does, $start", ({ position, velocity }) => {
    const row = { name: "belt", on: 0, limit: 1, drive: 0.2, ...keys };
    const result = run({
      system: { mass: [1], stiffness: [1], friction: [row] },
      initial: { position: [position], velocity: [velocity] },
      time: { end: 30, step: 0.5 },
    });
    const block = { mass: 1, stiffness: 1, drive: 0.2, limit: 1, friction, kinks, position, velocity };
    const exact = followBlock(block, TIMES);
    expect(exact.events.length).toBeGreaterThan(4);
    expect(kinds(result)).toEqual(exact.events.map(({ kind }) => `${kind} belt`));
    expect(
      distance(
        times(result),
        exact.events.map(({ time }) => time),
      ),
    ).toBeLessThan(1e-9);
    const { position: x, velocity: v } = result.trajectory;
    exact.moments.forEach((moment, k) => {
      expect(distance([x[0]![k + 1]!, v[0]![k + 1]!], moment), `t = ${TIMES[k]}`).toBeLessThan(1e-9);
    });
    expect(energyFault(result)).toBeLessThan(1e-8);
  });
});

it("any block on any belt moves as the independent integration says", () => {
  const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  const machine = fc.record({
    mass: between(0.5, 2),
    stiffness: between(0.5, 2),
    drive: between(-0.5, 0.5).filter((drive) => Math.abs(drive) > 0.05),
    limit: between(0.5, 2),
    beta: between(0.1, 0.6),
    speed: between(0.2, 1),
    jump: fc.boolean(),
    position: between(-1, 1),
    velocity: between(-1, 1),
  });
  const property = fc.property(machine, ({ beta, speed, jump, position, velocity, ...block }) => {
    const { mass, stiffness, drive, limit } = block;
    const keys = jump ? { kinetic: limit * (1 - beta) } : { weakening: { shape: "hyperbolic", beta, speed } };
    const friction = (slip: number) => limit * (jump ? 1 - beta : 1 - beta + beta / (1 + slip / speed));
    const { outcome } = run({
      system: { mass: [mass], stiffness: [stiffness], friction: [{ on: 0, limit, drive, ...keys }] },
      initial: { position: [position], velocity: [velocity] },
      time: { end: 8, step: 8 },
    });
    const exact = followBlock({ ...block, friction, position, velocity }, [8]).moments[0]!;
    expect(distance([outcome.state.position[0]!, outcome.state.velocity[0]!], exact)).toBeLessThan(1e-9);
  });
  fc.assert(property, { numRuns: cases(25, 60), seed: 4 });
});

/** One mass of 1 kg with one row, and the state it ends in. */
function endOf(row: Record<string, unknown>, force: unknown, time: Machine["time"], velocity = 0) {
  const system = { mass: [1], force: [force], friction: [{ name: "row", on: 0, ...row }] };
  const result = run({ system, initial: { velocity: [velocity] }, time });
  const { position, velocity: v } = result.outcome.state;
  return { result, end: [position[0]!, v[0]!] };
}

it("backward limits hold and brake the other way", () => {
  const push = "piecewise(t, [1, 2, 3], 3, 0, -1.5, 0)";
  const { result, end } = endOf({ limit: 2, backward: 1 }, push, { end: 4, step: 0.5 });
  expect(kinds(result)).toEqual(["stick row", "slip row", "stick row"]);
  expect(distance(times(result), [1.5, 2, 3.5])).toBeLessThan(1e-12);
  expect(distance(end, [0.375, 0])).toBeLessThan(1e-12);
});

it("a force between the two limits moves the block one way only", () => {
  const held = endOf({ limit: 2, backward: 1 }, 1.5, { end: 2, step: 1 });
  expect(held.end).toEqual([0, 0]);
  const moved = endOf({ limit: 2, backward: 1 }, -1.5, { end: 2, step: 1 });
  expect(distance(moved.end, [-1, -1])).toBeLessThan(1e-13);
});

it("the jump law has its kinetic force backward in the same proportion", () => {
  const { end } = endOf({ limit: 4, backward: 2, kinetic: 3 }, -2.5, { end: 1, step: 1 });
  expect(distance(end, [-0.5, -1])).toBeLessThan(1e-13);
});

it("viscous acts on the slip, so it pulls towards the drive", () => {
  const { result, end } = endOf({ limit: 1, viscous: 0.5, drive: 2 }, 0, { end: 3, step: 0.5 });
  const lock = 2 * Math.LN2;
  expect(distance(times(result), [lock])).toBeLessThan(1e-12);
  expect(distance(end, [8 * Math.LN2 - 4 + 2 * (3 - lock), 2])).toBeLessThan(1e-12);
});

it("a stuck row rides exactly on a drive that varies", () => {
  const { result, end } = endOf({ limit: 1, drive: "0.3*sin(t)" }, 0, { end: 20, step: 0.1 });
  const { time, velocity, multiplier } = result.trajectory;
  expect(result.trajectory.events).toEqual([]);
  expect(
    distance(
      velocity[0]!,
      Array.from(time, (t) => 0.3 * Math.sin(t)),
    ),
  ).toBeLessThan(1e-15);
  expect(
    distance(
      multiplier[0]!,
      Array.from(time, (t) => -0.3 * Math.cos(t)),
    ),
  ).toBeLessThan(1e-12);
  expect(Math.abs(end[0]! - 0.3 * (1 - Math.cos(20)))).toBeLessThan(1e-12);
});

it("a row lets go of a drive that accelerates harder than its limit, and catches it again", () => {
  const { result } = endOf({ limit: 1, drive: "2*sin(t)" }, 0, { end: 3, step: 0.1 });
  let caught = 1.9; // the block gains 1 m/s^2 until t = 2 sin t
  for (let k = 0; k < 20; k++) caught -= (caught - 2 * Math.sin(caught)) / (1 - 2 * Math.cos(caught));
  expect(kinds(result)).toEqual(["stick row", "slip row"]);
  expect(distance(times(result), [caught, (2 * Math.PI) / 3])).toBeLessThan(1e-12);
});

it("a limit that grows locks the block where the closed form says", () => {
  const { result, end } = endOf({ limit: "t" }, 0, { end: 2, step: 0.5 }, 1);
  expect(distance(times(result), [Math.SQRT2])).toBeLessThan(1e-12);
  expect(distance(end, [(2 * Math.SQRT2) / 3, 0])).toBeLessThan(1e-12);
});

it("a limit that shrinks lets the block go, and below 0 counts as 0", () => {
  const { result, end } = endOf({ limit: "2 - t" }, 1, { end: 3, step: 0.5 });
  expect(distance(times(result), [1])).toBeLessThan(1e-9);
  expect(distance(end, [7 / 6, 1.5])).toBeLessThan(1e-9);
});

it("a kinetic force that varies is never above the limit: friction does not push", () => {
  const { result, end } = endOf({ limit: "1 + t", kinetic: "2 + t" }, "2*t", { end: 3, step: 0.5 });
  expect(distance(times(result), [1])).toBeLessThan(1e-12);
  expect(distance(end, [8 / 6, 2])).toBeLessThan(1e-12); // v' = t - 1
});

it("a kinetic force that varies acts from breakaway on", () => {
  const { result, end } = endOf({ limit: "2 + t", kinetic: "1 + t" }, "3*t", { end: 2, step: 0.5 });
  expect(distance(times(result), [1])).toBeLessThan(1e-12);
  expect(distance(end, [1 / 2 + 1 / 3, 2])).toBeLessThan(1e-12); // v' = 2 t - 1
});

describe.each(["event-driven", "balanced", "alpha"])("the jump law with %s", (type) => {
  const time = { end: 4, step: 0.01 };

  it("holds a block that comes to rest under more than its kinetic force", () => {
    const row = { on: 0, limit: 1, kinetic: 0.2 };
    const result = run({
      system: { mass: [1], friction: [row], force: [0.5] },
      initial: { velocity: [-1] },
      time,
      scheme: { type },
    });
    const { position, velocity } = result.outcome.state;
    expect(velocity[0]).toBeCloseTo(0, 12);
    expect(Math.abs(position[0]! + 1 / 1.4)).toBeLessThan(type === "event-driven" ? 1e-13 : 0.02 ** 2);
    expect(kinds(result)).toEqual(["stick lambda1"]);
  });

  it("also without any force in slip", () => {
    const row = { on: 0, limit: 1, kinetic: 0 };
    const result = run({
      system: { mass: [1], friction: [row], stiffness: [1], force: [0] },
      initial: { position: [0.3], velocity: [0.1] },
      time,
      scheme: { type },
    });
    // it turns at sqrt(0.3^2 + 0.1^2) = 0.316, where the spring pulls with less than the limit
    expect(Math.abs(result.outcome.state.position[0]! - Math.sqrt(0.1))).toBeLessThan(
      type === "event-driven" ? 1e-12 : 1e-3,
    );
    expect(kinds(result)).toEqual(["stick lambda1"]);
  });

  it("and slips with its kinetic force from the step on in which it breaks loose", () => {
    const errors = [0.01, 0.0025].map((step) => {
      const result = run({
        system: { mass: [1], friction: [{ on: 0, limit: 1, kinetic: 0.2 }], force: ["t"] },
        time: { end: 2, step },
        scheme: { type },
      });
      return Math.abs(result.outcome.state.velocity[0]! - (1.5 - 0.2)); // v' = t - 0.2 from t = 1 on
    });
    expect(errors[1]).toBeLessThan(type === "event-driven" ? 1e-12 : 1e-2);
    if (type !== "event-driven") expect(errors[1]! / errors[0]!).toBeLessThan(0.3);
  });
});
