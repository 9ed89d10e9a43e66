/** Runs of one problem share plans, views of blocks and watches of stick times: a trajectory is the one of its own run, whenever it is looked at. */
import { expect, it } from "vitest";
import type { Trajectory } from "../../src/simulate/record/trajectory.ts";
import { controlled } from "../../src/simulate/run/controlled.ts";
import type { Simulation } from "../../src/simulate/run/simulation.ts";
import { simulate, startSession } from "../../src/simulate/simulate.ts";
import { loadSimulation } from "../support/run.ts";

/** All of it, as text. */
const told = (trajectory: Trajectory) =>
  JSON.stringify(trajectory, (_, value: unknown) =>
    ArrayBuffer.isView(value) ? Array.from(value as Float64Array, String) : value,
  );

/** Of a run that nothing is kept for. */
const fresh = (simulation: Simulation) =>
  told(simulate({ ...simulation, kernels: {}, preparation: {}, recording: {} }).trajectory);

const alpha = { scheme: { type: "alpha" } };
const balanced = { scheme: { type: "balanced" } };

it.each([
  ["gk95-tp1", alpha],
  ["gk95-tp1", balanced],
  ["gk95-tp1", {}],
  ["gk95-tp2", { ...alpha, time: { end: 20 } }],
  ["gskn06-tp3-weakening", balanced],
  ["belt", { ...balanced, time: { end: 20 } }],
  ["belt", { time: { end: 20 } }],
  ["clutch", {}],
  ["buffer", balanced],
  ["bouncing-ball", {}],
  ["stage-pid-limited", balanced],
  ["stage-pid-measured", { ...balanced, time: { end: 5 } }],
  ["chain-20", { ...alpha, time: { end: 5 } }],
  ["pendulum-friction", { time: { end: 1 } }],
] as const)("%s %j: looked at when the problem has run again", (file, changes) => {
  const simulation = loadSimulation(file, changes);
  const expected = fresh(simulation);
  const results = [simulate(simulation), simulate(simulation), simulate(simulation)];
  for (const { trajectory } of results) expect(told(trajectory)).toBe(expected);
  const [first, second, third] = results.map(({ trajectory }) => trajectory);
  second!.position[0]!.fill(7);
  second!.mode[0]?.fill(7);
  expect([told(first!), told(third!)]).toEqual([expected, expected]);
  expect(told(simulate(simulation).trajectory)).toBe(expected);
});

it("runs beside each other have their own", () => {
  const simulation = loadSimulation("gk95-tp1", alpha);
  const expected = fresh(simulation);
  const before = simulate(simulation);
  const sessions = [startSession(simulation), startSession(simulation)];
  for (const { run } of sessions) run.advance(150);
  expect(told(before.trajectory)).toBe(expected); // its memory has other numbers meanwhile
  for (const { run } of sessions) run.advance(Number.POSITIVE_INFINITY);
  for (const session of sessions) expect(told(session.finish().trajectory)).toBe(expected);
});

it("a run that was stopped, or went on from what was saved, keeps what it has", () => {
  const simulation = loadSimulation("gk95-tp1", alpha);
  const stopped = startSession(simulation);
  stopped.run.advance(130);
  const saved = stopped.run.save();
  const part = stopped.finish();
  const resumed = startSession(simulation, { from: saved });
  resumed.run.advance(Number.POSITIVE_INFINITY);
  const whole = resumed.finish();
  simulate(simulation);
  simulate(simulation);
  const { position } = JSON.parse(fresh(simulation)) as { position: string[][] };
  expect(part.outcome.status).toBe("cancelled");
  expect(Array.from(part.trajectory.position[0]!, String)).toEqual(position[0]!.slice(0, 131));
  expect(told(whole.trajectory)).toBe(fresh(simulation));
});

it("runs under other controls share it", () => {
  const simulation = loadSimulation("vl05-controlled", balanced);
  const values = simulation.control!.values;
  const others = [values, values.map((value) => 0.9 * value), values.map((value) => 1.1 * value)];
  const results = others.map((control) => simulate(controlled(simulation, control)));
  results.forEach(({ trajectory }, k) => {
    expect(told(trajectory)).toBe(fresh(controlled(simulation, others[k]!)));
  });
});
