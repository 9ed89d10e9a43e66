/** Reference files of Siconos' own tests (INRIA, github.com/siconos/siconos-tutorials, examples/mechanics). */
import type { Experiment, Quantity, Run } from "../experiment.ts";
import { event, number } from "../values.ts";

/** FrictionOscillator.py: m = k = 1, a relay of 1, T = 100. */
const OSCILLATOR: Run = {
  do: "simulate",
  problem: `stickslip: 1
name: An oscillator with dry friction
description: >-
  Siconos' FrictionOscillator. Each half swing takes 2 m, so it stops in the eighth, at 15 - sqrt(205) m, when 7 pi + atan(6/13) s are over.
system:
  type: linear
  mass: [1]
  stiffness: [1]
  friction: [{ name: relay, on: 0, limit: 1 }]
initial: { position: [12], velocity: [6] }
measures: { highest: { max: "x(0)" } }
time: { end: 100, step: 0.01 }
`,
};

/** SimplePendulumED_Lsodar.cpp: a point mass in two coordinates on a rod, by events with an adaptive integrator. */
const PENDULUM: Run = {
  do: "simulate",
  problem: `stickslip: 1
name: A pendulum in Cartesian coordinates
description: Siconos' SimplePendulumED_Lsodar. A mass of 1 kg on a rod of 1 m, released at 60 degrees; y points down.
system:
  type: mechanism
  coordinates: [{ name: x }, { name: y }]
  kinetic: "(v(x)^2 + v(y)^2)/2"
  potential: "-9.81*x(y)"
  joints: [{ name: rod, zero: "x(x)^2 + x(y)^2 - 1" }]
initial: { position: ["sin(pi/3)", "cos(pi/3)"] }
time: { end: 10, step: 0.01 }
`,
};

const end = (name: string, unit: string, printed: number, path: string): Quantity => ({
  ...{ name: `${name} at 10 s`, unit, printed, value: number("run", path), rule: { within: 1e-9 } },
});

export const siconos: readonly Experiment[] = [
  {
    id: "field/siconos-oscillator",
    title: "Siconos: an oscillator with dry friction",
    note: "FrictionOscillator.ref: time stepping with theta = 1/2 and steps of 0.01 s. Where the published value is off by its step, the closed form stands below it.",
    runs: { run: OSCILLATOR },
    quantities: [
      {
        ...{ name: "largest displacement", unit: "m", printed: 13.31777943672665 },
        ...{ value: number("run", "measures.highest"), rule: { within: 1e-3 } },
      },
      {
        ...{ name: "the same against its closed form", unit: "m", printed: "sqrt(205) - 1" },
        ...{ value: number("run", "measures.highest"), rule: { within: 1e-4, to: 13.317821063276353 } },
      },
      {
        ...{ name: "rests at", unit: "m", printed: 0.6820441351954105 },
        ...{ value: number("run", "position[0]"), rule: { within: 1e-3 } },
      },
      {
        ...{ name: "rests at, against its closed form", unit: "m", printed: "15 - sqrt(205)" },
        ...{ value: number("run", "position[0]"), rule: { within: 1e-12, to: 0.6821789367236468 } },
      },
      {
        ...{ name: "stops at", unit: "s", printed: "7 pi + atan(6/13)" },
        ...{ value: event("run", "stick"), rule: { within: 1e-11, to: 22.423556350699087 } },
      },
      {
        ...{ name: "velocity at the end", unit: "m/s", printed: 3.488528910189359e-15 },
        ...{ value: number("run", "velocity[0]"), rule: { within: 1e-14 } },
      },
    ],
    figures: [
      {
        name: "FrictionOscillator",
        caption: "Swings that lose 2 m each, and rest away from the middle.",
        drawing: {
          panels: [{ label: "x (m)", across: "t (s)", curves: [{ of: "run", name: "x", y: "x(0)", to: 30 }] }],
        },
      },
    ],
  },
  {
    id: "field/siconos-pendulum",
    title: "Siconos: an event-driven pendulum with its rod as a joint",
    note: "SimplePendulumED_Lsodar.ref, last line. Two programs and two methods, after 10 s.",
    runs: { run: PENDULUM },
    quantities: [
      end("x", "m", -0.6066684959148978, "position[0]"),
      end("y", "m", 0.7949549270620564, "position[1]"),
      end("velocity of x", "m/s", 1.912360807451545, "velocity[0]"),
      end("velocity of y", "m/s", 1.459414886565513, "velocity[1]"),
    ],
  },
];
