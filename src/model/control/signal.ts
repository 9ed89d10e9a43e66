/**
 * Measured or tabulated data as a function of time: affine from sample to sample, or each sample held until the next.
 * Between two samples its value and its slope are all there is to know of it.
 */
import type { Vector } from "../../numeric/vector.ts";

export interface Signal {
  /**
   * `at` holds a time and a side as in Load: at a jump the side tells which of the two limits is meant. Fills `out` with
   * the value at the time, the slope there (per s) and the value at the side. `onSide`: the line of the side's piece, wherever the time
   * is, as a series needs it of a signal whose samples lie a little beside those that the motion has seen.
   */
  evaluate(at: Vector, out: Vector, onSide?: boolean): void;
  /** Samples inside (from, to) at which the value or the slope jumps, ascending. */
  breakpoints(from: number, to: number): number[];
}

/** Entries of `out`. */
export const VALUE = 0;
export const SLOPE = 1;
export const SIDE_VALUE = 2;

/** So much of its distance to the side a time may lie beyond the side's piece, and still count as at its edge. */
const EDGE = 1e-9;

export interface Samples {
  /** s, increasing; at least one. */
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly interpolation: "linear" | "hold";
  /** Value before the first sample. */
  readonly before: number;
  /** Value after the last sample. */
  readonly after: number;
}

export function sampledSignal(samples: Samples): Signal {
  const { times } = samples;
  const { edges, anchor, level, slope, jumps } = piecesOf(samples);
  let last = 0; // piece of the latest side: the next one is mostly there or one further

  return {
    evaluate(at, out, onSide) {
      const time = at[0]!;
      const side = at[1]!;
      last = pieceOf(edges, at, 1, last);
      out[SIDE_VALUE] = level[last]! + slope[last]! * (side - anchor[last]!);
      const reach = EDGE * Math.abs(side - time);
      let piece = last;
      if (!onSide && (time < edges[piece]! - reach || time > edges[piece + 1]! + reach)) {
        piece = pieceOf(edges, at, 0, piece);
        if (side < time && edges[piece] === time) piece--;
      }
      out[VALUE] = level[piece]! + slope[piece]! * (time - anchor[piece]!);
      out[SLOPE] = slope[piece]!;
    },
    breakpoints(from, to) {
      const found: number[] = [];
      const begin = pieceOf(edges, Float64Array.of(from), 0, 0);
      for (let k = begin; k < times.length && times[k]! < to; k++) if (jumps[k] === 1) found.push(times[k]!);
      return found;
    },
  };
}

/** The slope of a signal, per s: constant from sample to sample, zero outside of them. */
export function slopeSignal(samples: Samples): Signal {
  const values = piecesOf(samples).slope.subarray(1); // piece 1 begins at the first sample
  return sampledSignal({ times: samples.times, values, interpolation: "hold", before: 0, after: 0 });
}

/** The first sample inside (from, to) at which the value itself jumps, if there is one. */
export function firstJump(
  { times, values, interpolation, before, after }: Samples,
  from: number,
  to: number,
): number | undefined {
  const held = interpolation === "hold";
  return times.find((time, k) => {
    const left = k === 0 ? before : values[held ? k - 1 : k]!;
    const right = k === times.length - 1 ? after : values[k]!;
    return time > from && time < to && left !== right;
  });
}

/** Piece k reaches from edges[k] to edges[k + 1]: a line through (anchor[k], level[k]). */
interface Pieces {
  readonly edges: Float64Array;
  readonly anchor: Float64Array;
  readonly level: Float64Array;
  readonly slope: Float64Array;
  /** 1 for samples at which the pieces on either side do not make one line. */
  readonly jumps: Uint8Array;
}

function piecesOf({ times, values, interpolation, before, after }: Samples): Pieces {
  const n = times.length;
  const linear = interpolation === "linear";
  const edges = new Float64Array(n + 2);
  edges[0] = Number.NEGATIVE_INFINITY;
  edges.set(times, 1);
  edges[n + 1] = Number.POSITIVE_INFINITY;
  const anchor = new Float64Array(n + 1);
  const level = new Float64Array(n + 1);
  const slope = new Float64Array(n + 1);
  anchor.set(times, 1);
  level.set(values, 1);
  level[0] = before;
  level[n] = after;
  for (let k = 1; linear && k < n; k++) slope[k] = (values[k]! - values[k - 1]!) / (times[k]! - times[k - 1]!);
  const jumps = new Uint8Array(n);
  for (let k = 0; k < n; k++) {
    const left = k === 0 || !linear ? level[k]! : values[k]!;
    jumps[k] = left !== level[k + 1] || slope[k] !== slope[k + 1] ? 1 : 0;
  }
  return { edges, anchor, level, slope, jumps };
}

/** The piece with at[index], an edge belonging to the piece on its right. By index: a number alone would be boxed. */
function pieceOf(edges: Float64Array, at: Vector, index: number, guess: number): number {
  const time = at[index]!;
  if (edges[guess]! <= time) {
    if (time < edges[guess + 1]!) return guess;
    if (guess + 2 < edges.length && time < edges[guess + 2]!) return guess + 1;
  }
  let low = 0;
  let high = edges.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (edges[middle]! <= time) low = middle;
    else high = middle;
  }
  return low;
}
