/** Trajectories as CSV text, written while the run goes on, so that memory stays flat. */
import { multiplier } from "../model/law.ts";
import type { LinearSystem } from "../model/linear.ts";
import { columnNames } from "./columns.ts";
import type { Sink } from "./sink.ts";

/** Header t,x1..,v1..,lambda1..,energy (or the names of coordinates and rows); numbers in their shortest exact form. */
export function csv(system: LinearSystem, write: (text: string) => void): Sink {
  const names = columnNames(system);
  write(`${["t", ...names.position, ...names.velocity, ...names.multiplier, "energy"].map(field).join(",")}\n`);
  return {
    sample(state) {
      let line = String(state.time);
      for (const x of state.position) line += `,${x}`;
      for (const v of state.velocity) line += `,${v}`;
      for (let i = 0; i < system.rows.length; i++) line += `,${multiplier(system.rows[i]!.law, state.force[i]!)}`;
      write(`${line},${system.energy(state.position, state.velocity)}\n`);
    },
  };
}

function field(name: string): string {
  return /[",\n\r]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

/** Events as CSV text: t,kind,row. */
export function eventCsv(write: (text: string) => void): Sink {
  write("t,kind,row\n");
  return { event: ({ time, kind, row }) => write(`${time},${kind},${field(row)}\n`) };
}
