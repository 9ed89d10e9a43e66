/** What rests on several things at once, one of which begins to move without a jolt: drives that are the same at first and part with a higher power of time. */
import { describe, expect, it } from "vitest";
import { simulate } from "../../../src/simulate/simulate.ts";
import { seeded } from "../../support/random.ts";
import { compileRaw } from "../../support/run.ts";
import { cases } from "../../support/torture.ts";

interface Row {
  readonly name: string;
  readonly limit: number;
  readonly kinetic?: number;
  readonly drive?: string;
  readonly on?: number;
  readonly direction?: readonly number[];
}

function machine(rows: readonly Row[], end: number, extra: object = {}) {
  const friction = rows.map((row) => (row.direction ? row : { on: 0, ...row }));
  return { stickslip: 1, system: { type: "linear", mass: [1], friction, ...extra }, time: { end, step: 0.05 } };
}

function ended(raw: unknown) {
  const { outcome, audit, trajectory } = simulate(compileRaw(raw));
  expect(outcome.status).toBe("done");
  expect(audit.checks.filter(({ verdict }) => verdict !== "ok")).toEqual([]);
  return { x: outcome.state.position, v: outcome.state.velocity, events: trajectory.events };
}

const ground = (limit: number, kinetic?: number): Row => ({ name: "ground", limit, ...(kinetic ? { kinetic } : {}) });
const belt = (limit: number, drive: string): Row => ({ name: "belt", limit, drive });

describe("a belt that moves as t^p takes along what the ground holds", () => {
  /** From t0 on; the belt gives 4 m/s^2 at most beyond the ground's force. */
  const way = (p: number, t: number): number => {
    const slips = (4 / p) ** (1 / (p - 1));
    if (t <= slips) return t ** (p + 1) / (p + 1);
    const late = t - slips;
    return slips ** (p + 1) / (p + 1) + slips ** p * late + 2 * late * late;
  };

  it.each([2, 3, 4, 7, 9])("p = %i", (p) => {
    for (const end of [0.7, 1.6]) {
      expect(ended(machine([ground(1), belt(5, `t^${p}`)], end)).x[0]).toBeCloseTo(way(p, end), 10);
      expect(ended(machine([belt(5, `t^${p}`), ground(1)], end)).x[0]).toBeCloseTo(way(p, end), 10);
      expect(ended(machine([ground(1), belt(5, `-t^${p}`)], end)).x[0]).toBeCloseTo(-way(p, end), 10);
      expect(ended(machine([ground(2, 1), belt(5, `t^${p}`)], end)).x[0]).toBeCloseTo(way(p, end), 10); // a jump law
    }
  });

  it.each([8, 9, 10, 12, 20])("p = %i over one long expansion", (p) => {
    for (const end of [0.7, 0.9]) {
      expect(ended(machine([ground(1), belt(5, `t^${p}`)], end)).x[0]).toBeCloseTo(end ** (p + 1) / (p + 1), 12);
      expect(ended(machine([belt(5, `t^${p}`)], end)).x[0]).toBeCloseTo(end ** (p + 1) / (p + 1), 12);
    }
  });

  it("begins later, and comes to rest in between", () => {
    const { x, events } = ended(machine([ground(1), belt(5, "max(0, t - 1)^2")], 2.5));
    expect(x[0]).toBeCloseTo(way(2, 1.5), 12);
    expect(events.map(({ kind, row }) => `${kind} ${row}`)).toEqual(["slip ground"]);
    for (let k = 0; k < 12; k++) {
      const phase = 0.1 + 0.37 * k;
      const raw = machine([ground(1), belt(9, `max(0, 0.3 + 0.3*sin(2*t + ${phase}))`)], 5);
      const free = ended(machine([ground(1), belt(9, `0.3 + 0.3*sin(2*t + ${phase})`)], 5)); // zero is passed without a look
      expect(ended(raw).x[0]).toBeCloseTo(free.x[0]!, 9);
    }
  });

  it("in any units", () => {
    for (const unit of [1e-6, 1e6]) {
      const rows = [ground(unit), belt(5 * unit, `${unit}*t^2`)];
      expect(ended(machine(rows, 1.5)).x[0]! / unit).toBeCloseTo(way(2, 1.5), 10);
    }
  });

  it("also in a mechanism", () => {
    const raw = {
      stickslip: 1,
      system: {
        type: "mechanism",
        coordinates: [{ name: "x", unit: "m" }],
        kinetic: "v(x)^2/2",
        friction: [
          { name: "ground", on: "x", limit: "1 + 0*x(x)" },
          { name: "belt", on: "x", limit: 5, drive: "t^3" },
        ],
      },
      time: { end: 1.6, step: 0.05 },
    };
    expect(ended(raw).x[0]).toBeCloseTo(way(3, 1.6), 9);
  });
});

describe("what is weaker gives way", () => {
  it("the belt", () => {
    expect(ended(machine([ground(1), belt(0.6, "t^2")], 2)).x[0]).toBe(0);
    expect(ended(machine([ground(1), belt(0.999_999, "t^2")], 2)).x[0]).toBe(0);
  });

  it("a joint never does", () => {
    expect(ended(machine([belt(5, "t^2")], 2, { joints: [{ on: 0 }] })).x[0]).toBe(0);
  });

  it("one of two belts", () => {
    const { x, v } = ended(machine([belt(3, "t^2"), { ...belt(2, "-t^3"), name: "other" }], 1.5));
    expect(v[0]).toBeCloseTo(0.25 + 1, 10); // along until 2 t = 1, then 1 m/s^2
    expect(x[0]).toBeCloseTo(0.125 / 3 + 0.25 + 0.5, 10);
  });

  it("one of two masses that something pulls together", () => {
    const rows: Row[] = [
      { name: "one", on: 0, limit: 1 },
      { name: "other", on: 1, limit: 2 },
      { name: "drive", direction: [1, -1], limit: 5, drive: "t^2" },
    ];
    const { x } = ended(machine(rows, 0.45, { mass: [1, 1] })); // 1 N + 1 kg 2 t is below 2 N
    expect(x[0]).toBeCloseTo(0.45 ** 3 / 3, 12);
    expect(x[1]).toBe(0);
  });
});

it.each(["balanced", "variational", "alpha"])("three belts under one mass, also under %s", (type) => {
  const rows: Row[] = [
    { name: "strong", limit: 3.5, drive: "-0.34*t^4" },
    { name: "fast", direction: [2], limit: 0.67, drive: "-0.91*t^2" },
    { name: "late", direction: [-1], limit: 3.3, drive: "0.63*max(0, t - 0.7)^4" },
  ];
  const raw = machine(rows, 1.5);
  const { x } = ended(raw);
  const { outcome } = simulate(compileRaw({ ...raw, time: { end: 1.5, step: 0.001, output: 0.1 }, scheme: { type } }));
  expect(outcome.status).toBe("done");
  expect(outcome.state.position[0]).toBeCloseTo(x[0]!, 5);
});

it("rows in a ring, of which one begins to move: forces that are round-off of each other are no reason to give up", () => {
  const rows: Row[] = [
    { name: "between", direction: [1, -1], limit: 1.34 },
    { name: "belt", direction: [0, 2], limit: 2.89, drive: "0.62*max(0, t - 0.3)^2" },
    { name: "ground", direction: [1, 0], limit: 4.12 },
  ];
  const { x } = ended(machine(rows, 1.3, { mass: [0.57, 2.22], force: ["0.2*t", 0] }));
  expect(x[0]).toBe(0);
  expect(x[1]).toBeCloseTo(0.31 / 3, 12);
});

describe("a jump law holds what it carries until its limit is reached", () => {
  // the kinetic force would not hold it: what is not exactly at rest on its drive where a step begins would break loose
  const rows: Row[] = [
    { name: "early", limit: 0.79, drive: "0.42*max(0, t - 0.3)^3" },
    { name: "other", direction: [-1], limit: 0.54, drive: "-0.77*t^4" },
    { name: "strong", limit: 2.14, kinetic: 1.43, drive: "0.04*max(0, t - 0.46)^4" },
  ];
  const raw = machine(rows, 1.5, { mass: [0.9], force: ["0.23*t"] });

  it.each(["event-driven", "balanced", "variational", "alpha"])("under %s", (type) => {
    for (const step of [0.001, 0.0005]) {
      const problem = { ...raw, time: { end: 1.5, step, output: 0.1 }, scheme: { type } };
      const { outcome } = simulate(compileRaw(problem));
      expect(outcome.status).toBe("done");
      expect(outcome.state.velocity[0]).toBeCloseTo(0.04 * 1.04 ** 4, 6);
      expect(outcome.state.position[0]).toBeCloseTo((0.04 * 1.04 ** 5) / 5, 6);
    }
  });

  it("random machines under balanced and variational come to the motion of event-driven", () => {
    for (let seed = 1; seed <= cases(8, 200); seed++) {
      const drawn = randomRows(seed);
      const { x, v } = ended(drawn);
      for (const type of ["balanced", "variational"]) {
        const { outcome } = simulate(
          compileRaw({ ...drawn, time: { end: 1.5, step: 0.001, output: 0.1 }, scheme: { type } }),
        );
        for (let k = 0; k < x.length; k++) {
          expect(Math.abs(outcome.state.position[k]! - x[k]!)).toBeLessThan(5e-3);
          expect(Math.abs(outcome.state.velocity[k]! - v[k]!)).toBeLessThan(5e-3);
        }
      }
    }
  });
});

/** One or two masses on dependent rows whose drives begin as powers of time, one of them under the jump law. */
function randomRows(seed: number) {
  const random = seeded(seed);
  const between = (from: number, to: number) => Number(random.between(from, to).toFixed(2));
  const size = random.pick([1, 1, 2]);
  const count = random.whole(2, size + 2);
  const jumps = random.whole(0, count - 1);
  const rows = Array.from({ length: count }, (_, i): Row => {
    const limit = between(0.4, 5);
    const power = random.whole(2, 4);
    const begins = random.pick(["t", `max(0, t - ${between(0.1, 0.8)})`]);
    return {
      ...{
        name: `row${i}`,
        limit,
        direction: random.pick(
          size === 1
            ? [[1], [2], [-1]]
            : [
                [1, 0],
                [0, 1],
                [1, -1],
                [0, 2],
              ],
        ),
      },
      ...(i > 0 ? { drive: `${between(-1, 1)}*${begins}^${power}` } : {}),
      ...(i === jumps ? { kinetic: Number((limit * random.between(0.3, 0.9)).toFixed(2)) } : {}),
    };
  });
  const force = random.chance(0.4) ? { force: Array.from({ length: size }, () => `${between(-0.5, 0.5)}*t`) } : {};
  return machine(rows, 1.5, { mass: Array.from({ length: size }, () => between(0.4, 2.5)), ...force });
}
