/** Loads that runs find where others have left them: each run has the digits of one that evaluates its own. */
import { expect, it } from "vitest";
import { keptTables } from "../../src/numeric/kept-tables.ts";
import { keptInstants } from "../../src/problem/compile/time/kept-instants.ts";
import { controlled } from "../../src/simulate/run/controlled.ts";
import { endRuns } from "../../src/simulate/run/ends.ts";
import { startRun } from "../../src/simulate/run/run.ts";
import type { Simulation } from "../../src/simulate/run/simulation.ts";
import { simulate } from "../../src/simulate/simulate.ts";
import { loadSimulation } from "../support/run.ts";

/** Without anything that is kept: compiled anew, each step by itself. */
function alone(values: Float64Array, scheme: string) {
  const { kernels: _, preparation: __, recording: ___, ...simulation } = loadSimulation("gk95-tp1", changes(scheme));
  return simulate(controlled(simulation, values));
}

const changes = (scheme: string) => ({ scheme: { type: scheme }, control: { value: [1, -2, 3] } });
const CONTROLS = [Float64Array.of(1, -2, 3), Float64Array.of(5, 0, -7), Float64Array.of(0, 0, 0)];

it.each(["alpha", "balanced"])("runs under other controls in turn do not share their loads (%s)", (scheme) => {
  const simulation = loadSimulation("gk95-tp1", changes(scheme));
  const simulations: Simulation[] = CONTROLS.map((values) => controlled(simulation, values));
  const expected = CONTROLS.map((values) => alone(values, scheme));
  for (let turn = 0; turn < 4; turn++) {
    simulations.forEach((own, k) => {
      for (let run = 0; run < 2; run++) {
        const { trajectory, audit } = simulate(own);
        expect(trajectory.position).toEqual(expected[k]!.trajectory.position);
        expect(trajectory.multiplier).toEqual(expected[k]!.trajectory.multiplier);
        expect(audit).toEqual(expected[k]!.audit);
      }
    });
  }
});

it("a load whose control changes from run to run is evaluated in each of them", () => {
  const simulation = loadSimulation("gk95-tp1", changes("balanced"));
  const rows = Float64Array.from([...CONTROLS, ...CONTROLS].flatMap((values) => [...values]));
  const ends = new Float64Array(6 * 6);
  endRuns(simulation)!(rows, ends);
  [...CONTROLS, ...CONTROLS].forEach((values, k) => {
    const run = startRun(controlled(simulation, values), []);
    run.advance(Number.POSITIVE_INFINITY);
    const { position, velocity } = run.finish().state;
    expect([...ends.subarray(6 * k, 6 * k + 6)]).toEqual([...position, ...velocity]);
  });
});

it("finds a table by whose it is, all of its times and its start; the last place is for all that comes later", () => {
  const [one, other] = [{}, {}];
  const times = Float64Array.of(1, 2, 3, 4);
  const tables = keptTables(2, 4);
  const ask = (of: object, at: Float64Array, from: number, to: number, start: number) => [
    tables.place(of, at, from, to, start),
    tables.found,
  ];
  expect(ask(one, times, 0, 4, 0)).toEqual([0, false]);
  expect(ask(one, times, 0, 4, 0)).toEqual([0, true]);
  expect(ask(one, Float64Array.of(0, 1, 2, 3, 4), 1, 5, 0)).toEqual([0, true]);
  expect(ask(one, Float64Array.of(1, 2, 3.5, 4), 0, 4, 0)).toEqual([1, false]); // another time
  expect(ask(one, times, 0, 3, 0)).toEqual([1, false]); // fewer
  expect(ask(one, times, 0, 4, 0.5)).toEqual([1, false]); // another start
  expect(ask(one, times, 0, 4, 0.5)).toEqual([1, true]);
  expect(ask(one, times, 0, 4, 0)).toEqual([0, true]);
  expect(ask(other, times, 0, 4, 0)).toEqual([0, false]); // another load begins anew
  expect(ask(one, times, 0, 4, 0)).toEqual([0, false]);
  tables.clear();
  expect(ask(one, times, 0, 4, 0)).toEqual([0, false]);
});

it("begins anew where other blocks are asked for all the time", () => {
  const of = {};
  const tables = keptTables(2, 1);
  const places = Array.from({ length: 100 }, (_, time) => tables.place(of, Float64Array.of(time), 0, 1, 0));
  expect(places.slice(0, 50)).toEqual([0, ...Array(49).fill(1)]);
  expect(places.slice(50)).toContain(0);
});

it("gives values of instants again where all of them are the same, times and sides", () => {
  const kept = keptInstants(1);
  const count = 20;
  const at = Float64Array.from({ length: 2 * count }, (_, k) => Math.floor(k / 2));
  const values = at.filter((_, k) => k % 2 === 0).map((time) => time ** 2);
  const out = new Float64Array(2 * count);
  expect(kept.give(at, count, out, 2)).toBe(false);
  kept.take(at, count, values, 1);
  expect(kept.give(at, count, out, 2)).toBe(true);
  expect([...out.filter((_, k) => k % 2 === 0)]).toEqual([...values]);
  expect(kept.give(at, count - 1, out, 1)).toBe(true); // fewer of the same
  const otherSide = at.slice();
  otherSide[2 * count - 1]! += 1;
  expect(kept.give(otherSide, count, out, 1)).toBe(false);
});
