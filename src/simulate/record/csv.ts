/** Trajectories as CSV text, written while the run goes on, so that memory stays flat. */
import { multiplier } from "../../model/rows/law.ts";
import type { State } from "../../scheme/scheme.ts";
import { formulaValues } from "../measure/quantities.ts";
import type { Simulation } from "../run/simulation.ts";
import { allColumns, type ColumnPlace, columnName, columnNames } from "./choice.ts";
import type { Sink } from "./sink.ts";

/**
 * Header t,x1..,v1..,lambda1..,energy (or the names of coordinates and rows), then the outputs; numbers in their shortest
 * exact form. An output without a finite value leaves its field empty. `resumed`: the text goes on, without a header.
 * `choice`: these columns after the time, in their order, instead of all.
 */
export function csv(
  simulation: Simulation,
  write: (text: string) => void,
  { resumed = false, choice }: { resumed?: boolean; choice?: readonly ColumnPlace[] | undefined } = {},
): Sink {
  const { system, outputs } = simulation;
  const names = columnNames(
    system.names,
    system.rows.map((row) => row.name),
  );
  const signals = formulaValues(simulation, outputs.formulas);
  const places = choice ?? allColumns(system, outputs.names.length);
  const header = ["t", ...places.map((place) => columnName(place, names, outputs.names))];
  if (!resumed) write(`${header.map(field).join(",")}\n`);
  const values: number[] = header.map(() => 0);

  function fieldValue(state: State, { kind, index }: ColumnPlace): number {
    if (kind === "position") return state.position[index]!;
    if (kind === "velocity") return state.velocity[index]!;
    if (kind === "energy") return system.energy(state.position, state.velocity);
    if (kind === "output") return signals.values[index]!;
    return multiplier(system.rows[index]!.law, state.force[index]!, state.limit[index]!);
  }

  return {
    kept: signals.kept,
    step: signals.step,
    jump: signals.jump,
    sample(state) {
      signals.evaluate(state);
      values[0] = state.time;
      for (let k = 0; k < places.length; k++) values[k + 1] = fieldValue(state, places[k]!);
      write(`${fieldsOf(values)}\n`);
    },
  };
}

/**
 * As JSON has numbers: the same digits as String(value), but texts of single numbers would stay in the host's cache of them, and memory grow by
 * what is thrown out of it. What is not finite is null there.
 */
function fieldsOf(values: readonly number[]): string {
  return JSON.stringify(values).slice(1, -1).replaceAll("null", "");
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
