/** Relatives of the files that were once answered wrongly, one or more of each kind. */
import {
  absolute,
  atLeast,
  constant,
  decay,
  line,
  piecewise,
  sine,
  switched,
  type Wave,
} from "../../../torture/waves.ts";
import { type Spec, stribeck } from "./write.ts";

const ALWAYS = Number.NEGATIVE_INFINITY;
const half = Math.PI / 2;

/** offset + factor (t - time)^power: touches or crosses. */
const powerAt = (time: number, power: number, factor = 1, offset = 0): Wave => ({
  text: `${offset} + ${factor}*(t - ${time})^${power}`,
  signal: [
    {
      from: ALWAYS,
      at: (t) => offset + factor * (t - time) ** power,
      rate: (t) => factor * power * (t - time) ** (power - 1),
    },
  ],
});

/** size exp(-((t - time)/width)^2): the oracle is told where it matters. */
const bell = (time: number, width: number, size: number, offset = 0): Wave => {
  const at = (t: number) => offset + size * Math.exp(-(((t - time) / width) ** 2));
  const rate = (t: number) => (-2 * (t - time) * (at(t) - offset)) / width / width;
  const cuts = Array.from({ length: 33 }, (_, k) => time + (k - 16) * 0.5 * width);
  return {
    text: `${offset} + ${size}*exp(-((t - ${time})/${width})^2)`,
    signal: [ALWAYS, ...cuts].map((from) => ({ from, at, rate })),
  };
};

const spring = (k: number) => [[k]];
const pair = (k: number) => [
  [k, -k],
  [-k, k],
];

export const varying: Record<string, Spec> = {
  "a limit that is zero for ever, on a belt": {
    ...{ mass: [2], stiffness: spring(8), position: [1], end: 5 },
    rows: [{ limit: 0, drive: 0.3 }],
  },
  "a limit that touches zero at a kink": {
    ...{ mass: [1], stiffness: spring(9), force: [1], end: 6 },
    rows: [{ limit: absolute(sine(0, 1.5, 1.3, 0)) }],
  },
  "a limit that touches zero smoothly": {
    ...{ mass: [1], force: [0.01], end: 3 },
    rows: [{ limit: powerAt(1, 2, 1) }],
  },
  "a limit that touches zero at the start, smoothly": {
    ...{ mass: [1], force: [0.5], end: 3 },
    rows: [{ limit: powerAt(0, 2, 1) }],
  },
  "a limit that touches zero while its load does": {
    ...{ mass: [1], force: [powerAt(1, 3, 2)], end: 2.5 },
    rows: [{ limit: powerAt(1, 2, 1) }],
  },
  "a freewheel between two masses": {
    ...{
      mass: [1, 2],
      stiffness: [
        [4, 0],
        [0, 0],
      ],
      force: [sine(0, 3, 2, 0), 0],
      end: 7,
    },
    rows: [{ direction: [1, -1], limit: 0, backward: 2 }],
  },
  "a freewheel the other way, on a belt": {
    ...{ mass: [1], stiffness: spring(5), end: 6, velocity: [1] },
    rows: [{ limit: 1.5, backward: 0, drive: sine(0, 0.6, 2.2, 0) }],
  },
  "a freewheel that opens and closes": {
    ...{ mass: [1], force: [sine(0, 2, 3, 0.4)], end: 5 },
    rows: [{ limit: atLeast(0, sine(0, 1.5, 1.7, 0)), backward: atLeast(0, sine(0, 1.5, 1.7, Math.PI)) }],
  },
  "three dependent rows, two limits fall": {
    ...{ mass: [1], force: [3], end: 4 },
    rows: [
      { limit: line(4, -0.7) },
      { direction: [-2], limit: atLeast(0, line(1, -0.4)) },
      { direction: [0.5], limit: 1 },
    ],
  },
  "dependent rows with a jump in one limit": {
    ...{ mass: [1, 1], stiffness: pair(20), force: [2.5, 0], end: 4 },
    rows: [
      { direction: [1, 0], limit: switched(1.5, constant(3), constant(1)) },
      { direction: [0, 1], limit: 1 },
      { direction: [1, 1], limit: 0.5 },
    ],
  },
  "a falling limit beside a stop that is touched": {
    ...{ mass: [1], force: [sine(2, 3, 2, 0)], end: 5 },
    rows: [{ limit: atLeast(0, line(3, -1)) }],
    stops: [{ direction: [1], gap: 0, restitution: 0 }],
  },
  "a falling limit beside a joint": {
    ...{ mass: [1, 3], force: [4, -1], end: 4 },
    rows: [
      { direction: [1, 0], limit: line(4, -0.5) },
      { direction: [0, 1], limit: sine(1, 0.5, 5, 0) },
    ],
    joints: [[1, -2]],
  },
  "a belt that jumps onto the mass's velocity": {
    ...{ mass: [1], velocity: [3], end: 3 },
    rows: [{ limit: 1, drive: switched(1, constant(0), constant(2)) }],
  },
  "a belt that jumps past a mass that rides on it, back and forth": {
    ...{ mass: [1], velocity: [0.5], end: 4 },
    rows: [{ limit: 2, drive: piecewise([1, 1.25, 2], [constant(0.5), constant(-1), constant(1), constant(0.2)]) }],
  },
  "a belt that jumps for a microsecond": {
    ...{ mass: [1], velocity: [0.5], end: 2 },
    rows: [{ limit: 2, drive: piecewise([1, 1.000001], [constant(0.5), constant(5), constant(0.5)]) }],
  },
  "a belt and its pressure jump at once": {
    ...{ mass: [1], stiffness: spring(3), velocity: [0.5], end: 5 },
    rows: [
      {
        limit: piecewise([1, 2, 3], [constant(2), constant(0), constant(3), constant(0.5)]),
        drive: piecewise([1, 2, 3], [constant(0.5), constant(-0.5), constant(1), constant(-1)]),
      },
    ],
  },
  "a belt that accelerates out of its friction": {
    ...{ mass: [2], end: 4 },
    rows: [{ limit: 1, drive: powerAt(0, 2, 0.3) }],
  },
};

export const jumpLaws: Record<string, Spec> = {
  "a kinetic force above the limit for a while": {
    ...{ mass: [1], stiffness: spring(6), end: 8 },
    rows: [{ limit: 2, kinetic: sine(1.8, 0.9, 1.1, 0), drive: 0.4 }],
  },
  "a kinetic force that vanishes for a while": {
    ...{ mass: [1], stiffness: spring(6), end: 8 },
    rows: [{ limit: 2, kinetic: atLeast(0, sine(0, 1, 2, 0)), drive: 0.3 }],
  },
  "limit and kinetic force vanish together and come back": {
    ...{ mass: [1], stiffness: spring(10), position: [0.5], end: 7 },
    rows: [{ limit: atLeast(0, sine(0, 2, 1.5, 0)), kinetic: atLeast(0, sine(0, 1.2, 1.5, 0)) }],
  },
  "a kinetic force that jumps in slip": {
    ...{ mass: [1], velocity: [4], end: 4 },
    rows: [{ limit: 3, kinetic: piecewise([0.5, 1], [constant(1), constant(2.5), constant(0.5)]) }],
  },
  "a jump law both ways, different": {
    ...{ mass: [1], stiffness: spring(12), force: [sine(0, 4, 2.3, 0)], end: 8 },
    rows: [{ limit: 3, backward: 2, kinetic: 1.5, kineticBackward: 1.7 }],
  },
  "a jump law with a curve below it": {
    ...{ mass: [1], stiffness: spring(20), end: 6 },
    rows: [{ limit: 3, kinetic: 2.2, drive: 0.2, weakening: stribeck(0.4, 0.3, 2) }],
  },
  "a jump law with a curve of exponent 0.5": {
    ...{ mass: [1], stiffness: spring(20), end: 6 },
    rows: [{ limit: 3, kinetic: 2.5, drive: 0.2, weakening: stribeck(0.5, 0.3, 0.5) }],
  },
  "a jump law whose belt reverses": {
    ...{ mass: [1], stiffness: spring(15), end: 7 },
    rows: [{ limit: 2.5, kinetic: 1.5, drive: sine(0, 0.5, 1.1, half) }],
  },
  "a jump law on an incline that is loaded and unloaded": {
    ...{ mass: [1], force: [sine(2, 1.2, 1.3, 0)], velocity: [1], end: 9 },
    rows: [{ limit: 3, kinetic: 1.5 }],
  },
};

export const curves: Record<string, Spec> = {
  "an exponent of 0.55": {
    ...{ mass: [1], stiffness: spring(10), end: 5 },
    rows: [{ limit: 2, drive: 0.3, weakening: stribeck(0.4, 0.4, 0.55) }],
  },
  "an exponent of 0.7 that reverses": {
    ...{ mass: [1], stiffness: spring(10), position: [1.5], end: 5 },
    rows: [{ limit: 1, weakening: stribeck(0.6, 0.4, 0.7) }],
  },
  "an exponent of 2.5 in an oblique row": {
    ...{
      mass: [1, 2],
      stiffness: [
        [12, -4],
        [-4, 9],
      ],
      position: [0.8, -0.5],
      end: 6,
    },
    rows: [
      { direction: [0.7, -1.1], limit: 1.2, weakening: stribeck(0.7, 0.5, 2.5) },
      { direction: [1, 0.2], limit: 0.4 },
    ],
  },
  "an exponent of 1.3 whose limit varies and reaches zero": {
    ...{ mass: [1], stiffness: spring(14), force: [2], end: 6 },
    rows: [{ limit: atLeast(0, sine(0.5, 1.5, 2, 0)), weakening: stribeck(0.5, 0.3, 1.3), drive: 0.1 }],
  },
  "an exponent of 0.6 under a belt that reverses": {
    ...{ mass: [1], stiffness: spring(4), end: 6 },
    rows: [{ limit: 1.5, drive: sine(0, 0.8, 1.5, 0), weakening: stribeck(0.5, 0.6, 0.6) }],
  },
};

export const stops: Record<string, Spec> = {
  "a load that only touches zero leaves the mass on its stop": {
    ...{ mass: [1], force: [powerAt(1, 2, 1)], end: 3 },
    ...{ rows: [], stops: [{ direction: [1], gap: 0, restitution: 0 }] },
  },
  "a load of the fifth power, with friction that vanishes too": {
    ...{ mass: [1], force: [powerAt(1, 5, -3)], end: 2.5 },
    rows: [{ limit: atLeast(0, line(1, -1)) }],
    stops: [{ direction: [1], gap: 0, restitution: 0.5 }],
  },
  "a load that jumps away from a stop": {
    ...{ mass: [1], force: [switched(1, constant(2), constant(-2))], end: 2 },
    rows: [{ limit: 0.5 }],
    stops: [{ direction: [1], gap: 0, restitution: 0.3 }],
  },
  "two masses, one on a stop, pulled off by the other": {
    ...{ mass: [1, 1], stiffness: pair(5), force: [1, sine(0, 4, 2, 0)], end: 5 },
    rows: [{ direction: [0, 1], limit: 0.5 }],
    stops: [{ direction: [1, 0], gap: 0, restitution: 0 }],
  },
  "a limit that a load leaves as it vanishes": {
    ...{ mass: [1], force: [sine(0, 2, 1, 0)], end: 6.5 },
    rows: [{ limit: absolute(sine(0, 1, 1, 0)) }],
  },
  "a decaying load comes to rest at its limit": {
    ...{ mass: [1], force: [decay(3, 1)], end: 6 },
    rows: [{ limit: decay(2, 1) }],
  },
};

export const pulses: Record<string, Spec> = {
  "a pulse of the force in a thousandth of a step": {
    ...{ mass: [1], force: [bell(1.2345, 1e-4, 2e4)], end: 3 },
    rows: [{ limit: 1 }],
  },
  "a pulse of a brake that drags": {
    ...{ mass: [1], velocity: [1], end: 2 },
    rows: [{ limit: bell(0.7777, 1e-3, 300, 0.1) }],
  },
  "two pulses in opposite directions": {
    ...{ mass: [1], force: [bell(0.51, 1e-3, 900)], end: 2 },
    rows: [{ limit: 1, drive: bell(1.13, 1e-3, -2) }],
  },
};

export const scales: Record<string, Spec> = {
  "a mote between stops beside a planet": {
    ...{ mass: [1e-6, 1e6], velocity: [1e-5, 30], force: [0, sine(0, 1e7, 3, 0)], end: 4 },
    rows: [{ direction: [0, 1], limit: 2e6 }],
    stops: [
      { direction: [1, 0], gap: 1e-5, restitution: 0.8 },
      { direction: [-1, 0], gap: 1e-5, restitution: 0.6 },
    ],
  },
  "a limit of micronewtons and one of meganewtons on coupled masses": {
    ...{
      mass: [1e-3, 1e3],
      stiffness: [
        [1e-2, -1e-2],
        [-1e-2, 1e5],
      ],
      position: [0, 1],
      end: 5,
    },
    rows: [
      { direction: [1, 0], limit: 1e-6 },
      { direction: [0, 1], limit: 1e4 },
    ],
  },
};
