/**
 * The boundary of attraction as curves: a coarse grid shows between which starts it runs, halving finds it there, and more points
 * follow where it bends. What is narrower than a cell of the coarse grid can be missed.
 */
import type { ResumableOptions } from "../../batch/resumable.ts";
import type { MapAxis, MapData } from "../../problem/compile/attraction.ts";
import { compiledOf } from "../../problem/compile/compile.ts";
import { ProblemError } from "../../problem/faults.ts";
import type { Point } from "../rest/polygon.ts";
import { attractionFaults, mapStarts } from "./attraction-map.ts";
import { halve, type Judge, judged } from "./boundary-points.ts";
import { type Curve, refined } from "./refine.ts";
import {
  type Judging,
  judgeStarts,
  newStarts,
  openJudging,
  outcomeOf,
  type Starts,
  type Tally,
  tally,
} from "./starts.ts";
import { crossedEdges } from "./triangles.ts";

export interface TraceOptions extends Pick<Judging, "executor">, Pick<ResumableOptions, "signal" | "progress"> {
  /** Of each point, in the units of the axes (at most that part of their length); default 1e-6. */
  readonly tolerance?: number;
}

export interface Trace {
  readonly status: "done" | "cancelled";
  /** In the units of the axes, the attracted side on the left (of axes that point to the right and up). */
  readonly curves: readonly Curve[];
  /** Of all. */
  readonly runs: number;
  /** The coarse grid, and what became of its starts. */
  readonly grid: Starts;
  readonly tally: Tally;
}

export const TOLERANCE = 1e-6;
const FEWEST_CELLS = 24;
/** Cells of the map in one of the coarse grid. */
const COARSE = 8;

/** Cells along an axis: even, so that the middle of the map is a node. */
function coarseCells({ points }: MapAxis): number {
  return 2 * Math.ceil(Math.max(FEWEST_CELLS, Math.min((points - 1) / COARSE, 1000)) / 2);
}

/** Throws a ProblemError before it starts. The points of the axes only say how fine the coarse grid is. */
export async function traceBoundary(source: unknown, data: MapData, options: TraceOptions): Promise<Trace> {
  const compiled = compiledOf(source);
  const faults = attractionFaults(compiled, data, false);
  if (faults.length > 0) throw new ProblemError(faults);
  const { progress, signal, executor } = options;
  const [x, y] = data.vary as [MapAxis, MapAxis];
  const [across, up] = [coarseCells(x), coarseCells(y)];
  const grid = mapStarts([
    { ...x, points: across + 1 },
    { ...y, points: up + 1 },
  ]);
  const batch = openJudging(compiled, grid.paths, { ...data, executor });
  let runs = 0;
  const judge = async (starts: Starts): Promise<boolean[]> => {
    const { status } = await judgeStarts(batch, starts, signal ? { signal } : {});
    runs += starts.count - tally(starts).missing;
    progress?.(runs);
    if (status === "cancelled") throw new Cancelled();
    return Array.from({ length: starts.count }, (_, row) => outcomeOf(starts, row) === "attracted");
  };
  const place = ([u, v]: Point): Point => [x.from + (x.to - x.from) * u, y.from + (y.to - y.from) * v];
  const judgePoints: Judge = async (points) => {
    if (points.length === 0) return [];
    return judge(newStarts(grid.paths, Float64Array.from(points.flatMap(place))));
  };
  const inParts = (axis: MapAxis) => Math.min((options.tolerance ?? TOLERANCE) / Math.abs(axis.to - axis.from), 1e-6);
  const tolerance = [inParts(x), inParts(y)] as const;
  let curves: Curve[] = [];
  const result = (status: Trace["status"]): Trace => {
    const placed = curves.map(({ points, closed }) => ({ closed, points: points.map(place) }));
    return { status, curves: placed, runs, grid, tally: tally(grid) };
  };
  try {
    const inside = await judge(grid);
    const crossed = crossedEdges(across, up, inside);
    const points = await judged(halve(crossed.brackets, tolerance), judgePoints);
    curves = crossed.curves.map(({ edges, closed }) => ({ closed, points: edges.map((edge) => points[edge]!) }));
    curves = await judged(refined(curves, tolerance), judgePoints);
    return result("done");
  } catch (error) {
    if (error instanceof Cancelled) return result("cancelled");
    throw error;
  }
}

/** Leaves the loops when the work was ended early. */
class Cancelled extends Error {}
