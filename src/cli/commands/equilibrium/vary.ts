/** `equilibrium --vary path=from:to:n`: the guaranteed energy against a number of the problem. */

import { machineOf } from "../../../api/equilibrium.ts";
import { parseVaried } from "../../../batch/varied-values.ts";
import { type Fault, ProblemError } from "../../../problem/faults.ts";
import { variation } from "../../../problem/paths/variation.ts";
import type { Pair } from "../../../results/equilibrium.ts";
import { BOUNDS, type GainCurve, gainCurve } from "../../../stability/design/gain-curve.ts";
import type { FrictionMachine } from "../../../stability/rest/machine.ts";
import type { LocatedFault, Valid } from "../../files/load.ts";
import type { Paint } from "../../io.ts";
import { shortNumber } from "../../terminal/text.ts";
import { textTable } from "../../terminal/text-table.ts";

export interface Vary {
  readonly path: string;
  /** Ascending. */
  readonly values: readonly number[];
}

const MOST_VALUES = 10_000;

export function parseVary(text: string): Vary | LocatedFault {
  const refuse = (message: string): LocatedFault => ({ source: "--vary", path: "", message });
  const parsed = parseVaried(text);
  if (typeof parsed === "string") return refuse(parsed);
  const { path, values } = parsed;
  if (values.length < 2 || values.length > MOST_VALUES) {
    return refuse(`invalid number of values; not from 2 to ${MOST_VALUES}: ${values.length}. As in ${path}=0:1:21`);
  }
  return { path, values: [...values].sort((a, b) => a - b) };
}

/** All machines are made before any is analyzed: a value that is no machine is a fault of the input. */
export function varyGain(
  loaded: Valid,
  { path, values }: Vary,
  pair: Pair | undefined,
  progress?: (done: number) => void,
): GainCurve | LocatedFault[] {
  const located = (faults: readonly Fault[]) => faults.map((fault) => ({ ...fault, source: "--vary" }));
  try {
    const varied = variation(loaded.compiled, [path]);
    const machineAt = (value: number): FrictionMachine => {
      const { simulation, faults } = varied.at(Float64Array.of(value));
      if (faults) throw new ProblemError(faults);
      const found = machineOf({ ...loaded, simulation });
      if (!found.machine) throw new ProblemError(found.faults);
      return found.machine;
    };
    for (const value of values) machineAt(value);
    return gainCurve(machineAt, values, pair, progress);
  } catch (error) {
    if (error instanceof ProblemError) return located(error.faults);
    throw error;
  }
}

export function varyData({ path }: Vary, { rows, least, global }: GainCurve) {
  const finite = (value: number | undefined) => (value !== undefined && Number.isFinite(value) ? value : null);
  return {
    path,
    columns: ["value", ...BOUNDS.map((bound) => `rho.${bound}`), "maxEnergy", "verdict"],
    rows: rows.map(({ value, rho, maxEnergy, verdict }) => [
      value,
      ...BOUNDS.map((bound) => finite(rho[bound])),
      finite(maxEnergy),
      verdict,
    ]),
    least: Object.fromEntries(BOUNDS.map((bound) => [bound, finite(least[bound])])),
    global: finite(global),
  };
}

const MOST_ROWS = 24;

export function varyText({ path }: Vary, { rows, least, global }: GainCurve, paint: Paint): string {
  const cell = (value: number | undefined) =>
    value === undefined ? "-" : Number.isFinite(value) ? shortNumber(value, 6) : "no end";
  const every = Math.ceil(rows.length / MOST_ROWS);
  const shown = rows
    .filter((_, k) => k % every === 0 || k === rows.length - 1)
    .map(({ value, rho, maxEnergy, verdict }) => [
      shortNumber(value, 6),
      ...BOUNDS.map((bound) => cell(rho[bound])),
      cell(maxEnergy),
      verdict,
    ]);
  const header = [path, "rho (27)", "rho (7)", "weighted", "exact", "energy of E", "verdict"];
  const names = { printed: "(27) as printed", paper: "(7)", weighted: "weighted", exact: "exact" };
  const from = BOUNDS.map(
    (bound) =>
      `  ${names[bound].padEnd(16)} ${least[bound] === undefined ? "not in the range, or from its start on" : near(least[bound])}`,
  );
  return [
    paint.bold("Guaranteed energy (J)"),
    ...textTable(header, shown, new Set([0, 1, 2, 3, 4, 5])),
    "",
    paint.bold(`Least ${path} with all of E inside`),
    ...from,
    ...(global === undefined ? [] : [`  global from      ${near(global)}`]),
    "",
  ].join("\n");
}

/** A value found by halving: its last digits are not its own. */
function near(value: number): string {
  const short = Number(value.toPrecision(8));
  return String(Math.abs(short) < 1e-8 ? 0 : short);
}
