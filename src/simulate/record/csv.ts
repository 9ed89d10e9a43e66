/** Trajectories as CSV text, written while the run goes on, so that memory stays flat. */
import { multiplier } from "../../model/rows/law.ts";
import { formulaValues } from "../measure/quantities.ts";
import type { Simulation } from "../run/simulation.ts";
import { columnNames } from "./columns.ts";
import type { Sink } from "./sink.ts";

/**
 * Header t,x1..,v1..,lambda1..,energy (or the names of coordinates and rows), then the outputs; numbers in their shortest
 * exact form. An output without a finite value leaves its field empty. `resumed`: the text goes on, without a header.
 */
export function csv(simulation: Simulation, write: (text: string) => void, resumed = false): Sink {
  const { system, outputs } = simulation;
  const names = columnNames(
    system.names,
    system.rows.map((row) => row.name),
  );
  const signals = formulaValues(simulation, outputs.formulas);
  const header = ["t", ...names.position, ...names.velocity, ...names.multiplier, "energy", ...outputs.names];
  if (!resumed) write(`${header.map(field).join(",")}\n`);
  return {
    kept: signals.kept,
    step: signals.step,
    jump: signals.jump,
    sample(state) {
      let line = String(state.time);
      for (let i = 0; i < system.visible; i++) line += `,${state.position[i]}`;
      for (let i = 0; i < system.visible; i++) line += `,${state.velocity[i]}`;
      for (let i = 0; i < system.rows.length; i++)
        line += `,${multiplier(system.rows[i]!.law, state.force[i]!, state.limit[i]!)}`;
      line += `,${system.energy(state.position, state.velocity)}`;
      signals.evaluate(state);
      for (const value of signals.values) line += Number.isFinite(value) ? `,${value}` : ",";
      write(`${line}\n`);
    },
  };
}

/** What a spreadsheet would compute: behind blanks too, and in wide letters. */
const FORMULA = /^[\s\p{C}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;

/** A text as a field of CSV; one that looks like a formula begins with an apostrophe, so that spreadsheets take it for text. */
export function field(name: string): string {
  const text = FORMULA.test(name) ? `'${name}` : name;
  return text !== name || /[",;\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Events as CSV text: t,kind,row. */
export function eventCsv(write: (text: string) => void, resumed = false): Sink {
  if (!resumed) write("t,kind,row\n");
  return { kept: [], event: ({ time, kind, row }) => write(`${time},${kind},${field(row)}\n`) };
}
