/** Maps, boundaries and samples of attraction against closed forms, plain long runs and symmetry. */
import { describe, expect, it } from "vitest";
import { type Chunk, memoryStore } from "../../src/batch/chunk-store.ts";
import { inlineExecutor } from "../../src/batch/executor.ts";
import { runToEnd } from "../../src/simulate/run/final.ts";
import { restarted } from "../../src/simulate/run/restarted.ts";
import { type AttractionMap, attractionFaults, attractionMap } from "../../src/stability/attraction/attraction-map.ts";
import { energyBall, wilson } from "../../src/stability/attraction/energy-ball.ts";
import { overlayOf } from "../../src/stability/attraction/overlay.ts";
import { judgeStarts, openJudging, outcomeOf, type Starts, tally } from "../../src/stability/attraction/starts.ts";
import { traceBoundary } from "../../src/stability/attraction/trace.ts";
import { frictionMachine } from "../../src/stability/rest/machine.ts";
import { tasks } from "../../src/tasks.ts";
import { list } from "../support/random.ts";
import { compileRaw, loadSimulation, rawProblem } from "../support/run.ts";
import { canRest } from "./machines.ts";

const executor = inlineExecutor(tasks);
const plane = (reach: number, points: number) => ({
  vary: [0, 1].map((i) => ({ path: `initial.position[${i}]`, from: -reach, to: reach, points })),
});
const values = ({ rows, paths }: Starts, row: number) => [
  ...rows.subarray(row * paths.length, (row + 1) * paths.length),
];

describe("a map of the two masses", () => {
  const raw = rawProblem("vl05-two-masses");
  const map = attractionMap(raw, plane(8, 11), { executor });

  it("says what plain long runs show", async () => {
    const { starts } = await map;
    const simulation = loadSimulation("vl05-two-masses");
    for (let row = 0; row < starts.count; row++) {
      const position = Float64Array.from(values(starts, row));
      const { state } = runToEnd(
        restarted(simulation, { ...{ start: 0, end: 150 }, position, velocity: new Float64Array(2) }),
      );
      const rests = state.velocity.every((v) => v === 0);
      expect(outcomeOf(starts, row), String(position)).toBe(rests ? "attracted" : "escaped");
      if (!rests) expect(Math.max(...state.position.map(Math.abs))).toBeGreaterThan(1e4);
    }
  });

  it("is the same when the masses are exchanged, and when all is turned around", async () => {
    const { starts } = await map;
    const at = (i: number, j: number) => outcomeOf(starts, 11 * i + j);
    for (let i = 0; i < 11; i++) {
      for (let j = 0; j < 11; j++) {
        expect(at(j, i)).toBe(at(i, j));
        expect(at(10 - i, 10 - j)).toBe(at(i, j));
      }
    }
  });

  it("holds every start that the certificate calls attracted, and E rests at once", async () => {
    const { starts } = await map;
    const { region, verdict } = overlayOf(loadSimulation("vl05-two-masses"), starts.paths)!;
    expect([verdict, region!.energy]).toEqual(["local", expect.closeTo(16, 9)]);
    let [certified, resting] = [0, 0];
    const { machine } = frictionMachine(loadSimulation("vl05-two-masses"));
    for (let row = 0; row < starts.count; row++) {
      const [x, y] = values(starts, row) as [number, number];
      if (x * x - x * y + y * y < 16) {
        certified++;
        expect(outcomeOf(starts, row)).toBe("attracted");
      }
      if (canRest(machine!, [x, y])) {
        resting++;
        expect(starts.results[2 * row + 1]).toBe(0);
      }
    }
    expect([certified, resting]).toEqual([19, 1]); // a^2 - a b + b^2 <= 6: 1 + 6 + 6 + 6 points of the hexagonal lattice
  });

  it("counts 979 of 41 x 41 starts, none undecided", async () => {
    const { tally: found } = await attractionMap(raw, plane(8, 41), { executor });
    expect(found).toMatchObject({ points: 1681, attracted: 979, escaped: 702, undecided: 0, missing: 0 });
    expect(found.fraction).toBe(979 / 1681);
    expect(found.slowest!.time).toBeCloseTo(43.6667, 4);
  });

  it("goes on from what is known, and computes that no more", async () => {
    const full = (await map).starts;
    const half: Starts = { ...full, results: full.results.map((value, k) => (k < 100 ? value : Number.NaN)) };
    let rows = 0;
    const counted = {
      ...executor,
      open: (job: Parameters<typeof executor.open>[0]) => {
        const batch = executor.open(job);
        return {
          ...batch,
          run: (...args: Parameters<typeof batch.run>) => {
            rows += args[0].length / 2 - args[1]!.done!.filter((mark) => mark === 1).length;
            return batch.run(...args);
          },
        };
      },
    };
    const kept: Chunk[] = [];
    const batch = openJudging(raw, half.paths, { executor: counted });
    const judged = await judgeStarts(batch, half, { store: memoryStore(kept) });
    expect(judged).toEqual({ status: "done", resumed: 0, computed: 71 });
    expect(rows).toBe(121 - 50);
    expect(kept.flatMap(({ first, count }) => list(count, (k) => first + k))).toEqual(list(71, (k) => 50 + k));
    expect(half.results).toEqual(full.results);
  });
});

it("where friction holds one mass and the other is driven up, only the equilibrium set is attracted", async () => {
  const vary = [
    { path: "initial.position[0]", from: -1, to: 1, points: 17 },
    { path: "initial.position[1]", from: -0.5, to: 0.5, points: 17 },
  ];
  const { starts, tally: found }: AttractionMap = await attractionMap(
    rawProblem("two-masses-not-attracted"),
    { vary },
    { executor },
  );
  const { machine } = frictionMachine(loadSimulation("two-masses-not-attracted"));
  for (let row = 0; row < starts.count; row++) {
    expect(outcomeOf(starts, row)).toBe(canRest(machine!, values(starts, row)) ? "attracted" : "escaped");
  }
  expect(found).toMatchObject({ attracted: 11, escaped: 278, undecided: 0 });
});

describe("the boundary", () => {
  /** y'' - 2 d y' + y = -+c: the boundary is the unstable cycle, two arcs known in closed form. */
  const [d, c] = [0.3, 0.1]; // so much damping that runs beside the boundary leave it soon
  const omega = Math.sqrt(1 - d * d);
  const amplitude = c / Math.tanh((Math.PI * d) / (2 * omega));
  const mass = {
    stickslip: 1,
    system: { type: "linear", mass: [1], damping: [-2 * d], stiffness: [1], friction: [{ on: 0, limit: c }] },
    time: { end: 10, step: 0.05 },
  };
  const arc = (t: number): [number, number] => {
    const grown = (amplitude - c) * Math.exp(d * t);
    return [
      c + grown * (Math.cos(omega * t) - (d / omega) * Math.sin(omega * t)),
      (-grown * Math.sin(omega * t)) / omega,
    ];
  };
  const distance = (x: number, v: number) => {
    const side = v > 0 ? -1 : 1;
    const gap = (t: number) => Math.hypot(...arc(t).map((value, k) => value - side * [x, v][k]!));
    let best = 0;
    for (let t = 0; t <= Math.PI / omega; t += 0.002) if (gap(t) < gap(best)) best = t;
    for (let step = 0.002; step > 1e-9; step /= 2) {
      for (const t of [best - step, best + step]) if (gap(t) < gap(best)) best = t;
    }
    return gap(best);
  };

  it("of one mass with negative damping is the cycle of the closed form", async () => {
    const vary = [
      { path: "initial.position[0]", from: -0.4, to: 0.4, points: 25 },
      { path: "initial.velocity[0]", from: -0.4, to: 0.4, points: 25 },
    ];
    const { curves, runs, status } = await traceBoundary(mass, { vary }, { executor });
    expect([status, curves.length, curves[0]!.closed]).toEqual(["done", 1, true]);
    const { points } = curves[0]!;
    for (const [x, v] of points) expect(distance(x, v)).toBeLessThan(1.5e-6);
    const right = points.filter(([x, v]) => v === 0 && x > 0);
    expect(right).toHaveLength(1);
    expect(Math.abs(right[0]![0] - amplitude)).toBeLessThan(1e-6);
    expect(runs).toBeLessThan(4000);
  });

  it("of the two masses is at 2.945371330 on the antidiagonal", async () => {
    // the boundary cuts off a corner of this map, so that few of its points are sought
    const vary = [
      { path: "initial.position[0]", from: 2.5, to: 2.97, points: 101 },
      { path: "initial.position[1]", from: -2.97, to: -2.5, points: 101 },
    ];
    const { curves, runs, tally: coarse } = await traceBoundary(rawProblem("vl05-two-masses"), { vary }, { executor });
    expect(curves).toHaveLength(1);
    const [on, ...more] = curves[0]!.points.filter(([x, y]) => Math.abs(x + y) < 1e-9);
    expect(more).toEqual([]);
    expect(Math.abs(on![0] - 2.94537133)).toBeLessThan(1e-6);
    expect(coarse.points).toBe(25 * 25);
    expect(runs).toBeLessThan(1000);
  });
});

describe("random states of bounded energy", () => {
  const pushed = () =>
    loadSimulation("vl05-two-masses", {
      system: { ...(rawProblem("vl05-two-masses") as { system: object }).system, force: [0.3, -0.1] },
    });

  it("lie in the ball about the rest under the load, evenly, the same for the same seed", () => {
    const simulation = pushed();
    const { starts } = energyBall(simulation, { count: 4000, energy: 5, seed: 7 });
    const K = [
      [2, -1],
      [-1, 2],
    ] as const;
    const center = [(2 * 0.3 - 0.1) / 3, (0.3 - 2 * 0.1) / 3]; // K^{-1} f
    let inner = 0;
    const mean = [0, 0, 0, 0];
    for (let row = 0; row < starts!.count; row++) {
      const state = values(starts!, row);
      state.forEach((value, k) => {
        mean[k]! += value / starts!.count;
      });
      const [x, y] = [state[0]! - center[0]!, state[1]! - center[1]!];
      const V = (state[2]! ** 2 + state[3]! ** 2 + K[0][0] * x * x + 2 * K[0][1] * x * y + K[1][1] * y * y) / 2;
      expect(V).toBeLessThanOrEqual(5);
      if (V < 2.5) inner++;
    }
    expect(Math.abs(inner / 4000 - 0.25)).toBeLessThan(4 * Math.sqrt((0.25 * 0.75) / 4000)); // (1/2)^2 of the volume
    for (const [k, value] of mean.entries()) expect(Math.abs(value - (center[k] ?? 0))).toBeLessThan(0.1);
    expect(energyBall(simulation, { count: 4000, energy: 5, seed: 7 }).starts!.rows).toEqual(starts!.rows);
    expect(energyBall(simulation, { count: 10, energy: 5, seed: 8 }).starts!.rows[0]).not.toBe(starts!.rows[0]);
  });

  it("come to rest below the guaranteed energy, and not all of them far above it", async () => {
    const share = async (energy: number) => {
      const { starts } = energyBall(loadSimulation("vl05-two-masses"), { count: 150, energy, seed: 3 });
      await judgeStarts(openJudging(rawProblem("vl05-two-masses"), starts!.paths, { executor }), starts!);
      return tally(starts!);
    };
    expect((await share(16)).attracted).toBe(150);
    const far = await share(40);
    expect(far.attracted).toBeGreaterThan(100);
    expect(far.escaped).toBeGreaterThan(8);
    expect(far.undecided).toBe(0);
  });

  it("need a stiffness that bounds them", () => {
    const loose = compileRaw({
      stickslip: 1,
      system: { type: "linear", mass: [1], friction: [{ on: 0, limit: 1 }] },
      time: { end: 1, step: 0.1 },
    });
    expect(energyBall(loose, { count: 10, energy: 1, seed: 1 }).faults![0]!.message).toContain("not positive definite");
    expect(
      energyBall(loadSimulation("belt"), { count: 0, energy: -1, seed: 0.5 }).faults!.map(({ path }) => path),
    ).toEqual(expect.arrayContaining(["count", "energy", "seed"]));
  });

  it("have Wilson's interval", () => {
    // Brown, Cai & DasGupta 2001: printed to four digits
    expect(wilson(0, 0, 10)).toEqual([0, expect.closeTo(0.2775, 4)]);
    expect(wilson(5, 5, 10)).toEqual([expect.closeTo(0.2366, 4), expect.closeTo(0.7634, 4)]);
    expect(wilson(10, 10, 10)).toEqual([expect.closeTo(0.7225, 4), 1]);
    expect(wilson(5, 6, 10)[1]).toBe(wilson(6, 6, 10)[1]); // what is undecided may be either
  });
});

describe("faults", () => {
  const raw = rawProblem("vl05-two-masses");
  it.each([
    [{ vary: plane(8, 5).vary.slice(1) }, "not two varied values, one for each axis: 1 given"],
    [plane(8, 1), "invalid points; not a whole number from 2 to 2000: 1"],
    [plane(0, 3), "invalid range; from is to: 0"],
    [plane(8, 1001), "invalid grid; more than 1000000 runs: 1002001"],
    [{ ...plane(8, 5), horizon: -1 }, "invalid horizon; not a positive number of seconds: -1"],
    [
      { vary: plane(8, 5).vary.map((axis) => ({ ...axis, path: "initial.postion[0]" })) },
      "did you mean initial.position[0]?",
    ],
  ])("%j", (data, message) => {
    expect(
      attractionFaults(raw, data)
        .map((fault) => fault.message)
        .join("\n"),
    ).toContain(message);
  });

  it("driven machines", () => {
    const vary = plane(1, 3).vary.map((axis, i) => ({
      ...axis,
      path: ["initial.position[0]", "initial.velocity[0]"][i]!,
    }));
    expect(attractionFaults(rawProblem("belt"), { vary })[0]!.message).toContain("driven");
  });
});
