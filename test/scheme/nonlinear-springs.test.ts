/** Springs with a potential: the energy-keeping scheme (31) of Glowinski and Holmström (1995), and the others against an integrator. */
import { describe, expect, it } from "vitest";
import { simulate } from "../../src/simulate/simulate.ts";
import { integrate } from "../oracles/integrate.ts";
import { compileRaw, endOf } from "../support/run.ts";

/** Duffing's oscillator, m = k = 1, with x^4/4 on top. */
function duffing(scheme: Record<string, unknown>, step: number, more: Record<string, unknown> = {}) {
  return {
    stickslip: 1,
    system: { type: "linear", mass: [1], stiffness: [1], springs: [{ on: 0, potential: "x^4/4" }], ...more },
    initial: { position: [1], velocity: [0.5] },
    time: { end: 10, step },
    scheme,
  };
}

function exact(end: number): readonly number[] {
  const rate = (_: number, [x, v]: readonly number[]) => [v!, -x! - x! * x! * x!];
  return integrate(rate, 0, [1, 0.5], end, { relative: 1e-13, absolute: 1e-13 }).state;
}

describe("alpha, (31)", () => {
  it.each([0.25, 0.3, 0.4, 0.5])("keeps the energy (19) + (32) to round-off with alpha = %s", (alpha) => {
    const dt = 0.05;
    const { trajectory } = simulate(compileRaw(duffing({ type: "alpha", alpha }, dt)));
    const x = trajectory.position[0]!;
    const energies = Array.from({ length: x.length - 1 }, (_, n) => {
      const rate = (x[n + 1]! - x[n]!) / dt;
      const middle = (x[n + 1]! + x[n]!) / 2;
      return ((1 + dt * dt * (alpha - 0.25)) * rate * rate) / 2 + (middle * middle) / 2 + middle ** 4 / 4;
    });
    expect(Math.max(...energies) - Math.min(...energies)).toBeLessThan(5e-14);
  });

  it.each(["alpha", "balanced"])("%s is of second order", (type) => {
    const [x] = exact(10);
    const errors = [0.02, 0.01, 0.005].map((step) => {
      const outcome = endOf(compileRaw(duffing({ type }, step)));
      return Math.abs(outcome.state.position[0]! - x!);
    });
    expect(Math.log2(errors[0]! / errors[1]!)).toBeCloseTo(2, 1);
    expect(Math.log2(errors[1]! / errors[2]!)).toBeCloseTo(2, 1);
  });
});

describe("event-driven", () => {
  it("follows Duffing's oscillator to 1e-11, with its energy balanced", () => {
    const [x, v] = exact(10);
    const { outcome, audit } = simulate(compileRaw(duffing({ type: "event-driven" }, 0.05)));
    expect(Math.abs(outcome.state.position[0]! - x!)).toBeLessThan(1e-11);
    expect(Math.abs(outcome.state.velocity[0]! - v!)).toBeLessThan(1e-11);
    expect(audit.energyError / audit.energyScale).toBeLessThan(1e-9);
  });

  it("knows other potentials, also between coordinates, with friction: balanced converges to it", () => {
    const system = {
      type: "linear",
      mass: [1, 2],
      springs: [
        { between: [0, 1], potential: "2*cosh(x) - 2" },
        { on: 0, potential: "1 - cos(x)" },
        { on: 1, stiffness: 0.5 },
      ],
      friction: [{ on: 1, limit: 0.2 }],
    };
    const raw = { stickslip: 1, system, initial: { position: [1.5, -0.5] }, time: { end: 12, step: 0.01 } };
    const reference = simulate(compileRaw({ ...raw, scheme: { type: "event-driven" } }));
    expect(reference.outcome.status).toBe("done");
    expect(reference.audit.stickSpeed).toBe(0);
    expect(reference.audit.energyError / reference.audit.energyScale).toBeLessThan(1e-9);
    expect(reference.trajectory.events.length).toBeGreaterThan(3);
    for (const type of ["balanced", "alpha"]) {
      const { outcome, audit } = simulate(compileRaw({ ...raw, time: { end: 12, step: 0.0005 }, scheme: { type } }));
      const distance = outcome.state.position.map((x, i) => Math.abs(x - reference.outcome.state.position[i]!));
      expect(Math.max(...distance)).toBeLessThan(2e-3);
      expect(audit.energyError / audit.energyScale).toBeLessThan(2e-3);
    }
  });
});

describe("faults", () => {
  const broken: [string, Record<string, unknown>, RegExp][] = [
    ["a potential with a kink", { on: 0, potential: "abs(x)" }, /potential: invalid potential; not smooth in x/],
    ["both", { on: 0, potential: "x^2", stiffness: 1 }, /needs either stiffness or potential: both given/],
    ["none", { on: 0 }, /needs either stiffness or potential: none given/],
    ["another variable", { on: 0, potential: "y^2" }, /unknown symbol y/],
  ];
  it.each(broken)("%s", (_, spring, message) => {
    expect(() => compileRaw(duffing({ type: "balanced" }, 0.1, { springs: [spring] }))).toThrow(message);
  });

  it.each(["splitting", "strang"])("%s refuses them", (type) => {
    expect(() => compileRaw(duffing({ type }, 0.1))).toThrow(/cannot treat nonlinear springs/);
  });
});
