/** Which columns of a run are recorded. */
import type { System } from "../../model/system.ts";
import type { Trajectory } from "./trajectory.ts";

/** A column beside the time: which coordinate, row or output. */
export interface ColumnPlace {
  readonly kind: "position" | "velocity" | "multiplier" | "energy" | "output";
  readonly index: number;
}

/** How many rows and controllers figures will show, whose signals are recorded beside the columns; absent: all. */
export interface FigureWishes {
  readonly friction?: number;
  readonly controllers?: number;
}

/** All columns of a run: positions, velocities, multipliers, energy, outputs. */
export function allColumns({ visible, rows }: System, outputs: number): ColumnPlace[] {
  const each = (kind: ColumnPlace["kind"], count: number) =>
    Array.from({ length: count }, (_, index): ColumnPlace => ({ kind, index }));
  return [
    ...each("position", visible),
    ...each("velocity", visible),
    ...each("multiplier", rows.length),
    ...each("energy", 1),
    ...each("output", outputs),
  ];
}

/** x1.., v1.., lambda1..; or the coordinates' and rows' own names, and v(name) for velocities. */
export function columnNames(coordinates: readonly string[], rows: readonly string[]): Trajectory["names"] {
  return {
    position: coordinates,
    velocity: coordinates.map((name) => (/^x\d+$/.test(name) ? name.replace("x", "v") : `v(${name})`)),
    multiplier: rows,
  };
}

/** What a column is called in a header. */
export function columnName(
  { kind, index }: ColumnPlace,
  names: Trajectory["names"],
  outputs: readonly string[],
): string {
  if (kind === "energy") return "energy";
  return (kind === "output" ? outputs : names[kind])[index]!;
}

/** Coordinates and rows of which something is recorded, ascending; without a choice all. */
export function recorded({ visible, rows }: System, choice: readonly ColumnPlace[] | undefined) {
  const all = (count: number) => Array.from({ length: count }, (_, index) => index);
  const chosen = (...kinds: ColumnPlace["kind"][]) => {
    const indexes = choice!.flatMap(({ kind, index }) => (kinds.includes(kind) ? [index] : []));
    return [...new Set(indexes)].sort((a, b) => a - b);
  };
  if (!choice) return { coordinates: all(visible), rows: all(rows.length) };
  return { coordinates: chosen("position", "velocity"), rows: chosen("multiplier") };
}
