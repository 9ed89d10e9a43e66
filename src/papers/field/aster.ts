/** Friction cases of the validation manual of code_aster (EDF), fascicle V5.01. */
import type { Experiment, Quantity, Run } from "../experiment.ts";
import { at, difference, event, number, times } from "../values.ts";

/** SDND100: k = 10000 N/m, m = 1 kg, g = 10 m/s^2, mu = 0.1, released at 0.85 mm. */
const RELEASED = `stickslip: 1
name: A shoe released on a rough plane
description: code_aster SDND100 (V5.01.100). Each half swing of pi/100 s takes 0.2 mm, and the shoe stops where its spring pulls less than 1 N.
system:
  type: linear
  mass: [1]
  stiffness: [10000]
  friction: [{ name: plane, on: 0, limit: 1 }]
initial: { position: [8.5e-4] }
measures:
  x1: { min: "x(0)", to: 0.05 }
  x2: { max: "x(0)", from: 0.04, to: 0.08 }
  x3: { min: "x(0)", from: 0.08, to: 0.11 }
  x4: { final: "x(0)" }
time: { end: 0.15, step: 0.0005 }
`;

/** SDND104: a mass on a plane that shakes with the acceleration a sin(w t); eta = mu g/a. */
const shaken = (eta: number): Run => ({
  do: "simulate",
  problem: `stickslip: 1
name: A mass on a shaking plane
description: code_aster SDND104 (V5.01.104). With eta = mu g/a the mass always sticks from 1 on, and never below 1/sqrt(1 + pi^2/4) = 0.537.
system:
  type: linear
  mass: [1]
  friction: [{ name: plane, on: 0, limit: ${eta}, drive: "-cos(t)" }]
outputs: { heat: "dissipation(plane)" }
measures: { stuck: { time: plane } }
initial: { velocity: [-1] }
time: { end: 125.66370614359172, step: 0.03141592653589793 }
`,
});
const REGIMES = { stuck: shaken(1.01), both: shaken(0.7), below: shaken(0.5), sliding: shaken(0.3) };

/** The test file sdnd104a.comm: m = 1, a soft spring, normal force 10 N, mu = 0.1, ground acceleration a sin(2 pi t). */
const tested = (amplitude: number): Run => ({
  do: "simulate",
  problem: `stickslip: 1
name: A mass on a ground that shakes
description: code_aster sdnd104a. The mean of normal force times sliding speed from 4 s to 12 s is its wear power.
system:
  type: linear
  mass: [1]
  stiffness: [3e-5]
  force: ["-${amplitude}*sin(2*pi*t)"]
  friction: [{ name: plane, on: 0, limit: 1 }]
outputs: { heat: "dissipation(plane)" }
time: { end: 12, step: 0.001 }
`,
});
/** Of each amplitude the published wear power in W and what its test allows. */
const POWERS: readonly [number, number, Quantity["rule"]][] = [
  [15, 15.2671, { near: 5e-4 }],
  [1.5, 0.409062, { near: 5e-4 }],
  [1.01, 2.26164e-4, { near: 5e-3 }],
  [0.99, 0, { within: 5e-4 }],
];
const shakenBy = (amplitude: number) => `amplitude ${amplitude}`;

/** SDND106: two masses of 5 kg on a spring of 10^4 N/m; the first rubs, the second is pulled with 3000 N until 0.2 s. */
const pulledUntil = (end: number): Run => ({
  do: "simulate",
  problem: `stickslip: 1
name: Two masses, one on a rough plane
description: code_aster SDND106 (V5.01.106). Normal force 10^4 N, static friction 0.3, dynamic 0.2. The first mass sticks, slides and sticks again.
system:
  type: linear
  mass: [5, 5]
  springs: [{ between: [0, 1], stiffness: 10000 }]
  force: [0, "t < 0.2 ? 3000 : 0"]
  friction: [{ name: plane, on: 0, limit: 3000, kinetic: 2000 }]
time: { end: ${end}, step: 0.0001 }
`,
});
const sdnd106 = (name: string, unit: string, printed: number, run: string, path: string, within = 1e-4): Quantity => ({
  ...{ name, unit, printed, value: number(run, path), rule: { within } },
});

/** mu m g times the mean sliding speed, (2 a/(pi w)) sqrt(1 - (pi eta/2)^2). */
const WEAR: readonly [string, number, number][] = [
  ["below", 0.5, 0.39406184104700004],
  ["sliding", 0.3, 0.5615022124349566],
];
/** The last ten periods. */
const [END, TURNS] = [125.66370614359172, 62.83185307179586];
const EXTREMES = [-0.65, 0.45, -0.25, 0.05];

export const aster: readonly Experiment[] = [
  {
    id: "field/sdnd100",
    title: "code_aster SDND100: release of a shoe with Coulomb friction",
    note: "Validation manual V5.01.100; the reference is analytical.",
    runs: { run: { do: "simulate", problem: RELEASED, set: {} } },
    quantities: [
      ...EXTREMES.map(
        (printed, k): Quantity => ({
          ...{ name: `displacement at ${k + 1} pi/100 s`, unit: "m", printed: printed / 1000 },
          ...{ value: number("run", `measures.x${k + 1}`), rule: { within: 1e-12 } },
        }),
      ),
      {
        ...{ name: "stops at", unit: "s", printed: "4 pi/100" },
        ...{ value: event("run", "stick"), rule: { within: 1e-12, to: 0.12566370614359174 } },
      },
      { name: "rests at", unit: "m", printed: 5e-5, value: number("run", "position[0]"), rule: { within: 1e-15 } },
    ],
    figures: [
      {
        name: "SDND100",
        caption: "The shoe loses 0.2 mm in each half swing and stops after four.",
        drawing: { show: "displacement", of: "run" },
      },
    ],
  },
  {
    id: "field/sdnd104",
    title: "code_aster SDND104: wear of a mass on a shaking plane",
    note: "Validation manual V5.01.104: three regimes by eta = mu g/a. Wear powers are those of the test file sdnd104a.comm (its reference is analytical), with its tolerances. Regimes and mean sliding speeds in unit mass, acceleration and frequency, in closed form.",
    runs: { ...Object.fromEntries(POWERS.map(([amplitude]) => [shakenBy(amplitude), tested(amplitude)])), ...REGIMES },
    quantities: [
      ...POWERS.map(([amplitude, printed, rule]): Quantity => {
        const heat = (time: number) => at(shakenBy(amplitude), "heat", time);
        return {
          ...{ name: `wear power, ${amplitude} m/s^2`, unit: "W", printed, rule },
          value: times(1 / (0.1 * 8), difference(heat(12), heat(4))),
        };
      }),
      {
        ...{ name: "time stuck, eta = 1.01, of 40 pi s", unit: "s", printed: "permanent adherence from eta = 1 on" },
        ...{ value: number("stuck", "measures.stuck"), rule: { within: 1e-6, to: 125.66370614359172 } },
      },
      {
        ...{ name: "time stuck, eta = 0.7", unit: "s", printed: "stick-slip" },
        ...{ value: number("both", "measures.stuck"), rule: { atLeast: 1 } },
      },
      ...WEAR.map(
        ([run, eta, speed]): Quantity => ({
          ...{ name: `mean sliding speed, eta = ${eta}`, unit: "m/s", printed: "(2 a/(pi w)) sqrt(1 - (pi eta/2)^2)" },
          value: times(1 / (eta * TURNS), difference(at(run, "heat", END), at(run, "heat", END - TURNS))),
          rule: { near: 1e-6, to: speed },
        }),
      ),
    ],
  },
  {
    id: "field/sdnd106",
    title: "code_aster SDND106: two masses, static and dynamic friction",
    note: "Validation manual V5.01.106 and its test file sdnd106a.comm: analytical references with their tolerances. Its own run creeps by 2e-5 m in stick and ends 2e-3 m beside the reference.",
    runs: { first: pulledUntil(0.02), second: pulledUntil(0.15), third: pulledUntil(0.339965) },
    quantities: [
      sdnd106("x1 at 0.02 s, stuck", "m", 0, "first", "position[0]", 0),
      sdnd106("x2 at 0.02 s", "m", 0.11221, "first", "position[1]"),
      sdnd106("x1 at 0.15 s, sliding", "m", 1.35332, "second", "position[0]"),
      sdnd106("x2 at 0.15 s", "m", 1.80751, "second", "position[1]"),
      sdnd106("velocity of mass 1 at 0.339965 s, stuck again", "m/s", 0, "third", "velocity[0]", 0),
      sdnd106("x2 at 0.339965 s", "m", 3.96813, "third", "position[1]", 2e-3),
    ],
    figures: [
      {
        name: "SDND106",
        caption: "The second mass pulls the first along, which stays where it stops.",
        drawing: { show: "displacement", of: "third" },
      },
    ],
  },
];
