/** Audits that runs of one problem hand on: each run is judged as if it were the first, whatever ran before or beside it. */
import { expect, it } from "vitest";
import { audit } from "../../../src/simulate/audit/audit.ts";
import { startRun } from "../../../src/simulate/run/run.ts";
import type { Simulation } from "../../../src/simulate/run/simulation.ts";
import { simulate, startSession } from "../../../src/simulate/simulate.ts";
import { loadSimulation } from "../../support/run.ts";

/** By an audit of its own, with steps taken one by one. */
function alone({ kernels: _, preparation: __, ...simulation }: Simulation) {
  const own = audit(simulation);
  startRun(simulation, [own]).advance(Number.POSITIVE_INFINITY);
  return own.result();
}

it.each([
  ["gk95-tp1", { scheme: { type: "alpha" } }],
  ["gk95-tp1", { scheme: { type: "balanced" } }],
  ["gk95-tp1", { scheme: { type: "event-driven" } }],
  ["gk95-tp1", { scheme: { type: "alpha" }, solver: { type: "penalty-newton" } }],
  ["bouncing-ball", {}],
  ["belt", {}],
  ["gskn06-tp3-weakening", {}],
  ["pendulum-friction", { time: { end: 1 } }],
  ["stage-pid-limited", {}],
  ["chain-20", { time: { end: 3 } }],
] as const)("%s %j is judged the same in every run", (file, changes) => {
  const simulation = loadSimulation(file, changes);
  const expected = alone(simulation);
  const first = simulate(simulation);
  expect(first.audit).toEqual(expected);
  for (let run = 0; run < 4; run++) expect(simulate(simulation).audit).toEqual(expected);
});

it("does not mix runs that go on beside each other, are left, or are finished twice", () => {
  const simulation = loadSimulation("gk95-tp1", { scheme: { type: "balanced" } });
  const expected = alone(simulation);
  for (let k = 0; k < 3; k++) simulate(simulation);
  const [one, other, left] = [startSession(simulation), startSession(simulation), startSession(simulation)];
  left.run.advance(100);
  while (one.run.advance(7)) other.run.advance(5);
  const found = one.finish();
  const third = startSession(simulation);
  third.run.advance(50);
  expect(one.finish()).toBe(found);
  other.run.advance(Number.POSITIVE_INFINITY);
  third.run.advance(Number.POSITIVE_INFINITY);
  for (const session of [one, other, third]) expect(session.finish().audit).toEqual(expected);
});

it("audits a load with roots by parts of its own, also where the machine has been audited under another load", () => {
  const simulation = loadSimulation("gk95-tp1", { scheme: { type: "event-driven" } });
  for (let k = 0; k < 99 && !simulation.preparation!.machine?.kernel; k++) simulate(simulation);
  expect(simulation.preparation!.machine!.kernel).toBeTruthy();
  const { system } = simulation;
  const other = { ...simulation, system: { ...system, load: { ...system.load, rooted: true } } };
  expect(simulate(other).audit).toEqual(alone(other));
  expect(simulate(simulation).audit).toEqual(alone(simulation));
});
