/** A step that is taken in parts gives way between them, and goes on with the same digits: also from what was saved there. */
import { expect, it } from "vitest";
import { readSaved, savedText } from "../../src/numeric/saved-text.ts";
import { startSession } from "../../src/simulate/simulate.ts";
import { compileRaw } from "../support/run.ts";

/** As stiff as steel of a meter's thickness, and as light as a rope: Newton's method fails in whole steps. A mutated problem of the gallery. */
const rope = {
  stickslip: 1,
  system: {
    type: "beam",
    dimension: 3,
    length: 5,
    stiffness: 2 ** 53,
    density: 0.4,
    elements: 4,
    ends: [{ at: [0, 0, 0] }, "free"],
    load: [0, 0, -4],
  },
  initial: { position: { x: "s", y: "0", z: "0" }, velocity: { x: "0", y: "s/5", z: "0" } },
  time: { end: 0.24, step: 0.0025 },
};

const STEPS = 4;

it("a beam's steps in parts", () => {
  const simulation = compileRaw(rope);
  const whole = startSession(simulation);
  whole.run.advance(STEPS);
  const straight = whole.finish().outcome;
  expect(straight.stats.steps).toBe(STEPS);

  let session = startSession(simulation);
  let pauses = 0;
  for (; session.run.progress() < straight.state.time / 0.24 && pauses < 10_000; pauses++) {
    session.run.advance(1, () => true);
    const saved = readSaved(savedText(session.run.save()));
    if (pauses % 3 === 0) session = startSession(simulation, { from: saved });
  }
  expect(pauses).toBeGreaterThan(2 * STEPS); // else no step was paused
  const { state, stats } = session.finish().outcome;
  expect([stats.steps, stats.solves, state.time]).toEqual([STEPS, straight.stats.solves, straight.state.time]);
  expect(Array.from(state.position)).toEqual(Array.from(straight.state.position));
  expect(Array.from(state.velocity)).toEqual(Array.from(straight.state.velocity));
});
