/**
 * Test problem 4 of Glowinski, Shiau, Kuo and Nasser (2006) in closed form: three free masses m = 1, 2, 3 on friction c = 10 under
 * f = -20 exp(-4 t). Each slips forward, reverses, slips backward and sticks for good, since |f| < c from then on.
 */
import type { ExactMotion } from "./gskn06.ts";

/** f = -20 decay; its impulse over (0, t) is -5 (1 - decay(t)). */
const decay = (time: number) => Math.exp(-4 * time);

interface FreeMass {
  /** s */
  readonly reversal: number;
  readonly stick: number;
  /** m */
  readonly restPosition: number;
  readonly position: (time: number) => number;
  readonly velocity: (time: number) => number;
  readonly acceleration: (time: number) => number;
}

function freeMass(m: number): FreeMass {
  const forward = (t: number) => 1 - (10 * t + 5 * (1 - decay(t))) / m;
  const forwardRate = (t: number) => -(10 + 20 * decay(t)) / m;
  const reversal = newton(0.05 * m, forward, forwardRate);
  const turned = decay(reversal);
  const backward = (t: number) => (10 * (t - reversal) - 5 * (turned - decay(t))) / m;
  const backwardRate = (t: number) => (10 - 20 * decay(t)) / m;
  const stick = newton(0.4, backward, backwardRate);
  const forwardPosition = (t: number) => m + t - (5 * t ** 2 + 5 * t - 1.25 * (1 - decay(t))) / m;
  const backwardPosition = (t: number) => {
    const since = t - reversal;
    return forwardPosition(reversal) + (5 * since ** 2 - 5 * turned * since + 1.25 * (turned - decay(t))) / m;
  };
  const restPosition = backwardPosition(stick);
  return {
    reversal,
    stick,
    restPosition,
    position: (t) => (t < reversal ? forwardPosition(t) : t < stick ? backwardPosition(t) : restPosition),
    velocity: (t) => (t < reversal ? forward(t) : t < stick ? backward(t) : 0),
    acceleration: (t) => (t < reversal ? forwardRate(t) : t < stick ? backwardRate(t) : 0),
  };
}

function newton(guess: number, value: (x: number) => number, slope: (x: number) => number): number {
  let x = guess;
  for (let iteration = 0; iteration < 50; iteration++) {
    const change = value(x) / slope(x);
    x -= change;
    if (Math.abs(change) < 1e-16) break;
  }
  return x;
}

export const masses: readonly FreeMass[] = [1, 2, 3].map(freeMass);

const multiplierOf = ({ reversal, stick }: FreeMass, t: number) => (t < reversal ? 1 : t < stick ? -1 : -2 * decay(t));

export const tp4: ExactMotion = {
  dimension: 3,
  start: 0,
  end: 4,
  jumps: masses.flatMap((mass) => [mass.reversal, mass.stick]).sort((a, b) => a - b),
  position: (t) => masses.map((mass) => mass.position(t)),
  velocity: (t) => masses.map((mass) => mass.velocity(t)),
  acceleration: (t) => masses.map((mass) => mass.acceleration(t)),
  multiplier: (t) => masses.map((mass) => multiplierOf(mass, t)),
};
