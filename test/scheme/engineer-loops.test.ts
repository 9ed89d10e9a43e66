/** States, forces that depend on the motion, and feedback: against closed forms and against each other. */
import { describe, expect, it } from "vitest";
import { simulate } from "../../src/simulate/simulate.ts";
import { compileRaw } from "../support/run.ts";
import { distance, kinds, run, times } from "./event-driven/machine.ts";

it("an actuator with lag breaks the block loose when the closed form says", () => {
  const result = run({
    system: {
      mass: [1],
      states: [{ name: "z", rate: "(2 - z)/0.5" }],
      force: ["z"],
      friction: [{ name: "floor", on: 0, limit: 1 }],
    },
    time: { end: 3, step: 0.5 },
  });
  const loose = Math.LN2 / 2;
  const since = 3 - loose;
  const late = Math.exp(-6) - 0.5;
  const { position, velocity } = result.outcome.state;
  expect(kinds(result)).toEqual(["slip floor"]);
  expect(distance(times(result), [loose])).toBeLessThan(1e-12);
  expect(Math.abs(position[0]! - (since ** 2 / 2 - since / 2 - late / 2))).toBeLessThan(1e-12);
  expect(Math.abs(velocity[0]! - (since + late))).toBeLessThan(1e-12);
});

it("a state starts at its initial value and follows its rate while the machine is held", () => {
  const simulation = compileRaw({
    stickslip: 1,
    system: {
      type: "linear",
      mass: [1],
      states: [
        { name: "z", rate: "-2*z + y", initial: 3 },
        { name: "y", rate: "1 - x(0)" },
      ],
      friction: [{ on: 0, limit: 1 }],
    },
    outputs: { z: "z", y: "y" },
    initial: { position: [0.5] },
    time: { end: 2, step: 0.25 },
  });
  const { outputs } = simulate(simulation);
  // y = t/2, z' = -2 z + t/2
  expect(Math.abs(outputs.y! - 1)).toBeLessThan(1e-13);
  expect(Math.abs(outputs.z! - (0.5 - 0.125 + 3.125 * Math.exp(-4)))).toBeLessThan(1e-13);
});

/** Two masses with friction, held together in different ways, run with the same start. */
function endOf(system: Record<string, unknown>, feedback: readonly unknown[] = [], scheme = "event-driven") {
  const simulation = compileRaw({
    stickslip: 1,
    system: {
      type: "linear",
      mass: [1, 2],
      friction: [
        { name: "a", on: 0, limit: 0.4 },
        { name: "b", on: 1, limit: 0.3, weakening: { shape: "stribeck", beta: 0.4, speed: 0.2 } },
      ],
      ...system,
    },
    feedback,
    initial: { position: [1, -2], velocity: [0.5, 1] },
    time: { end: 10, step: 0.02 },
    scheme: { type: scheme },
  });
  const result = simulate(simulation);
  const { position, velocity } = result.outcome.state;
  return { result, end: [...position.subarray(0, 2), ...velocity.subarray(0, 2)] };
}

describe.each(["event-driven", "balanced"])("with %s", (scheme) => {
  const stiffness = [
    [3, -1],
    [-0.5, 2],
  ];
  const damping = [
    [0.2, 0],
    [0.1, 0.3],
  ];

  it("state feedback is the same as its stiffness and damping", () => {
    const direct = endOf({ stiffness, damping }, [], scheme);
    const closed = endOf({}, [{ type: "state", position: stiffness, velocity: damping }], scheme);
    expect(kinds(closed.result)).toEqual(kinds(direct.result));
    expect(distance(closed.end, direct.end)).toBeLessThan(1e-12);
    expect(direct.result.trajectory.events.length).toBeGreaterThan(1);
  });

  it("state feedback goes through the input matrix", () => {
    const feedback = [{ type: "state", position: [[2, 1]], velocity: [[0.5, 0]] }];
    const closed = endOf({ stiffness: [1, 1], input: [[1], [-0.5]] }, feedback, scheme);
    const written = [
      [3, 1],
      [-1, 0.5],
    ];
    const direct = endOf(
      {
        stiffness: written,
        damping: [
          [0.5, 0],
          [-0.25, 0],
        ],
      },
      [],
      scheme,
    );
    expect(distance(closed.end, direct.end)).toBeLessThan(1e-12);
  });

  it("forces in x() and v() are the same as the matrices", () => {
    const direct = endOf({ stiffness, damping }, [], scheme);
    const force = ["-3*x(x1) + x(x2) - 0.2*v(x1)", "0.5*x(0) - 2*x(1) - (v(0) + 3*v(1))/10"];
    expect(distance(endOf({ force }, [], scheme).end, direct.end)).toBeLessThan(1e-12);
  });

  it("a PID loop is the same as its written-out force and state", () => {
    const pid = { type: "pid", of: 1, to: 0, reference: "1 + sin(t)", kp: 4, ki: 2, kd: 1 };
    const push = "4*(1 + sin(t) - x(1) + x(0)) + 2*z + cos(t) - v(1) + v(0)";
    const written = endOf(
      { states: [{ name: "z", rate: "1 + sin(t) - x(1) + x(0)" }], force: [`-(${push})`, push] },
      [],
      scheme,
    );
    const closed = endOf({}, [pid], scheme);
    expect(kinds(closed.result)).toEqual(kinds(written.result));
    expect(distance(closed.end, written.end)).toBeLessThan(1e-11);
  });
});
