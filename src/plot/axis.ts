import type { Vector } from "../numeric/vector.ts";

export interface Range {
  readonly low: number;
  readonly high: number;
}

export interface Axis {
  readonly range: Range;
  readonly ticks: readonly number[];
  readonly format: (tick: number) => string;
}

/** Beyond this, differences of values overflow; below its inverse, ticks fall between the subnormal numbers. */
const LARGEST = 1e290;
/** Relative span below which a column counts as constant: round-off is not worth a full-height picture. */
const ROUND_OFF = 1e-9;

/** The value, or NaN (which Plot leaves out) where a diverged run has nothing that can be drawn. */
export function drawable(value: number): number {
  return Math.abs(value) <= LARGEST ? value : Number.NaN;
}

/** From the lowest to the highest drawable value; 0 to 0 if there is none. */
export function extent(columns: readonly Vector[]): Range {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const column of columns) {
    for (let k = 0; k < column.length; k++) {
      const value = column[k]!;
      if (value < low && value >= -LARGEST) low = value;
      if (value > high && value <= LARGEST) high = value;
    }
  }
  return low <= high ? { low, high } : { low: 0, high: 0 };
}

/** From the first to the last time, s; one second if they are the same, so that a lone sample has an axis. */
export function timeRange(time: Vector): Range {
  const { low, high } = extent([time]);
  return high > low ? { low, high } : { low, high: low + 1 };
}

/** Widens an extent on both sides by `margin` of its span, and a constant so that it is drawn in the middle. */
export function padded({ low, high }: Range, margin: number): Range {
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (size < 1 / LARGEST) return { low: -1, high: 1 };
  if (high - low <= ROUND_OFF * size) return { low: low - 0.1 * size, high: high + 0.1 * size };
  const pad = margin * (high - low);
  return { low: low - pad, high: high + pad };
}

/** An axis with about `count` ticks, at least two, at 1, 2 or 5 times a power of ten. */
export function axis(range: Range, count: number): Axis {
  const { factor, exponent } = tickStep((range.high - range.low) / count);
  const step = Number(`${factor}e${exponent}`);
  const ticks: number[] = [];
  const last = Math.floor(range.high / step);
  // Through the decimal text, so that a tick is the nearest number to what its label says.
  for (let k = Math.ceil(range.low / step); k <= last; k++) ticks.push(Number(`${k * factor}e${exponent}`) + 0);
  return ticks.length < 2 ? axis(range, 2 * count) : { range, ticks, format: tickFormat(range, exponent) };
}

function tickStep(raw: number): { factor: number; exponent: number } {
  const [digits, power] = raw.toExponential().split("e");
  const mantissa = Number(digits);
  const exponent = Number(power);
  if (mantissa > 7) return { factor: 1, exponent: exponent + 1 };
  return { factor: mantissa > 3.5 ? 5 : mantissa > 1.5 ? 2 : 1, exponent };
}

function tickFormat(range: Range, stepExponent: number): (tick: number) => string {
  const size = Math.max(Math.abs(range.low), Math.abs(range.high));
  const plain = size >= 1e-3 && size < 1e5 && stepExponent > -10;
  return (tick) => {
    if (tick === 0) return "0";
    const text = plain ? tick.toFixed(Math.max(0, -stepExponent)) : exponential(tick, stepExponent);
    return text.replaceAll("-", "\u2212");
  };
}

function exponential(tick: number, stepExponent: number): string {
  const exponent = Number(tick.toExponential().split("e")[1]);
  return tick.toExponential(Math.min(20, Math.max(0, exponent - stepExponent))).replace("e+", "e");
}
