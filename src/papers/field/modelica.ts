/** Reference results that the Modelica Association publishes for its library (MAP-LIB_ReferenceResults). */
import type { Experiment, Quantity } from "../experiment.ts";
import { at, difference, event, number } from "../values.ts";

const FREE = `stickslip: 1
name: A mass under Stribeck friction and a sine force
description: Modelica.Mechanics.Translational.Examples.Friction, stop1. Friction 5 + 10 exp(-2 |v|) N and 1 N s/m, force 25 sin(pi t/2) N.
system:
  type: linear
  mass: [1]
  force: ["25*sin(2*pi*0.25*t)"]
  friction:
    - { name: rub, on: 0, limit: 15, viscous: 1, weakening: { shape: stribeck, beta: "2/3", speed: 0.5, exponent: 1 } }
time: { end: 5, step: 0.005 }
`;
const STOPPED = `stickslip: 1
name: A mass on a spring that runs into a hard stop
description: Modelica.Mechanics.Translational.Examples.Friction, stop2. Friction 3 + 5 exp(-2 |v|) N and 1 N s/m, spring 500 N/m about -0.25 m, stop at -0.4 m.
system:
  type: linear
  mass: [1]
  stiffness: [500]
  force: [-125]
  friction:
    - { name: rub, on: 0, limit: 8, viscous: 1, weakening: { shape: stribeck, beta: "5/8", speed: 0.5, exponent: 1 } }
  stops: [{ name: stop, direction: [-1], gap: 0.4, restitution: 0 }]
initial: { velocity: [-5] }
measures: { fastest: { min: "v(0)" } }
time: { end: 5, step: 0.0005 }
`;
const BRAKED = `stickslip: 1
name: A brake
description: Modelica.Mechanics.Translational.Examples.Brake. A mass of 1 kg at 1 m/s, braked with 1 N from 0.1 s on.
system:
  type: linear
  mass: [1]
  friction: [{ name: brake, on: 0, limit: "t < 0.1 ? 0 : 1" }]
initial: { velocity: [1] }
time: { end: 2, step: 0.01 }
`;
const CLUTCHES = `stickslip: 1
name: Four inertias and three clutches
description: >-
  Modelica.Mechanics.Rotational.Examples.CoupledClutches: clutches of 10 N m in slip and 11 N m at rest, the first released along a cosine,
  the others engaged at 0.4 s and 0.9 s.
system:
  type: linear
  coordinates: [{ name: J1, unit: rad }, { name: J2, unit: rad }, { name: J3, unit: rad }, { name: J4, unit: rad }]
  mass: [1, 1, 1, 1]
  force: ["10*sin(2*pi*5*t)", 0, 0, 0]
  friction:
    - { name: clutch1, direction: { J1: 1, J2: -1 }, limit: "11*max(0, cos(0.4*pi*t))", kinetic: "10*max(0, cos(0.4*pi*t))" }
    - { name: clutch2, direction: { J2: 1, J3: -1 }, limit: "t < 0.4 ? 0 : 11", kinetic: "t < 0.4 ? 0 : 10" }
    - { name: clutch3, direction: { J3: 1, J4: -1 }, limit: "t < 0.9 ? 0 : 11", kinetic: "t < 0.9 ? 0 : 10" }
initial: { velocity: [10, 0, 0, 0] }
time: { end: 1.5, step: 0.001 }
`;

const near = (name: string, unit: string, printed: number, value: Quantity["value"], within: number): Quantity => ({
  ...{ name, unit, printed, value },
  rule: { within },
});
const relative = (one: number, two: number, of: "position" | "velocity") =>
  difference(number("run", `${of}[${one}]`), number("run", `${of}[${two}]`));

export const modelica: readonly Experiment[] = [
  {
    id: "field/msl-friction",
    title: "Modelica Standard Library: Translational.Examples.Friction",
    note: "Against the published trajectory (modelica/MAP-LIB_ReferenceResults, Friction.csv): a Stribeck friction, and a hard stop. It agrees to the accuracy of the published run, which stepped through the events.",
    runs: { free: { do: "simulate", problem: FREE, set: {} }, stopped: { do: "simulate", problem: STOPPED, set: {} } },
    quantities: [
      near("stop1.s at 5 s", "m", 1.76846282132044, number("free", "position[0]"), 1e-4),
      near("stop1.v at 5 s", "m/s", 6.86485858981257, number("free", "velocity[0]"), 1e-4),
      near("stop2.s at 0.05 s", "m", -0.331186866809465, at("stopped", "x(0)", 0.05), 1e-5),
      near("stop2 meets its stop at", "s", 0.0605969540580153, event("stopped", "impact", "stop"), 1e-5),
      near("stop2.s at 0.1 s", "m", -0.349355293421108, at("stopped", "x(0)", 0.1), 1e-5),
      near("stop2.v at 0.1 s", "m/s", 2.40915567254079, at("stopped", "v(0)", 0.1), 1e-4),
      near("stop2.s at rest, 5 s", "m", -0.247515847991475, number("stopped", "position[0]"), 1e-5),
      {
        ...{ name: "stop2.v at rest, 5 s", unit: "m/s", printed: -1.01362359511331e-10 },
        ...{ value: number("stopped", "velocity[0]"), rule: { within: 1e-12 } },
        reason:
          "the published run creeps in stick; here the velocity is zero to the last bit, and the position constant",
        evidence: "test/scheme/held-mass.test.ts: event-driven holds it too, to the last bit",
      },
    ],
    figures: [
      {
        name: "stop2",
        caption: "The mass hits its stop at 0.0606 s, swings and sticks.",
        drawing: {
          panels: [{ label: "s (m)", across: "t (s)", curves: [{ of: "stopped", name: "s", y: "x(0)", to: 0.6 }] }],
        },
      },
    ],
  },
  {
    id: "field/msl-brake",
    title: "Modelica Standard Library: Translational.Examples.Brake",
    note: "Parameters of ModelicaStandardLibrary, Translational/Examples/Brake.mo: 1 kg at 1 m/s; from 0.1 s on a normal force of 2 fn_max = 2 N with the default mu = 0.5 of Components/Brake.mo, 1 N. So 0.1 m until the brake closes and 1/2 m of braking: 0.6 m exactly.",
    runs: { run: { do: "simulate", problem: BRAKED, set: {} } },
    quantities: [
      near("mass1.s at the end", "m", 0.599999999993012, number("run", "position[0]"), 1e-10),
      {
        ...{ name: "the same against 0.6 m", unit: "m", printed: "0.1 + 1/2" },
        ...{ value: number("run", "position[0]"), rule: { within: 1e-15, to: 0.6 } },
      },
      { name: "mass1.v at the end", unit: "m/s", printed: 0, value: number("run", "velocity[0]"), rule: { within: 0 } },
    ],
  },
  {
    id: "field/msl-clutches",
    title: "Modelica Standard Library: Rotational.Examples.CoupledClutches",
    note: "Against the published trajectory (CoupledClutches.csv) at 1.5 s: two clutches are stuck, the third slips.",
    runs: { run: { do: "simulate", problem: CLUTCHES, set: {} } },
    quantities: [
      near("J1.phi", "rad", 7.48609218389668, number("run", "position[0]"), 1e-4),
      near("J1.w", "rad/s", 3.24703456524066, number("run", "velocity[0]"), 1e-4),
      near("clutch1.phi_rel", "rad", -3.37894249870185, relative(1, 0, "position"), 1e-4),
      near("clutch1.w_rel", "rad/s", -0.783826964342972, relative(1, 0, "velocity"), 1e-4),
      near("clutch2.phi_rel", "rad", -1.39667286826109, relative(2, 1, "position"), 1e-4),
      near("clutch3.phi_rel", "rad", -1.53672566460141, relative(3, 2, "position"), 1e-4),
      near("clutch3.w_rel", "rad/s", 7.97357895275156e-12, relative(3, 2, "velocity"), 1e-10),
    ],
    figures: [
      {
        name: "CoupledClutches",
        caption: "Angular velocities of the four inertias.",
        drawing: { show: "velocity", of: "run" },
      },
    ],
  },
];
