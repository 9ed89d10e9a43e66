/** Static shapes and small vibrations of beams against elasticas, catenaries and the theory of vibrations. */
import { describe, expect, it } from "vitest";
import { BESSEL_ZEROS, CANTILEVER, catenarySag, clampedElastica, heavyElasticaSag } from "../oracles/beams.ts";
import { rawProblem } from "../support/run.ts";
import { beamProblem, PAPER, rest } from "./problem.ts";

const resting = (system: Record<string, unknown>, equilibrium: unknown = true) =>
  rest(beamProblem({ system, initial: { equilibrium } }));

describe("the beam of (95) between two hinges", () => {
  it("sags by 11.61048 m, after at most 12 iterations, also from the gallery's falling beam", () => {
    for (const found of [resting(PAPER), rest(rawProblem("gh95-beam"))]) {
      expect(found.status).toBe("done");
      expect(found.iterations).toBeLessThanOrEqual(12);
      expect(found.sag).toBeCloseTo(11.61048, 4);
      expect(found.stable).toBe(true);
      expect(found.violation).toBeLessThan(1e-13);
      expect(found.residual).toBeLessThan(1e-8);
    }
  });

  it("carries its weight, and its tension in the middle is the pull of its hinges", () => {
    const { reactions, tension } = resting(PAPER);
    expect(reactions["startY"]! + reactions["endY"]!).toBeCloseTo(7.67 * 9.81 * 32.6, 8);
    expect(reactions["startX"]!).toBeCloseTo(-reactions["endX"]!, 8);
    // between the middle and the point beside it the tension changes by less than 1 %
    expect(tension.force[20]!).toBeGreaterThan(0.9 * reactions["endX"]!);
  });

  it("converges to the elastica with the fourth power of the elements", () => {
    const exact = 11.6104240647;
    const errors = [20, 40, 80].map((elements) => Math.abs(resting({ ...PAPER, elements }).sag - exact));
    expect(errors[0]!).toBeLessThan(1e-4);
    expect(Math.log2(errors[0]! / errors[1]!)).toBeGreaterThan(3.5);
    expect(errors[2]!).toBeLessThan(3e-7);
  });

  it("is the heavy elastica found by shooting, for a stiffer beam", () => {
    const exact = heavyElasticaSag(10, 8, 2000, 50);
    const errors = [8, 16, 32].map((elements) => {
      const system = { length: 10, stiffness: 2000, elements, load: [0, -50], ends: [{ at: [0, 0] }, { at: [8, 0] }] };
      return Math.abs(resting(system).sag - Math.abs(exact));
    });
    expect(errors[2]!).toBeLessThan(1e-6);
    expect(Math.log2(errors[1]! / errors[2]!)).toBeGreaterThan(3.5);
  });
});

it("becomes the catenary as its stiffness goes to zero", () => {
  const exact = catenarySag(30, 20);
  const off = [1000, 100, 10, 1].map((EI) => {
    return Math.abs(
      rest(rawProblem("hanging-cable", { parameters: { EI }, system: { ...cable, elements: 80 } })).sag - exact,
    );
  });
  for (let k = 1; k < off.length; k++) expect(off[k]!).toBeLessThan(off[k - 1]! / 2);
  expect(off.at(-1)!).toBeLessThan(2e-3);
});

const cable = {
  type: "beam",
  length: 30,
  stiffness: "EI",
  density: "rho",
  ends: [{ at: [0, 0] }, { at: [20, 0] }],
  load: [0, "-rho*g"],
};

describe("Euler's elastica, clamped at both ends", () => {
  it("has height and thrust of the elliptic integrals", () => {
    const exact = clampedElastica(1.2, 1, 1);
    const raw = (elements: number) => rawProblem("clamped-elastica", { system: { elements } }) as { system: object };
    const found = [12, 24].map((elements) => {
      const problem = raw(elements);
      return rest({ ...problem, system: { ...problem.system, type: "beam" }, outputs: {}, measures: {} });
    });
    const errors = found.map(({ sag }) => Math.abs(sag - exact.height));
    expect(errors[1]!).toBeLessThan(3e-6);
    expect(Math.log2(errors[0]! / errors[1]!)).toBeGreaterThan(3);
    expect(found[1]!.reactions["startX"]!).toBeCloseTo(exact.thrust, 2);
    expect(found[1]!.stable).toBe(true);
  });

  it("has a mirror image, which the first shape chooses", () => {
    const [up, down] = [1, -1].map((side) => rest(rawProblem("clamped-elastica", { parameters: { side } })));
    up!.shape["y"]!.forEach((y, j) => {
      expect(down!.shape["y"]![j]!).toBeCloseTo(-y, 11);
    });
    expect(up!.energy).toBeCloseTo(down!.energy, 10);
  });
});

describe("small vibrations", () => {
  it("of a cantilever are those of theory", () => {
    const [EI, density, length] = [3, 0.5, 2];
    const system = { length, stiffness: EI, density, elements: 16, ends: [{ at: [0, 0], slope: [1, 0] }, "free"] };
    const { frequencies } = resting(system);
    CANTILEVER.forEach((root, k) => {
      const exact = ((root / length) ** 2 * Math.sqrt(EI / density)) / (2 * Math.PI);
      expect(Math.abs(frequencies[k]! / exact - 1)).toBeLessThan(1e-4);
    });
  });

  it("of a limp hanging chain are those of Bessel's functions", () => {
    const system = {
      length: 4,
      stiffness: 1e-5,
      density: 2,
      elements: 100,
      load: [0, "-2*9.81"],
      ends: [{ at: [0, 0] }, "free"],
    };
    const { frequencies } = resting(system);
    BESSEL_ZEROS.forEach((zero, k) => {
      const exact = ((zero / 2) * Math.sqrt(9.81 / 4)) / (2 * Math.PI);
      expect(Math.abs(frequencies[k]! / exact - 1)).toBeLessThan(3e-3);
    });
  });

  it("of a stiff hanging rod are those of a pendulum", () => {
    const system = {
      length: 4,
      stiffness: 1e7,
      density: 2,
      elements: 4,
      load: [0, "-2*9.81"],
      ends: [{ at: [0, 0] }, "free"],
    };
    expect(resting(system).frequencies[0]!).toBeCloseTo(Math.sqrt((1.5 * 9.81) / 4) / (2 * Math.PI), 5);
  });
});

describe("loads that follow the beam", () => {
  it("a bed of springs below holds it up as a load of the place", () => {
    // stiff beam on springs: k y = weight
    const system = { length: 1, stiffness: 100, elements: 8, load: [0, "-10 - 1000*y"], ends: ["free", "free"] };
    const held = { ...system, load: ["-1000*(x - s)", "-10 - 1000*y"] };
    const { shape, status, iterations } = resting(held, { from: { x: "s", y: "0" } });
    expect(status).toBe("done");
    expect(iterations).toBeLessThanOrEqual(12);
    for (const y of shape["y"]!) expect(y).toBeCloseTo(-0.01, 10);
  });

  it("a torque in a hinge is balanced where the weight's moment is", () => {
    // a rod turned by T about a hinge: T = weight * L/2 * cos(angle)
    const ends = [{ at: [0, 0], torque: 3 }, "free"];
    const system = { length: 1, stiffness: 1e5, elements: 4, load: [0, -10], ends };
    const { shape } = resting(system, { from: { x: "0.3*s", y: "-sqrt(0.91)*s" } });
    expect(shape["x"]!.at(-1)!).toBeCloseTo(3 / 5, 4);
  });
});

it("is the same in space, turned anywhere", () => {
  const plane = resting(PAPER);
  const [c, s] = [Math.cos(0.7), Math.sin(0.7)];
  const space = resting({
    ...PAPER,
    dimension: 3,
    load: [0, 0, "-7.67*9.81"],
    ends: [{ at: [1, 2, 3] }, { at: [1 + 20 * c, 2 + 20 * s, 3] }],
  });
  expect(space.iterations).toBeLessThanOrEqual(12);
  plane.shape["x"]!.forEach((x, j) => {
    expect(space.shape["x"]![j]!).toBeCloseTo(1 + c * x, 8);
    expect(space.shape["y"]![j]!).toBeCloseTo(2 + s * x, 8);
    expect(space.shape["z"]![j]!).toBeCloseTo(3 + plane.shape["y"]![j]!, 8);
  });
});

it("finds equilibria of 600 elements", () => {
  const found = resting({ ...PAPER, elements: 600 });
  expect(found.status).toBe("done");
  expect(found.sag).toBeCloseTo(11.6104240647, 6);
  expect(found.iterations).toBeLessThanOrEqual(12);
});
