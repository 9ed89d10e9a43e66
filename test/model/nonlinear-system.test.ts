/** A machine that is not linear, through the contract alone: starts, Newton's steps, stick, impacts; against motions of plain points. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { smoothForce } from "../../src/model/smooth-force.ts";
import type { System } from "../../src/model/system.ts";
import { alpha } from "../../src/scheme/alpha/alpha.ts";
import { balanced } from "../../src/scheme/balanced/balanced.ts";
import { rowMobility } from "../../src/scheme/common/mobility.ts";
import { eventDriven } from "../../src/scheme/event-driven/event-driven.ts";
import { hold } from "../../src/scheme/event-driven/hold.ts";
import { impact } from "../../src/scheme/event-driven/impact.ts";
import type { Listener, State } from "../../src/scheme/scheme.ts";
import { splitting } from "../../src/scheme/splitting/splitting.ts";
import type { Simulation } from "../../src/simulate/run/simulation.ts";
import { frictionMachine } from "../../src/stability/rest/machine.ts";
import { activeSet } from "../../src/step/solvers/active-set.ts";
import { newStats } from "../../src/step/step.ts";
import { elasticPendulum, g, k, L, m } from "./elastic-pendulum.ts";

it("is written in less than 80 lines", () => {
  const text = readFileSync(new URL("elastic-pendulum.ts", import.meta.url), "utf8");
  expect(text.split("\n").length - 1).toBeLessThan(80);
});

const deaf: Listener = { event() {}, jump() {} };

/** Polar coordinates of a point (x to the side, y down) and their rates. */
function polar([x, y]: readonly number[], [dx, dy]: readonly number[]) {
  const r = Math.hypot(x!, y!);
  return {
    position: Float64Array.of(r, Math.atan2(x!, y!)),
    velocity: Float64Array.of((x! * dx! + y! * dy!) / r, (y! * dx! - x! * dy!) / (r * r)),
  };
}

/** Place and velocity of the point. */
function point({ position: [r, a], velocity: [dr, da] }: Pick<State, "position" | "velocity">) {
  const [sin, cos] = [Math.sin(a!), Math.cos(a!)];
  const along = [dr! * sin, r! * da! * cos];
  return { x: r! * sin, y: r! * cos, dx: along[0]! + along[1]!, dy: dr! * cos - r! * da! * sin, terms: along };
}

interface Seen {
  readonly state: State;
  readonly point: ReturnType<typeof point>;
}

function run(system: System, at: ReturnType<typeof polar>, end: number, steps: number) {
  const stats = newStats();
  const h = end / steps;
  const stepper = balanced().start(system, activeSet(), { time: 0, end, ...at }, h);
  const seen: Seen[] = [];
  for (let j = 1; j <= steps; j++) {
    expect(stepper.step(Float64Array.of(h, j * h), stats, deaf)).toBe("stepped");
    seen.push({ state: structuredClone(stepper.state), point: point(stepper.state) });
  }
  return { seen, stats };
}

/** The property: a row that is stuck has no slip, along the direction at the very place of the state. */
function largestStuckSlip(seen: readonly Seen[]): number {
  const stuck = seen.filter(({ state }) => state.mode[0] === 0);
  expect(stuck.length).toBeGreaterThan(10);
  return Math.max(
    ...stuck.map(({ point: { dx, terms } }) =>
      dx === 0 ? 0 : Math.abs(dx) / (Math.abs(terms[0]!) + Math.abs(terms[1]!)),
    ),
  );
}

/** Classical Runge-Kutta for y'' = f, fine enough to be exact here. */
function integrate(f: (y: number[], dy: number[]) => number[], y: number[], dy: number[], end: number) {
  const n = 20_000;
  const h = end / n;
  const add = (u: number[], w: number[], by: number) => u.map((entry, i) => entry + by * w[i]!);
  for (let j = 0; j < n; j++) {
    const a1 = f(y, dy);
    const [v2, a2] = [add(dy, a1, h / 2), f(add(y, dy, h / 2), add(dy, a1, h / 2))];
    const [v3, a3] = [add(dy, a2, h / 2), f(add(y, v2, h / 2), add(dy, a2, h / 2))];
    const [v4, a4] = [add(dy, a3, h), f(add(y, v3, h), add(dy, a3, h))];
    y = y.map((entry, i) => entry + (h / 6) * (dy[i]! + 2 * v2[i]! + 2 * v3[i]! + v4[i]!));
    dy = dy.map((entry, i) => entry + (h / 6) * (a1[i]! + 2 * a2[i]! + 2 * a3[i]! + a4[i]!));
  }
  return [...y, ...dy];
}

const pull = (x: number, y: number) => (k * (Math.hypot(x, y) - L)) / Math.hypot(x, y);
const offBy = (found: readonly number[], exact: readonly number[]) =>
  Math.max(...found.map((entry, i) => Math.abs(entry - exact[i]!)));

const HELD = polar([0.25, 1.2], [0, 0.5]); // the rub holds it sideways, and it swings up and down

describe("an elastic pendulum with a rub and a floor", () => {
  it("has the accelerations of a plain point", () => {
    const system = elasticPendulum(0, 9);
    const at = polar([0.4, 1.1], [0.7, -0.3]);
    const force = new Float64Array(2);
    smoothForce(system).complete(new Float64Array(2), at.position, at.velocity, force);
    const [r, a] = at.position;
    const [dr, da] = at.velocity;
    const [ar, aa] = [force[0]! / m, force[1]! / (m * r! * r!)];
    const [radial, across] = [ar - r! * da! * da!, r! * aa + 2 * dr! * da!];
    expect(radial * Math.sin(a!) + across * Math.cos(a!)).toBeCloseTo(-pull(0.4, 1.1) * 0.4, 12);
    expect(radial * Math.cos(a!) - across * Math.sin(a!)).toBeCloseTo(g - pull(0.4, 1.1) * 1.1, 12);
  });

  it("slides as a plain point does, to second order", () => {
    const c = 0.6;
    const end = 0.3;
    const exact = integrate(([x, y]) => [-pull(x!, y!) * x! + c, g - pull(x!, y!) * y!], [0.7, 1], [-0.2, 0.1], end);
    const errors = [50, 100, 200].map((steps) => {
      const { x, y, dx, dy } = run(elasticPendulum(c, 9), polar([0.7, 1], [-0.2, 0.1]), end, steps).seen.at(-1)!.point;
      expect(dx).toBeLessThan(0);
      return offBy([x, y, dx, dy], exact);
    });
    expect(errors[2]).toBeLessThan(1e-5);
    for (const j of [0, 1]) expect(errors[j]! / errors[j + 1]!).toBeCloseTo(4, 0);
  });

  it("keeps its books: friction takes its limit times the way", () => {
    const c = 0.6;
    const off = [100, 200].map((steps) => {
      const system = elasticPendulum(c, 9);
      const at = polar([0.7, 1], [-0.2, 0.1]);
      const { seen } = run(system, at, 0.3, steps);
      const { state, point: last } = seen.at(-1)!;
      return Math.abs(
        system.energy(at.position, at.velocity) - system.energy(state.position, state.velocity) - c * (0.7 - last.x),
      );
    });
    expect(off[1]).toBeLessThan(1e-5);
    expect(off[0]! / off[1]!).toBeGreaterThan(3);
  });

  it("sticks exactly while the string turns, and moves along the line that is left", () => {
    const end = 1.5;
    const exact = integrate(([y]) => [g - pull(0.25, y!) * y!], [1.2], [0.5], end);
    const errors = [150, 300, 600].map((steps) => {
      const { seen, stats } = run(elasticPendulum(6, 9), HELD, end, steps);
      expect(seen.every(({ state }) => state.mode[0] === 0)).toBe(true);
      expect(largestStuckSlip(seen)).toBeLessThan(8 * Number.EPSILON);
      expect(stats.solves / stats.steps).toBeLessThan(6);
      const { x, y, dy } = seen.at(-1)!.point;
      return offBy([x, y, dy], [0.25, ...exact]);
    });
    expect(errors[2]).toBeLessThan(2e-4);
    for (const j of [0, 1]) expect(errors[j]! / errors[j + 1]!).toBeGreaterThan(3.5);
  });

  it("has a slip of zero to the last bit where the direction has one entry, whatever that is", () => {
    const good = elasticPendulum(6, 9);
    const across: System = {
      ...good,
      directionsAt(q, out) {
        good.directionsAt(q, out);
        out.value.set([0, q[0]!]); // the rub acts across the string: its slip is r times the rate of the angle
      },
      turningAt: ([r], [dr, da], out) => void out.set([dr! * da!, r! * 0]),
    };
    const start = { position: Float64Array.of(1.3, 0.3), velocity: Float64Array.of(0, 0) };
    const { seen } = run(across, start, 1, 1000);
    expect(seen.every(({ state }) => state.mode[0] === 0 && state.velocity[1] === 0 && state.position[1] === 0.3)).toBe(
      true,
    );
    const rest = L + (m * g * Math.cos(0.3)) / k;
    expect(seen.at(-1)!.state.position[0]).toBeCloseTo(rest + (1.3 - rest) * Math.cos(Math.sqrt(k / m)), 5);
  });

  it("fails that property with directions that do not follow: filled once, or without notice", () => {
    const good = elasticPendulum(6, 9);
    const once = new WeakSet<object>();
    const stale: System = {
      ...good,
      directionsAt(q, out) {
        if (!once.has(out)) good.directionsAt(q, out);
        once.add(out);
      },
    };
    const silent: System = {
      ...good,
      directionsAt(q, out) {
        const { version } = out;
        good.directionsAt(q, out);
        out.version = version;
      },
    };
    expect(largestStuckSlip(run(stale, HELD, 1.5, 300).seen)).toBeGreaterThan(1e-3);
    expect(largestStuckSlip(run(silent, HELD, 1.5, 300).seen)).toBeGreaterThan(1e-3);
  });

  it("falls on the floor, rubs there, and stays for good", () => {
    const { seen } = run(elasticPendulum(0.8, 1.15), polar([0.5, 1], [0, 0]), 4, 4000);
    const closed = seen.findIndex(({ state }) => state.mode[1] === 0);
    expect(closed).toBeGreaterThan(10);
    expect(Math.max(...seen.map((s) => s.point.y))).toBeLessThan(1.15 + 3e-3);
    expect(largestStuckSlip(seen)).toBeLessThan(8 * Number.EPSILON);
    const rest = seen.slice(-500).map(({ state }) => state);
    for (const { position, velocity, mode, force } of rest) {
      expect([...mode]).toEqual([0, 0]);
      expect([...velocity].every((entry) => Math.abs(entry) < 1e-15)).toBe(true);
      expect(position[0]).toBeCloseTo(rest[0]!.position[0]!, 13);
      const [r, a] = position;
      expect(force[0]).toBeCloseTo(k * (r! - L) * Math.sin(a!), 9); // what the string pulls sideways
      expect(force[1]).toBeCloseTo(m * g - k * (r! - L) * Math.cos(a!), 9);
    }
  });

  it("is followed by what is kept of its mass and directions: holding rows, mobilities and impacts", () => {
    const system = elasticPendulum(1, 1.2);
    const [held, mobility, hits] = [hold(system), rowMobility(system), impact(system)];
    for (const [x, y] of [
      [0.3, 1.2],
      [-0.8, 1.2],
    ] as const) {
      const { position, velocity } = polar([x, y], [0.5, 2]);
      for (const kept of [held, mobility, hits]) kept.place(position);
      expect(offBy([...mobility.own], [1 / m, 1 / m])).toBeLessThan(1e-12); // of a plain point
      held.add(0);
      held.prepare();
      const [acceleration, force] = [new Float64Array(2), new Float64Array(2)];
      held.solve(Float64Array.of(3, -2), new Float64Array(2), acceleration, force);
      const [r, a] = position;
      expect(acceleration[0]! * Math.sin(a!) + acceleration[1]! * r! * Math.cos(a!)).toBeCloseTo(0, 12);
      expect(hits.apply(Int8Array.of(0, 2), velocity, newStats())).toBe(true);
      const after = point({ position, velocity });
      expect(offBy([after.dx, after.dy], [0.5, 0])).toBeLessThan(1e-12);
    }
  });

  it("is refused by schemes that need matrices, with the remedy", () => {
    const system = elasticPendulum(1, 9);
    expect(eventDriven().refuses(system, 0.01)).toBe(
      "event-driven needs the Taylor series of the machine's forces, which this machine does not give. Take balanced",
    );
    for (const scheme of [alpha({ alpha: 0.25 }), splitting({ P: 1, Q: 1, alpha: 0.25 })]) {
      expect(scheme.refuses(system, 0.01)).toBe(
        `${scheme.name} needs constant mass, damping and stiffness matrices, which this machine has not. Take balanced`,
      );
    }
    expect(balanced().refuses(system, 0.01)).toBeUndefined();
    const { faults } = frictionMachine({ name: "pendulum", system, grid: { start: 0 } } as Simulation);
    expect(faults!.map(({ path }) => path)).toEqual(["system.stops", "system"]);
    expect(faults![1]!.message).toContain("needs constant mass, damping and stiffness matrices");
    expect(balanced().refusesTangents!(system, activeSet())).toContain("constant matrices");
  });
});
