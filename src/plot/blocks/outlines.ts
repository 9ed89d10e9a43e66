/** Outlines of what stands around a machine: where a function is zero, and half planes, in a box. */
import type { Outline, Wall } from "../../model/drawing.ts";
import type { Range } from "../axis.ts";

export interface Box {
  readonly x: Range;
  readonly y: Range;
}

export type Spot = readonly [number, number];

const CELLS = 160;

/** Short straight pieces of g = 0, two ends each: marching squares, ends by linear interpolation. */
export function contour({ value }: Outline, { x, y }: Box): (readonly [Spot, Spot])[] {
  const width = CELLS + 1;
  const heights = new Float64Array(width * width);
  const point = new Float64Array(2);
  const found = new Float64Array(1);
  const at = ({ low, high }: Range, k: number) => low + ((high - low) * k) / CELLS;
  for (let j = 0; j <= CELLS; j++) {
    for (let i = 0; i <= CELLS; i++) {
      point[0] = at(x, i);
      point[1] = at(y, j);
      value(point, found);
      heights[j * width + i] = found[0]!;
    }
  }
  /** Where the edge between two corners is crossed. */
  const crossing = (i: number, j: number, k: number, l: number): Spot[] => {
    const [a, b] = [heights[j * width + i]!, heights[l * width + k]!];
    if (!(a > 0 !== b > 0) || !Number.isFinite(a - b)) return [];
    const part = a / (a - b);
    return [[at(x, i) + part * (at(x, k) - at(x, i)), at(y, j) + part * (at(y, l) - at(y, j))]];
  };
  const pieces: (readonly [Spot, Spot])[] = [];
  for (let j = 0; j < CELLS; j++) {
    for (let i = 0; i < CELLS; i++) {
      const ends = [
        ...crossing(i, j, i + 1, j),
        ...crossing(i + 1, j, i + 1, j + 1),
        ...crossing(i + 1, j + 1, i, j + 1),
        ...crossing(i, j + 1, i, j),
      ];
      for (let k = 0; k + 1 < ends.length; k += 2) pieces.push([ends[k]!, ends[k + 1]!]);
    }
  }
  return pieces;
}

/** Corners of the part of the box that lies in the wall; empty where none does. */
export function wallArea({ normal: [nx, ny], distance }: Wall, { x, y }: Box): Spot[] {
  const corners: Spot[] = [
    [x.low, y.low],
    [x.high, y.low],
    [x.high, y.high],
    [x.low, y.high],
  ];
  const depth = ([px, py]: Spot) => nx * px + ny * py - distance;
  return corners.flatMap((corner, k): Spot[] => {
    const next = corners[(k + 1) % corners.length]!;
    const [here, there] = [depth(corner), depth(next)];
    const kept = here >= 0 ? [corner] : [];
    if (here >= 0 === there >= 0) return kept;
    const part = here / (here - there);
    return [...kept, [corner[0] + part * (next[0] - corner[0]), corner[1] + part * (next[1] - corner[1])]];
  });
}
