/** The audit of machines whose mass and directions depend on the place: right motions pass, disturbed ones do not. */
import { describe, expect, it } from "vitest";
import { joint } from "../../../src/model/rows/law.ts";
import type { System } from "../../../src/model/system.ts";
import type { Matrix } from "../../../src/numeric/matrix.ts";
import { balanced } from "../../../src/scheme/balanced/balanced.ts";
import type { Initial, Listener, State } from "../../../src/scheme/scheme.ts";
import { audit } from "../../../src/simulate/audit/audit.ts";
import type { Audit } from "../../../src/simulate/audit/result.ts";
import { startRun } from "../../../src/simulate/run/run.ts";
import { simulate } from "../../../src/simulate/simulate.ts";
import { activeSet } from "../../../src/step/solvers/active-set.ts";
import { newStats } from "../../../src/step/step.ts";
import { elasticPendulum, k, L, m } from "../../model/elastic-pendulum.ts";
import { compileRaw, loadSimulation, runProblem } from "../../support/run.ts";
import { disturbed, tell, audited as tellAgain } from "../../torture/disturbed.ts";

const SLIDES = { time: 0, end: 0.6, position: Float64Array.of(1.22, 0.61), velocity: Float64Array.of(0.1, -0.3) };
const FALLS = { time: 0, end: 4, position: Float64Array.of(1.118, 0.4636), velocity: Float64Array.of(0, 0) };
const HELD = { time: 0, end: 1.5, position: Float64Array.of(1.2257, 0.2054), velocity: Float64Array.of(0, 0) };

interface Told {
  readonly state: State;
  /** The state before an impact. */
  readonly before?: State;
}

/** States and impacts of a run under balanced. */
function motion(system: System, initial: Initial, steps: number): Told[] {
  const h = (initial.end - initial.time) / steps;
  const stepper = balanced().start(system, activeSet(), initial, h);
  const told: Told[] = [{ state: structuredClone(stepper.state) }];
  const listener: Listener = {
    event() {},
    jump: (before, after) => void told.push({ before: structuredClone(before), state: structuredClone(after) }),
  };
  const stats = newStats();
  for (let j = 1; j <= steps; j++) {
    expect(stepper.step(Float64Array.of(h, initial.time + j * h), stats, listener)).toBe("stepped");
    told.push({ state: structuredClone(stepper.state) });
  }
  return told;
}

function audited(system: System, initial: Initial, told: readonly Told[], order = 2): Audit {
  const steps = told.length - 1;
  const step = (initial.end - initial.time) / steps;
  const scheme = { ...balanced(), order };
  const grid = { start: initial.time, end: initial.end, step, steps, every: 1 };
  const sink = audit({ system, scheme, solver: activeSet(), grid } as Parameters<typeof audit>[0]);
  for (const { state, before } of told) {
    if (before) sink.jump?.(before, state);
    else sink.step!(state);
  }
  return sink.result();
}

const failing = ({ checks }: Audit) => checks.filter(({ verdict }) => verdict !== "ok").map(({ name }) => name);

describe("the audit of an elastic pendulum with a rub and a floor", () => {
  it("finds nothing in its motions under balanced: sliding, held, on the floor", () => {
    for (const [limit, floor, initial] of [
      [0.6, 9, SLIDES],
      [0, 9, SLIDES],
      [6, 9, HELD],
      [0.8, 1.15, FALLS],
    ] as const) {
      const system = elasticPendulum(limit, floor);
      const found = audited(system, initial, motion(system, initial, 4000));
      const expected = initial === FALLS ? ["gap"] : []; // a step ends behind the floor
      expect(failing(found)).toEqual(expected);
      expect(found.verdict).toBe(initial === FALLS ? "warning" : "ok");
      if (limit === 6) expect(found.rows[0]!.stuckTime).toBeGreaterThan(1.4);
    }
  });

  it("books what friction takes: its limit times the way", () => {
    const system = elasticPendulum(0.6, 9);
    const told = motion(system, SLIDES, 2000);
    const { energyError, dissipation } = audited(system, SLIDES, told);
    const side = ({ position: [r, a] }: State) => r! * Math.sin(a!);
    let way = 0;
    for (let j = 1; j < told.length; j++) way += Math.abs(side(told[j]!.state) - side(told[j - 1]!.state));
    expect(dissipation).toBeCloseTo(0.6 * way, 5);
    expect(energyError).toBeLessThan(1e-5);
  });

  it("has residuals that vanish with the step", () => {
    const system = elasticPendulum(0.6, 9);
    const [coarse, fine] = [250, 500].map((steps) => audited(system, SLIDES, motion(system, SLIDES, steps)));
    expect(coarse!.balanceResidual / fine!.balanceResidual).toBeGreaterThan(3);
    expect(fine!.balanceResidual).toBeLessThan(1e-2);
  });

  it("finds a motion that is exact to be so, held to 1e-6: the mass held sideways swings along a line", () => {
    const { told, initial, system } = exactHeld();
    const found = audited(system, initial, told, Number.POSITIVE_INFINITY);
    expect(failing(found)).toEqual([]);
    expect(found.balanceResidual).toBeLessThan(1e-7);
    expect(found.stickDrift).toBeLessThan(1e-9);
  });

  it.each([
    ["position", 1],
    ["velocity", 0],
    ["force", 0],
  ] as const)("fails when the %s of that motion is off by 1e-5 of its scale", (part, index) => {
    const { told, initial, system } = exactHeld();
    const wrong = structuredClone(told);
    const largest = Math.max(...told.map(({ state }) => Math.abs(state[part][index]!)));
    wrong[400]!.state[part][index]! += 1e-5 * largest;
    const found = audited(system, initial, wrong, Number.POSITIVE_INFINITY);
    expect(found.verdict).toBe("failed");
  });

  it.each([
    ["position", 1e-3, "warning"],
    ["velocity", 1e-2, "failed"],
  ] as const)("sees a jump of the %s under balanced, beyond what the step explains", (part, size, verdict) => {
    const system = elasticPendulum(0.6, 9);
    const told = motion(system, SLIDES, 2000);
    told[900]!.state[part][1]! += size;
    expect(audited(system, SLIDES, told).verdict).toBe(verdict);
  });

  it("fails with the mass or the directions of another place", () => {
    const { told, initial, system } = exactHeld();
    const heavier: System = {
      ...system,
      massAt: ([r], out) => system.massAt(Float64Array.of(r! * (1 + 1e-4)), out),
    };
    expect(audited(heavier, initial, told, Number.POSITIVE_INFINITY).verdict).toBe("failed");
    const stale: System = {
      ...system,
      directionsAt: (_, out) => system.directionsAt(initial.position, out),
    };
    expect(audited(stale, initial, told, Number.POSITIVE_INFINITY).verdict).toBe("failed");
  });

  it("tells by how much a joint is violated", () => {
    const { told, initial, system } = exactHeld();
    const guided: System = {
      ...system,
      rows: [{ name: "guide", law: joint() }, system.rows[1]!],
      violationsAt: (_, [r, a], out) => out.set([r! * Math.sin(a!) - 0.25, 0]),
    };
    const right = audited(guided, initial, told, Number.POSITIVE_INFINITY);
    expect(failing(right)).toEqual([]);
    expect(right.violation).toBeLessThan(1e-14);
    const off = structuredClone(told);
    for (const { state } of off.slice(500)) state.position[1]! += 1e-5;
    const found = audited(guided, initial, off, Number.POSITIVE_INFINITY);
    expect(found.violation).toBeCloseTo(1e-5 * 1.2, 5);
    expect(failing(found)).toContain("joint");
  });
});

/** The mass held at x = 0.25 by its rub: y'' = g - pull, integrated finely here, seen in polar coordinates; with the force that holds it. */
function exactHeld() {
  const system = elasticPendulum(6, 9);
  const x = 0.25;
  const gravity = 9.81;
  const stretch = (y: number) => (k * (Math.hypot(x, y) - L)) / Math.hypot(x, y);
  const f = (y: number) => gravity - (stretch(y) * y) / m;
  const told: Told[] = [];
  const n = 1000;
  const sub = 20;
  const h = 1.5 / n / sub;
  let [y, dy] = [1.2, 0.5];
  for (let j = 0; j <= n; j++) {
    const r = Math.hypot(x, y);
    told.push({
      state: {
        time: (1.5 * j) / n,
        position: Float64Array.of(r, Math.atan2(x, y)),
        velocity: Float64Array.of((y * dy) / r, (-x * dy) / (r * r)),
        force: Float64Array.of(stretch(y) * x, 0),
        limit: Float64Array.of(6, 0),
        mode: Int8Array.of(0, 1),
        memory: new Float64Array(0),
      },
    });
    for (let i = 0; i < sub; i++) {
      const [a1, v2] = [f(y), dy + (h / 2) * f(y)];
      const [a2, v3] = [f(y + (h / 2) * dy), dy + (h / 2) * f(y + (h / 2) * dy)];
      const [a3, v4] = [f(y + (h / 2) * v2), dy + h * f(y + (h / 2) * v2)];
      const a4 = f(y + h * v3);
      y += (h / 6) * (dy + 2 * v2 + 2 * v3 + v4);
      dy += (h / 6) * (a1 + 2 * a2 + 2 * a3 + a4);
    }
  }
  const first = told[0]!.state;
  return { told, system, initial: { time: 0, end: 1.5, position: first.position, velocity: first.velocity } };
}

it("a joint that gives way by its method is no row at rest: it is told of joints, with the method", () => {
  const method = (given: object) => ({
    system: {
      constraints: [
        { type: "curve", name: "ellipse", shape: "ellipse", center: [0.25, 1], axes: [0.5, 1.155], ...given },
      ],
    },
    scheme: { type: "variational" },
    time: { end: 0.5 },
  });
  const told = (given: object) =>
    runProblem("gh95-ellipse", method(given)).audit.checks.filter(({ verdict }) => verdict !== "ok");
  const soft = told({ method: "penalty", epsilon: 1e-6 });
  expect(soft.map(({ name, verdict }) => [name, verdict])).toEqual([["joint", "warning"]]);
  expect(soft[0]!.sentence).toContain("penalty gives way. Take a smaller epsilon or tolerance, or method kkt.");
  expect(told({ method: "augmented-lagrangian" })).toEqual([]); // 1e-8 of an ellipse of this size
  expect(told({ method: "kkt" })).toEqual([]);
});

it("twenty links, most of which have not moved yet: round-off of the others is not looked at again", () => {
  const simulation = loadSimulation("twenty-links", { time: { end: 0.1 } });
  const counts = { masses: 0, states: 0 };
  const { system } = simulation;
  const counted = {
    ...system,
    massAt(q: Float64Array, out: Matrix) {
      counts.masses++;
      system.massAt(q, out);
    },
  };
  const found = audit({ ...simulation, system: counted });
  const run = startRun(simulation, [found, { step: () => void counts.states++ }]);
  run.advance(Number.POSITIVE_INFINITY);
  expect(found.result().verdict).toBe("ok");
  expect(counts.states).toBeGreaterThan(20);
  expect(counts.masses).toBeLessThan(8 * counts.states); // a look has 19 of them, and there were up to 41 looks at a step
});

/** A light mass that is held along a sine by a row that turns. */
const alongSine = (type: string, step: number) => ({
  stickslip: 1,
  system: {
    type: "mechanism",
    coordinates: [{ name: "a" }, { name: "b" }],
    kinetic: "v(a)^2/2 + 1000*v(b)^2/2",
    friction: [{ along: "x(a) - sin(x(b))", limit: 100 }],
  },
  initial: { position: [0, 0], velocity: [1, 1] },
  time: { end: 10, step },
  scheme: { type },
});

/** A heavy block beside a light machine whose mass and rows vary. */
const besideHeavy = (heavy: number, light: number) => ({
  stickslip: 1,
  system: {
    type: "mechanism",
    coordinates: [{ name: "h" }, { name: "a" }, { name: "b" }],
    kinetic: `${heavy}*v(h)^2/2 + ${light}*((1 + 0.5*cos(x(a)))*v(a)^2/2 + (2 + sin(x(b)))*v(b)^2/2)`,
    friction: [
      { on: "h", limit: 9 * heavy },
      { along: "x(a) + 0.7*sin(x(b) - x(a))", limit: 0.5 * light },
      { along: "cos(x(b)) + x(b)", limit: 0.3 * light },
    ],
    force: { h: `${12 * heavy}*sin(t)`, a: `${2 * light}*sin(1.3*t)`, b: `${1.5 * light}*cos(t)` },
  },
  initial: { position: [0, 0.3, 0.2], velocity: [0, 0, 0.5] },
  time: { end: 10, step: 0.05 },
});

describe("the audit of rows that turn", () => {
  it.each(["balanced", "variational"])(
    "holds %s to its slips, not to places that steps leave by their error",
    (type) => {
      for (const step of [0.1, 0.01]) expect(failing(simulate(compileRaw(alongSine(type, step))).audit)).toEqual([]);
    },
  );

  it("holds event-driven to its places", () => {
    const simulation = compileRaw(alongSine("event-driven", 0.1));
    expect(failing(simulate(simulation).audit)).toEqual([]);
    const { told } = tell(simulation);
    const off = disturbed(told, { part: "position", k: 0, from: told.length >> 1, to: told.length, size: () => 1e-5 });
    expect(tellAgain(simulation, off).verdict).not.toBe("ok");
  });

  it.each([
    [1, 1],
    [1e6, 1e-8],
    [1e9, 1e-9],
  ])("takes each coordinate by its own forces: %s kg beside %s kg", (heavy, light) => {
    expect(failing(simulate(compileRaw(besideHeavy(heavy, light))).audit)).toEqual([]);
  });
});

it("a joint that holds a place at zero is measured by what is coupled to it: round-off passes, 1e-11 m does not", () => {
  const simulation = compileRaw({
    stickslip: 1,
    system: {
      type: "mechanism",
      coordinates: [{ name: "a" }, { name: "b" }],
      kinetic: "v(a)^2 + v(a)*v(b) + v(b)^2",
      potential: "9.81*x(b) + 3*x(a)^2 + 2*x(b)^2 + x(a)*x(b)",
      force: { a: "sin(3*t)" },
      joints: [{ name: "J", zero: "x(a)" }],
    },
    initial: { position: [0, 1] },
    scheme: { type: "variational" },
    time: { end: 2, step: 0.01 },
  });
  const { told } = tell(simulation);
  expect(failing(tellAgain(simulation, told))).toEqual([]);
  const off = disturbed(told, { part: "position", k: 0, from: 90, to: 90, size: () => 1e-11 });
  expect(failing(tellAgain(simulation, off))).toContain("joint");
});

it.each(["event-driven", "balanced", "variational"])(
  "a rotor on which nothing acts turns on, but for round-off: %s",
  (type) => {
    const rotor = {
      ...{ type: "mechanism", coordinates: [{ name: "a" }], potential: 0 },
      kinetic: "((sin(x(a))*v(a))^2 + (cos(x(a))*v(a))^2)/32 + 0.01*v(a)^2",
    };
    const raw = { stickslip: 1, system: rotor, initial: { position: [-0.381], velocity: [-2] }, scheme: { type } };
    const simulation = compileRaw({ ...raw, time: { end: 1, step: 0.005 } });
    expect(failing(simulate(simulation).audit)).toEqual([]);
    const { told } = tell(simulation);
    const off = disturbed(told, { part: "velocity", k: 0, from: 1, to: 1, size: () => 1e-4 });
    expect(failing(tellAgain(simulation, off))).not.toEqual([]);
  },
);
