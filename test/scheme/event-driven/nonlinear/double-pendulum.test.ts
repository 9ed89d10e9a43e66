/** The double pendulum under event-driven: free, against the paper's wall, on the paper's ellipse. */
import { describe, expect, it } from "vitest";
import { arm } from "../../../../src/model/arm/arm.ts";
import type { ArmDirection } from "../../../../src/model/arm/contact-rows.ts";
import { ellipse } from "../../../../src/model/arm/plane-curve.ts";
import type { Load } from "../../../../src/model/load.ts";
import { joint, type Row, stop } from "../../../../src/model/rows/law.ts";
import type { System } from "../../../../src/model/system.ts";
import { Entries } from "../../../../src/numeric/entries.ts";
import { eventDriven } from "../../../../src/scheme/event-driven/event-driven.ts";
import type { EventKind, Listener } from "../../../../src/scheme/scheme.ts";
import { activeSet } from "../../../../src/step/solvers/active-set.ts";
import { newStats } from "../../../../src/step/step.ts";
import { nothing } from "../../../model/arm/random-arm.ts";
import {
  accelerations,
  chainOf,
  curvePendulum,
  type Pendulum,
  wallPendulum,
} from "../../../oracles/double-pendulum.ts";
import { integrate } from "../../../oracles/integrate.ts";

function pendulum(of: Pendulum, rows: readonly Row[] = [], directions: readonly ArmDirection[] = [], load = nothing) {
  const empty = () => new Entries(2);
  return arm({
    ...chainOf(of),
    names: ["upper", "lower"],
    damping: empty(),
    stiffness: empty(),
    ...{ rows, directions, load },
  });
}

interface Heard {
  readonly kind: EventKind;
  readonly time: number;
}

function run(system: System, position: readonly number[], times: readonly number[]) {
  const events: Heard[] = [];
  const stats = newStats();
  const listener: Listener = { event: (kind, time) => void events.push({ kind, time }), jump() {} };
  const initial = {
    time: 0,
    end: times.at(-1)!,
    position: Float64Array.from(position),
    velocity: new Float64Array(position.length),
  };
  const stepper = eventDriven().start(system, activeSet(), initial, 0.01);
  const states = times.map((time, k) => {
    expect(stepper.step(Float64Array.of(time - (times[k - 1] ?? 0), time), stats, listener)).toBe("stepped");
    return structuredClone(stepper.state);
  });
  return { states, events, stats };
}

/** A torque on the first angle until t = 4. */
const torque: Load = {
  evaluate: ([, side], out) => void out.set([side! < 4 ? -30 : 0, 0]),
  expansion: () => (at, out) => void out.fill(0).fill(at[1]! < 4 ? -30 : 0, 0, 1),
  breakpoints: (from, to) => ({ times: from < 4 && 4 < to ? [4] : [], complete: true }),
};

describe("the double pendulum", () => {
  it("swings freely as the tight integrator has it, and keeps its energy", () => {
    const start = [-0.5236, -1.0472, 0, 0];
    const system = pendulum(wallPendulum);
    const { states, stats } = run(system, start.slice(0, 2), [1, 2, 5]);
    const energy = system.energy(Float64Array.from(start.slice(0, 2)), new Float64Array(2));
    const rate = (_: number, y: readonly number[]) => [y[2]!, y[3]!, ...accelerations(wallPendulum, y, [0, 0])];
    const exact = integrate(rate, 0, start, 5, { relative: 1e-14, absolute: 1e-15 }).state;
    const { position, velocity } = states[2]!;
    const off = [...position, ...velocity].map((value, i) => Math.abs(value - exact[i]!));
    expect(Math.max(...off)).toBeLessThan(2e-11); // the motion's sensitivity is about 20 here
    for (const state of states)
      expect(Math.abs(system.energy(state.position, state.velocity) / energy - 1)).toBeLessThan(1e-13);
    expect(stats.iterations).toBeLessThan(310 * 23);
  });

  it("hits the rigid wall at 1.509235952, and elastic impacts keep the energy", () => {
    const wall: Row = { name: "wall", law: stop({ gap: 2.44, restitution: 1 }) };
    const system = pendulum(wallPendulum, [wall], [{ link: 1, wall: { normal: [0, 1], distance: 2.44 } }]);
    const start = [-0.5236, -1.0472];
    const { states, events } = run(system, start, [1, 2, 4, 10]);
    expect(events[0]!.kind).toBe("impact");
    expect(events[0]!.time).toBeCloseTo(1.509235952, 8);
    expect(events.length).toBeGreaterThan(1);
    const energy = system.energy(Float64Array.from(start), new Float64Array(2));
    for (const state of states)
      expect(Math.abs(system.energy(state.position, state.velocity) - energy)).toBeLessThan(1e-9);
  });

  it("follows the ellipse", () => {
    const held: Row = { name: "ellipse", law: joint() };
    const system = pendulum(curvePendulum, [held], [{ link: 1, curve: ellipse([0.25, 1], [0.5, 1.155]) }], torque);
    const start = [2.270939955516, 0.6591];
    const { states } = run(system, start, [1, 2, 4, 8]);
    const y = states.map(({ position: [upper, lower] }) => Math.sin(upper!) + 0.5 * Math.sin(lower!));
    expect(y[0]).toBeCloseTo(0.4907529249, 9);
    expect(y[1]).toBeCloseTo(0.5013667859, 9);
    const energies = states.map(({ position, velocity }) => system.energy(position, velocity));
    expect(energies[0]).toBeCloseTo(70.017572308, 8);
    const total = system.energy(Float64Array.from(start), new Float64Array(2)) + 30 * start[0]!;
    for (const k of [0, 1, 2]) expect(energies[k]! + 30 * states[k]!.position[0]!).toBeCloseTo(total, 9);
    expect(energies[3]).toBeCloseTo(energies[2]!, 9);
    const violation = new Float64Array(1);
    for (const { position } of states) {
      system.violationsAt!(new Float64Array(2), position, violation);
      expect(Math.abs(violation[0]!)).toBeLessThan(1e-14);
    }
  });
});
