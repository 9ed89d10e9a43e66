/** Beams in problem files: what is refused, with which words; what is projected, and said. */
import { describe, expect, it } from "vitest";
import { compile } from "../../src/problem/compile/compile.ts";
import { beamProblem, compiled } from "./problem.ts";

const GOOD = { length: 2, stiffness: 1, elements: 4, ends: [{ at: [0, 0] }, "free"] };
const LEVEL = { position: { x: "s", y: "0" } };

function faults(system: Record<string, unknown>, initial: Record<string, unknown> = LEVEL, scheme?: string): string {
  const raw = beamProblem({ system: { ...GOOD, ...system }, initial, ...(scheme ? { scheme: { type: scheme } } : {}) });
  return (compile(raw).faults ?? []).map(({ path, message }) => `${path}: ${message}`).join("\n");
}

describe("refuses", () => {
  it.each([
    [{ ends: [{ at: [0, 0] }, { at: [3, 0] }] }, "ends; 3 m apart at the start, but the beam is 2 m long"],
    [{ stiffness: -1 }, "system.stiffness: invalid stiffness; not above 0"],
    [{ stiffness: "1 - s" }, "system.stiffness: invalid stiffness; not above 0 at s = "],
    [{ density: 0 }, "system.density: invalid density; not above 0"],
    [{ length: 0 }, "system.length: invalid length; not above 0"],
    [{ load: [0] }, "system.load"],
    [{ load: [0, 0, 1] }, "not 2 formulas, along x, y: 3 given"],
    [{ load: [0, "q"] }, "unknown symbol q"],
    [{ ends: [{ at: [0, 0, 0] }, "free"] }, "not 2 numbers, as dimension says: 3 given"],
    [{ ends: [{ at: [0, 0], slope: [0, 0] }, "free"] }, "it has no direction"],
    [
      { ends: [{ at: [0, 0], slope: [1, 0], torque: 1 }, "free"] },
      "only a hinge in the plane has one: this end is clamped",
    ],
    [{ guides: [{ at: 0, along: "x", limit: 1 }] }, "the start of the beam is held there"],
    [{ guides: [{ at: 2, along: "z", limit: 1 }] }, "the beam lies in the plane"],
    [{ guides: [{ at: 5, along: "x", limit: 1 }] }, "above 2"],
    [
      { guides: [{ at: 2, along: "x", limit: 1, viscous: 2 }] },
      'system.guides[0].viscous: unknown key "viscous"; known here',
    ],
    [{ ends: [{ at: [0, 0], friction: { limit: 1, viscous: 2 } }, "free"] }, 'unknown key "viscous"; known here'],
    [{ masses: [{ at: 1, mass: -1 }] }, "below 0"],
    [{ inextensible: { tolerance: 1 } }, "kkt has none"],
    [{ inextensible: { method: "augmented-lagrangian", direction: "mean" } }, "projects the new slopes"],
    [{ inextensible: { method: "penalty", epsilon: 0 } }, "not above 0"],
  ])("%j", (system, words) => {
    expect(faults(system)).toContain(words);
  });

  it("starts that are no place for it", () => {
    expect(faults({}, {})).toContain("a beam needs a shape");
    expect(faults({}, { position: { x: "s" } })).toContain("not { x: ..., y: ... } as formulas in s");
    expect(faults({}, { position: { x: "s + 1", y: "0" } })).toContain("off what the end holds by 1 at startX");
    expect(faults({}, { ...LEVEL, equilibrium: true })).toContain("equilibrium says where the beam starts");
    expect(faults({ ends: ["free", "free"] }, { equilibrium: true })).toContain("invalid equilibrium");
    expect(faults({}, { position: { x: "1/s", y: "0" } })).toContain("no finite value at s = 0");
    expect(faults({}, { equilibrium: { ends: [{ at: [0, 0] }, { at: [9, 0] }] } })).toContain("9 m apart");
  });

  it("schemes that cannot bend", () => {
    for (const scheme of ["event-driven", "balanced", "splitting", "strang"]) {
      expect(faults({}, LEVEL, scheme)).toContain("cannot treat beams");
      expect(faults({}, LEVEL, scheme)).toContain("Take alpha or variational");
    }
    expect(faults({ inextensible: { direction: "new" } }, LEVEL, "variational")).toContain("belongs to alpha");
    expect(faults({ guides: [{ at: 2, along: "y", limit: 2, kinetic: 1 }] }, LEVEL, "alpha")).toContain(
      "no kinetic force",
    );
  });

  it("all faults at once", () => {
    const found = faults({ stiffness: -1, density: -1, ends: [{ at: [0] }, "free"] });
    expect(found.split("\n").length).toBeGreaterThanOrEqual(3);
  });
});

describe("projects, and says so", () => {
  it("a shape that is too long or too short", () => {
    const { simulation } = compiled(beamProblem({ system: GOOD, initial: { position: { x: "s", y: "0.1*s^2" } } }));
    expect(simulation.warnings.join(" ")).toMatch(/\|x'\| off 1 by up to 0\.0\d+.*projected/);
    const off = new Float64Array(simulation.system.rows.length);
    simulation.system.violationsAt!(new Float64Array(2), simulation.initial.position, off);
    expect(Math.max(...off.map(Math.abs))).toBeLessThan(1e-12);
  });

  it("a velocity that would stretch it", () => {
    const initial = { ...LEVEL, velocity: { x: "s", y: "s" } };
    const { simulation } = compiled(beamProblem({ system: GOOD, initial }));
    expect(simulation.warnings.join(" ")).toContain("would stretch the beam");
    expect(Math.abs(simulation.initial.velocity[4 * 4]!)).toBeLessThan(1e-12);
    expect(simulation.initial.velocity[4 * 4 + 1]!).toBeCloseTo(2, 1);
  });

  it("but a shape of right length is taken as it is", () => {
    const initial = { position: { x: "sin(s)", y: "1 - cos(s)" } };
    const { simulation } = compiled(beamProblem({ system: { ...GOOD, elements: 32 }, initial }));
    expect(simulation.warnings).toEqual([]);
  });
});

it("chooses variational, and alpha where a direction is asked for", () => {
  const scheme = (inextensible: Record<string, unknown>) =>
    compiled(beamProblem({ system: { ...GOOD, inextensible }, initial: LEVEL })).simulation.scheme.name;
  expect(scheme({})).toBe("variational");
  expect(scheme({ direction: "new" })).toBe("alpha");
  expect(scheme({ method: "augmented-lagrangian" })).toBe("alpha");
});

describe("places along a beam", () => {
  const raw = (of: string) => ({
    ...(beamProblem({ system: GOOD, initial: LEVEL, end: 0.1, step: 0.01 }) as object),
    outputs: { of },
  });

  it("are read in all directions, with their velocities", () => {
    const { outputs, system } = compiled(raw("x(1.5) + 10*y(1.5) + 100*yt(1.25)")).simulation;
    expect(outputs.names).toEqual(["of"]);
    expect(system.names).toContain("x3");
  });

  it.each([
    ["x(1)", 'x(1) has two meanings on a beam: "x(1)". Write x(1.0) for the place 1 m along it, or x('],
    ["x(2.5)", "not from 0 to 2 m along x"],
  ])("%s is refused", (of, words) => {
    expect((compile(raw(of)).faults ?? []).map(({ message }) => message).join()).toContain(words);
  });

  it("are told from coordinates by their names", () => {
    expect(compile(raw("x(x3) - x(1.5)")).faults ?? []).toEqual([]);
  });
});
