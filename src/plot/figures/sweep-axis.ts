/** The axis of a varied value: linear, or logarithmic where its values are spaced so. */
import type { VariedValues } from "../../batch/varied-values.ts";
import { type Axis, axis, type Range } from "../axis.ts";

export interface SweepAxis extends Axis {
  readonly type: "linear" | "log";
  /** Edges of the cells around the ascending values, one more than there are; none where the range does not take them in. */
  readonly edges: readonly number[];
  /** Places of the ascending values in the order of the sweep. */
  readonly order: readonly number[];
  /** 0 at the low end of the range, 1 at the high one. */
  readonly place: (value: number) => number;
}

/** `around`: whether the range takes in the whole cells of the outermost values. */
export function sweepAxis({ values, spacing }: VariedValues, ticks: number, around: boolean): SweepAxis {
  const order = ascending(values);
  const sorted = { first: values[order[0]!]!, last: values[order.at(-1)!]! };
  const type = spacing === "log" && sorted.first > 0 ? "log" : "linear";
  const to = type === "log" ? Math.log : (value: number) => value;
  const from = type === "log" ? Math.exp : (value: number) => value;
  const edges = around ? cellEdges(order.map((k) => to(values[k]!))).map(from) : [];
  const range = around ? { low: edges[0]!, high: edges.at(-1)! } : wide(sorted.first, sorted.last);
  const [low, high] = [to(range.low), to(range.high)];
  const place = (value: number) => (to(value) - low) / (high - low);
  const { ticks: marks, format } = type === "log" ? logAxis(range, ticks) : axis(range, ticks);
  return { type, range, ticks: marks, format, edges, order, place };
}

/** Half way between neighbors; as far beyond the ends. */
function cellEdges(sorted: readonly number[]): number[] {
  if (sorted.length === 1) {
    const half = Math.abs(sorted[0]!) / 10 || 1;
    return [sorted[0]! - half, sorted[0]! + half];
  }
  const inner = sorted.slice(1).map((value, k) => (value + sorted[k]!) / 2);
  const first = 2 * sorted[0]! - inner[0]!;
  return [first, ...inner, 2 * sorted.at(-1)! - inner.at(-1)!];
}

/** Places of the values from the least to the largest; a million of them are in order already. */
function ascending(values: readonly number[]): number[] {
  const order = Array.from({ length: values.length }, (_, k) => k);
  if (order.every((k) => k === 0 || values[k]! > values[k - 1]!)) return order;
  if (order.every((k) => k === 0 || values[k]! < values[k - 1]!)) return order.reverse();
  return order.sort((a, b) => values[a]! - values[b]!);
}

function wide(low: number, high: number): Range {
  if (high > low) return { low, high };
  const half = Math.abs(low) / 10 || 1;
  return { low: low - half, high: high + half };
}

/** Ticks at 1, 2 and 5 times powers of ten, as many as there is room for; at least decades or linear ticks. */
function logAxis(range: Range, count: number): Axis {
  const decades = Math.log10(range.high / range.low);
  if (decades < 1) return axis(range, count);
  const factors = 3 * decades <= count ? [1, 2, 5] : [1];
  const every = Math.max(1, Math.ceil(decades / count));
  const ticks: number[] = [];
  for (let exponent = Math.floor(Math.log10(range.low)); exponent <= Math.log10(range.high); exponent += every) {
    for (const factor of factors) {
      const tick = Number(`${factor}e${exponent}`);
      if (tick >= range.low * (1 - 1e-9) && tick <= range.high * (1 + 1e-9)) ticks.push(tick);
    }
  }
  return { range, ticks, format: (tick) => String(tick).replace("e+", "e").replaceAll("-", "\u2212") };
}
