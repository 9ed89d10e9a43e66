/** Limits and drives that follow the motion: they begin at zero, bend and jump with a place. Closed forms, under every scheme that takes them. */
import { describe, expect, it } from "vitest";
import { simulate } from "../../src/simulate/simulate.ts";
import { compileRaw } from "../support/run.ts";

interface Case {
  readonly row: Record<string, unknown>;
  readonly stiffness?: number;
  readonly start: readonly [number, number];
  /** Position and velocity at t = 4. */
  readonly end: readonly [number, number];
  readonly events: readonly string[];
}

function run({ row, stiffness = 0, start: [x, v] }: Case, type: string, step: number) {
  const raw = {
    stickslip: 1,
    system: { type: "linear", mass: [1], stiffness: [stiffness], friction: [{ name: "row", on: 0, ...row }] },
    initial: { position: [x], velocity: [v] },
    time: { end: 4, step, output: 0.05 },
    scheme: { type },
  };
  const { outcome, trajectory, audit } = simulate(compileRaw(raw));
  expect(outcome.status).toBe("done");
  const at = (columns: readonly ArrayLike<number>[]) => Array.from(columns[0]!).at(-1)!;
  return {
    end: [at(trajectory.position), at(trajectory.velocity)] as const,
    events: trajectory.events.map(({ kind, time }) => `${kind} ${time.toFixed(6)}`),
    verdict: audit!.verdict,
  };
}

const half = Math.PI / 2;
const caught = Math.sqrt(3) - 1; // (1 - t^2/2) = t

const cases: Record<string, Case> = {
  "a limit max(0, x) that a free block runs into": {
    ...{ row: { limit: "max(0, x(0))" }, start: [-1, 1], end: [1, 0] },
    events: [`stick ${(1 + half).toFixed(6)}`],
  },
  "a limit max(0, -x) that it runs out of": {
    ...{ row: { limit: "max(0, -x(0))" }, start: [-1, 2], events: [] },
    end: [Math.sqrt(3) * (4 - Math.log(Math.sqrt(3))), Math.sqrt(3)], // x = -cosh t + 2 sinh t until tanh t = 1/2
  },
  "a freewheel that holds on one side of a place": {
    ...{ row: { limit: 0, backward: "max(0, x(0))" }, stiffness: 1, start: [-1, 1], end: [Math.SQRT2, 0] },
    events: [`stick ${(1.5 * half).toFixed(6)}`],
  },
  "a drive -x that catches the block": {
    ...{ row: { limit: 1, drive: "-x(0)" }, start: [1, 0], events: [`stick ${caught.toFixed(6)}`] },
    end: [caught * Math.exp(caught - 4), -caught * Math.exp(caught - 4)],
  },
  "damping on what moves with the place": {
    ...{ row: { limit: 0, drive: "3/8*(1 - x(0))", viscous: 2 }, start: [2, 0], events: [] },
    // x'' + 2 x' + 3/4 (x - 1) = 0
    end: [1 + 1.5 * Math.exp(-2) - 0.5 * Math.exp(-6), 0.75 * (Math.exp(-6) - Math.exp(-2))],
  },
  "a drive that jumps with the place under a stuck block": {
    ...{ row: { limit: 2, drive: "x(0) < 0 ? 1 : 0.2" }, start: [-0.9, 0], end: [0.73, 0.2] },
    events: ["stick 0.500000", "slip 1.150000", "stick 1.550000"],
  },
};

describe.each(Object.entries(cases))("%s", (_, machine) => {
  it("event-driven: the closed form, and no alarm", () => {
    const { end, events, verdict } = run(machine, "event-driven", 0.05);
    end.forEach((value, k) => {
      expect(Math.abs(value - machine.end[k]!)).toBeLessThan(1e-12);
    });
    expect(events).toEqual(machine.events);
    expect(verdict).toBe("ok");
  });

  it.each(["balanced", "variational"])("%s: to second order, and stuck rows do not creep", (type) => {
    const step = 5e-4;
    const { end, verdict } = run(machine, type, step);
    expect(verdict).not.toBe("failed");
    end.forEach((value, k) => {
      expect(Math.abs(value - machine.end[k]!)).toBeLessThan(2 * step * step);
    });
  });
});

it("damping and friction on what moves with places are those of the mechanism, and of the arm", () => {
  const friction = (a: string, b: string) => [
    { direction: [1, -0.5], limit: 0.4, drive: `0.5*cos(2*t) + 0.2*x(${a}) - 0.7*x(${b})`, viscous: 0.3 },
    { on: 1, limit: 0.3 },
  ];
  const stiffness = [
    [3, -1],
    [-1, 1.5],
  ];
  const coordinates = [{ name: "a" }, { name: "b" }];
  const kinetic = "0.65*v(a)^2 + 0.35*v(b)^2";
  const potential = "1.5*x(a)^2 - x(a)*x(b) + 0.75*x(b)^2";
  const single = { limit: 0.4, drive: "0.5*cos(2*t) + 0.2*x(a)", viscous: 0.3 };
  const link = { length: 1, mass: 1, center: 0.5, inertia: 0.25 };
  const machines = [
    [
      [1, -0.5],
      { type: "linear", coordinates, mass: [1.3, 0.7], stiffness, friction: friction("a", "b") },
      { type: "mechanism", coordinates, kinetic, potential, friction: friction("a", "b") },
    ],
    [
      [1],
      { type: "arm", links: [link], joints: [{ name: "a", spring: { stiffness: 2 }, friction: single }] },
      { type: "linear", coordinates: [{ name: "a" }], mass: [0.5], stiffness: [2], friction: [{ on: 0, ...single }] },
    ],
  ] as const;
  for (const [position, ...pair] of machines) {
    const [one, other] = pair.map((system) => {
      const initial = { position };
      const { outcome, trajectory, audit } = simulate(
        compileRaw({ stickslip: 1, system, initial, time: { start: 0.5, end: 12, step: 0.01 } }),
      );
      expect(audit!.verdict).toBe("ok");
      expect(trajectory.events.length).toBeGreaterThan(1);
      return [...outcome.state.position, ...outcome.state.velocity];
    });
    one!.forEach((entry, i) => {
      expect(entry).toBeCloseTo(other![i]!, 11);
    });
  }
});
