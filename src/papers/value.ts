/** The numbers that quantities are: taken of what runs left. Each kind throws where a run has no such number. */
import { log, pow } from "../numeric/elementary.ts";
import { columnOf, familyOf, spanOf } from "./columns.ts";
import type { RunOutput } from "./compute.ts";
import type { Span, Taken, Value } from "./experiment.ts";

type Outputs = Readonly<Record<string, RunOutput>>;

export function evaluate(value: Value, outputs: Outputs): number {
  const number = compute(value, outputs);
  if (!Number.isFinite(number)) throw new Error(`not a finite number: ${value.kind} is ${number}`);
  return number;
}

function compute(value: Value, outputs: Outputs): number {
  const part = (each: Value) => evaluate(each, outputs);
  switch (value.kind) {
    case "number":
      return numberAt(outputs[value.of]!, value.path);
    case "is":
      return entryAt(outputs[value.of]!, value.path) === value.value ? 1 : 0;
    case "event":
      return eventTime(outputs[value.of]!, value);
    case "at":
      return sampleAt(outputs[value.of]!, value.column, value.time);
    case "over":
      return taken(outputs[value.of]!, value.column, value.take, value);
    case "distance":
      return distance(value, outputs);
    case "order":
      return envelopeOrder(columnOf(outputs[value.of]!, "time.step"), columnOf(outputs[value.of]!, value.measure));
    case "cell":
      return columnOf(outputs[value.of]!, value.measure)[value.row] ?? Number.NaN;
    case "ratio":
      return part(value.parts[0]) / part(value.parts[1]);
    case "difference":
      return part(value.parts[0]) - part(value.parts[1]);
    case "sum":
      return value.parts.reduce((sum, each) => sum + part(each), 0);
    case "largest":
      return Math.max(...value.parts.map(part));
    case "least":
      return Math.min(...value.parts.map(part));
    case "constant":
      return value.value;
    case "times":
      return value.factor * part(value.part);
  }
}

/** Names of the runs that a value looks at. */
export function runsOf(value: Value): string[] {
  if ("of" in value) return [value.of];
  if (value.kind === "distance") return [...value.between];
  if (value.kind === "constant") return [];
  if (value.kind === "times") return runsOf(value.part);
  return [...new Set(value.parts.flatMap(runsOf))];
}

/** As in "rho.exact", "vertices[0][1]". */
function entryAt({ data, status }: RunOutput, path: string): unknown {
  if (path === "status") return status;
  return path.split(/[.[\]]+/).reduce((at: unknown, key) => {
    return key === "" ? at : (at as Readonly<Record<string, unknown>> | undefined)?.[key];
  }, data);
}

function numberAt(output: RunOutput, path: string): number {
  const entry = entryAt(output, path);
  if (Array.isArray(entry)) return entry.length;
  if (typeof entry !== "number") throw new Error(`no number at ${path} of a run that is ${output.status}`);
  return entry;
}

function eventTime({ trajectory }: RunOutput, { event, row, nth = 1 }: Extract<Value, { kind: "event" }>): number {
  const found = trajectory?.events.filter((each) => each.kind === event && (row === undefined || each.row === row));
  const { time } = found?.[nth - 1] ?? {};
  if (time === undefined) throw new Error(`no event ${event} ${nth}`);
  return time;
}

function sampleAt(output: RunOutput, column: string, time: number): number {
  const times = columnOf(output, "t");
  const nearest = times.reduce((best, t, k) => (Math.abs(t - time) < Math.abs(times[best]! - time) ? k : best), 0);
  return columnOf(output, column)[nearest]!;
}

function taken(output: RunOutput, column: string, take: Taken, span: Span): number {
  const { first, last } = spanOf(columnOf(output, "t"), span);
  const values = columnOf(output, column).subarray(first, last);
  const most = (list: Float64Array) => list.reduce((best, each) => Math.max(best, each), Number.NEGATIVE_INFINITY);
  const max = () => most(values);
  const min = () => -most(values.map((each) => -each));
  if (take === "max") return max();
  if (take === "min") return min();
  if (take === "size") return Math.max(max(), -min());
  if (take === "span") return max() - min();
  return most(values.map((each, k) => (k === 0 ? 0 : Math.abs(each - values[k - 1]!))));
}

function distance(
  { between, family, relative = false, averaged = false, ...span }: Extract<Value, { kind: "distance" }>,
  outputs: Outputs,
): number {
  const [one, two] = between.map((name) => outputs[name]!) as [RunOutput, RunOutput];
  const time = columnOf(one, "t");
  const { first, last } = spanOf(time, span);
  const [left, right] = [familyOf(one, family), familyOf(two, family)];
  if (columnOf(two, "t").length !== time.length) throw new Error("runs with different samples");
  let largest = 0;
  let size = 0;
  left.forEach((column, i) => {
    const other = right[i]!;
    for (let k = averaged ? Math.max(1, first) : first; k < last; k++) {
      const here = averaged ? (column[k - 1]! + column[k]!) / 2 : column[k]!;
      largest = Math.max(largest, Math.abs(here - other[k]!));
      size = Math.max(size, Math.abs(other[k]!));
    }
  });
  return relative ? largest / (1 + size) : largest;
}

/**
 * Where in a step an event falls makes the error of one step a matter of luck: an order is the slope between the largest errors of the
 * first and of the last octave of steps.
 */
function envelopeOrder(steps: Float64Array, errors: Float64Array): number {
  const octave = (from: number) => Math.max(...errors.filter((_, k) => steps[k]! >= from && steps[k]! < 1.99 * from));
  const [least, most] = [Math.min(...steps), Math.max(...steps)];
  const count = Math.round(log(most / least) / log(2));
  const coarse = least * pow(2, count - 1);
  return log(octave(coarse) / octave(least)) / log(coarse / least);
}
