/** A stepper that begins anew does what one does that has just been started, to the last bit. */
import { describe, expect, it } from "vitest";
import type { Listener, State, Stepper } from "../../../src/scheme/scheme.ts";
import type { Simulation } from "../../../src/simulate/run/simulation.ts";
import { newStats } from "../../../src/step/step.ts";
import { list, seeded } from "../../support/random.ts";
import { loadSimulation } from "../../support/run.ts";

const STEPS = 12;

/** All that a stepper tells on its way. */
function told(stepper: Stepper, { grid }: Simulation): unknown {
  const heard: unknown[] = [];
  const copied = (state: State) =>
    JSON.stringify([
      state.time,
      ...[state.position, state.velocity, state.force, state.limit, state.mode].map((part) => [...part]),
    ]);
  const listener: Listener = {
    event: (...event) => heard.push(event),
    between: (state) => heard.push(copied(state)),
    jump: (before, after) => heard.push([copied(before), copied(after)]),
  };
  const stats = newStats();
  heard.push(copied(stepper.state));
  for (let k = 1; k <= STEPS; k++) {
    const end = grid.start + ((grid.end - grid.start) * k) / STEPS;
    heard.push(
      stepper.step(Float64Array.of((grid.end - grid.start) / STEPS, end), stats, listener),
      copied(stepper.state),
    );
  }
  return [heard, stats];
}

describe.each([
  "gk95-tp1",
  "gk95-tp2",
  "belt",
  "clutch",
  "two-masses",
  "vl05-two-masses",
  "stage-pid-limited",
  "bouncing-ball",
  "gk95-tp2-springs",
  "gskn06-tp5",
  "buffer",
])("%s", (file) => {
  it("is the same however often it began before", () => {
    const simulation = loadSimulation(file, {});
    const { system, scheme, solver, initial, grid } = simulation;
    const random = seeded(3);
    const starts = list(4, (k) => k).map(() => ({
      position: Float64Array.from(initial.position, (x) => x - Math.abs(0.3 * random.normal())),
      velocity: Float64Array.from(initial.velocity, (v) => (random.chance(0.3) ? v : v + random.normal())),
    }));
    const fresh = starts.map((start) =>
      told(scheme.start(system, solver, { ...initial, ...start }, grid.step), simulation),
    );
    const stepper = scheme.start(system, solver, initial, grid.step);
    told(stepper, simulation);
    starts.forEach(({ position, velocity }, k) => {
      stepper.restart!(position, velocity);
      expect(told(stepper, simulation), `start ${k}`).toEqual(fresh[k]);
    });
    stepper.restart!(initial.position, initial.velocity);
    expect(told(stepper, simulation)).toEqual(told(scheme.start(system, solver, initial, grid.step), simulation));
  });
});
