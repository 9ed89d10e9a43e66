/** Controllers whose force has limits: against closed forms, a hand-written oracle, and schemes against each other. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runWithTangents, tangentRefusal } from "../../src/simulate/run/sensitivity.ts";
import { simulate } from "../../src/simulate/simulate.ts";
import { followLoop, type SaturatedLoop } from "../oracles/saturated-loop.ts";
import { envelopeOrder, octavesOf } from "../support/convergence.ts";
import { compileRaw, runProblem } from "../support/run.ts";
import { distance, energyFault, kinds, times } from "./event-driven/machine.ts";

type Data = Record<string, unknown>;

function runPid(pid: Data, system: Data, sections: Data = {}) {
  return simulate(
    compileRaw({
      stickslip: 1,
      system: { type: "linear", mass: [1], ...system },
      feedback: [{ type: "pid", name: "c", of: 0, ...pid }],
      outputs: { u: "command(c)", force: "control(c)", miss: "error(c)", r: "reference(c)" },
      time: { end: 4, step: 0.1 },
      ...sections,
    }),
  );
}

it("a proportional controller pushes with its limit, then as a spring, then with the other limit", () => {
  const { outcome, trajectory, outputs } = runPid(
    { reference: 3, kp: 4, limit: [-2, 2] },
    {},
    { time: { end: 6, step: 0.1 } },
  );
  const leaves = Math.sqrt(2.5); // 4 (3 - t^2) = 2
  // then x = 3 - cos(2 tau)/2 + leaves sin(2 tau), as a sine about 3, until 4 (3 - x) = -2
  const enters = leaves + (Math.asin(0.5 / Math.hypot(0.5, leaves)) + Math.atan2(0.5, leaves)) / 2;
  const speed = Math.sin(2 * (enters - leaves)) + 2 * leaves * Math.cos(2 * (enters - leaves));
  expect(kinds({ trajectory }).slice(0, 2)).toEqual(["unsaturate c", "saturate c"]);
  expect(distance(times({ trajectory }).slice(0, 2), [leaves, enters])).toBeLessThan(1e-12);
  const back = enters + speed; // a parabola: as fast at 3.5 m on the way back
  expect(kinds({ trajectory })[2]).toBe("unsaturate c");
  expect(Math.abs(times({ trajectory })[2]! - back)).toBeLessThan(1e-12);
  expect(outputs.r).toBe(3);
  expect(outputs.miss).toBe(3 - outcome.state.position[0]!);
});

describe("on a held mass the command is a first-order closed form", () => {
  const held = { friction: [{ name: "floor", on: 0, limit: 100 }] };
  const pid = { kp: 2, ki: 4, limit: [-6, 5], tracking: 0.3 };

  it("with back-calculation it tends to its limit plus ki e tracking", () => {
    const { outputs, trajectory } = runPid({ ...pid, reference: 1 }, held);
    const enters = 3 / 4; // 2 + 4 t = 5
    expect(kinds({ trajectory })).toEqual(["saturate c"]);
    expect(distance(times({ trajectory }), [enters])).toBeLessThan(1e-13);
    expect(Math.abs(outputs.u! - (5 + 1.2 * (1 - Math.exp(-(4 - enters) / 0.3))))).toBeLessThan(1e-12);
    expect(outputs.force).toBe(5);
  });

  it("without it the command winds up", () => {
    const { outputs } = runPid({ ...pid, tracking: undefined, antiWindup: "none", reference: 1 }, held);
    expect(Math.abs(outputs.u! - 18)).toBeLessThan(1e-12);
    expect(outputs.force).toBe(5);
  });

  it("at a jump of the reference the mode is located anew", () => {
    const { outputs, trajectory } = runPid({ ...pid, reference: "t < 2 ? 1 : -4" }, held);
    // after the jump: u = 2 (-4) + what the integral had, below -6; u' = -16 - (u + 6)/0.3 from there
    const integral = 3 + 1.2 * (1 - Math.exp(-1.25 / 0.3));
    const after = integral - 8;
    const enters = 2 + (after + 6) / 16;
    expect(kinds({ trajectory })).toEqual(["saturate c", "unsaturate c", "saturate c"]);
    expect(distance(times({ trajectory }), [0.75, 2, enters])).toBeLessThan(1e-12);
    expect(Math.abs(outputs.u! + 6 + 4.8 * (1 - Math.exp(-(4 - enters) / 0.3)))).toBeLessThan(1e-11);
    expect(outputs.force).toBe(-6);
  });

  it("from one limit to the other at once", () => {
    const { trajectory } = runPid({ ...pid, kp: 20, reference: "t < 2 ? 1 : -1" }, held);
    expect(kinds({ trajectory })).toEqual(["saturate c"]);
    expect(times({ trajectory })).toEqual([2]);
  });

  it("a command that stays at its limit, or touches it, does not chatter", () => {
    const constant = runPid({ kp: 5, reference: 1, limit: [-5, 5] }, held);
    expect(constant.trajectory.events).toEqual([]);
    const touching = runPid({ kp: 5, reference: "sin(t)", limit: [-7, 5] }, held);
    expect(touching.outcome.status).toBe("done");
    expect(touching.trajectory.events.length).toBeLessThanOrEqual(2);
  });
});

const stage: SaturatedLoop = {
  mass: 1.5,
  friction: 0.7,
  stiffness: 2,
  reference: (t) => 2 * Math.sin(2.2 * t),
  slope: (t) => 4.4 * Math.cos(2.2 * t),
  jumps: [],
  gains: { kp: 9, ki: 5, kd: 3 },
  limit: [-4, 3],
  tracking: 0.4,
};

/** The same loop through the product. */
function runLoop(loop: SaturatedLoop, reference: string, initial: readonly number[], end: number, sections: Data = {}) {
  const { gains, limit, tracking } = loop;
  const windup = Number.isFinite(tracking) ? { tracking } : gains.ki === 0 ? {} : { antiWindup: "none" };
  const stops = loop.wall ? [{ on: 0, gap: loop.wall.at, restitution: loop.wall.restitution }] : [];
  return simulate(
    compileRaw({
      stickslip: 1,
      system: {
        type: "linear",
        mass: [loop.mass],
        stiffness: [loop.stiffness],
        friction: [{ name: "guide", on: 0, limit: loop.friction }],
        stops,
      },
      feedback: [{ type: "pid", name: "c", of: 0, reference, ...gains, limit, ...windup }],
      outputs: { u: "command(c)", z: gains.ki === 0 ? "0" : "c", a: "a(0)" },
      initial: { position: [initial[0]], velocity: [initial[1]] },
      time: { end, step: 0.05 },
      ...sections,
    }),
  );
}

function compare(loop: SaturatedLoop, reference: string, initial: readonly number[], end: number) {
  const exact = followLoop(loop, initial, end);
  const { outcome, outputs, trajectory, audit } = runLoop(loop, reference, initial, end);
  const ours = [outcome.state.position[0]!, outcome.state.velocity[0]!, outputs.z!, outputs.u!];
  const saturations = trajectory.events.filter(({ row }) => row === "c").map(({ time }) => time);
  return {
    exact,
    error: distance(ours, [...exact.state, exact.command]),
    eventError:
      saturations.length === exact.saturations.length
        ? distance(saturations, exact.saturations)
        : Number.POSITIVE_INFINITY,
    audit,
  };
}

describe("against the hand-written loop", () => {
  const sine = "2*sin(2.2*t)";

  it("a stage that sticks, slips and saturates at both limits", () => {
    const { exact, error, eventError, audit } = compare(stage, sine, [-1, 0.5, 0], 12);
    expect(exact.saturations.length).toBeGreaterThan(4);
    expect(error).toBeLessThan(1e-9);
    expect(eventError).toBeLessThan(1e-9);
    expect(audit.energyError).toBeLessThan(1e-9 * audit.energyScale);
    expect(audit.balanceResidual).toBeLessThan(1e-7);
  });

  it("windup", () => {
    const { exact, error } = compare({ ...stage, tracking: Number.POSITIVE_INFINITY }, sine, [-1, 0.5, 0], 12);
    expect(exact.saturations.length).toBeGreaterThan(4);
    expect(error).toBeLessThan(1e-9);
  });

  it("a reference that jumps", () => {
    const loop = {
      ...stage,
      gains: { kp: 9, ki: 5, kd: 0 },
      reference: (t: number) => (t < 3 ? 1.5 : -1),
      slope: () => 0,
      jumps: [3],
      tracking: 1.8,
    };
    const { exact, error, eventError } = compare(loop, "t < 3 ? 1.5 : -1", [0, 0, 0], 9);
    expect(exact.saturations).toContain(3);
    expect(error).toBeLessThan(1e-9);
    expect(eventError).toBeLessThan(1e-9);
  });

  it("impacts, at which the command jumps with the velocity", () => {
    const loop = { ...stage, wall: { at: 0.4, restitution: 0.6 } };
    const { exact, error, eventError, audit } = compare(loop, sine, [-1, 0.5, 0], 6);
    expect(exact.bounces).toBeGreaterThan(1);
    expect(exact.saturations.length).toBeGreaterThan(1);
    expect(error).toBeLessThan(1e-9);
    expect(eventError).toBeLessThan(1e-9);
    expect(audit.energyError).toBeLessThan(1e-9 * audit.energyScale);
  });

  it("random loops", () => {
    const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    const loops = fc.record({
      kp: number(1, 20),
      ki: number(0.5, 10),
      kd: number(0, 5),
      low: number(-5, -0.5),
      high: number(0.5, 5),
      tracking: number(0.1, 2),
      friction: number(0.05, 1),
      pace: number(0.5, 3),
      start: number(-2, 2),
    });
    let saturated = 0;
    fc.assert(
      fc.property(loops, ({ kp, ki, kd, low, high, tracking, friction, pace, start }) => {
        const loop: SaturatedLoop = {
          ...{ mass: 1, friction, stiffness: 1, jumps: [], gains: { kp, ki, kd }, limit: [low, high], tracking },
          reference: (t) => 1.5 * Math.cos(pace * t),
          slope: (t) => -1.5 * pace * Math.sin(pace * t),
        };
        const { exact, error } = compare(loop, `1.5*cos(${pace}*t)`, [start, 0.3, 0], 3);
        saturated += exact.saturations.length;
        expect(error).toBeLessThan(1e-8);
      }),
      { seed: 7, numRuns: 25 },
    );
    expect(saturated).toBeGreaterThan(40);
  });
});

describe.each(["balanced", "alpha"])("%s", (scheme) => {
  it("tends to the event-driven motion with order 2", () => {
    const exact = followLoop({ ...stage, friction: 0 }, [-1, 0.5, 0], 4).state;
    const errors = octavesOf(200, 3, 3).map((octave) =>
      octave.map((steps) => {
        const time = { end: 4, step: 4 / steps };
        const { outcome } = runLoop({ ...stage, friction: 0 }, "2*sin(2.2*t)", [-1, 0.5, 0], 4, {
          time,
          scheme: { type: scheme },
        });
        const { position, velocity } = outcome.state;
        return Math.hypot(position[0]! - exact[0]!, velocity[0]! - exact[1]!);
      }),
    );
    expect(Math.max(...errors.at(-1)!)).toBeLessThan(2e-4);
    expect(envelopeOrder(errors)).toBeGreaterThan(1.8);
  });

  it("with friction it has the same events", () => {
    const sections = { scheme: { type: scheme }, time: { end: 6, step: 0.0005 } };
    const stepped = runLoop(stage, "2*sin(2.2*t)", [-1, 0.5, 0], 6, sections);
    const exact = runLoop(stage, "2*sin(2.2*t)", [-1, 0.5, 0], 6);
    expect(kinds(stepped).filter((kind) => kind.endsWith(" c"))).toEqual(
      kinds(exact).filter((kind) => kind.endsWith(" c")),
    );
    expect(Math.abs(stepped.outcome.state.position[0]! - exact.outcome.state.position[0]!)).toBeLessThan(1e-4);
    expect(energyFault(stepped)).toBeLessThan(1e-3);
  });
});

// event-driven: runs without limits go by the kernel, those with them by the general scheme
describe.each([
  ["event-driven", 1e-12],
  ["balanced", 0],
  ["alpha", 0],
] as const)("limits that are never reached, with %s", (scheme, most) => {
  it("change no digit but by another order of sums", () => {
    const changes = { scheme: { type: scheme }, time: { end: 8, step: 0.01, output: 0.05 } };
    const free = runProblem("stage-pid", changes);
    const pid = { type: "pid", of: "stage", reference: 1, kp: 3, ki: 2, kd: 2, limit: [-50, 50] };
    const limited = runProblem("stage-pid", { ...changes, feedback: [pid] });
    const apart = (one: ArrayLike<number>, other: ArrayLike<number>) =>
      Array.from(one, (value, k) => Math.abs(value - other[k]!)).reduce((a, b) => Math.max(a, b), 0);
    const times = ({ trajectory }: typeof free) => trajectory.events.map(({ time }) => time);
    expect(apart(limited.outcome.state.position, free.outcome.state.position)).toBeLessThanOrEqual(most);
    expect(apart(times(limited), times(free))).toBeLessThanOrEqual(most);
    expect(kinds(limited)).toEqual(kinds(free));
    expect(free.trajectory.events.length).toBeGreaterThan(2);
  });
});

it("back-calculation takes nine tenths of the gallery stage's overshoot away", () => {
  const bare = { type: "pid", name: "motor", of: "stage", reference: 3, kp: 8, ki: 6, kd: 6, limit: [-2, 2] };
  const tracked = runProblem("stage-pid-limited");
  const wound = runProblem("stage-pid-limited", { feedback: [{ ...bare, antiWindup: "none" }] });
  expect(tracked.measures.overshoot!).toBeLessThan(0.3);
  expect(wound.measures.overshoot!).toBeGreaterThan(2.7);
  expect(wound.measures.saturations).toBe(2);
  const { force } = wound.trajectory.controllers[0]!;
  expect(Math.max(...force)).toBe(2);
  expect(Math.min(...force)).toBe(-2);
});

it("a controller between two masses saturates both ways with equal and opposite forces", () => {
  const { outcome, trajectory, audit } = runPid(
    { of: 1, to: 0, reference: "2*sin(2*t)", kp: 30, ki: 10, kd: 4, limit: [-3, 3] },
    { mass: [1, 2] },
    { outputs: { u: "control(c)", push: "2*a(1)", back: "a(0)" } },
  );
  expect(trajectory.events.length).toBeGreaterThan(3);
  const [u, push, back] = trajectory.outputs.map(({ values }) => values);
  expect(distance(push!, [...u!])).toBeLessThan(1e-12);
  expect(
    distance(
      back!,
      Array.from(u!, (value) => -value),
    ),
  ).toBeLessThan(1e-12);
  const { velocity } = outcome.state; // momentum
  expect(Math.abs(velocity[0]! + 2 * velocity[1]!)).toBeLessThan(1e-12);
  expect(audit.energyError).toBeLessThan(1e-9 * audit.energyScale);
});

describe("derivatives through saturation", () => {
  const simulation = (sections: Data = {}) =>
    compileRaw({
      stickslip: 1,
      system: {
        type: "linear",
        mass: [stage.mass],
        stiffness: [stage.stiffness],
        friction: [{ name: "guide", on: 0, limit: stage.friction }],
      },
      feedback: [
        { type: "pid", name: "c", of: 0, reference: "2*sin(2.2*t)", ...stage.gains, limit: [-4, 3], tracking: 0.4 },
      ],
      initial: { position: [-1], velocity: [0.5] },
      time: { end: 4, step: 0.05 },
      ...sections,
    });

  it("by initial values agree with differences of the hand-written loop", () => {
    const directions = [{ position: Float64Array.of(1, 0) }, { velocity: Float64Array.of(1, 0) }];
    const { columns, kinks } = runWithTangents(simulation(), directions);
    const step = 1e-4;
    const end = (x: number, v: number) => followLoop(stage, [x, v, 0], 4).state;
    const slope = (above: number[], below: number[]) => above.map((value, i) => (value - below[i]!) / (2 * step));
    const wanted = [slope(end(-1 + step, 0.5), end(-1 - step, 0.5)), slope(end(-1, 0.5 + step), end(-1, 0.5 - step))];
    expect(followLoop(stage, [-1, 0.5, 0], 4).saturations.length).toBeGreaterThan(1);
    expect(kinks).toEqual([]);
    columns.forEach((column, j) => {
      const [dx, , dv, dz] = column;
      expect(distance([dx!, dv!, dz!], wanted[j]!)).toBeLessThan(1e-6);
    });
  });

  it("need event-driven, and no other numbers than initial and control values", () => {
    expect(tangentRefusal(simulation({ scheme: { type: "balanced" } }))).toMatch(/need scheme event-driven/);
    const { system } = simulation();
    const neighbors = { above: system, below: system, distance: 1 };
    expect(tangentRefusal(simulation(), [{ neighbors }])).toMatch(/initial and control values only/);
    expect(tangentRefusal(simulation())).toBeUndefined();
  });
});
