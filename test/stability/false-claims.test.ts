/** Machines of which a false claim was once made, or none where one was due. */
import { describe, expect, test } from "vitest";
import { inlineExecutor } from "../../src/batch/executor.ts";
import { attractionMap } from "../../src/stability/attraction/attraction-map.ts";
import { traceBoundary } from "../../src/stability/attraction/trace.ts";
import { designFeedback } from "../../src/stability/design/design.ts";
import { escapeTest } from "../../src/stability/fate/escape.ts";
import { fateRefusal, fates } from "../../src/stability/fate/fate.ts";
import { certify } from "../../src/stability/rest/certificate.ts";
import { frictionMachine } from "../../src/stability/rest/machine.ts";
import { analyzeRest } from "../../src/stability/rest/rest-analysis.ts";
import { tasks } from "../../src/tasks.ts";
import { rawFault } from "../support/faults.ts";
import { list, seeded } from "../support/random.ts";
import { compileRaw } from "../support/run.ts";
import { randomUnits, rescaled } from "./hostile-machines.ts";
import { machine, problemOf } from "./machines.ts";

const executor = inlineExecutor(tasks);
const machineOf = (file: string) => frictionMachine(compileRaw(rawFault(file))).machine!;
const axes = (paths: readonly string[], reach: number, points: number) => ({
  vary: paths.map((path) => ({ path, from: -reach, to: reach, points })),
});

describe("a motion that neither rubs nor is damped", () => {
  test("is found beside a friction damper, and named with its frequency", () => {
    const { verdict, reason } = certify(analyzeRest(machineOf("false-global")));
    expect(verdict).toBe("not-certified");
    expect(reason).toContain("neither rubs nor is damped: x1 + x2 at 1 rad/s");
  });

  test("is never called attracted", async () => {
    const raw = rawFault("false-global");
    const data = axes(["initial.position[0]", "initial.position[1]"], 3, 4);
    const { tally } = await attractionMap(raw, { ...data, horizon: 200 }, { executor });
    // of (-3, -1, 1, 3)^2 the four starts with x1 = -x2 have nothing of it, but for round-off
    expect(tally.attracted).toBeLessThanOrEqual(4);
    expect(tally.periodic).toBeGreaterThanOrEqual(12);
  });

  test("ends the run where all rows stick and it is there by round-off at most", () => {
    const { fate, time } = fates()(
      // from -3 itself there is nothing of it, to the last bit
      compileRaw({ ...(rawFault("false-global") as object), initial: { position: [3, -3 - 4 * Number.EPSILON] } }),
    );
    expect(fate).toBe("undecided");
    expect(time).toBeLessThan(120); // of a horizon of 20,000 s
  });

  test("is found where it takes its velocity around (a gyroscopic coupling)", () => {
    const gyro = (c: number) =>
      machine({
        damping: [
          [0, 1, 0],
          [-1, 0, 0],
          [0, 0, c],
        ],
        stiffness: [
          [1, 0, 0],
          [0, 2, 0],
          [0, 0, 3],
        ],
        directions: [[0, 0, 1]],
        limits: [1],
      });
    const { verdict, reason } = certify(analyzeRest(gyro(1)));
    expect(verdict).toBe("not-certified");
    expect(reason).toMatch(/neither rubs nor is damped: .* rad\/s/);
  });
});

test("a small unstable mass beside a heavy frame is seen", () => {
  const { verdict, reason } = certify(analyzeRest(machineOf("false-global-scaling")));
  expect(verdict).toBe("not-certified");
  expect(reason).toContain("-1 1/s for the velocity x2");
});

describe("an overdamped block, certified from everywhere", () => {
  const raw = rawFault("overdamped-undecided");
  const data = axes(["initial.position[0]", "initial.velocity[0]"], 8, 5);

  test("is attracted from every start", async () => {
    const { tally } = await attractionMap(raw, data, { executor });
    expect(tally).toMatchObject({ points: 25, attracted: 25 });
  });

  test("has no boundary to trace", async () => {
    const { curves } = await traceBoundary(raw, data, { executor });
    expect(curves).toEqual([]);
  });
});

describe("design", () => {
  test("finds the damper at an actuator that all motions come by, certified global", () => {
    const of = machineOf("design-false-infeasible");
    const { status, F2, closed } = designFeedback(of, [[1], [0], [0]]);
    expect(status).toBe("done");
    expect([F2![0]![0]! > 0, F2![0]!.slice(1)]).toEqual([true, [0, 0]]);
    expect(certify(analyzeRest(closed!)).verdict).toBe("global");
  });

  test("takes away a coupling of the damping that no multiple of S^T outweighs", () => {
    const of = machine({
      damping: [
        [0.1, 0.5, 0],
        [0.5, 0, 0],
        [0, 0, 0],
      ],
      stiffness: [
        [2, -1, 0],
        [-1, 2, -1],
        [0, -1, 2],
      ],
      directions: [[0, 0, 1]],
      limits: [1],
    });
    const { status, closed, sigma } = designFeedback(of, [[1], [0], [0]]);
    expect([status, sigma]).toEqual(["done", undefined]);
    expect(certify(analyzeRest(closed!)).verdict).toBe("global");
  });

  test("finds none where a motion does not come by the actuator", () => {
    const of = machine({
      damping: [
        [0, 0],
        [0, 0],
      ],
      stiffness: [
        [2, 0],
        [0, 3],
      ],
      directions: [],
      limits: [],
    });
    const { status, reason } = designFeedback(of, [[1], [0]]);
    expect(status).toBe("infeasible");
    expect(reason).toContain("its motion does not come by an actuator");
  });
});

test("a free chain far away is not called escaped: its double eigenvalue 0 is no growth", () => {
  const chain = {
    stickslip: 1,
    system: {
      type: "linear",
      mass: [1, 1.3, 0.7],
      stiffness: [
        [1, -1, 0],
        [-1, 2.1, -1.1],
        [0, -1.1, 1.1],
      ],
      friction: [{ on: 0, limit: 1 }],
    },
    initial: { position: [1e10, 1e10, 1e10] },
    time: { end: 10, step: 0.1 },
  };
  const simulation = compileRaw(chain);
  expect(escapeTest(simulation.system).count).toBe(0);
  expect(fates({ horizon: 10 })(simulation).fate).not.toBe("escaped");
});

describe("rows that vary in time are refused by name", () => {
  const row = (changes: object) => ({
    stickslip: 1,
    system: {
      type: "linear",
      mass: [1],
      stiffness: [1],
      friction: [
        { on: 0, limit: 2, name: "steady" },
        { on: 0, limit: 2, name: "shoe", ...changes },
      ],
    },
    time: { end: 10, step: 0.01 },
  });

  test.each([
    ["limit", { limit: "2 + sin(t)" }],
    ["kinetic", { kinetic: "1 + 0.5*sin(t)" }],
    ["backward", { backward: "1 + 0.5*sin(t)" }],
    ["a limit that changes late", { limit: "piecewise(t, [500], 2, 1)" }],
    ["a constant drive", { drive: 0.3 }],
    ["drive", { drive: "sin(t)" }],
    ["drive, not moving at first", { drive: "t*t" }],
  ])("%s", (_, changes) => {
    const simulation = compileRaw(row(changes));
    const { faults } = frictionMachine(simulation);
    expect(faults?.[0]).toMatchObject({ path: "system.friction", message: expect.stringContaining("shoe") });
    expect(fateRefusal(simulation)).toContain("shoe");
  });
});

describe("negative damping of one coordinate beside another that has none", () => {
  const crossed = (across: number) =>
    machine({
      damping: [
        [0, 0.3],
        [-across, -0.1],
      ],
      stiffness: [
        [100, 0],
        [0, 100],
      ],
      directions: [
        [1, 0],
        [0, 1],
      ],
      limits: [0.5, 0.5],
    });

  test.each([0.3, 0.3 * (1 + Number.EPSILON), 0.3 * (1 - Number.EPSILON), 0.3 + 1e-12, 0.3 - 1e-9])(
    "is seen whatever is left of forces across the velocity (%d)",
    (across) => {
      const { verdict } = certify(analyzeRest(crossed(across)));
      expect(verdict).toBe("local");
      const fate = (speed: number) => fates()(compileRaw(problemOf(crossed(across), [0, 0], 5, [0, speed]))).fate;
      expect([fate(1), fate(100)]).toEqual(["attracted", "escaped"]);
    },
  );
});

describe("a dashpot across two coordinates beside a far larger gyroscopic coupling", () => {
  // entries of the damping nearly cancel with those across: their last digits are much of what is left
  const random = seeded(10);
  const drawn = list(25, () => {
    const [a, b] = [random.whole(1, 12) / 10, random.whole(1, 12) / 10];
    return { a, b, gyro: random.decade(0, 3) };
  });
  const verdictsOf = ({ a, b, gyro }: (typeof drawn)[number], gain: number) => {
    const of = machine({
      damping: [
        [a * a - gain * b * b, (1 + gain) * a * b + gyro],
        [(1 + gain) * a * b - gyro, b * b - gain * a * a],
      ],
      stiffness: [
        [1, 0],
        [0, 2],
      ],
      directions: [[1, 0]],
      limits: [1],
    });
    const inUnits = list(5, () => rescaled(of, randomUnits(random, 2)));
    return new Set([of, ...inUnits].map((each) => certify(analyzeRest(each)).verdict));
  };

  test("takes energy in any units: certified global", () => {
    for (const each of drawn) expect(verdictsOf(each, 0), JSON.stringify(each)).toEqual(new Set(["global"]));
  });

  test("and where it gives a billionth of it in one direction, that is seen in any units", () => {
    for (const each of drawn) expect(verdictsOf(each, 1e-9), JSON.stringify(each)).toEqual(new Set(["local"]));
  });
});

test("what one strong dashpot leaves undamped in two directions, at soft springs, is judged alike in any units", () => {
  // which vectors of that plane an eigenvalue problem finds depends on the units; whether round-off may drive a motion in it does not
  const random = seeded(11);
  const unit = (i: number) => list(3, (k) => (k === i ? 1 : 0));
  const seen = new Set<string>();
  for (let k = 0; k < 40; k++) {
    const w = list(3, () => random.whole(1, 12) / 10);
    const strong = random.decade(2, 5);
    const of = machine({
      damping: w.map((x) => w.map((y) => strong * x * y)),
      stiffness: [0.003, 1, 0.03].map((stiff, i) => unit(i).map((entry) => stiff * entry)),
      directions: list(3, unit),
      limits: [1, 1, 1],
    });
    const machines = [of, ...list(5, () => rescaled(of, randomUnits(random, 3)))];
    const verdicts = new Set(machines.map((each) => certify(analyzeRest(each)).verdict));
    expect([...verdicts], `${w} x ${strong}`).toHaveLength(1);
    for (const verdict of verdicts) seen.add(verdict);
  }
  expect(seen).toEqual(new Set(["global", "not-certified"]));
});
