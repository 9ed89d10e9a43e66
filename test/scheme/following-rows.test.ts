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
