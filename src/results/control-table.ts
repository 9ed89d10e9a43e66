/**
 * The rows of Tables 2 and 4 of Glowinski and Kearsley (1995): both penalty functions, constant and dynamic, without and with
 * regularized multipliers. A row as plain data, and as the numbers that a store of finished chunks keeps.
 */
import { CONTROL_STATUSES, type ControlResult, type ControlStatus } from "../control/result.ts";

export interface TableVariant {
  readonly penalty: "P" | "Pi";
  readonly update: "constant" | "dynamic";
  readonly multipliers: "exact" | "regularized";
}

export const TABLE_VARIANTS: readonly TableVariant[] = (["P", "Pi"] as const).flatMap((penalty) =>
  (["constant", "dynamic"] as const).flatMap((update) =>
    (["exact", "regularized"] as const).map((multipliers) => ({ penalty, update, multipliers })),
  ),
);

/** What the search of a row found. */
export interface TableFound extends Pick<ControlResult, "status" | "runs" | "error" | "objective"> {
  readonly simplexes: number;
  readonly control: readonly number[];
  readonly seconds: number;
}

export interface TableRow extends TableFound, TableVariant {
  readonly name: string;
}

/** Of all rows: reached where each is. */
export function tableStatus(rows: readonly TableFound[]): ControlStatus {
  if (rows.some(({ status }) => status === "cancelled")) return "cancelled";
  return rows.every(({ status }) => status === "reached") ? "reached" : "target-missed";
}

/** 8 rows: 6 reach the target. */
export function tableMessage(rows: readonly TableFound[]): string {
  const reached = rows.filter(({ status }) => status === "reached").length;
  const stopped = tableStatus(rows) === "cancelled" ? ", then it was stopped" : "";
  return `${rows.length} rows: ${reached} reach the target${stopped}.`;
}

/** What a row keeps of a search. */
export function tableFound({ status, runs, simplexes = 0, error, objective, control }: ControlResult, seconds: number) {
  const found = { status, simplexes, runs, error, objective, control: Array.from(control), seconds };
  return foundOf(numbersOf(found)); // as a row that was kept
}

/** A finished row as it is kept: NaN for what is not known. */
export function numbersOf({ status, simplexes, runs, error, objective, control, seconds }: TableFound): Float64Array {
  const known = (value: number | null) => value ?? Number.NaN;
  const head = [CONTROL_STATUSES.indexOf(status), simplexes, runs, known(error.position), known(error.velocity)];
  return Float64Array.of(...head, objective, seconds, ...control);
}

export function foundOf(numbers: Float64Array): TableFound {
  const [status, simplexes, runs, position, velocity, objective, seconds, ...control] = Array.from(numbers);
  const known = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value);
  return {
    status: CONTROL_STATUSES[status!]!,
    ...{ simplexes: simplexes!, runs: runs!, error: { position: known(position), velocity: known(velocity) } },
    ...{ objective: objective!, control, seconds: seconds! },
  };
}
