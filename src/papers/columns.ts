/** Columns of what a run left, by name: of a trajectory, or of the table of a sweep. */
import type { Trajectory } from "../simulate/record/trajectory.ts";
import type { RunOutput } from "./compute.ts";
import type { Family, Span } from "./experiment.ts";

/** "t", "x(0)", "v(0)", "lambda(0)", "energy" or an output of a trajectory; a column of a sweep. Throws where there is none. */
export function columnOf(output: RunOutput, name: string): Float64Array {
  const { trajectory, table } = output;
  const found = table ? ofTable(table, name) : trajectory && ofTrajectory(trajectory, name);
  if (!found) throw new Error(`no column ${name}`);
  return found;
}

function ofTrajectory(trajectory: Trajectory, name: string): Float64Array | undefined {
  if (name === "t") return trajectory.time;
  if (name === "energy") return trajectory.energy;
  const [, kind, index] = /^(x|v|lambda)\((\d+)\)$/.exec(name) ?? [];
  if (kind === undefined) return trajectory.outputs.find((output) => output.name === name)?.values;
  const family = kind === "x" ? "position" : kind === "v" ? "velocity" : "multiplier";
  return trajectory[family][Number(index)];
}

function ofTable({ columns, rows }: NonNullable<RunOutput["table"]>, name: string): Float64Array | undefined {
  const place = columns.indexOf(name);
  if (place < 0) return undefined;
  return Float64Array.from(rows, (row) => (typeof row[place] === "number" ? row[place] : Number.NaN));
}

/** All columns of a family. */
export function familyOf({ trajectory }: RunOutput, family: Family): readonly Float64Array[] {
  if (!trajectory) throw new Error("no trajectory");
  return family === "energy" ? [trajectory.energy] : trajectory[family];
}

/** Samples first, ..., last - 1 are those of a span of time. */
export function spanOf(time: Float64Array, { from, to }: Span): { first: number; last: number } {
  const slack = 1e-9 * Math.max(1, Math.abs(time.at(-1) ?? 0));
  let first = 0;
  let last = time.length;
  if (from !== undefined) while (first < last && time[first]! < from - slack) first++;
  if (to !== undefined) while (last > first && time[last - 1]! > to + slack) last--;
  if (first === last) throw new Error(`no sample from ${from} to ${to} s`);
  return { first, last };
}
