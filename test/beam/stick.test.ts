/** Friction on beams: rows that are stopped in no time, rows that leave, and what the audit says of both. */
import { describe, expect, it } from "vitest";
import { rowsFrom } from "../../src/numeric/rows.ts";
import { heldRows } from "../../src/simulate/audit/conditioned-stick.ts";
import { simulate } from "../../src/simulate/simulate.ts";
import { beamProblem, compiled } from "./problem.ts";

describe("a hinge whose friction stops it within a small part of the first step", () => {
  const run = (type: string, step: number) =>
    simulate(
      compiled(
        beamProblem({
          system: {
            ...{ length: 1.7, elements: 7, stiffness: 0.13, density: 0.25 },
            ends: [{ at: [0, 0], friction: { limit: 2.3 } }, "free"],
          },
          initial: { position: { x: "s", y: "0" }, velocity: { x: "0", y: "-0.2*s" } },
          ...{ end: 0.2, step, scheme: { type } },
        }),
      ).simulation,
    );

  it.each(["alpha", "variational"])("is at rest from the first step on, exactly, and the books close: %s", (type) => {
    for (const step of [0.01, 0.002]) {
      const { outcome, audit, trajectory } = run(type, step);
      expect(outcome.status).toBe("done");
      expect(Math.max(...trajectory.velocity[3]!.subarray(1).map(Math.abs))).toBeLessThan(1e-100);
      expect(audit).toMatchObject({ stickDrift: 0, creepTime: 0 });
      expect(audit.stickSpeed).toBeLessThan(1e-100);
      expect(audit.checks.filter(({ verdict }) => verdict === "failed")).toEqual([]);
      expect(audit.energyError).toBeLessThan(0.1 * step * audit.energyScale);
    }
  });

  it("has one motion in both schemes", () => {
    const [coarse, fine] = [0.01, 0.0025].map((step) => {
      const [x, y] = ["alpha", "variational"].map((type) => run(type, step).outcome.state.position);
      return Math.max(...x!.map((value, k) => Math.abs(value - y![k]!)));
    });
    expect(fine).toBeLessThan(0.6 * coarse!);
    expect(fine).toBeLessThan(2e-6);
  });
});

it("weakening acts from the first step of alpha on: it is as near to the motion as variational", () => {
  const weakening = { shape: "smooth", beta: 0.5, epsilon: 0.1 };
  const system = {
    ...{ length: 1, elements: 3, stiffness: 0.5, load: [0, "-0.3"], ends: [{ at: [0, 0] }, "free"] },
    ...{ masses: [{ at: 1, mass: 1 }], guides: [{ at: 1, along: "y", limit: 1, weakening }] },
  };
  const initial = { position: { x: "s", y: "0" }, velocity: { x: "0", y: "s" } };
  const run = (type: string, step: number) =>
    simulate(compiled(beamProblem({ system, initial, end: 0.24, step, scheme: { type } })).simulation).outcome.state
      .position;
  const fine = run("variational", 0.00025);
  const off = (type: string, step: number) => Math.max(...run(type, step).map((x, k) => Math.abs(x - fine[k]!)));
  for (const step of [0.008, 0.002]) expect(off("alpha", step)).toBeLessThan(1.5 * off("variational", step));
});

it("a guide that lets go at the end of a step does not creep under variational", () => {
  const system = {
    ...{ length: 1, stiffness: 1, elements: 4, load: [0, "-3*t"] },
    ends: [{ at: [0, 0], slope: [1, 0] }, "free"],
    guides: [{ at: 1, along: "y", limit: 0.3 }],
  };
  for (let k = 0; k < 20; k++) {
    const raw = beamProblem({
      ...{ system, initial: { position: { x: "s", y: "0" } }, end: 0.6, step: 0.004 * (1 + k / 40) },
      scheme: { type: "variational" },
    });
    const { audit, trajectory } = simulate(compiled(raw).simulation);
    expect(trajectory.events.some(({ kind }) => kind === "slip")).toBe(true);
    expect(audit).toMatchObject({ stickSpeed: 0, stickDrift: 0, creepTime: 0 });
    expect(audit.checks.filter(({ verdict }) => verdict === "failed")).toEqual([]);
  }
});

it("joints are told to hold as long as the run lasts, whenever it begins", () => {
  const problem = beamProblem({
    system: { length: 1, stiffness: 1, elements: 3, ends: [{ at: [0, 0] }, "free"] },
    initial: { position: { x: "s", y: "0" } },
  }) as { time: object };
  const { simulation } = compiled({ ...problem, time: { start: 5, end: 5.25, step: 0.125 } });
  for (const { stuckTime } of simulate(simulation).audit.rows) expect(stuckTime).toBe(0.25);
});

describe("the audit of rows that are held, of states as they might be", () => {
  const directions = rowsFrom([{ columns: [0], values: [1] }]);
  const audited = (perStep: boolean, states: readonly { inside: number; slip: number; way: number }[]) => {
    const held = heldRows(Int8Array.of(1), perStep);
    const drive = new Float64Array(1);
    states.forEach(({ inside, slip, way }, k) => {
      const step = Float64Array.of(k === 0 ? 0 : 0.1, 1);
      const given = { slip: Float64Array.of(slip), path: Float64Array.of(way) };
      held.observe(Int8Array.of(inside), {
        step,
        directions,
        drive,
        untold: drive,
        position: Float64Array.of(1),
        ...given,
      });
    });
    return { speed: held.found[0]!, creep: held.found[1]!, drift: held.drift[0]! };
  };
  const [rests, slides] = [
    { inside: 1, slip: 0, way: 0 },
    { inside: 0, slip: 1, way: 0.1 },
  ];
  const clean = { speed: 0, creep: 0, drift: 0 };

  it("of means over steps: rows may come to rest in a step, and leave at its end", () => {
    const [comes, leaves] = [
      { inside: 1, slip: 0, way: 0.05 },
      { inside: 1, slip: 0.3, way: 0 },
    ];
    expect(audited(true, [slides, slides, comes, rests, rests, leaves, slides])).toEqual(clean);
    expect(audited(true, [rests, rests, leaves, slides, comes, rests])).toEqual(clean);
  });

  it("of means over steps: what moves on is found, by its velocity or by its way alone", () => {
    const creeps = { inside: 1, slip: 1e-3, way: 1e-4 };
    expect(audited(true, [rests, rests, creeps, creeps, creeps]).creep).toBeCloseTo(0.2, 12);
    const found = audited(true, [rests, rests, { ...rests, way: 1e-4 }, rests, rests]);
    expect(found.creep).toBeCloseTo(0.1, 12);
    expect(found.drift).toBe(1e-4);
    expect(audited(true, [rests, rests, { ...rests, slip: 1e-6 }, rests, rests]).speed).toBe(1e-6);
  });

  it("of nodes: what moves with a force inside its limits is found at once, but for a first state that is stopped", () => {
    expect(audited(false, [{ ...rests, slip: 0.3 }, rests, rests, slides, rests])).toEqual(clean);
    expect(audited(false, [rests, { ...rests, slip: 1e-6 }, rests])).toMatchObject({ creep: 0.1, speed: 1e-6 });
  });
});
