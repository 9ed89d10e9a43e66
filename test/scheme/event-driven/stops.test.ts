/** Stops: impacts, resting contact and release against closed forms. */
import { describe, expect, it } from "vitest";
import { distance, energyFault, kinds, type Machine, run, times } from "./machine.ts";

const g = 10;

/** A ball at height 1 above a floor at 0, falling with g. */
const ball = (restitution: number, end: number, more: Partial<Machine> = {}): Machine => ({
  system: {
    mass: [1],
    force: [-g],
    stops: [{ name: "floor", direction: [-1], gap: 0, restitution }],
  },
  initial: { position: [1] },
  time: { end, step: end / 100 },
  ...more,
});

/** Time of fall, and of all bounces after it. */
const fall = Math.sqrt(2 / g);
const restTime = (e: number) => (fall * (1 + e)) / (1 - e);

describe("a bouncing ball", () => {
  it.each([0.5, 0.9, 0.97])("with restitution %d comes to rest at the sum of its series", (e) => {
    const result = run(ball(e, 1.2 * restTime(e)));
    expect(result.outcome.status).toBe("done");
    const last = result.trajectory.events.at(-1)!;
    expect(last.kind).toBe("contact");
    expect(Math.abs(last.time - restTime(e))).toBeLessThan(1e-9);
    expect(distance(result.outcome.state.velocity, [0])).toBe(0);
    expect(distance(result.outcome.state.position, [0])).toBe(0);
    expect(result.multiplier[0]).toBeCloseTo(g, 12);
    expect(result.audit.penetration).toBeLessThan(1e-12);
    expect(energyFault(result)).toBeLessThan(1e-9);
  });

  it("hits the floor at the times of the series, each after the other", () => {
    const e = 0.9;
    const result = run(ball(e, 5));
    times(result).forEach((time, k) => {
      expect(Math.abs(time - (restTime(e) - (2 * fall * e ** (k + 1)) / (1 - e)))).toBeLessThan(1e-12);
    });
  });

  it("without restitution stays where it falls", () => {
    const result = run(ball(0, 2));
    expect(kinds(result)).toEqual(["impact floor"]);
    expect(Math.abs(times(result)[0]! - fall)).toBeLessThan(1e-14);
    expect(distance(result.outcome.state.position, [0])).toBe(0);
    expect(result.multiplier[0]).toBeCloseTo(g, 12);
    expect(result.audit.dissipation).toBeCloseTo(g, 10);
  });

  it("with restitution 1 keeps its energy", () => {
    const result = run(ball(1, 100 * fall));
    expect(kinds(result)).toHaveLength(50);
    expect(Math.abs(times(result).at(-1)! - 99 * fall)).toBeLessThan(1e-9);
    const energies = result.trajectory.energy.map((energy, k) => energy + g * result.trajectory.position[0]![k]!);
    expect(distance(energies, Array(energies.length).fill(g))).toBeLessThan(1e-11);
    expect(result.audit.penetration).toBeLessThan(1e-12);
  });

  it("with restitution 0.99 bounces sixteen hundred times before its series is summed", () => {
    const result = run(ball(0.99, 1.05 * restTime(0.99)));
    expect(result.outcome.status).toBe("done");
    expect(Math.abs(result.trajectory.events.at(-1)!.time - restTime(0.99))).toBeLessThan(1e-8);
    expect(kinds(result).length).toBeGreaterThan(1000);
  });

  it("on a spring also comes to rest, where weight and spring hold it", () => {
    const base = ball(0.8, 20);
    const result = run({ ...base, system: { ...base.system, stiffness: [4] } });
    expect(result.outcome.status).toBe("done");
    expect(distance(result.outcome.state.velocity, [0])).toBe(0);
    expect(result.multiplier[0]).toBeCloseTo(g, 10);
    expect(energyFault(result)).toBeLessThan(1e-9);
  });
});

describe("a block at an inelastic stop", () => {
  const stops = [{ name: "wall", on: 0, gap: 1, restitution: 0 }];

  it("hits it, stays under load, and is released when the load turns", () => {
    // x = t^2 until 1; the force 2 cos(pi t / 8) would be there, but 2 is easier: pushes until t = 3, then pulls
    const force = ["piecewise(t, [2], 2, 6 - 2*t)"];
    const result = run({ system: { mass: [1], force, stops }, time: { end: 5, step: 0.05 } });
    expect(kinds(result)).toEqual(["impact wall", "release wall"]);
    expect(distance(times(result), [1, 3])).toBeLessThan(1e-14);
    // x = 1 - (t - 3)^3 / 3
    expect(distance(result.outcome.state.position, [1 - 8 / 3])).toBeLessThan(1e-13);
    expect(result.audit.penetration).toBe(0);
    expect(energyFault(result)).toBeLessThan(1e-12);
  });

  it("with friction lets go later: the stop first, then the row", () => {
    const force = ["piecewise(t, [2], 2, 6 - 2*t)"];
    const system = { mass: [1], force, friction: [{ name: "floor", on: 0, limit: 1 }], stops };
    const result = run({ system, time: { end: 5, step: 0.05 } });
    // x'' = 1 until x = 1 at sqrt(2); stuck by the row until 6 - 2 t = -1 at 3.5
    const events = result.trajectory.events.map(({ kind, row, time }) => [`${kind} ${row}`, time] as const);
    const released = events.filter(([name]) => name === "slip floor" || name === "release wall");
    expect(Math.abs(events[0]![1] - Math.SQRT2)).toBeLessThan(1e-14);
    expect(released.every(([, time]) => Math.abs(time - 3.5) < 1e-13)).toBe(true);
    expect(distance(result.outcome.state.position, [1 - 1.5 ** 3 / 3])).toBeLessThan(1e-12);
    expect(result.audit.boxResidual).toBeLessThan(1e-12);
  });
});

it("an impact on one coordinate throws a stuck neighbor loose", () => {
  // two masses in one inertia matrix: the impulse on the first moves the second
  const system = {
    mass: [
      [2, 1],
      [1, 2],
    ],
    force: ["0", "0"],
    friction: [{ name: "floor", on: 1, limit: 1 }],
    stops: [{ name: "wall", on: 0, gap: 1, restitution: 0.5 }],
  };
  const result = run({ system, initial: { velocity: [1, 0] }, time: { end: 1.5, step: 0.01 } });
  // impulse p against coordinate 1: v+ = -1/2, so M^-1 e1 p = (2, -1) p / 3 and p = 9/4: the second gets +3/4
  expect(kinds(result).slice(0, 2)).toEqual(["impact wall", "slip floor"]);
  expect(Math.abs(times(result)[0]! - 1)).toBeLessThan(1e-14);
  const k = result.trajectory.time.findIndex((t) => t > 1 + 1e-9);
  const since = result.trajectory.time[k]! - 1;
  // sliding: M v' = (0, -1): v' = (1, -2)/3
  expect(Math.abs(result.trajectory.velocity[0]![k]! - (-0.5 + since / 3))).toBeLessThan(1e-12);
  expect(Math.abs(result.trajectory.velocity[1]![k]! - (0.75 - (2 * since) / 3))).toBeLessThan(1e-12);
  expect(energyFault(result)).toBeLessThan(1e-12);
});

it("an impact can reverse a sliding row, or bring it to rest", () => {
  const friction = [{ name: "floor", on: 0, limit: 1 }];
  const wall = (restitution: number) => ({
    system: { mass: [1], force: [0], friction, stops: [{ name: "wall", on: 0, gap: 1.5, restitution }] },
    initial: { velocity: [2] },
    time: { end: 3, step: 0.01 },
  });
  // v = 2 - t, x = 2 t - t^2/2 = 1.5 at t = 1
  const back = run(wall(0.5));
  expect(kinds(back)).toEqual(["impact wall", "reversal floor", "stick floor"]);
  expect(distance(times(back), [1, 1, 1.5])).toBeLessThan(1e-13);
  expect(distance(back.outcome.state.position, [1.5 - 1 / 8])).toBeLessThan(1e-13);
  const dead = run(wall(0));
  expect(kinds(dead)[0]).toBe("impact wall");
  expect(kinds(dead)).toContain("stick floor");
  expect(distance(dead.outcome.state.position, [1.5])).toBe(0);
});

describe("two stops", () => {
  it("rattle a mass between walls", () => {
    const stops = [
      { name: "right", on: 0, gap: 1, restitution: 0.5 },
      { name: "left", direction: [-1], gap: 1, restitution: 1 },
    ];
    const result = run({ system: { mass: [1], stops }, initial: { velocity: [1] }, time: { end: 40, step: 0.1 } });
    // 1 s to the right wall, then 2/v to and fro, v halved at the right
    expect(kinds(result).slice(0, 4)).toEqual(["impact right", "impact left", "impact right", "impact left"]);
    expect(distance(times(result).slice(0, 4), [1, 5, 9, 17])).toBeLessThan(1e-13);
    expect(result.audit.penetration).toBeLessThan(1e-12);
  });

  it("hit at the same instant", () => {
    const stops = [0, 1].map((on) => ({ name: `wall${on}`, on, gap: 1, restitution: 1 }));
    const result = run({ system: { mass: [1, 3], stops }, initial: { velocity: [1, 1] }, time: { end: 2, step: 0.1 } });
    expect(kinds(result)).toEqual(["impact wall0", "impact wall1"]);
    expect(distance(result.outcome.state.velocity, [-1, -1])).toBeLessThan(1e-15);
    expect(distance(result.outcome.state.position, [0, 0])).toBeLessThan(1e-14);
  });

  it("in a corner that is not square, at once or one after the other", () => {
    const stops = [
      { name: "a", direction: [1, 0], gap: 1, restitution: 1 },
      { name: "b", direction: [0.6, 0.8], gap: 2, restitution: 1 },
    ];
    const result = run({
      system: { mass: [1, 1], stops },
      initial: { velocity: [1, 2] },
      time: { end: 5, step: 0.05 },
    });
    expect(result.outcome.status).toBe("done");
    expect(result.audit.penetration).toBeLessThan(1e-12);
    const { energy } = result.trajectory;
    expect(distance(energy, Array(energy.length).fill(2.5))).toBeLessThan(1e-12);
  });
});

it("an oblique stop turns the velocity like a mirror", () => {
  const stops = [{ name: "mirror", direction: [1, 1], gap: 1, restitution: 1 }];
  const result = run({ system: { mass: [1, 1], stops }, initial: { velocity: [1, 0] }, time: { end: 2, step: 0.1 } });
  expect(Math.abs(times(result)[0]! - 1)).toBeLessThan(1e-14);
  expect(distance(result.outcome.state.velocity, [0, -1])).toBeLessThan(1e-15);
  expect(distance(result.outcome.state.position, [1, -1])).toBeLessThan(1e-14);
});

describe("at the start", () => {
  const floor = (force: string, restitution = 0.5) => ({
    system: { mass: [1], force: [force], stops: [{ name: "wall", on: 0, gap: 0, restitution }] },
    time: { end: 1, step: 0.01 },
  });

  it("an impact", () => {
    const result = run({ ...floor("0"), initial: { velocity: [1] } });
    expect(kinds(result)).toEqual(["impact wall"]);
    expect(times(result)).toEqual([0]);
    expect(distance(result.outcome.state.position, [-0.5])).toBeLessThan(1e-15);
    expect(result.audit.energyError).toBeLessThan(1e-15);
  });

  it("resting contact under a load that presses", () => {
    const result = run(floor("3"));
    expect(kinds(result)).toEqual([]);
    expect(distance(result.outcome.state.position, [0])).toBe(0);
    expect(result.multiplier[0]).toBe(3);
  });

  it("resting contact under a load that pulls", () => {
    expect(distance(run(floor("-3")).outcome.state.position, [-1.5])).toBeLessThan(1e-15);
  });

  it("resting contact without load, or one that comes later", () => {
    expect(distance(run(floor("0")).outcome.state.position, [0])).toBe(0);
    expect(distance(run(floor("-6*t")).outcome.state.position, [-1])).toBeLessThan(1e-15);
    expect(distance(run(floor("6*t")).outcome.state.position, [0])).toBe(0);
    expect(distance(run(floor("-12*t^2")).outcome.state.position, [-1])).toBeLessThan(1e-15);
  });

  it("leaving it", () => {
    const result = run({ ...floor("0"), initial: { velocity: [-1] } });
    expect(kinds(result)).toEqual([]);
    expect(distance(result.outcome.state.position, [-1])).toBe(0);
  });
});

it("a stop presses on a mass that friction holds", () => {
  const system = {
    mass: [1],
    force: ["4*sin(t)"],
    friction: [{ name: "floor", on: 0, limit: 1 }],
    stops: [{ name: "wall", on: 0, gap: 0, restitution: 0 }],
  };
  const result = run({ system, time: { end: 3.3, step: 0.01 } });
  expect(distance(result.outcome.state.position, [0])).toBe(0);
  expect(result.audit.boxResidual).toBeLessThan(1e-12);
  const later = run({ system, time: { end: 3.5, step: 0.01 } });
  const free = Math.PI + Math.asin(1 / 4);
  expect(kinds(later).at(-1)).toMatch(/floor|wall/);
  expect(Math.abs(times(later).at(-1)! - free)).toBeLessThan(1e-12);
});

it("a mass that drifts into a stop along a slope keeps sliding beside it", () => {
  // coordinate 1 is stopped, coordinate 2 has a speed of its own
  const stops = [{ name: "wall", on: 0, gap: 1, restitution: 0 }];
  const result = run({
    system: { mass: [1, 1], force: [1, 0], friction: [{ on: 1, limit: 0.1 }], stops },
    initial: { velocity: [0, 1] },
    time: { end: 4, step: 0.01 },
  });
  expect(distance(result.outcome.state.position, [1, 4 - 0.8])).toBeLessThan(1e-12);
  expect(result.audit.penetration).toBeLessThan(1e-15);
});
