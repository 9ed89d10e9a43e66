/** Steppers that event-driven runs of one problem hand on: each run is the one that it would be alone. */
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { compile } from "../../src/problem/compile/compile.ts";
import type { Simulation } from "../../src/simulate/run/simulation.ts";
import { type Result, simulate, startSession } from "../../src/simulate/simulate.ts";
import { list, type Random, seeded } from "../support/random.ts";
import { compileRaw, loadSimulation } from "../support/run.ts";
import { cases } from "../support/torture.ts";

/** All that a run leaves, as text: later runs cannot change it. */
const told = ({ outcome, trajectory, audit, measures }: Result) =>
  JSON.stringify({ outcome, trajectory, audit, measures }, (_, value: unknown) =>
    ArrayBuffer.isView(value) ? Array.from(value as Float64Array, String) : value,
  );

/** Of a run that nothing is kept for. */
const fresh = (simulation: Simulation) =>
  told(simulate({ ...simulation, kernels: {}, preparation: {}, recording: {} }));

it.each([
  ["gk95-tp1", {}],
  ["vl05-two-masses", {}],
  ["gskn06-tp3-weakening", {}],
  ["gskn06-tp4", {}],
  ["belt", { time: { end: 20 } }],
  ["clutch", {}],
  ["buffer", {}],
  ["bouncing-ball", {}],
  ["stage-pid", { time: { end: 20 } }],
  ["stage-pid-limited", {}],
  ["gearbox", {}],
  ["pendulum-friction", { time: { end: 1 } }],
] as const)("%s %j", (file, changes) => {
  const simulation = loadSimulation(file, changes);
  const expected = fresh(simulation);
  const first = simulate(simulation);
  for (let run = 0; run < 3; run++) expect(told(simulate(simulation))).toBe(expected);
  expect(told(first)).toBe(expected);
  const position = simulation.initial.position.map((entry) => entry + 1e-3);
  if (file === "bouncing-ball" || file === "pendulum-friction" || file === "buffer") return; // other starts may be behind a stop
  const moved = { ...simulation, initial: { ...simulation.initial, position } };
  const other = fresh(moved);
  expect(told(simulate(moved))).toBe(other);
  expect(told(simulate(simulation))).toBe(expected);
  expect(told(simulate(moved))).toBe(other);
});

/** It touches its stop at the start, and ends after it has hit it. */
const touching = (limit: unknown, end: number) => ({
  stickslip: 1,
  system: {
    ...{ type: "linear", mass: [1], stiffness: [[4]], force: [0] },
    friction: [{ direction: [1], limit }],
    stops: [{ direction: [1], gap: 0, restitution: 1 }],
  },
  initial: { position: [0], velocity: [1] },
  time: { end, step: 0.1 },
  scheme: { type: "event-driven" },
});

it.each([
  [0.1, 1.6],
  ["max(0, t - 0.5)", 2],
])("a stop that is hit at the start is hit in every run, with the limit %s", (limit, end) => {
  const simulation = compileRaw(touching(limit, end));
  const expected = fresh(simulation);
  for (let run = 0; run < 4; run++) expect(told(simulate(simulation))).toBe(expected);
});

/** Small machines with anything that a stepper may remember: stops that touch at the start, belts, jumps, limits and loads in t, controllers. */
function randomMachine(random: Random): Record<string, unknown> {
  const n = random.whole(1, 3);
  const formula = (size: number) =>
    random.pick<unknown>([size, `${size}*(1 + 0.5*sin(3*t))`, `t < 0.7 ? ${size} : ${0.4 * size}`]);
  const row = (on: number) => ({
    on,
    limit: formula(random.between(0.1, 2)),
    ...(random.chance(0.3) ? { kinetic: 0.05 } : {}),
    ...(random.chance(0.3) ? { drive: random.pick<unknown>([0.3, "0.4*sin(2*t)"]) } : {}),
    ...(random.chance(0.2) ? { weakening: { shape: "stribeck", beta: 0.5, speed: 0.2 } } : {}),
  });
  const stop = () => ({
    direction: list(n, (i) => (i === 0 ? random.pick([1, -1]) : 0)),
    gap: random.pick([0, 0, 0.5]),
    restitution: random.pick([0, 0.5, 1]),
  });
  return {
    stickslip: 1,
    system: {
      type: "linear",
      mass: list(n, () => random.between(0.5, 2)),
      stiffness: list(n, (i) => list(n, (j) => (i === j ? random.between(1, 9) : 0.3))),
      force: list(n, () => random.pick(["0", "2", "3*sin(2*t)", "t < 0.8 ? 3 : -2"])),
      friction: list(random.whole(1, n), row),
      ...(random.chance(0.5) ? { stops: [stop()] } : {}),
    },
    ...(random.chance(0.2) ? { feedback: [{ type: "pid", of: 0, kp: 2, ki: 1, kd: 0.1, reference: 0.2 }] } : {}),
    initial: {
      position: list(n, (i) => (i === 0 ? 0 : random.between(-1, 1))),
      velocity: list(n, () => random.pick([0, random.between(-2, 2)])),
    },
    time: { end: 1.5, step: 0.05 },
    scheme: { type: "event-driven" },
  };
}

it("gives the digits of a run alone on random machines, whatever ran before", () => {
  let ran = 0;
  for (let seed = 1; seed <= cases(40, 1500); seed++) {
    const random = seeded(seed * 7001);
    const { simulation } = compile(randomMachine(random));
    if (!simulation) continue; // behind a stop
    const starts = list(3, () => {
      const velocity = simulation.initial.velocity.map((entry) =>
        random.pick([0, entry, -entry, random.between(-2, 2)]),
      );
      return { ...simulation, initial: { ...simulation.initial, velocity } };
    });
    const expected = starts.map(fresh);
    for (let run = 0; run < 8; run++) {
      const k = random.whole(0, 2);
      expect(told(simulate(starts[k]!)), `seed ${seed}`).toBe(expected[k]!);
    }
    ran++;
  }
  expect(ran).toBeGreaterThan(cases(30, 1100));
});

const LEFT_BEHIND = `
import { readFileSync } from "node:fs";
const { load, simulate } = await import(process.argv[1] + "dist/index.js");
const problem = load(readFileSync(new URL(process.argv[1] + "problems/gk95-tp1.yaml"), "utf8"));
let sink = { step() {} };
const seen = new WeakRef(sink);
simulate(problem, { sinks: [sink] });
sink = undefined;
for (let k = 0; k < 20 && seen.deref(); k++) {
  await new Promise((resolve) => setTimeout(resolve, 5));
  gc();
}
console.log(seen.deref() ? "kept" : "gone", problem.simulation.kernels.idle ? "idle" : "none");
`;

it("keeps nothing of the receivers of a run", () => {
  const root = new URL("../../", import.meta.url).href;
  const args = ["--expose-gc", "--input-type=module", "-e", LEFT_BEHIND, root];
  expect(execFileSync(process.execPath, args, { encoding: "utf8" }).trim()).toBe("gone idle");
});

it("is not handed on by runs that go on, or were ended before their time", () => {
  const simulation = loadSimulation("gk95-tp1", {});
  const expected = fresh(simulation);
  simulate(simulation);
  const [one, other, left] = [startSession(simulation), startSession(simulation), startSession(simulation)];
  left.run.advance(100);
  left.finish();
  while (one.run.advance(7)) other.run.advance(5);
  const found = one.finish();
  const third = startSession(simulation);
  third.run.advance(50);
  expect(one.finish()).toBe(found);
  expect(one.run.progress()).toBe(1);
  other.run.advance(Number.POSITIVE_INFINITY);
  third.run.advance(Number.POSITIVE_INFINITY);
  for (const session of [one, other, third]) expect(told(session.finish())).toBe(expected);
});

it("takes up a run that was saved", () => {
  const simulation = loadSimulation("gk95-tp1", {});
  const expected = fresh(simulation);
  simulate(simulation);
  const session = startSession(simulation);
  session.run.advance(123);
  const saved = session.run.save();
  simulate(simulation);
  const resumed = startSession(simulation, { from: saved });
  resumed.run.advance(Number.POSITIVE_INFINITY);
  expect(told(resumed.finish())).toBe(expected);
});
