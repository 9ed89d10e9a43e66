/** Figures of periodic motions. */

import type { Trajectory } from "../../simulate/record/trajectory.ts";
import type { BranchPoint } from "../../stability/cycle/continuation.ts";
import type { FigureOptions } from "../blocks/frame.ts";
import { rateUnit, withUnits } from "../units.ts";
import { type XyCurve, xyFigure } from "./xy.ts";

const MOST_PLANES = 6;

/** Velocity against position of each of the first coordinates, over one period. */
export function phaseFigure({ names, units, position, velocity }: Trajectory, options: FigureOptions): SVGElement {
  const shown = position.slice(0, MOST_PLANES);
  const panels = shown.map((x, i) => ({
    label: withUnits(names.velocity[i]!, [rateUnit(units.position[i]!)]),
    across: withUnits(names.position[i]!, [units.position[i]!]),
    curves: [{ name: names.position[i]!, x, y: velocity[i]! }],
  }));
  return xyFigure(panels, { ...options, columns: Math.min(2, panels.length) });
}

/** Amplitudes and period of a branch of cycles; stable parts as lines, the others dashed. */
export function branchFigure(
  points: readonly BranchPoint[],
  coordinates: readonly { readonly name: string; readonly unit: string }[],
  parameter: string,
  options: FigureOptions,
): SVGElement {
  const pieces = stretches(points);
  const curves = (of: (point: BranchPoint) => number, name: string, color: number): XyCurve[] =>
    pieces.map((piece) => ({
      name,
      color,
      x: Float64Array.from(piece, ({ value }) => value),
      y: Float64Array.from(piece, of),
      style: piece.length === 1 ? "dots" : piece[1]!.stability === "stable" ? "line" : "dashed",
    }));
  return xyFigure(
    [
      {
        label: withUnits(
          "amplitude",
          coordinates.map(({ unit }) => unit),
        ),
        across: parameter,
        curves: coordinates.flatMap(({ name }, i) => curves(({ amplitudes }) => amplitudes[i]!, name, i)),
      },
      { label: "period (s)", across: parameter, curves: curves(({ period }) => period, "period", 0) },
      {
        label: "largest multiplier",
        across: parameter,
        curves: curves(({ multiplier }) => multiplier, "multiplier", 0),
      },
    ],
    options,
  );
}

/** Runs of points of one stability, each beginning with the last point of the one before. */
function stretches(points: readonly BranchPoint[]): BranchPoint[][] {
  const pieces: BranchPoint[][] = [];
  points.forEach((point, k) => {
    const before = points[k - 1];
    if (before && before.stability === point.stability) pieces.at(-1)!.push(point);
    else pieces.push(before ? [before, point] : [point]);
  });
  return pieces;
}
