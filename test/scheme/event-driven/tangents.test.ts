/** Derivatives carried through events against differences of whole runs, extrapolated to fourth order. */
import { describe, expect, it } from "vitest";
import { compileDirections } from "../../../src/problem/paths/directions.ts";
import { applyOverrides } from "../../../src/problem/paths/overrides.ts";
import { eventDriven } from "../../../src/scheme/event-driven/event-driven.ts";
import { controlled } from "../../../src/simulate/run/controlled.ts";
import { runToEnd } from "../../../src/simulate/run/final.ts";
import { type Direction, runWithTangents, tangentRefusal } from "../../../src/simulate/run/sensitivity.ts";
import type { Simulation } from "../../../src/simulate/run/simulation.ts";
import { simulate } from "../../../src/simulate/simulate.ts";
import { difference, distance, type Ends } from "../../support/end-difference.ts";
import { seeded } from "../../support/random.ts";
import { compileRaw, loadSimulation, rawProblem } from "../../support/run.ts";
import { cases } from "../../support/torture.ts";
import { randomProblem } from "./random-problem.ts";

/** Initial values and control values of a simulation as directions, each with the simulations beside it. */
function stateDirections(simulation: Simulation): { direction: Direction; ends: Ends }[] {
  const { size, visible } = simulation.system;
  const list: { direction: Direction; ends: Ends }[] = [];
  for (const key of ["position", "velocity"] as const) {
    for (let i = 0; i < visible; i++) {
      const unit = Float64Array.from({ length: size }, (_, k) => (k === i ? 1 : 0));
      const ends = (h: number) => ({
        ...simulation,
        initial: { ...simulation.initial, [key]: simulation.initial[key].map((entry, k) => entry + h * unit[k]!) },
      });
      list.push({ direction: { [key]: unit }, ends });
    }
  }
  for (let input = 0; simulation.control && input < visible; input++) {
    const ends = (h: number) =>
      controlled(
        simulation,
        simulation.control!.values.map((u, k) => (k === input ? u + h : u)),
      );
    list.push({ direction: { control: { interval: 0, input } }, ends });
  }
  return list;
}

describe("derivatives of the end by initial and control values", () => {
  it.each(["gk95-tp1", "gk95-tp2", "gskn06-tp4", "two-masses", "belt", "brake-squeal", "buffer"])("%s", (file) => {
    const simulation = loadSimulation(file);
    const list = stateDirections(simulation).filter(
      // a row that rests swallows a small velocity in a time that a difference sees
      ({ direction: { velocity } }) =>
        !velocity || simulation.initial.velocity.every((v, i) => v !== 0 || !velocity[i]),
    );
    const { columns, kinks } = runWithTangents(
      simulation,
      list.map(({ direction }) => direction),
    );
    expect(kinks).toEqual([]);
    list.forEach(({ ends }, j) => {
      const wanted = difference(ends, 1e-5);
      expect(distance(columns[j]!, wanted)).toBeLessThan(2e-8 * (1 + Math.max(...wanted.map(Math.abs))));
    });
  });

  it("does not change the motion itself", () => {
    const simulation = loadSimulation("gk95-tp2");
    const { outcome } = runWithTangents(simulation, [{ control: { interval: 0, input: 1 } }]);
    const general = { ...simulation, scheme: eventDriven({ general: true }) };
    const plain = runWithTangents(general, [{ control: { interval: 0, input: 1 } }]);
    expect(plain.outcome.state.position).toEqual(runToEnd(general).state.position);
    const alone = runToEnd(simulation).state.position; // the kernel has begun this one
    outcome.state.position.forEach((x, i) => {
      expect(Math.abs(x - alone[i]!)).toBeLessThan(1e-13);
    });
  });

  it("holds on random machines with coupled rows, weakenings and jumps of the load", () => {
    const random = seeded(11);
    let compared = 0;
    let smooth = 0;
    for (let k = 0; k < cases(3, 60); k++) {
      const problem = randomProblem(random);
      const simulation = compileRaw({ stickslip: 1, ...problem, time: { end: 2, step: 0.05 } });
      const list = stateDirections(simulation).filter(({ direction }) => !direction.velocity);
      const { columns, kinks } = runWithTangents(
        simulation,
        list.map(({ direction }) => direction),
      );
      if (kinks.length > 0) continue;
      smooth++;
      list.forEach(({ ends }, j) => {
        const [fine, coarse] = [difference(ends, 1e-5), difference(ends, 3e-5)];
        const size = 1 + Math.max(...fine.map(Math.abs));
        if (distance(fine, coarse) > 1e-7 * size) return; // an event comes or goes between the runs of the difference
        compared++;
        expect(distance(columns[j]!, fine), `machine ${k}, direction ${j}`).toBeLessThan(1e-6 * size);
      });
    }
    expect(smooth).toBeGreaterThan(cases(1, 25));
    expect(compared).toBeGreaterThan(cases(5, 150));
  });
});

describe("derivatives of the end by numbers of the file", () => {
  it.each<[string, string, number, string?]>([
    ["gk95-tp1", "system.friction[0].limit", 10],
    ["gk95-tp1", "system.mass[1]", 5],
    ["belt", "system.stiffness[0]", 1],
    ["belt", "system.friction[0].drive", 0.2],
    ["belt", "system.friction[0].weakening.speed", 1 / 3],
    ["stage-pid", "feedback[0].ki", 2],
    ["buffer", "system.stops[0].gap", 0.5],
    ["buffer", "system.mass[0]", 1],
    ["two-masses", "parameters.muSlab", 0.5, "parameters.muSlab.value"],
    ["two-masses", "parameters.k", 20, "parameters.k.value"],
    ["duffing", "system.mass[0]", 1],
    ["brake-squeal", "system.friction[0].kinetic", 4],
  ])("%s: %s", (file, path, value, place = path) => {
    const raw = rawProblem(file);
    const simulation = compileRaw(raw);
    const { directions, faults } = compileDirections(raw, simulation, [path]);
    expect(faults).toEqual([]);
    const ends = (h: number) => compileRaw(applyOverrides(raw, [{ path: place, value: String(value + h) }]).raw);
    const wanted = difference(ends, 2e-5 * value);
    const { columns } = runWithTangents(simulation, directions);
    expect(distance(columns[0]!, wanted)).toBeLessThan(1e-7 * (1 + Math.max(...wanted.map(Math.abs))));
  });

  it.each(["system.mass[0]", "system.stops[0].restitution", "system.stops[0].direction[1]"])(
    "two masses that strike each other: %s",
    (path) => {
      const raw = {
        stickslip: 1,
        system: {
          type: "linear",
          mass: [1, 2],
          stiffness: [2, 3],
          friction: [{ on: 1, limit: 0.2 }],
          stops: [{ direction: [1, -0.8], gap: 0.5, restitution: 0.6 }],
        },
        initial: { position: [0, 0], velocity: [2, -0.5] },
        time: { end: 1.5, step: 0.1 },
      };
      const { directions, faults } = compileDirections(raw, compileRaw(raw), [path]);
      expect(faults).toEqual([]);
      const value = { "system.mass[0]": 1, "system.stops[0].restitution": 0.6 }[path] ?? -0.8;
      const ends = (h: number) => compileRaw(applyOverrides(raw, [{ path, value: String(value + h) }]).raw);
      const wanted = difference(ends, 1e-4);
      const { columns, kinks } = runWithTangents(compileRaw(raw), directions);
      expect(kinks).toEqual([]);
      expect(Math.max(...wanted.map(Math.abs))).toBeGreaterThan(0.1);
      expect(distance(columns[0]!, wanted)).toBeLessThan(1e-8);
    },
  );

  it.each(["event-driven", "balanced", "alpha"])("values of a piecewise constant control under %s", (type) => {
    const raw = {
      stickslip: 1,
      system: { type: "linear", mass: [1, 2], stiffness: [4, 2], friction: [{ on: 0, limit: 0.3 }] },
      initial: { position: [0.1, 0.5], velocity: [0.4, 1.2] },
      time: { end: 2, step: 0.01 },
      scheme: { type },
      control: {
        value: {
          times: [0, 0.7, 1.5],
          values: [
            [1, 0.5],
            [-1, 2],
            [0.4, -1],
          ],
        },
      },
    };
    const simulation = compileRaw(raw);
    const path = "control.value.values[1][0]";
    const { directions, faults } = compileDirections(raw, simulation, [path]);
    expect([faults, tangentRefusal(simulation, directions)]).toEqual([[], undefined]);
    const ends = (h: number) => compileRaw(applyOverrides(raw, [{ path, value: String(-1 + h) }]).raw);
    const wanted = difference(ends, 1e-6); // the discrete map is smooth on pieces of the size of a step
    expect(Math.max(...wanted.map(Math.abs))).toBeGreaterThan(0.01);
    expect(distance(runWithTangents(simulation, directions).columns[0]!, wanted)).toBeLessThan(1e-7);
  });

  it.each<[string, number]>([
    ["system.stops[0].direction[1]", -0.8],
    ["system.stops[0].gap", 0.5],
    ["system.mass[1]", 2],
  ])("two masses that bounce until they rest on each other: %s", (path, value) => {
    const raw = {
      stickslip: 1,
      system: {
        type: "linear",
        mass: [1, 2],
        stiffness: [0, 1],
        force: [3, 0],
        friction: [{ on: 1, limit: 0.2 }],
        stops: [{ direction: [1, -0.8], gap: 0.5, restitution: 0.3 }],
      },
      initial: { position: [0, 0], velocity: [1, 1] },
      time: { end: 1.5, step: 0.1 },
    };
    const simulation = compileRaw(raw);
    expect(simulate(simulation).trajectory.events.map(({ kind }) => kind)).toContain("contact");
    const { directions } = compileDirections(raw, simulation, [path]);
    const ends = (h: number) => compileRaw(applyOverrides(raw, [{ path, value: String(value + h) }]).raw);
    const wanted = difference(ends, 1e-5);
    expect(distance(runWithTangents(simulation, directions).columns[0]!, wanted)).toBeLessThan(1e-5);
  });

  it("moves the jumps of a load with a parameter", () => {
    const raw = (switched: number) => ({
      stickslip: 1,
      parameters: { ts: switched },
      system: { type: "linear", mass: [2], force: ["t < ts ? 5 : 1"], friction: [{ on: 0, limit: 2 }] },
      time: { end: 1, step: 0.1 },
    });
    const simulation = compileRaw(raw(0.4));
    const { directions } = compileDirections(raw(0.4), simulation, ["parameters.ts"]);
    const { columns } = runWithTangents(simulation, directions);
    // v(0.4) = 0.6, then braked by (2 - 1)/2; x and v at 1 by hand: dv/dts = (3/2 + 1/2), dx/dts = 2 (1 - 0.4)
    expect(columns[0]![0]).toBeCloseTo(1.2, 9);
    expect(columns[0]![1]).toBeCloseTo(2, 9);
  });

  it("refuses what is no number of the file, and times", () => {
    const raw = rawProblem("belt");
    const { faults } = compileDirections(raw, compileRaw(raw), ["system.mas[0]", "time.end", "name"]);
    expect(faults.map(({ path }) => path)).toEqual(["system.mas[0]", "time.end", "name"]);
    expect(faults[0]!.message).toContain("unknown path; did you mean system.mass[0]?");
  });
});

describe("where there is no derivative", () => {
  const block = (position: number) => ({
    stickslip: 1,
    system: { type: "linear", mass: [1], stiffness: [1], friction: [{ on: 0, limit: 1 }] },
    initial: { position: [position] },
    time: { end: 20, step: 0.1 },
  });

  it("says that a row starts at its limit", () => {
    const { kinks } = runWithTangents(compileRaw(block(1)), [{ position: Float64Array.of(1) }]);
    expect(kinks.map(({ time, row }) => [time, row])).toEqual([[0, "lambda1"]]);
    expect(kinks[0]!.reason).toContain("starts from rest");
  });

  it("says that an impact is grazed", () => {
    const { kinks } = runWithTangents(
      compileRaw({
        stickslip: 1,
        system: { type: "linear", mass: [1], stiffness: [1], stops: [{ on: 0, gap: 1, restitution: 0.5 }] },
        initial: { position: [-1.00000000000002] },
        time: { end: 5, step: 0.1 },
      }),
      [{ position: Float64Array.of(1) }],
    );
    expect(kinks[0]?.reason).toContain("grazed");
  });

  it("gives zero for a block that friction holds", () => {
    const simulation = compileRaw(block(0.5));
    const { columns, kinks } = runWithTangents(simulation, [
      { control: { interval: 0, input: 0 } },
      { velocity: Float64Array.of(1) },
      { position: Float64Array.of(1) },
    ]);
    expect(columns.map((column) => [...column])).toEqual([
      [0, 0],
      [0, 0],
      [1, 0],
    ]);
    expect(kinks).toEqual([]);
  });
});
