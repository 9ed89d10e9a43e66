/** Proofs of rest and escape against closed forms and longer runs. */
import { describe, expect, it } from "vitest";
import { runToEnd } from "../../src/simulate/run/final.ts";
import { restarted } from "../../src/simulate/run/restarted.ts";
import { escapeTest } from "../../src/stability/fate/escape.ts";
import { fateRefusal, fates } from "../../src/stability/fate/fate.ts";
import { stuckTest } from "../../src/stability/fate/stuck-for-good.ts";
import { seeded } from "../support/random.ts";
import { compileRaw, loadSimulation } from "../support/run.ts";

const machine = (system: Record<string, unknown>, initial = {}) =>
  compileRaw({ stickslip: 1, system: { type: "linear", ...system }, initial, time: { end: 10, step: 0.05 } });

/** Negative damping: y'' - 2 d y' + y = -+c; a swing shrinks by friction and grows by damping. */
const growing = (position: number) =>
  machine({ mass: [1], damping: [-0.2], stiffness: [1], friction: [{ on: 0, limit: 0.1 }] }, { position: [position] });

describe("fates", () => {
  const d = 0.1;
  const omega = Math.sqrt(1 - d * d);
  const critical = 0.1 / Math.tanh((Math.PI * d) / (2 * omega)); // of the closed form's unstable cycle

  it("changes at the unstable cycle, to the last digits that a motion has", () => {
    const judge = fates();
    expect(judge(growing(critical * (1 - 1e-9))).fate).toBe("attracted");
    expect(judge(growing(critical * (1 + 1e-9))).fate).toBe("escaped");
    expect(judge(growing(0.05))).toEqual({ fate: "attracted", time: 0 });
  });

  it("escapes for good: whatever is called escaped keeps growing", () => {
    const random = seeded(3);
    const { system } = growing(1);
    const { beyond, count } = escapeTest(system);
    expect(count).toBe(1);
    let tested = 0;
    for (let k = 0; k < 300 && tested < 40; k++) {
      const position = Float64Array.of(random.between(-2, 2));
      const velocity = Float64Array.of(random.between(-2, 2));
      if (!beyond(position, velocity).some((size) => size > 1)) continue;
      tested++;
      const { state } = runToEnd(restarted(growing(1), { start: 0, end: 60, position, velocity }));
      expect(Math.hypot(state.position[0]!, state.velocity[0]!)).toBeGreaterThan(50);
    }
    expect(tested).toBe(40);
  });

  it("leaves a cycle undecided", () => {
    const held = machine({ mass: [1], stiffness: [1], friction: [{ on: 0, limit: 0 }] }, { position: [1] });
    expect(fates({ horizon: 50 })(held)).toMatchObject({ fate: "undecided", periodic: true });
  });

  it("gives a motion up, undecided, that takes more series than it may; not inside a certified region", () => {
    const start = critical * (1 - 1e-9);
    const { fate, time } = fates()(growing(start));
    expect(fate).toBe("attracted");
    const given = fates({ work: 500 })(growing(start));
    expect(given.fate).toBe("undecided");
    expect(given.time).toBeGreaterThan(0);
    expect(given.time).toBeLessThan(time / 2);
    const damped = machine({ mass: [1], damping: [3], stiffness: [1] }, { position: [1] });
    expect(fates({ work: 50 })(damped).fate).toBe("attracted");
  });

  it("does not call a stage at rest that an integrator will move again: it hunts", () => {
    const stage = loadSimulation("stage-pid");
    expect(fates({ horizon: 400 })(stage)).toEqual({ fate: "undecided", time: 400 });
    const arrived = loadSimulation("stage-pid", { initial: { position: [1] } });
    expect(fates()(arrived)).toEqual({ fate: "attracted", time: 0 });
  });

  it("sees a motion that repeats itself, long before the horizon", () => {
    const hunting = fates()(loadSimulation("stage-pid"));
    expect(hunting).toMatchObject({ fate: "undecided", periodic: true });
    expect(hunting.time).toBeLessThan(1000); // of 16000 s
    expect(fates()(loadSimulation("stage-pid", { initial: { position: [1.5] } })).periodic).toBe(true);
  });

  it("does not take a motion for periodic that turns around at equal times and shrinks", () => {
    // x'' + x = -+c: each half swing takes pi and loses 2 c, so it rests after (1/c - 1)/2 of them
    const c = 0.002;
    const slow = machine({ mass: [1], stiffness: [1], friction: [{ on: 0, limit: c }] }, { position: [1] });
    const { fate, time } = fates()(slow);
    expect(fate).toBe("attracted");
    expect(time).toBeCloseTo(Math.ceil((1 / c - 1) / 2) * Math.PI, 6);
    expect(time).toBeGreaterThan(70 * 10); // looked at since 5 times the 10 s of the file
  });

  it("refuses machines whose rest is not defined", () => {
    expect(fateRefusal(loadSimulation("gk95-tp1"))).toContain("changes in time");
    expect(fateRefusal(loadSimulation("belt"))).toContain("driven");
    expect(fateRefusal(loadSimulation("held-mass", { scheme: { type: "balanced" } }))).toContain("event-driven");
  });
});

describe("rows stuck for good", () => {
  /** Friction on the first of two masses, damping on both: the second one swings out slowly. */
  const pair = (position: readonly number[]) =>
    machine(
      {
        mass: [1, 1],
        damping: [0.1, 0.1],
        stiffness: [
          [2, -1],
          [-1, 2],
        ],
        friction: [{ on: 0, limit: 1 }],
      },
      { position },
    );

  it("is right wherever it says so: the first mass never moves again", () => {
    const random = seeded(8);
    const test = stuckTest(pair([0, 0]))!;
    let held = 0;
    let loose = 0;
    for (let k = 0; k < 200; k++) {
      const position = Float64Array.of(random.between(-0.7, 0.7), random.between(-2, 2));
      const velocity = Float64Array.of(0, random.between(-2, 2));
      const { state } = runToEnd(restarted(pair([0, 0]), { start: 0, end: 40, position, velocity }));
      const stayed = state.position[0] === position[0];
      if (test.holds(position, velocity, Int8Array.of(0))) {
        held++;
        expect(stayed).toBe(true);
      } else if (!stayed) loose++;
    }
    expect(held).toBeGreaterThan(10);
    expect(loose).toBeGreaterThan(50);
  });

  it("holds a row right at its limit, as a corner of the equilibrium set asks", () => {
    const corner = loadSimulation("two-masses-one-row", {
      initial: { position: [0.666666666666667, 0.33333333333333304] },
    });
    expect(fates()(corner)).toEqual({ fate: "attracted", time: 0 });
  });

  it("decides what never comes to a full stop", () => {
    expect(fates()(pair([0.2, 1.5])).fate).toBe("attracted");
  });
});
