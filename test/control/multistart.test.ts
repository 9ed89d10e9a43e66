/** Bounds are called too tight only with a proof; without one other starts are tried, and counted. */
import { describe, expect, it, test } from "vitest";
import { Ledger } from "../../src/control/ledger.ts";
import { controlTask } from "../../src/control/task.ts";
import { proofOfNone } from "../../src/control/unreachable.ts";
import { compileOrThrow } from "../../src/problem/compile/compile.ts";
import { rawFault } from "../support/faults.ts";
import { type Random, seeded } from "../support/random.ts";
import { endOf } from "../support/run.ts";
import { cases } from "../support/torture.ts";
import { steer, steerRaw } from "./steer.ts";

type Raw = Record<string, unknown> & { control: Record<string, unknown> };

test("a swing that has its control far from the start is steered within its bounds", async () => {
  const { status, control, starts, parts, runs } = await steerRaw(rawFault("bounds-too-tight-false"));
  expect(status).toBe("reached");
  expect(control[0]).toBeCloseTo(4.950054909903, 9);
  expect(starts).toBeGreaterThan(0);
  expect(parts.map(({ part }) => part)).toContain("multistart");
  expect(parts.reduce((sum, part) => sum + part.runs, 0)).toBeLessThanOrEqual(runs);
});

describe("a block that has to be pushed and braked", () => {
  const raw = rawFault("block-bounds-too-tight") as Raw;
  it.each([2.05, 2.1, 2.3, 3])(
    "hybrid reaches its target in %d s, which is longer than the least time",
    async (end) => {
      const times = Array.from({ length: 20 }, (_, k) => (k * end) / 20);
      const value = { times, values: times.map(() => [0]) };
      const control = { ...raw.control, value, method: { type: "hybrid" } };
      const { status } = await steerRaw({ ...raw, control, time: { end, step: 0.01 } });
      expect(status).toBe("reached");
    },
  );

  it("in less than the least time nothing is found, and friction leaves no proof", async () => {
    const times = Array.from({ length: 20 }, (_, k) => (k * 1.9) / 20);
    const control = { ...raw.control, value: { times, values: times.map(() => [0.5]) } };
    const { status, message, runs } = await steerRaw({ ...raw, control, time: { end: 1.9, step: 0.01 } });
    expect(status).not.toBe("reached");
    expect(message).not.toContain("too tight");
    expect(runs).toBeLessThanOrEqual(600);
  });
});

test("a motor that is too weak is proved to be", async () => {
  const { status, message, runs } = await steer("weak-motor");
  expect(status).toBe("target-missed");
  expect(message).toContain("too tight");
  expect(message).toContain("Proof: more force means more way here");
  expect(runs).toBeLessThan(10);
});

/** Masses and springs in a row, with one force on the first, constant on some intervals. */
function randomMachine(random: Random, limit: number): Raw {
  const n = random.whole(1, 3);
  const each = (value: () => number) => Array.from({ length: n }, value);
  const intervals = random.whole(1, 5);
  const end = random.between(1, 5);
  const times = Array.from({ length: intervals }, (_, k) => (k * end) / intervals);
  return {
    stickslip: 1,
    system: {
      type: "linear",
      mass: each(() => random.between(0.5, 2)),
      damping: each(() => random.between(0, 0.5)),
      springs: Array.from({ length: n - 1 }, (_, i) => ({ between: [i, i + 1], stiffness: random.between(0.5, 4) })),
      input: each(() => 0).map((_, i) => [i === 0 ? 1 : 0]),
      ...(limit > 0 ? { friction: each(() => 0).map((_, on) => ({ on, limit: limit * random.between(0.3, 1) })) } : {}),
    },
    initial: { velocity: each(() => random.between(-1, 1)) },
    control: { value: { times, values: times.map(() => [0]) }, bounds: [-2, 2] },
    time: { end, step: 0.05 },
  };
}

/** Where some control within the bounds leads. */
function endUnder(raw: Raw, random: Random): number[] {
  const value = raw.control.value as { times: number[]; values: number[][] };
  const values = value.values.map(() => [random.between(-2, 2)]);
  const { simulation } = compileOrThrow({ ...raw, control: { ...raw.control, value: { ...value, values } } });
  return Array.from(endOf(simulation).state.position);
}

test("what a control within the bounds reaches is never called out of reach", async () => {
  const count = cases(3, 400);
  for (let seed = 1; seed <= count; seed++) {
    const random = seeded(seed);
    const raw = randomMachine(random, seed % 2 === 0 ? 0.5 : 0);
    const position = endUnder(raw, random);
    const { message } = await steerRaw({ ...raw, control: { ...raw.control, target: { position } } });
    expect(message, `${seed}`).not.toContain("too tight");
  }
});

test("without friction what lies beyond all ends is proved to", async () => {
  const count = cases(2, 200);
  for (let seed = 1; seed <= count; seed++) {
    const random = seeded(900 + seed);
    const raw = randomMachine(random, 0);
    const span = (raw.time as { end: number }).end;
    // the first mass cannot get further than under the whole force and all the momentum there is
    const far = 3 * span + 2 * span * span * 4;
    const position = endUnder(raw, random).map((_, i) => (i === 0 ? far : null));
    const { status, message } = await steerRaw({ ...raw, control: { ...raw.control, target: { position } } });
    expect(status, `${seed}`).toBe("target-missed");
    expect(message, `${seed}`).toContain("too tight");
  }
});

test("friction that even as a helper would not do is proof enough", async () => {
  const raw = {
    stickslip: 1,
    system: { type: "linear", mass: [1], stiffness: [1], friction: [{ on: 0, limit: 0.1 }] },
    control: { value: [0.5], target: { position: [3] }, bounds: [-1, 1] },
    time: { end: 3, step: 0.01 },
  };
  // x(3) is at most (1 - cos 3) (u + friction) = 1.99 * 1.1
  const { message } = await steerRaw(raw);
  expect(message).toContain("even friction that helps with all its force would not do");
  const near = await steerRaw({ ...raw, control: { ...raw.control, target: { position: [2.05] } } });
  expect(near.message).not.toContain("too tight");
  expect(near.message).toContain("nothing proves that there is none");
});

describe("no proof speaks of a target that is reached", () => {
  const proofIn = (raw: Raw) => {
    const { simulation, goal } = compileOrThrow(raw);
    const task = controlTask(simulation, goal!);
    return proofOfNone(task, new Ledger(task, {}));
  };
  const mass = (row: object, end: number, velocity: number): Raw => ({
    stickslip: 1,
    system: { type: "linear", mass: [1], friction: [{ on: 0, drive: 10, ...row }] },
    control: { value: [0], target: { velocity: [velocity] }, bounds: [-0.1, 0.1] },
    time: { end, step: 0.01 },
  });

  it.each([
    ["grips for a millisecond", "piecewise(t, [2.5006, 2.5016], 0, 5000, 0)", 5],
    ["swells within a millisecond", "4000/(1 + ((t - 2.5)/0.0004)^2)", 3.2 * Math.atan(2.5 / 0.0004)],
  ])("a clutch that %s", (_, limit, impulse) => {
    const velocity = impulse + 5 * 0.04;
    expect(endOf(compileOrThrow(mass({ limit }, 5, 0)).simulation).state.velocity[0]).toBeCloseTo(impulse, 9);
    expect(proofIn(mass({ limit }, 5, velocity))).toBeUndefined();
  });

  it("a clutch whose grip jumps is still proved to give no more than it has", () => {
    const limit = "piecewise(t, [2.5006, 2.5016], 0, 5000, 0)";
    expect(proofIn(mass({ limit }, 5, 5.52))).toContain("even friction that helps");
  });

  it("friction that rises with slip", () => {
    const weakening = { shape: "table", speed: [0, 1, 20], ratio: [1, 3, 3] };
    // 3 N all the time, as the slip stays above 1 m/s
    expect(proofIn(mass({ limit: 1, weakening }, 3, 9))).toBeUndefined();
    expect(proofIn(mass({ limit: 1, weakening }, 3, 9.4))).toContain("even friction that helps");
  });

  it("steps that let a stiff damper swing know no order", () => {
    const times = [0, 0.96, 0.97, 0.98, 0.99];
    const raw = {
      stickslip: 1,
      system: { type: "linear", mass: [1], damping: [1000] },
      control: { value: { times, values: [[0], [-20], [20], [-20], [20]] }, bounds: [-20, 20] },
      time: { end: 1, step: 0.01 },
      scheme: { type: "alpha" },
    };
    const { velocity } = endOf(compileOrThrow(raw).simulation).state;
    expect(velocity[0]).toBeGreaterThan(0.03); // 0.02 under the whole force all the time
    const wanted = { ...raw, control: { ...raw.control, target: { velocity: [0.03] } } };
    expect(proofIn(wanted)).toBeUndefined();
    expect(proofIn({ ...wanted, scheme: { type: "event-driven" } })).toContain("more force means more way");
  });
});
