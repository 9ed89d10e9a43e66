/** Machines that are not linear, with friction, under `variational`: held poses, release, books, dependent rows; and without it. */
import { describe, expect, it } from "vitest";
import type { System } from "../../../src/model/system.ts";
import { doublePendulum, ELLIPSE, ELLIPSE_START, WALL, WALL_START } from "../../model/double-pendulum.ts";
import { elasticPendulum } from "../../model/elastic-pendulum.ts";
import { cases } from "../../support/torture.ts";
import { ride } from "./ride.ts";

const { wall: _, ...FREE } = WALL;
const POSE = { position: Float64Array.of(0.3, -0.2), velocity: new Float64Array(2) };

/** Torques that hold the pose: of the elbow, and of the shoulder, which carries both links. */
function holding(system: System): [number, number] {
  const resistance = new Float64Array(2);
  system.forces().resistance(new Float64Array(2), POSE.position, undefined, resistance);
  return [Math.abs(resistance[0]! + resistance[1]!), Math.abs(resistance[1]!)];
}

const NEEDED = holding(doublePendulum(FREE));
const rubbing = (shoulder: number, elbow: number) =>
  doublePendulum({ ...FREE, rub: [shoulder * NEEDED[0], elbow * NEEDED[1]] });

describe("a pose of an arm", () => {
  it("that friction can hold is held to the last bit", () => {
    let moved = 0;
    const { status, stats } = ride(rubbing(1.0001, 1.0001), POSE, 0.01, cases(4000, 100_000), (state) => {
      const { position: q, velocity: v } = state;
      if (q[0] !== 0.3 || q[1] !== -0.2 || v[0] !== 0 || v[1] !== 0) moved++;
    });
    expect(status).toBe("stepped");
    expect(moved).toBe(0);
    expect(stats.solves / stats.steps).toBeLessThanOrEqual(2);
  });

  it.each([
    ["shoulder", 0.9999, 1.0001],
    ["elbow", 1.0001, 0.9999],
  ])("is released by the %s at the right torque", (name, shoulder, elbow) => {
    const { state } = ride(rubbing(shoulder, elbow), POSE, 0.01, 100);
    const slip = [state.velocity[0]!, state.velocity[1]! - state.velocity[0]!];
    expect(slip[name === "shoulder" ? 0 : 1]).not.toBe(0);
    expect(slip[name === "shoulder" ? 1 : 0]).toBe(0);
    expect([...state.mode].filter((mode) => mode === 0)).toHaveLength(1);
  });

  it("keeps an elbow that is stuck while the shoulder swings", () => {
    let worst = 0;
    const start = { position: Float64Array.of(1.2, 1.5), velocity: new Float64Array(2) };
    const { state } = ride(rubbing(1.5, 200), start, 0.005, 2000, ({ position: q, velocity: v }) => {
      expect(v[1]! - v[0]!).toBe(0);
      worst = Math.max(worst, Math.abs(q[1]! - q[0]! - 0.3));
    });
    expect(worst).toBeLessThan(1e-12);
    expect([...state.mode]).toEqual([0, 0]);
  });

  it("closes its books: friction takes its limits times the ways, until rest", () => {
    const start = { position: Float64Array.of(1.2, -0.8), velocity: Float64Array.of(0, 2) };
    const off = [0.004, 0.002, 0.001].map((h) => {
      const system = rubbing(0.8, 1.2);
      const ways = [0, 0];
      let [p, q] = start.position;
      const { state } = ride(system, start, h, Math.round(16 / h), ({ position }) => {
        ways[0]! += Math.abs(position[0]! - p!);
        ways[1]! += Math.abs(position[1]! - position[0]! - (q! - p!));
        [p, q] = position;
      });
      expect([...state.velocity]).toEqual([0, 0]);
      const lost = 0.8 * NEEDED[0] * ways[0]! + 1.2 * NEEDED[1] * ways[1]!;
      return Math.abs(
        system.energy(state.position, state.velocity) + lost - system.energy(start.position, start.velocity),
      );
    });
    expect(off[0]).toBeLessThan(2);
    expect(off[2]! / off[0]!).toBeLessThan(0.2);
  });
});

it("a tip on a curve with both joints stuck: rows that depend on each other are solved, and told", () => {
  const system = doublePendulum({ ...ELLIPSE, torque: 0, rub: [200, 200] });
  const places = new Set<string>();
  const { status, state, stats } = ride(system, ELLIPSE_START, 5e-4, 2000, ({ position }) => {
    places.add(position.join());
  });
  expect(status).toBe("stepped");
  expect(places.size).toBe(1); // the start is off the ellipse by 1e-13, which the first step puts right
  expect(Math.abs(state.position[0]! - ELLIPSE_START.position[0]!)).toBeLessThan(1e-12);
  expect([...state.velocity]).toEqual([0, 0]);
  expect(stats.nonUnique).toBeGreaterThan(0);
});

it("a rub whose direction turns holds its point where it is, to second order, without slip at the nodes", () => {
  const drift = [0.01, 0.005].map((h) => {
    const [x, y] = [0.25, 1.2]; // held sideways while it swings up and down
    const r = Math.hypot(x, y);
    const start = {
      position: Float64Array.of(r, Math.atan2(x, y)),
      velocity: Float64Array.of((y / r) * 0.5, (-x / (r * r)) * 0.5),
    };
    let worst = 0;
    ride(elasticPendulum(40, 9), start, h, Math.round(2 / h), ({ position: [q, a], velocity: [dq, da], mode }) => {
      expect(mode[0]).toBe(0);
      expect(Math.abs(dq! * Math.sin(a!) + q! * da! * Math.cos(a!))).toBeLessThan(1e-15);
      worst = Math.max(worst, Math.abs(q! * Math.sin(a!) - x));
    });
    return worst;
  });
  expect(drift[0]).toBeLessThan(1e-4);
  expect(drift[0]! / drift[1]!).toBeCloseTo(4, 0);
});

it("without friction the energy stays near its value for as long as one looks", () => {
  const system = doublePendulum(FREE);
  const begin = system.energy(WALL_START.position, WALL_START.velocity);
  const steps = cases(4000, 1_000_000);
  const worst = [0, 0];
  ride(system, WALL_START, 0.005, steps, ({ position, velocity }, _, k) => {
    const half = k <= steps / 2 ? 0 : 1;
    worst[half] = Math.max(worst[half]!, Math.abs(system.energy(position, velocity) - begin));
  });
  expect(worst[0]).toBeLessThan(1);
  expect(worst[1]).toBeLessThan(2 * worst[0]!);
});
