/** Random functions of time, each as a formula of the problem file and as smooth pieces for the oracle. */
import type { Piece, Signal } from "../oracles/enumerated/machine.ts";
import type { Random } from "../support/random.ts";

export interface Wave {
  readonly text: string | number;
  readonly signal: Signal;
}

/** Breaks of periodic waves are listed up to here, s. */
const HORIZON = 12;
const ALWAYS = Number.NEGATIVE_INFINITY;

/** Short decimals, so that formula and function hold the same number. */
export const short = (value: number, digits = 3): number => Number(value.toFixed(digits));

export function constant(value: number): Wave {
  return { text: value, signal: [{ from: ALWAYS, at: () => value, rate: () => 0 }] };
}

export function sine(offset: number, size: number, frequency: number, phase: number): Wave {
  const at = (t: number) => offset + size * Math.sin(frequency * t + phase);
  const rate = (t: number) => size * frequency * Math.cos(frequency * t + phase);
  return { text: `${offset} + ${size}*sin(${frequency}*t + ${phase})`, signal: [{ from: ALWAYS, at, rate }] };
}

/** offset + slope t. */
export function line(offset: number, slope: number): Wave {
  const at = (t: number) => offset + slope * t;
  return { text: `${offset} + ${slope}*t`, signal: [{ from: ALWAYS, at, rate: () => slope }] };
}

export function decay(size: number, speed: number): Wave {
  const at = (t: number) => size * Math.exp(-speed * t);
  return { text: `${size}*exp(-${speed}*t)`, signal: [{ from: ALWAYS, at, rate: (t) => -speed * at(t) }] };
}

/** The second wave from a time on. */
export function switched(time: number, before: Wave, after: Wave): Wave {
  return {
    text: `t < ${time} ? (${before.text}) : (${after.text})`,
    signal: joined([time], [before.signal, after.signal]),
  };
}

export function piecewise(times: readonly number[], waves: readonly Wave[]): Wave {
  const signals = waves.map(({ signal }) => signal);
  return {
    text: `piecewise(t, [${times.join(", ")}], ${waves.map(({ text }) => text).join(", ")})`,
    signal: joined(times, signals),
  };
}

export function scaled(factor: number, { text, signal }: Wave): Wave {
  return { text: typeof text === "number" ? factor * text : `${factor}*(${text})`, signal: stretched(factor, signal) };
}

export const stretched = (factor: number, signal: Signal): Signal =>
  signal.map(({ from, at, rate }) => ({ from, at: (t) => factor * at(t), rate: (t) => factor * rate(t) }));

/** max(floor, wave). */
export function atLeast(floor: number, { text, signal }: Wave): Wave {
  return { text: `max(${floor}, ${text})`, signal: greater(constant(floor).signal, signal) };
}

/** min(ceiling, wave). */
export function atMost(ceiling: number, { text, signal }: Wave): Wave {
  return { text: `min(${ceiling}, ${text})`, signal: lesser(constant(ceiling).signal, signal) };
}

export function absolute({ text, signal }: Wave): Wave {
  return { text: `abs(${text})`, signal: greater(signal, stretched(-1, signal)) };
}

export const greater = (a: Signal, b: Signal): Signal => stretched(-1, lesser(stretched(-1, a), stretched(-1, b)));

/** The lesser of two signals at each time; where they cross inside a piece, a piece begins. */
export function lesser(a: Signal, b: Signal): Signal {
  const froms = [...new Set([...a, ...b].map(({ from }) => from))].sort((p, q) => p - q);
  const pieces: Piece[] = [];
  froms.forEach((from, k) => {
    const [left, right] = [Math.max(from, -0.5), Math.min(froms[k + 1] ?? HORIZON, HORIZON)];
    const middle = (left + right) / 2;
    const [first, second] = [a, b].map((signal) => signal.findLast((piece) => piece.from <= middle)!) as [Piece, Piece];
    const difference = (t: number) => first.at(t) - second.at(t);
    const cuts = [from, ...crossings(difference, left, right)];
    cuts.forEach((cut, j) => {
      const inside = (Math.max(cut, left) + Math.min(cuts[j + 1] ?? right, right)) / 2;
      pieces.push({ ...(difference(inside) < 0 ? first : second), from: cut });
    });
  });
  return pieces;
}

function crossings(value: (t: number) => number, from: number, to: number): number[] {
  const found: number[] = [];
  const count = Math.max(8, Math.ceil((to - from) * 100));
  for (let k = 0; k < count; k++) {
    let [a, b] = [from + ((to - from) * k) / count, from + ((to - from) * (k + 1)) / count];
    if (value(a) < 0 === value(b) < 0) continue;
    const negative = value(a) < 0;
    while (b - a > 2e-16 * Math.max(1, b)) {
      const middle = (a + b) / 2;
      if (middle <= a || middle >= b) break;
      if (value(middle) < 0 === negative) a = middle;
      else b = middle;
    }
    found.push(b);
  }
  return found;
}

function joined(times: readonly number[], signals: readonly Signal[]): Signal {
  return signals.flatMap((signal, k) => {
    const [from, to] = [times[k - 1] ?? ALWAYS, times[k] ?? Number.POSITIVE_INFINITY];
    return signal.flatMap((piece, j) => {
      const end = signal[j + 1]?.from ?? Number.POSITIVE_INFINITY;
      return end <= from || piece.from >= to ? [] : [{ ...piece, from: Math.max(piece.from, from) }];
    });
  });
}

/** A wave of any kind with values of about `size`, of either sign. */
export function anyWave(random: Random, size: number, end: number): Wave {
  const amount = (share = 1) => short(random.between(-size, size) * share);
  const smooth = (): Wave =>
    random.pick([
      () => constant(amount()),
      () => constant(amount()),
      () => sine(amount(0.5), amount(), short(random.between(0.5, 6)), short(random.between(0, 6))),
      () => line(amount(0.5), short(amount() / end)),
      () => decay(amount(), short(random.between(0.3, 3))),
    ])();
  return random.pick([
    smooth,
    smooth,
    () => switched(time(random, end), smooth(), smooth()),
    () => steps(random, end, smooth),
    () => absolute(sine(0, amount(), short(random.between(0.5, 4)), short(random.between(0, 6)))),
    () => atLeast(0, smooth()),
  ])();
}

/** Never negative, of about `size`, mostly reaching zero for a while. */
export function load(random: Random, size: number, end: number): Wave {
  const amount = () => short(random.between(0.2, 1.5) * size);
  const frequency = () => short(random.between(0.5, 5));
  const phase = () => short(random.between(0, 6));
  const calm = (): Wave => (random.chance(0.3) ? constant(0) : constant(amount()));
  const lively = (): Wave => {
    const most = amount();
    return sine(most, short(random.between(0, 1) * most), frequency(), phase());
  };
  return random.pick([
    lively,
    () => atLeast(0, sine(0, amount(), frequency(), phase())),
    () => atLeast(0, sine(short(random.between(-0.5, 0.5) * size), amount(), frequency(), phase())),
    () => absolute(sine(0, amount(), frequency(), phase())),
    () => switched(time(random, end), calm(), random.chance(0.5) ? calm() : lively()),
    () => steps(random, end, random.chance(0.5) ? calm : () => (random.chance(0.5) ? calm() : lively())),
    () => atMost(amount(), line(0, amount())),
    () => atLeast(0, line(amount(), -short((amount() / end) * random.between(0.5, 3)))),
    () => decay(amount(), short(random.between(0.2, 2))),
    () => atLeast(0, line(-short(random.between(0.1, 0.6) * size), short((2 * amount()) / end))),
  ])();
}

const time = (random: Random, end: number) => short(random.between(0.05, 0.95) * end);

function steps(random: Random, end: number, wave: () => Wave): Wave {
  const [a, b] = [time(random, end), time(random, end)].sort((p, q) => p - q) as [number, number];
  return a === b ? wave() : piecewise([a, b], [wave(), wave(), wave()]);
}
