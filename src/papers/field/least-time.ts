/**
 * Minimum-time control with Coulomb friction: the two examples of B. J. Driessen and N. Sadegh (Sandia), as the manual of PROPT solves them
 * (tomopt.com/docs/propt, "Coulomb Friction 1" and "2").
 */
import type { Experiment, Run } from "../experiment.ts";
import { event, is, number } from "../values.ts";

/** 1/3 + sqrt(7/4) is where the force turns; a third of the second part later the mass is there. */
const BANG: Run = {
  do: "simulate",
  problem: `stickslip: 1
name: As fast as friction and a limited force allow
description: >-
  Driessen and Sadegh, first example: q'' = u - sign(q'), |u| <= 2, from q = 0 with q' = 1 to rest at q = -1. The fastest way brakes, goes
  and brakes with all force: 1/3 + (4/3) sqrt(7/4) s.
system:
  type: linear
  mass: [1]
  force: ["t < 1/3 + sqrt(7/4) ? -2 : 2"]
  friction: [{ name: slide, on: 0, limit: 1 }]
initial: { velocity: [1] }
measures: { lowest: { min: "x(0)" } }
time: { end: 2.2, step: 0.01 }
`,
};

const pieces = (count: number, end: number, value: (time: number) => readonly number[]) => {
  const times = Array.from({ length: count }, (_, k) => Number(((k * end) / count).toFixed(6)));
  return JSON.stringify({ times, values: times.map(value) });
};

const one = (end: number): Run => ({
  do: "control",
  problem: `stickslip: 1
name: One mass to a target in a given time
description: Driessen and Sadegh, first example, with 20 pieces of force.
system: { type: linear, mass: [1], friction: [{ name: slide, on: 0, limit: 1 }] }
initial: { velocity: [1] }
control:
  value: ${pieces(20, end, () => [0])}
  target: { position: [-1], velocity: [0] }
  bounds: [-2, 2]
time: { end: ${end}, step: 0.01 }
`,
  seconds: 3,
});

const two = (end: number): Run => ({
  do: "control",
  problem: `stickslip: 1
name: Two masses to a target in a given time
description: Driessen and Sadegh, second example, with 16 pieces of each force.
system:
  type: linear
  mass: [1.1, 1.2]
  stiffness: [[1.8, -0.85], [-0.85, 0.85]]
  friction: [{ name: first, on: 0, limit: 1 }, { name: second, on: 1, limit: 1 }]
initial: { velocity: [-1, -2] }
control:
  value: ${pieces(16, end, (time) => [2, time < 0.7 * end ? 4 : -4])}
  target: { position: [1, 2], velocity: [0, 0] }
  bounds: [-4, 4]
time: { end: ${end}, step: 0.01 }
`,
  seconds: 6,
});

const SHORT = {
  reason:
    "the published time is shorter than any: phase-plane bounds give 1/3 + (4/3) sqrt(7/4) s. Its collocation takes sign(q') between the points as a polynomial, which helps where the motion turns",
  evidence: "test/control/least-time.test.ts: takes longer than the published time, by phase-plane bounds",
} as const;

export const leastTime: readonly Experiment[] = [
  {
    id: "field/least-time-1",
    title: "Minimum time with Coulomb friction: one mass",
    note: "PROPT's manual prints 2.0702298 s, with 60 collocation points. The exact answer is 2.0971676 s.",
    runs: { bang: BANG, published: one(2.07022975772504), longer: one(2.12) },
    quantities: [
      {
        ...{ name: "time of the fastest motion", unit: "s", printed: 2.07022975772504 },
        ...{ value: event("bang", "reversal", undefined, 2), rule: { within: 1e-3 } },
        ...SHORT,
      },
      {
        ...{ name: "the same against its closed form", unit: "s", printed: "1/3 + (4/3) sqrt(7/4)" },
        ...{ value: event("bang", "reversal", undefined, 2), rule: { within: 1e-12, to: 2.0971675407097274 } },
      },
      {
        ...{ name: "where it is then", unit: "m", printed: -1 },
        ...{ value: number("bang", "measures.lowest"), rule: { within: 1e-12 } },
      },
      {
        ...{ name: "the target is reached in the published time", printed: "reached" },
        ...{ value: is("published", "status", "reached"), rule: { within: 0, to: 1 } },
        ...SHORT,
      },
      {
        ...{ name: "it is reached in 2.12 s", printed: "(closed form) reached" },
        ...{ value: is("longer", "status", "reached"), rule: { within: 0, to: 1 } },
      },
    ],
    figures: [
      {
        name: "One mass",
        caption: "Brake, go, brake: the fastest way from q = 0, q' = 1 to rest at q = -1.",
        drawing: {
          panels: [
            { label: "q (m)", across: "t (s)", curves: [{ of: "bang", name: "q", y: "x(0)", to: 2.097 }] },
            { label: "q' (m/s)", across: "t (s)", curves: [{ of: "bang", name: "q'", y: "v(0)", to: 2.097 }] },
          ],
          columns: 2,
        },
      },
    ],
  },
  {
    id: "field/least-time-2",
    title: "Minimum time with Coulomb friction: two masses",
    note: "PROPT's manual prints 2.1253978 s, with 40 collocation points.",
    runs: { published: two(2.1253977977749696), sooner: two(2.12) },
    quantities: [
      {
        ...{ name: "error of the target in the published time", printed: "0" },
        ...{ value: number("published", "error.position"), rule: { atMost: 1e-9 }, keeps: 1e9 },
      },
      {
        ...{ name: "the target is reached in 2.12 s", printed: "2.1254 s is the least time" },
        ...{ value: is("sooner", "status", "reached"), rule: { within: 0, to: 0 } },
        reason:
          "16 pieces of force reach it in 2.12 s, 0.25 % sooner; polynomials through 40 points cannot switch as fast",
        evidence:
          "test/control/least-time.test.ts: two masses are at their target in 2.12 s, before the published least time, by another integrator",
      },
    ],
    figures: [
      {
        name: "Two masses",
        caption: "Positions on the way to (1, 2) m in 2.12 s.",
        drawing: { show: "displacement", of: "sooner" },
      },
    ],
    slow: true,
  },
];
