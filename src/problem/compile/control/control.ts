/** `control.value` and `system.input`: how control values enter the load. */
import { type ControlInput, controlLoad } from "../../../model/control/control-load.ts";
import type { Load } from "../../../model/load.ts";
import { type Faults, printValue } from "../../faults.ts";
import type { Problem, Quantity } from "../../schema/schema.ts";
import type { Scope } from "../scope.ts";

type ControlData = NonNullable<Problem["control"]>;

/** All of an input but the load that it is added to. */
export type ControlValues = Omit<ControlInput, "uncontrolled">;

/** B and u; without an input matrix u acts on the coordinates themselves. */
export function compileControlValues(
  scope: Scope,
  input: readonly (readonly Quantity[])[] | undefined,
  control: Partial<ControlData> | undefined,
  n: number | undefined,
  start: number | undefined,
): ControlValues | undefined {
  if (n === undefined) return undefined;
  const path = ["system", "input"];
  if (input && input.length !== n) {
    scope.faults.add(path, `invalid input; not ${n} rows, one for each coordinate: ${input.length} given`);
    return undefined;
  }
  const width = input ? (input[0]?.length ?? 0) : n;
  const matrix = input ? input.map((row, i) => scope.vector([...path, i], row, width)) : identity(n);
  const { value } = control ?? {};
  const table = tableOf(value, width);
  const times = compileTimes(scope, table);
  if (times && start !== undefined) checkTimes(scope.faults, times, start);
  const at = (j: number) => (Array.isArray(value) ? ["control", "value"] : ["control", "value", "values", j]);
  const values = table.values.map((row, j) => scope.inputs(at(j), row, width));
  if (matrix.includes(undefined) || values.includes(undefined) || (table.times && !times)) return undefined;
  return {
    matrix: matrix as number[][],
    changes: times?.slice(1) ?? [],
    values: Float64Array.from(values.flat() as number[]),
  };
}

function identity(n: number): number[][] {
  return Array.from({ length: n }, (_, i) => {
    const row = Array<number>(n).fill(0);
    row[i] = 1;
    return row;
  });
}

function tableOf(value: ControlData["value"], width: number): { times?: Quantity[]; values: Quantity[][] } {
  if (value === undefined) return { values: [Array<number>(width).fill(0)] };
  return Array.isArray(value) ? { values: [value] } : value;
}

/** One for each row of values. */
function compileTimes(scope: Scope, { times, values }: ReturnType<typeof tableOf>): number[] | undefined {
  const path = ["control", "value", "times"];
  if (times === undefined || times.length === values.length) return scope.vector(path, times, undefined);
  const count = values.length;
  scope.faults.add(path, `invalid times; not ${count} numbers, one for each row of values: ${times.length} given`);
  return undefined;
}

function checkTimes(faults: Faults, times: readonly number[], start: number): void {
  const path = ["control", "value", "times"];
  if (times[0] !== start) {
    faults.add([...path, 0], `invalid time; not the start of the run, ${start}: ${printValue(times[0])}`);
  }
  const late = times.findIndex((time, j) => j > 0 && !(time > times[j - 1]!));
  if (late > 0) faults.add([...path, late], `invalid time; not after the one before: ${printValue(times[late])}`);
}

/** Rows of values that a run does not come to. */
export function warnLate({ changes }: ControlValues, end: number, warnings: string[]): void {
  const late = changes.filter((time) => time >= end).length;
  if (late === 0) return;
  const rows = late === 1 ? "The last row" : `The last ${late} rows`;
  warnings.push(
    `${rows} of control.value begin${late === 1 ? "s" : ""} at the end of the run, ${end} s, or later: no effect.`,
  );
}

/** The load with the control on it; the system may have states beyond the machine's coordinates. */
export function addControl(values: ControlValues, uncontrolled: Load, size: number): ControlInput & { load: Load } {
  const inputs = values.matrix[0]?.length ?? 0;
  const states = Array.from({ length: size - values.matrix.length }, () => Array<number>(inputs).fill(0));
  const control = { ...values, matrix: [...values.matrix, ...states], uncontrolled };
  return { ...control, load: controlLoad(control) };
}
