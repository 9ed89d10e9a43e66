/** Two columns of a CSV table to the samples of a signal. */

import { printValue } from "../faults.ts";
import { MOST_SAMPLES } from "../schema/limits.ts";
import { CsvFault, type CsvLine, csvLines, fieldsOf, separatorOf } from "./csv-lines.ts";

export interface CsvSamples {
  readonly times: number[];
  readonly values: number[];
}

/** Headers of the columns; without one the first column is the time, the second the value. */
export interface ColumnNames {
  readonly time?: string | undefined;
  readonly value?: string | undefined;
}

interface Column {
  readonly index: number;
  /** As the problem names it, or its number: faults show nothing of what stands in a file that a stranger's problem may have chosen. */
  readonly name: string;
}

/** Throws a CsvFault at the first line that is no sample; lines after the last one allowed are not read. */
export function readSamples(chunks: Iterable<string>, names: ColumnNames): CsvSamples {
  const times: number[] = [];
  const values: number[] = [];
  let table: { separator: string; time: Column; value: Column } | undefined;
  for (const line of csvLines(chunks)) {
    if (!table) {
      const separator = separatorOf(line.text);
      const head = fieldsOf(line.text, separator);
      const headless = names.time === undefined && names.value === undefined && head.every(isNumber);
      const [time, value] = [columnOf(head, names.time, 0), columnOf(head, names.value, 1)];
      table = { separator, time, value };
      if (!headless) continue;
    }
    if (times.length === MOST_SAMPLES) throw new CsvFault(tooMany());
    const fields = fieldsOf(line.text, table.separator);
    const time = numberIn(fields, table.time, line);
    if (times.length > 0 && !(time > times.at(-1)!)) throw new CsvFault(notLater(line, table.time));
    times.push(time);
    values.push(numberIn(fields, table.value, line));
  }
  if (!table) throw new CsvFault("empty file; expected a line of column names and lines of numbers");
  if (times.length === 0) throw new CsvFault("no data lines; only the line of column names is there");
  if (times.length === 1) throw new CsvFault("too few samples; one data line only. A signal has two at least");
  return { times, values };
}

function columnOf(head: readonly string[], wanted: string | undefined, place: number): Column {
  if (wanted === undefined) {
    if (place < head.length) return { index: place, name: String(place + 1) };
    throw new CsvFault("missing column; one column only. Separate them by a comma, a semicolon or a tab");
  }
  const index = head.indexOf(wanted.trim());
  if (index >= 0) return { index, name: wanted };
  throw new CsvFault(
    `missing column; none of the ${head.length} in the first line is ${printValue(wanted)}. Look there for its name`,
  );
}

function numberIn(fields: readonly string[], { index, name }: Column, line: CsvLine): number {
  const text = fields[index];
  if (text !== undefined && isNumber(text)) return Number(text) + 0; // there is one zero
  const place = `line ${line.number}, column ${name.slice(0, 100)}`;
  if (text === undefined || text === "") throw new CsvFault(`missing number; ${place}`);
  const remedy = text.length <= LONGEST_NUMBER && /^[+-]?\d*,\d+$/.test(text) ? ". Write decimals with a point" : "";
  throw new CsvFault(`not a finite number; ${place}${remedy}`);
}

/** Characters; a double has 767 digits at most. */
const LONGEST_NUMBER = 1000;

/** Decimal numbers alone: an empty field is none, nor are 0x10 and Infinity. */
function isNumber(text: string): boolean {
  return (
    text.length <= LONGEST_NUMBER &&
    /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) &&
    Number.isFinite(Number(text))
  );
}

function notLater(line: CsvLine, { name }: Column): string {
  return `time does not increase; line ${line.number}, column ${name.slice(0, 100)}. Sort the lines, and drop repeated times`;
}

function tooMany(): string {
  return `too many samples; more than ${MOST_SAMPLES}. Keep every so many lines, or the part that is simulated`;
}
