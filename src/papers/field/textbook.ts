/** Closed forms of textbooks. */
import type { Experiment, Quantity, Run } from "../experiment.ts";
import { at, difference, event, number } from "../values.ts";

/** m = k = 1, P = 1: force cos(r t), friction F; Den Hartog's amplitude without stops. */
const forced = (r: number, friction: number): Run => ({
  do: "cycle",
  problem: `stickslip: 1
name: A forced oscillator with dry friction
description: Den Hartog (1931), Philosophical Magazine 9, 801-817. Without stops the amplitude is known exactly.
system:
  type: linear
  mass: [1]
  stiffness: [1]
  force: ["cos(${r}*t)"]
  friction: [{ name: rub, on: 0, limit: ${friction} }]
initial: { position: [1] }
time: { end: 200, step: 0.05 }
`,
  period: (2 * Math.PI) / r,
});

/** sqrt(V^2 - F^2 U^2), V = 1/(1 - r^2), U = tan(pi/(2 r))/r. */
const FORCED: readonly [number, number, number][] = [
  [0.8, 0.5, 2.3322349875413653],
  [1.25, 0.4, 1.4800496969252543],
  [2, 0.3, 0.2976761849915292],
];
const forcedName = (r: number) => `frequency ${r}`;

/** A block pulled over a rough table by a spring whose end moves with speed v: breakaway at Fs, then Fk. */
const PULLED = `stickslip: 1
name: A block pulled by a spring, with breakaway
description: >-
  Stick-slip with a static and a lower kinetic friction: the period is
  2 (Fs - Fk)/(k v) + (2/w) (pi - atan((Fs - Fk) w/(k v))), w^2 = k/m.
system:
  type: linear
  mass: [1]
  stiffness: [4]
  force: ["4*0.1*t"]
  friction: [{ name: table, on: 0, limit: 2, kinetic: 1 }]
time: { end: 60, step: 0.01, output: 0.05 }
`;
const pulled: Run = { do: "simulate", problem: PULLED, set: {} };
/** (Fs - Fk) w/(k v) = 5, w = 2: 5 + (pi - atan 5). */
const PULLED_PERIOD = 6.768191886644777;

const fall: Run = { do: "simulate", problem: "bouncing-ball", set: {} };

export const textbook: readonly Experiment[] = [
  {
    id: "field/den-hartog",
    title: "Den Hartog (1931): amplitude of a forced oscillator with Coulomb friction",
    note: "Found as a periodic motion, not as the end of a long run.",
    runs: Object.fromEntries(FORCED.map(([r, friction]) => [forcedName(r), forced(r, friction)])),
    quantities: FORCED.map(
      ([r, , amplitude]): Quantity => ({
        ...{ name: `amplitude, ${forcedName(r)}`, unit: "m", printed: "sqrt(V^2 - (F/P)^2 U^2)" },
        ...{ value: number(forcedName(r), "amplitudes[0]"), rule: { within: 1e-9, to: amplitude } },
      }),
    ),
  },
  {
    id: "field/bouncing-ball",
    title: "A bouncing ball comes to rest after infinitely many impacts",
    note: "The example of Siconos' event-driven tutorial (siconos-tutorials, BouncingBallED): fall from 1 m, restitution 0.9, in closed form.",
    runs: { fall },
    quantities: [
      {
        ...{ name: "first impact", unit: "s", printed: "sqrt(2 h/g)" },
        ...{ value: event("fall", "impact"), rule: { within: 1e-12, to: 0.4515236409857309 } },
      },
      {
        ...{ name: "second impact", unit: "s", printed: "(1 + 2 e) sqrt(2 h/g)" },
        ...{ value: event("fall", "impact", undefined, 2), rule: { within: 1e-11, to: 1.2642661947600464 } },
      },
      {
        ...{ name: "comes to rest at", unit: "s", printed: "(1 + e)/(1 - e) sqrt(2 h/g)" },
        ...{ value: event("fall", "contact"), rule: { within: 1e-9, to: 8.578949178728887 } },
      },
      { name: "height at the end", unit: "m", printed: 0, value: at("fall", "x(0)", 10), rule: { within: 1e-12 } },
    ],
    figures: [
      {
        name: "Bouncing ball",
        caption: "Infinitely many impacts until 8.58 s, then rest.",
        drawing: { show: "displacement", of: "fall" },
      },
    ],
  },
  {
    id: "field/stick-slip",
    title: "Stick-slip of a block pulled by a spring: period in closed form",
    runs: { pulled },
    quantities: [
      {
        ...{
          name: "time between slips",
          unit: "s",
          printed: "2 (Fs - Fk)/(k v) + (2/w) (pi - atan((Fs - Fk) w/(k v)))",
        },
        value: difference(event("pulled", "slip", "table", 4), event("pulled", "slip", "table", 3)),
        rule: { within: 1e-9, to: PULLED_PERIOD },
      },
      {
        ...{ name: "first slip", unit: "s", printed: "Fs/(k v)" },
        ...{ value: event("pulled", "slip", "table"), rule: { within: 1e-12, to: 5 } },
      },
    ],
    figures: [
      {
        name: "Stick-slip",
        caption: "Displacement of the block: it waits, then leaps.",
        drawing: { show: "displacement", of: "pulled" },
      },
    ],
  },
  {
    id: "field/impact-pendulum",
    title: "Inverted pendulum between two walls (Shaw and Rand 1989): how a cycle contracts",
    note: "By Liouville's theorem the multipliers of a cycle with n impacts of restitution r and damping d have the product r^(2 n) exp(-d T), whatever the motion. Here two impacts a period, and a complex pair.",
    runs: { cycle: { do: "cycle", problem: "pendulum-between-walls", period: (2 * Math.PI) / 1.5 } },
    quantities: [
      {
        ...{ name: "modulus of the multipliers", printed: "r^2 exp(-d T/2)" },
        ...{ value: number("cycle", "multipliers[0].modulus"), rule: { within: 1e-12, to: 0.32420767294157343 } },
      },
    ],
  },
];
