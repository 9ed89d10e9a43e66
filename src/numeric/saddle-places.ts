/** Where coordinates and rows stand in a saddle-point system, so that it is a band: a row in the middle of what it acts on. */
import type { Band } from "./banded.ts";
import type { Rows } from "./rows.ts";

/** Rows and the coordinates that they act on. */
export interface Coupled {
  /** Coordinates and rows. */
  readonly size: number;
  readonly count: number;
  /** W^T and D: how rows push, and what is asked of them. */
  readonly directions: Rows;
  readonly slipRows: Rows;
}

export interface Places {
  readonly ofCoordinate: Int32Array;
  readonly ofRow: Int32Array;
}

export function placesOf({ size: n, count: m, directions }: Omit<Coupled, "slipRows">): Places {
  const middle = Float64Array.from({ length: m }, (_, i) => {
    const [from, to] = endsOf(directions, i);
    return (from + to) / 2 + 0.25; // after the coordinate that a row acts on alone
  });
  const order = Array.from({ length: n + m }, (_, k) => k);
  const at = (k: number) => (k < n ? k : middle[k - n]!);
  order.sort((a, b) => at(a) - at(b) || a - b);
  const places = { ofCoordinate: new Int32Array(n), ofRow: new Int32Array(m) };
  order.forEach((k, place) => {
    if (k < n) places.ofCoordinate[k] = place;
    else places.ofRow[k - n] = place;
  });
  return places;
}

function endsOf({ start, column }: Rows, i: number): readonly [number, number] {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let k = start[i]!; k < start[i + 1]!; k++) {
    from = Math.min(from, column[k]!);
    to = Math.max(to, column[k]!);
  }
  return from <= to ? [from, to] : [0, 0];
}

/** The band that holds A, W and D. */
export function bandWithin(step: Coupled, { below, above }: Band, { ofCoordinate, ofRow }: Places): Band {
  const { size: n, count: m } = step;
  const band = { below: 0, above: 0 };
  const note = (row: number, column: number) => {
    band.below = Math.max(band.below, row - column);
    band.above = Math.max(band.above, column - row);
  };
  for (let i = 0; i < n; i++) {
    note(ofCoordinate[i]!, ofCoordinate[Math.max(0, i - below)]!);
    note(ofCoordinate[i]!, ofCoordinate[Math.min(n - 1, i + above)]!);
  }
  for (const rows of [step.directions, step.slipRows]) {
    for (let i = 0; i < m; i++) {
      for (let k = rows.start[i]!; k < rows.start[i + 1]!; k++) {
        note(ofRow[i]!, ofCoordinate[rows.column[k]!]!);
        note(ofCoordinate[rows.column[k]!]!, ofRow[i]!);
      }
    }
  }
  return band;
}
