/** `type: string` against closed forms, against the same machine written as `linear`, and against theory. */
import { describe, expect, it } from "vitest";
import { simulate } from "../../src/simulate/simulate.ts";
import { parabola, plucked } from "../oracles/strings.ts";
import { compileRaw, runProblem } from "../support/run.ts";

const still = { scheme: { type: "balanced" } };

interface StringRun {
  readonly system: Readonly<Record<string, unknown>>;
  readonly initial: unknown;
  readonly end: number;
  readonly step: number | string;
  readonly scheme?: Readonly<Record<string, unknown>>;
  readonly rest?: Readonly<Record<string, unknown>>;
}

function run({ system, initial, end, step, scheme = still.scheme, rest = {} }: StringRun) {
  const time = { end, step };
  return simulate(
    compileRaw({ stickslip: 1, system: { type: "string", ...system }, initial, time, scheme, ...rest }),
    {},
  );
}

/** Largest distance from a function of the node's place. */
function distance(position: Float64Array, elements: number, exact: (x: number) => number): number {
  return Math.max(...Array.from(position, (value, i) => Math.abs(value - exact((i + 1) / elements))));
}

describe("a parabola under dry friction (23)", () => {
  const start = (K: number, L: number) => ({ position: `${K}*x*(${L} - x)/2` });

  it.each([
    { K: 6.5, g: 1, L: 1, tension: 1, density: 1 },
    { K: -4, g: 1.5, L: 1, tension: 1, density: 1 },
    { K: 0.9, g: 1, L: 1, tension: 1, density: 1 },
    { K: 3, g: 0.7, L: 2, tension: 4, density: 1 },
  ])(
    "K = $K, g = $g, L = $L stops after as many half swings, in the shape and with the energies of theory",
    ({ K, g, L, tension, density }) => {
      const exact = parabola(K, g, L, Math.sqrt(tension / density));
      const half = L / Math.sqrt(tension / density);
      const errors = [32, 64].map((elements) => {
        const system = { length: L, elements, tension, density, friction: g * tension };
        const end = exact.stops + half;
        const { outcome, trajectory, audit } = run({ system, initial: start(K, L), end, step: half / elements / 4 });
        expect(outcome.status).toBe("done");
        expect(audit).toMatchObject({ stickSpeed: 0, stickDrift: 0, creepTime: 0 });
        const { time, energy } = trajectory;
        const middle = trajectory.position[elements / 2 - 1]!;
        const turns = trajectory.events.filter(
          ({ kind, row }) => kind === "reversal" && row === `lambda${elements / 2}`,
        );
        const stick = trajectory.events.filter(
          ({ kind, row, time: at }) =>
            kind === "stick" && row === `lambda${elements / 2}` && at > exact.stops - half / 2,
        );
        expect(turns).toHaveLength(Math.max(0, exact.swings - 1));
        expect(stick).toHaveLength(exact.swings > 0 ? 1 : 0);
        expect(outcome.state.velocity.every((speed) => speed === 0)).toBe(true);
        const ofEnergies = exact.energy.map((expected, j) => {
          const at = time.findIndex((t) => t >= j * half - 1e-9);
          return Math.abs(energy[at]! / tension - expected) / exact.energy[0]!;
        });
        const last = exact.curvature.at(-1)!;
        const shape = distance(outcome.state.position, elements, (s) => (last * s * (1 - s) * L * L) / 2);
        const late = stick.length > 0 ? Math.abs(stick[0]!.time - exact.stops) / half : 0;
        expect(middle.at(-1)).toBeCloseTo((last * L * L) / 8, 2);
        return { energy: Math.max(...ofEnergies), shape: shape / ((Math.abs(K) * L * L) / 8), late };
      });
      // a velocity that is zero all along at a turn is found within some steps, everything else to first order or better
      const [coarse, fine] = errors as [(typeof errors)[0], (typeof errors)[0]];
      expect(fine.energy).toBeLessThan(Math.max(0.55 * coarse.energy, 1e-12));
      expect(fine.energy).toBeLessThan(0.005);
      expect(fine.shape).toBeLessThan(0.01);
      expect(fine.late).toBeLessThan(0.1);
    },
  );

  it("is not stopped by the paper's splitting, and the audit says so", () => {
    const system = { elements: 32, friction: 1 };
    const scheme = { type: "splitting" };
    const { outcome, audit } = run({ system, initial: start(6.5, 1), end: 5, step: 1 / 128, scheme });
    expect(Math.max(...outcome.state.velocity.map(Math.abs))).toBeGreaterThan(1e-5);
    expect(audit.checks.find(({ name }) => name === "stick")).toMatchObject({ verdict: "failed" });
  });

  it("moves as d'Alembert says where steps are as long as the elements", () => {
    // without friction the discrete string is exact on the characteristics
    const { outcome } = run({
      system: { elements: 40 },
      initial: { position: "1 - abs(2*x - 1)" },
      end: 0.65,
      step: 1 / 40,
    });
    expect(distance(outcome.state.position, 40, (x) => plucked(x, 0.65))).toBeLessThan(1e-12);
  });
});

describe("the same string as a linear machine", () => {
  const elements = 20;
  const n = elements - 1;
  const h = 1 / elements;
  const system = { elements, tension: 2, density: 3, friction: "1 + x", damping: 0.5, force: "cos(3*t)*x" };
  const linear = {
    type: "linear",
    mass: Array<number>(n).fill(3 * h),
    damping: Array<number>(n).fill(0.5 * h),
    stiffness: Array.from({ length: n }, (_, i) =>
      Array.from({ length: n }, (_, j) => (i === j ? 4 / h : Math.abs(i - j) === 1 ? -2 / h : 0)),
    ),
    force: Array.from({ length: n }, (_, i) => `${h}*cos(3*t)*${(i + 1) * h}`),
    friction: Array.from({ length: n }, (_, on) => ({ on, limit: (1 + (on + 1) * h) * h })),
  };
  const position = Array.from(
    { length: n },
    (_, i) => Math.sin(Math.PI * (i + 1) * h) + 0.3 * Math.sin(3 * Math.PI * (i + 1) * h),
  );
  const common = { stickslip: 1, time: { end: 2, step: 0.01 } };

  it.each(["balanced", "alpha", "splitting", "event-driven"])("has the same digits to 1e-12 under %s", (type) => {
    const start = { position: "sin(pi*x) + 0.3*sin(3*pi*x)" };
    const one = simulate(
      compileRaw({ ...common, system: { type: "string", ...system }, initial: start, scheme: { type } }),
    );
    const other = simulate(compileRaw({ ...common, system: linear, initial: { position }, scheme: { type } }));
    expect(one.outcome.status).toBe("done");
    one.outcome.state.position.forEach((value, i) => {
      expect(Math.abs(value - other.outcome.state.position[i]!)).toBeLessThan(1e-12);
      expect(Math.abs(one.outcome.state.velocity[i]! - other.outcome.state.velocity[i]!)).toBeLessThan(1e-11);
    });
  });
});

describe("small vibrations", () => {
  /** Frequency of mode k by linear elements, rad/s, for tension and density 1. */
  const known = {
    lumped: (k: number, h: number) => (2 / h) * Math.sin((k * Math.PI * h) / 2),
    consistent: (k: number, h: number) =>
      Math.sqrt((6 / (h * h)) * ((1 - Math.cos(k * Math.PI * h)) / (2 + Math.cos(k * Math.PI * h)))),
  };
  it.each([
    ["lumped", 1],
    ["lumped", 3],
    ["consistent", 1],
    ["consistent", 3],
  ] as const)("of a %s string in mode %i have the frequency of its elements, and nearly k pi", (mass, k) => {
    const elements = 24;
    const omega = known[mass](k, 1 / elements);
    const system = { elements, mass };
    const initial = { position: `sin(${k}*pi*x)` };
    const period = (2 * Math.PI) / omega;
    const { outcome } = run({ system, initial, end: period, step: period / 4000 });
    expect(distance(outcome.state.position, elements, (x) => Math.sin(k * Math.PI * x))).toBeLessThan(1e-4);
    expect(Math.abs(omega / (k * Math.PI) - 1)).toBeLessThan((1.01 * (k * Math.PI) ** 2) / 24 / elements ** 2);
  });

  it("of a string with a free end have a quarter wave", () => {
    const system = { elements: 40, ends: ["fixed", "free"] };
    const { outcome } = run({ system, initial: { position: "sin(pi*x/2)" }, end: 2, step: 1 / 400 });
    const { position } = outcome.state;
    expect(position).toHaveLength(40);
    const errors = Array.from(position, (value, i) => Math.abs(value + Math.sin((Math.PI * (i + 1)) / 80)));
    expect(Math.max(...errors)).toBeLessThan(2e-3);
  });

  it("of a hanging chain, tension x, have the zeros of J0", () => {
    // w^2 u + (x u')' = 0 on (0, 1), free at 0: u = J0(2 w sqrt(x)), w = 2.404825557695773 / 2
    const omega = 2.404825557695773 / 2;
    const series = Array.from({ length: 12 }, (_, k) => `(-(${omega}^2)*x)^${k}/${factorial(k) ** 2}`).join(" + ");
    const system = { elements: 60, tension: "x", ends: ["free", "fixed"] };
    const period = (2 * Math.PI) / omega;
    const { outcome } = run({
      system,
      initial: { position: series.replace("(-(", "1 + 0*(-(") },
      end: period,
      step: period / 1500,
    });
    const bessel = (x: number) =>
      Array.from({ length: 12 }, (_, k) => (-(omega ** 2) * x) ** k / factorial(k) ** 2).reduce(
        (sum, term) => sum + term,
        0,
      );
    const errors = Array.from(outcome.state.position, (value, i) => Math.abs(value - bessel(i / 60)));
    expect(Math.max(...errors)).toBeLessThan(0.01);
  });
});

const factorial = (k: number): number => (k < 2 ? 1 : k * factorial(k - 1));

describe("an obstacle", () => {
  const system = (restitution: number, elements: number) => ({ elements, obstacle: { below: -0.5, restitution } });
  const initial = { position: "1 - abs(2*x - 1)" };

  it.each(["balanced", "alpha"])(
    "under %s is met at t = 0.75 by half of the string at once, which an elastic impact throws back to the triangle",
    (type) => {
      const errors = [40, 80, 160].map((elements) => {
        const result = run({
          system: system(1, elements),
          initial,
          end: 1.5,
          step: 1 / elements / 2,
          scheme: { type },
        });
        expect(result.audit.energyError).toBeLessThan(3 / elements);
        const { outcome, trajectory, energy } = result;
        const impacts = trajectory.events.filter(({ kind }) => kind === "impact");
        const nodes = new Set(impacts.map(({ row }) => Number(row.slice("below".length)) / elements));
        const times = impacts.map(({ time }) => time);
        expect(Math.min(...times)).toBeGreaterThan(0.75 - 4 / elements);
        expect(Math.max(...times)).toBeLessThan(0.75 + 4 / elements);
        expect(Math.abs(nodes.size / elements - 0.5)).toBeLessThan(0.1);
        const shape = distance(outcome.state.position, elements, (x) => 1 - Math.abs(2 * x - 1));
        return { shape, energy: Math.abs(energy - 2) };
      });
      expect(errors[2]!.shape).toBeLessThan(0.1);
      expect(errors[2]!.shape).toBeLessThan(0.7 * errors[0]!.shape);
      expect(errors[2]!.energy).toBeLessThan(4 / 160);
      expect(errors[2]!.energy).toBeLessThan(0.6 * errors[0]!.energy + 1e-12);
    },
  );

  it.each(["balanced", "alpha"])(
    "under %s that is inelastic takes the energy of what it stops, and is not crossed",
    (type) => {
      const { energy, audit } = run({ system: system(0, 80), initial, end: 1.5, step: 1 / 320, scheme: { type } });
      expect(energy).toBeLessThan(1.2);
      expect(audit.penetration).toBeLessThan(0.02);
      expect(audit.energyError).toBeLessThan(0.03);
    },
  );

  // in the halves of the string that hit it, kinetic energy is 1 J of the 2 J: e^2 of it is left
  it.each([0, 0.3, 0.5, 0.8])("gives back what its restitution says, %f, under both schemes", (restitution) => {
    for (const type of ["balanced", "alpha"]) {
      const { energy } = run({ system: system(restitution, 320), initial, end: 0.9, step: 1 / 640, scheme: { type } });
      expect(Math.abs(energy - (1 + restitution * restitution)), type).toBeLessThan(0.06);
    }
  });
});

it("books of alpha close to second order, however long the string has been at rest and swings about its place", () => {
  const system = {
    ...{ length: 0.9, elements: 8, tension: 11, density: 7.6, friction: "93*(1 + 0.6*sin(4*x/L))" },
    guides: [{ at: 0.5, limit: 1.2 }],
  };
  const initial = { position: "0.34*sin(pi*x/L) - 0.37*sin(3*pi*x/L)" };
  const off = (end: number, parts: number) => {
    const rest = { parameters: { L: 0.9 } };
    const { audit } = run({ system, initial, end, step: 0.03 / parts, scheme: { type: "alpha" }, rest });
    return (audit.energyError / audit.energyScale) * parts ** 2;
  };
  for (const end of [3, 12]) for (const parts of [1, 2, 4, 16]) expect(off(end, parts)).toBeLessThan(0.03);
});

it("ends move on given paths: a wave runs into the string", () => {
  const system = { elements: 80, ends: [{ moves: "0.1*sin(2*pi*t)" }, "fixed"] };
  const { outcome } = run({ system, initial: {}, end: 0.75, step: 1 / 80 });
  const exact = (x: number) => (x < 0.75 ? 0.1 * Math.sin(2 * Math.PI * (0.75 - x)) : 0);
  expect(distance(outcome.state.position, 80, exact)).toBeLessThan(3e-3); // its slope jumps at the front
});

it("guides hold a string at one node", () => {
  const system = { elements: 40, guides: [{ at: 0.5, limit: 100 }] };
  const { outcome, audit } = run({ system, initial: { position: "sin(2*pi*x)" }, end: 2, step: 1 / 80 });
  expect(outcome.state.velocity[19]).toBe(0);
  expect(Math.abs(outcome.state.position[19]!)).toBeLessThan(1e-15); // where it started
  expect(audit).toMatchObject({ stickSpeed: 0, stickDrift: 0 });
});

it("the gallery's string stops at t = 3 as the parabola of curvature -0.5", () => {
  const { measures } = runProblem("string-parabola");
  expect(measures.curvature).toBeCloseTo(-0.5, 2);
  expect(measures.stopped).toBeGreaterThan(2.9);
  expect(measures.stopped).toBeLessThan(3.1);
});
