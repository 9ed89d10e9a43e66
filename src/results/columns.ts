/** Columns that are asked for by their names: x(a), v(a), lambda(floor), energy, outputs; or as the header of a CSV has them. */
import { nearest } from "../expression/nearest.ts";
import { type ColumnPlace, columnNames } from "../simulate/record/choice.ts";
import type { Simulation } from "../simulate/run/simulation.ts";

export interface AskedColumns {
  /** Absent where none was asked for: all are recorded. */
  readonly columns?: readonly ColumnPlace[];
  readonly faults: readonly { readonly path: string; readonly message: string }[];
}

export function askedColumns(simulation: Simulation, asked: readonly string[] | undefined): AskedColumns {
  if (asked === undefined) return { faults: [] };
  const known = knownColumns(simulation);
  const columns: ColumnPlace[] = [];
  const faults: { path: string; message: string }[] = [];
  asked.forEach((text, k) => {
    const name = text.replace(/\s+/g, " ").trim();
    const found = known.get(name) ?? known.get(name.replaceAll(" ", ""));
    if (found) columns.push(found);
    else faults.push({ path: `columns[${k}]`, message: unknown(name, [...known.keys()]) });
  });
  if (asked.length === 0) faults.push({ path: "columns", message: "no column; name at least one, as x(0)" });
  return faults.length > 0 ? { faults } : { columns, faults };
}

/** One text with commas between names; names may have commas in parentheses only. */
export function splitColumns(text: string): string[] {
  return text.split(/,(?![^()]*\))/).map((part) => part.trim());
}

function unknown(name: string, known: readonly string[]): string {
  const guess = nearest(name, known);
  const some = `known: ${known.slice(0, 12).join(", ")}${known.length > 12 ? ", ..." : ""}`;
  return `unknown column ${JSON.stringify(name)}; ${guess ? `did you mean ${guess}?` : some}`;
}

/** Every name a column may be asked for by; the first meaning of a name counts. */
function knownColumns({ system, outputs }: Simulation): Map<string, ColumnPlace> {
  const known = new Map<string, ColumnPlace>();
  const add = (name: string, kind: ColumnPlace["kind"], index: number) => {
    if (!known.has(name)) known.set(name, { kind, index });
  };
  const coordinates = system.names.slice(0, system.visible);
  const rows = system.rows.map(({ name }) => name);
  const header = columnNames(coordinates, rows);
  coordinates.forEach((name, i) => {
    add(`x(${name})`, "position", i);
    add(`v(${name})`, "velocity", i);
  });
  rows.forEach((name, i) => {
    add(`lambda(${name})`, "multiplier", i);
  });
  add("energy", "energy", 0);
  for (const kind of ["position", "velocity", "multiplier"] as const) {
    header[kind].forEach((name, i) => {
      add(name, kind, i);
    });
  }
  outputs.names.forEach((name, i) => {
    add(name, "output", i);
  });
  coordinates.forEach((_, i) => {
    add(`x(${i})`, "position", i);
    add(`v(${i})`, "velocity", i);
  });
  rows.forEach((_, i) => {
    add(`lambda(${i})`, "multiplier", i);
  });
  return known;
}
