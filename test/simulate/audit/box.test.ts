/** Limits that jump at a state, under schemes whose forces belong to states. */
import { describe, expect, it } from "vitest";
import type { AuditPreparation } from "../../../src/simulate/audit/prepared.ts";
import { simulate } from "../../../src/simulate/simulate.ts";
import { compileRaw } from "../../support/run.ts";
import { audited, disturbed, tell } from "../../torture/disturbed.ts";

const signals = { r: { times: [0, 0.4], values: [0.3, 1], interpolation: "hold", outside: "hold" } };

const machine = (limit: string, masses: number, step: number) => ({
  ...{ stickslip: 1, signals },
  system: {
    ...{ type: "linear", mass: Array(masses).fill(1), stiffness: Array(masses).fill(5) },
    friction: Array.from({ length: masses }, (_, on) => ({ on, limit })),
  },
  initial: { position: Array(masses).fill(1) },
  scheme: { type: "alpha" },
  time: { end: 1, step },
});

const failed = (raw: unknown) => simulate(compileRaw(raw)).audit.checks.filter(({ verdict }) => verdict === "failed");

describe("a limit that jumps at a node of alpha may have its value before or after the jump", () => {
  it.each(["t < 0.4 ? 0.3 : 1", "t < 0.4 ? 1 : 0.3", "t <= 0.4 ? 0.3 : 1", "r(t)", "r(t)*(1 + 0.1*x(0))"])(
    "%s",
    (limit) => {
      for (const masses of [1, 2, 5]) {
        for (const step of [0.01, 0.001]) expect(failed(machine(limit, masses, step))).toEqual([]);
      }
    },
  );

  it.each([7, 10, 13])("also where WebAssembly audits, in steps of 0.4 s / %i", (count) => {
    const simulation = compileRaw(machine("t < 0.4 ? 0.3 : 1", 2, 0.4 / count));
    const { checks } = simulate({ ...simulation, preparation: {} }).audit;
    const made = {};
    for (let run = 0; run < 60; run++) simulate({ ...simulation, preparation: made });
    expect((made as AuditPreparation).machine!.kernel).toBeTruthy();
    expect(simulate({ ...simulation, preparation: made }).audit.checks).toEqual(checks);
  });

  it("but no other force", () => {
    const simulation = compileRaw(machine("r(t)", 1, 0.01));
    const { told } = tell(simulation);
    for (const node of [39, 40]) {
      const wrong = disturbed(told, { part: "force", k: 0, from: node, to: node, size: () => 0.1 });
      const { checks } = audited(simulation, wrong);
      expect(checks.find(({ name }) => name === "box")!.verdict).toBe("failed");
    }
  });
});
