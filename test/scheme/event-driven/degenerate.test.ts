/** Cases on the edge of the mode logic, each with a motion that can be written down. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { simulate } from "../../../src/simulate/simulate.ts";
import { list, seeded, withSpectrum } from "../../support/random.ts";
import { loadSimulation } from "../../support/run.ts";
import { distance, energyFault, kinds, run, runBare, times } from "./machine.ts";

const seconds = (end: number, step = end / 100) => ({ end, step });
const block = (limit: number, force: string, more: object = {}) => ({
  mass: [1],
  force: [force],
  friction: [{ name: "floor", on: 0, limit }],
  ...more,
});

describe("events at the start", () => {
  it("a load above the limit sets the block off at once", () => {
    const result = run({ system: block(1, "3"), time: seconds(2) });
    expect(kinds(result)).toEqual([]); // it never stuck
    expect(distance(result.outcome.state.position, [4])).toBeLessThan(1e-14);
    expect([...result.trajectory.mode[0]!].every((mode) => mode === 1)).toBe(true);
  });

  it("a load that starts at the limit and grows moves it, as (t^3)/6", () => {
    const result = run({ system: block(1, "1 + t"), time: seconds(2) });
    expect(distance(result.outcome.state.position, [8 / 6])).toBeLessThan(1e-14);
  });

  it("a load that starts at the limit and falls does not", () => {
    const result = run({ system: block(1, "1 - t"), time: seconds(1.9) });
    expect(distance(result.outcome.state.position, [0])).toBe(0);
    expect(result.multiplier[0]).toBeCloseTo(-0.9, 14);
  });

  it.each([2, 3, 4, 5, 6])("a load above its limit as t^%d is seen at that level", (power) => {
    const end = 2;
    const result = run({ system: block(1, `1 + t^${power}`), time: seconds(end) });
    expect(distance(result.outcome.state.velocity, [end ** (power + 1) / (power + 1)])).toBeLessThan(1e-12);
  });
});

describe("a load at the limit for ever", () => {
  it.each(["1", "-1", "1 + 0*t", "cos(0*t)"])("%s leaves the block stuck", (force) => {
    const result = run({ system: block(1, force), time: seconds(100) });
    expect(kinds(result)).toEqual([]);
    expect(distance(result.outcome.state.position, [0])).toBe(0);
    expect(Math.abs(result.multiplier[0]!)).toBe(1);
  });

  it("also in a chain of springs, where its terms round", () => {
    const k = 0.1;
    const stiffness = [
      [2 * k, -k, 0],
      [-k, 2 * k, -k],
      [0, -k, 2 * k],
    ];
    const x = [0.3, 0.7, -1.1];
    const limits = stiffness.map((row) => Math.abs(row.reduce((sum, entry, j) => sum + entry * x[j]!, 0)));
    const friction = limits.map((limit, on) => ({ on, limit }));
    const result = run({
      system: { mass: [1, 2, 3], stiffness, friction },
      initial: { position: x },
      time: seconds(50),
    });
    expect(distance(result.outcome.state.position, x)).toBe(0);
    expect(kinds(result)).toEqual([]);
  });
});

describe("grazing", () => {
  it("a multiplier that touches its limit and turns back does not let go", () => {
    const result = run({ system: block(2, "2*(1 - (t - 1)^2)"), time: seconds(2.2) });
    expect(kinds(result)).toEqual([]);
    expect(distance(result.outcome.state.position, [0])).toBe(0);
    expect(result.audit.boxResidual).toBeLessThan(1e-12);
  });

  it("nor does one that touches it as a fourth power", () => {
    expect(kinds(run({ system: block(2, "2*(1 - (t - 1)^4)"), time: seconds(2.1) }))).toEqual([]);
  });

  it("but one that passes through an inflection does", () => {
    const result = run({ system: block(2, "2*(1 + (t - 1)^3)"), time: seconds(2) });
    expect(kinds(result)).toEqual(["slip floor"]);
    expect(Math.abs(times(result)[0]! - 1)).toBeLessThan(5e-5); // a triple root
    expect(distance(result.outcome.state.velocity, [1 / 2])).toBeLessThan(1e-10);
  });

  it("a slip that touches zero and grows again slips on", () => {
    // v = (t - 1)^2 against friction 1
    const result = run({ system: block(1, "1 + 2*(t - 1)"), initial: { velocity: [1] }, time: seconds(2) });
    expect(result.outcome.status).toBe("done");
    expect(distance(result.outcome.state.position, [2 / 3])).toBeLessThan(1e-10);
    expect(distance(result.outcome.state.velocity, [1])).toBeLessThan(1e-10);
    expect(kinds(result)).toEqual([]);
  });

  it("a slip that passes zero with a horizontal tangent sticks first, since friction turns round", () => {
    // v = (1 - t)^3 until t = 1, then the load 1 - 3 (1 - t)^2 is within the limit until 1 + sqrt(2/3)
    const result = run({ system: block(1, "1 - 3*(1 - t)^2"), initial: { velocity: [1] }, time: seconds(2.5) });
    expect(kinds(result)).toEqual(["stick floor", "slip floor"]);
    expect(Math.abs(times(result)[0]! - 1)).toBeLessThan(1e-4);
    expect(Math.abs(times(result)[1]! - 1 - Math.sqrt(2 / 3))).toBeLessThan(1e-12);
  });

  it("a speed that touches the kink of a ramp stays on its side", () => {
    // under the constant part of the ramp friction is 1/2: v = 0.1 + (t - 1)^2
    const friction = [{ on: 0, limit: 1, weakening: { shape: "ramp", beta: 0.5, epsilon: 0.1 } }];
    const result = run({
      system: { mass: [1], force: ["0.5 + 2*(t - 1)"], friction },
      initial: { velocity: [1.1] },
      time: seconds(2),
    });
    expect(result.outcome.status).toBe("done");
    expect(distance(result.outcome.state.velocity, [1.1])).toBeLessThan(1e-9);
    expect(kinds(result)).toEqual([]);
  });
});

describe("simultaneous events", () => {
  const friction = [0, 1, 2].map((on) => ({ on, limit: 1 }));

  it("rows that start to slip together do", () => {
    const result = run({ system: { mass: [1, 1, 1], force: ["t", "t", "t"], friction }, time: seconds(3) });
    expect(kinds(result)).toEqual(["slip lambda1", "slip lambda2", "slip lambda3"]);
    expect(distance(times(result), [1, 1, 1])).toBeLessThan(1e-14);
    expect(distance(result.outcome.state.position, [8 / 6, 8 / 6, 8 / 6])).toBeLessThan(1e-13);
  });

  it("one row stops at the instant at which another starts", () => {
    const initial = { velocity: [1, 0, 0] };
    const result = run({ system: { mass: [1, 1, 1], force: ["0", "t", "0"], friction }, initial, time: seconds(3) });
    expect(kinds(result)).toEqual(["stick lambda1", "slip lambda2"]);
    expect(distance(times(result), [1, 1])).toBeLessThan(1e-14);
  });

  it("the load jumps at the instant of an event", () => {
    // stops at t = 1 exactly when the load jumps to 3, then to -3 when it has turned round: no stick in between
    const force = "piecewise(t, [1, 2], 0, 3, -3)";
    const result = run({ system: block(1, force), initial: { velocity: [1] }, time: seconds(3) });
    // v(2) = 2, then -4 for half a second, then friction reverses: -2
    expect(kinds(result)).toEqual(["reversal floor"]);
    expect(Math.abs(times(result)[0]! - 2.5)).toBeLessThan(1e-14);
    expect(distance(result.outcome.state.velocity, [-1])).toBeLessThan(1e-13);
    expect(distance(result.outcome.state.position, [0.5 + 1 + 0.5 - 0.25])).toBeLessThan(1e-13);
  });

  it("a block grips another at the instant at which both let go of the floor", () => {
    // two equal blocks, [1, -1] between them, pushed as one: the inner row carries half of what the outer loses
    const system = {
      mass: [1, 1],
      force: ["2*t", "0"],
      friction: [
        { name: "between", direction: [1, -1], limit: 10 },
        { name: "floor", on: 1, limit: 1 },
      ],
    };
    const result = run({ system, time: seconds(2) });
    expect(kinds(result)).toEqual(["slip floor"]);
    expect(distance(times(result), [0.5])).toBeLessThan(1e-14);
    // 2 v' = 2 t - 1 from 1/2 on
    expect(distance(result.outcome.state.velocity, [1.125, 1.125])).toBeLessThan(1e-13);
    expect(result.audit.stickSpeed).toBeLessThan(1e-15);
  });
});

describe("redundant rows", () => {
  it.each([[[1, 2]], [[2, 1]], [[0.5, 0.5, 2]], [[3]], [[1, 1, 1]]])(
    "with limits %j on one coordinate let go at 3 N, not before",
    (limits) => {
      const friction = limits.map((limit) => ({ on: 0, limit }));
      const result = run({ system: { mass: [1], force: ["t"], friction }, time: seconds(4) });
      expect(new Set(times(result).map((time) => time.toFixed(12)))).toEqual(new Set(["3.000000000000"]));
      expect(times(result)).toHaveLength(limits.length);
      expect(distance(result.outcome.state.velocity, [0.5])).toBeLessThan(1e-12);
      expect(result.audit.boxResidual).toBeLessThan(1e-12);
    },
  );

  it("share a load that comes and goes", () => {
    const friction = [
      { on: 0, limit: 1 },
      { on: 0, limit: 2 },
      { direction: [-2], limit: 0.25 },
    ];
    const result = run({ system: { mass: [1], force: ["3.49*sin(t)"], friction }, time: seconds(20) });
    expect(kinds(result)).toEqual([]);
    expect(result.audit.boxResidual).toBeLessThan(1e-12);
    const beyond = run({ system: { mass: [1], force: ["3.51*sin(t)"], friction }, time: seconds(2) });
    expect(kinds(beyond).slice(0, 3)).toEqual(["slip lambda1", "slip lambda2", "slip lambda3"]);
    expect(distance(times(beyond).slice(0, 3), Array(3).fill(Math.asin(3.5 / 3.51)))).toBeLessThan(1e-9);
  });

  it("hold a block that three directions hold in a plane", () => {
    const friction = [
      [1, 0],
      [0, 1],
      [1, 1],
      [1, -1],
    ].map((direction) => ({ direction, limit: 1 }));
    const force = ["1.9*cos(t)", "1.9*sin(t)"];
    const result = run({ system: { mass: [1, 1], force, friction }, time: seconds(10) });
    expect(kinds(result)).toEqual([]);
    expect(result.audit.boxResidual).toBeLessThan(1e-12);
    expect(result.outcome.stats.solves).toBeLessThan(200);
  });
});

describe("extreme sizes", () => {
  const scale = (low: number, high: number) => fc.double({ min: low, max: high, noNaN: true }).map((u) => 10 ** u);

  it("does not depend on the units: stiffness, mass and limit over many decades", () => {
    const property = fc.property(scale(-8, 8), scale(-3, 3), scale(-9, 9), (k, m, size) => {
      // m x'' + k x = k size sin(2 omega t), limit 0.3 k size: the same motion in all units
      const omega = Math.sqrt(k / m);
      const machine = (factor: { k: number; m: number; size: number }, w: number, end: number) =>
        run({
          system: {
            mass: [factor.m],
            stiffness: [factor.k],
            force: [`${factor.k * factor.size}*sin(${2 * w}*t)`],
            friction: [{ on: 0, limit: 0.3 * factor.k * factor.size }],
          },
          time: { end, step: end / 20 },
        });
      const plain = machine({ k: 1, m: 1, size: 1 }, 1, 20);
      const scaled = machine({ k, m, size }, omega, 20 / omega);
      expect(kinds(scaled)).toEqual(kinds(plain));
      expect(
        distance(
          times(scaled).map((t) => t * omega),
          times(plain),
        ),
      ).toBeLessThan(1e-10);
      expect(Math.abs(scaled.outcome.state.position[0]! / size - plain.outcome.state.position[0]!)).toBeLessThan(1e-10);
    });
    fc.assert(property, { numRuns: 25, seed: 5 });
  });

  it.each([1e-3, 1, 1e3])("a stiff spring beside a soft one, mass %d", (m) => {
    const result = run({
      system: {
        mass: [m, m],
        stiffness: [
          [1e8 + 1, -1e8],
          [-1e8, 1e8],
        ],
        force: ["0", "2*sin(t)"],
        friction: [{ on: 0, limit: 1 }],
      },
      time: { end: 0.3 * Math.sqrt(m), step: 0.01 * Math.sqrt(m) },
    });
    expect(result.outcome.status).toBe("done");
    expect(energyFault(result)).toBeLessThan(1e-9);
    expect(result.audit.boxResidual).toBeLessThan(1e-9);
  });

  it("a tiny limit takes tiny work: amplitude falls by 2c/k a half swing", () => {
    const result = run({
      system: { mass: [1], stiffness: [1], friction: [{ on: 0, limit: 1e-12 }] },
      initial: { position: [1] },
      time: seconds(10 * Math.PI),
    });
    expect(kinds(result)).toHaveLength(9);
    expect(distance(result.outcome.state.position, [1 - 2e-11])).toBeLessThan(2e-14);
  });

  it("a huge limit holds", () => {
    const result = run({ system: block(1e12, "1e3*sin(t)"), initial: { velocity: [0] }, time: seconds(10) });
    expect(distance(result.outcome.state.position, [0])).toBe(0);
  });

  it("a huge limit stops a fast block within its short time", () => {
    const result = run({ system: block(1e9, "0"), initial: { velocity: [1] }, time: seconds(10) });
    expect(kinds(result)).toEqual(["stick floor"]);
    expect(Math.abs(times(result)[0]! * 1e9 - 1)).toBeLessThan(1e-9);
    expect(Math.abs(result.outcome.state.position[0]! * 2e9 - 1)).toBeLessThan(1e-9);
  });
});

it("stays exact over ten thousand swings", () => {
  const result = runBare({
    system: { mass: [1], stiffness: ["4*pi^2"], force: ["0"], friction: [{ on: 0, limit: 1e-5 }] },
    initial: { position: [1] },
    time: { end: 10_000, step: 10 },
  });
  // 4 c/k a swing, which ends at a turn
  expect(Math.abs(result.outcome.state.position[0]! - (1 - (10_000 * 4e-5) / (4 * Math.PI ** 2)))).toBeLessThan(1e-8);
  expect(kinds(result).length).toBeGreaterThanOrEqual(19_999);
  expect(times(result).at(-1)! % 0.5).toBeLessThan(1e-8);
});

it("stick-slip on a fast drive stays far from an accumulation", () => {
  const weakening = { shape: "ramp", beta: 0.9, epsilon: 1e-6 };
  const result = run({
    system: { mass: [1], stiffness: [100], force: ["100*0.01*t"], friction: [{ on: 0, limit: 1, weakening }] },
    time: { end: 60, step: 0.05 },
  });
  expect(result.outcome.status).toBe("done");
  expect(kinds(result).length).toBeGreaterThan(20);
  expect(energyFault(result)).toBeLessThan(1e-9);
});

it("keeps a row that comes to rest at its very limit, where its force is that of much larger ones", () => {
  // found by bisection between a control under which the row slips on and one under which it stays
  const value = [-10.30824180470392, -32.018490805671846, 30.63609290987038];
  const { outcome, trajectory } = simulate(loadSimulation("gk95-tp2", { control: { value } }));
  expect(outcome.status).toBe("done");
  expect(trajectory.events.at(-1)).toMatchObject({ kind: "stick", row: "lambda1" });
});

describe("coupled rows of the jump law that come to rest together", () => {
  it("always find a mode: random machines run to their end", () => {
    const random = seeded(77);
    for (let k = 0; k < 80; k++) {
      const n = random.whole(1, 3);
      const system = {
        type: "linear",
        mass: withSpectrum(
          random,
          list(n, () => random.between(0.5, 2)),
        ),
        stiffness: withSpectrum(
          random,
          list(n, () => random.between(0.5, 4)),
        ),
        damping: withSpectrum(
          random,
          list(n, () => random.between(0, 0.3)),
        ),
        force: list(n, () => random.between(-1, 1)),
        friction: Array.from({ length: random.whole(2, 3) }, () => {
          const limit = random.between(0.3, 1.5);
          return { direction: list(n, () => random.between(-1, 1)), limit, kinetic: limit * random.between(0.3, 0.9) };
        }),
      };
      const initial = { position: list(n, () => random.between(-6, 6)) };
      const { outcome } = runBare({ system, initial, time: { end: 20, step: 0.1 } });
      expect(outcome.status, `machine ${k}`).toBe("done");
    }
  });

  it("let the one go that is pushed most, and keep the other", () => {
    // both would break loose at the static limits; with the force of either at its kinetic one the other can stay
    const system = {
      mass: [
        [0.9859859822802872, 0.3900133866393433],
        [0.3900133866393433, 1.491575290296696],
      ],
      damping: [
        [0.0012370199896395984, 0.015036182664334773],
        [-0.04563280432485044, 0.423012415599078],
      ],
      stiffness: [
        [1.3378524497810198, -0.15077198062667577],
        [-0.15077198062667577, 0.8255199837384241],
      ],
      force: [0.29868590040132403, 0.9025308261625469],
      friction: [
        {
          direction: [0.8043388952501118, -0.08688074862584472],
          limit: 1.3742748386459425,
          backward: 1.4180567619856448,
          kinetic: 0.869787580580657,
        },
        {
          direction: [-0.6827296297997236, -0.28519324166700244],
          limit: 0.7807642607949674,
          kinetic: 0.5340334839847951,
        },
      ],
    };
    const result = run({
      system,
      initial: { position: [5.752363548494463, 3.670930176462319] },
      time: { end: 20, step: 0.05 },
    });
    expect(result.outcome.status).toBe("done");
    expect(result.audit.stickSpeed).toBeLessThan(1e-15);
    expect(energyFault(result)).toBeLessThan(1e-9);
  });
});
