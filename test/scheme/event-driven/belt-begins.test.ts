/** A belt that begins to move takes along what it holds, as long as its force stays below the static limit. */
import { expect, it } from "vitest";
import { simulate } from "../../../src/simulate/simulate.ts";
import { compileRaw } from "../../support/run.ts";

const belt = (drive: string, limit: number, end: number) =>
  compileRaw({
    stickslip: 1,
    system: {
      type: "linear",
      mass: [1],
      friction: [
        { name: "belt", on: 0, limit, kinetic: 3.2, drive },
        { name: "floor", on: 0, limit: 3.7 },
      ],
    },
    time: { end, step: 0.1 },
  });

/** The belt moves at 0.25 sin(2 t + phase) - 0.1 m/s where that is positive: from this time on. */
const begins = (phase: number) => (Math.asin(0.4) - phase) / 2;
const drive = (phase: number) => `max(0, 0.25*sin(2*t + ${phase}) - 0.1)`;
const way = (t: number, phase: number) => -0.125 * Math.cos(2 * t + phase) - 0.1 * t;

/** When it begins is found to round-off only: at that time the belt of many of them moves by 1e-17 m/s already. */
const PHASES = Array.from({ length: 40 }, (_, k) => 0.3 - 0.075 * k);

it("under a jump law", () => {
  for (const phase of PHASES) {
    const [begin, end] = [begins(phase), begins(phase) + 0.5];
    const { outcome, trajectory, audit } = simulate(belt(drive(phase), 4.6, end)); // 3.7 N + 1 kg 0.5 m/s^2 is below 4.6 N
    expect(
      trajectory.events.map(({ kind, row }) => `${kind} of ${row}`),
      `phase ${phase}`,
    ).toEqual(["slip of floor"]);
    expect(outcome.state.position[0]).toBeCloseTo(way(end, phase) - way(begin, phase), 12);
    expect(audit.verdict).toBe("ok");
  }
});

it("and slips where that would take more", () => {
  for (const phase of PHASES) {
    const { outcome, trajectory } = simulate(belt(drive(phase), 4.1, begins(phase) + 0.5));
    expect(
      trajectory.events.map(({ kind, row }) => `${kind} of ${row}`),
      `phase ${phase}`,
    ).toEqual(["slip of belt"]);
    expect(outcome.state.position[0]).toBe(0);
  }
});
