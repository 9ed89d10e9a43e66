/** `equilibrium --vary path=from:to:n`: the guaranteed energy against a number of the problem. */
import { compile } from "../problem/compile.ts";
import { applyOverrides, parseOverride, valueAt } from "../problem/overrides.ts";
import { BOUNDS, type GainSweep, sweepGain } from "../stability/gain-sweep.ts";
import type { FrictionMachine } from "../stability/machine.ts";
import { machineOf } from "./equilibrium.ts";
import type { Pair } from "./equilibrium-data.ts";
import type { Paint } from "./io.ts";
import type { Loaded, LocatedFault } from "./load.ts";
import { shortNumber } from "./terminal-text.ts";
import { textTable } from "./text-table.ts";

type Valid = Exclude<Loaded, { faults: readonly LocatedFault[] }>;

export interface Vary {
  readonly path: string;
  readonly values: readonly number[];
}

const MOST_VALUES = 10_000;

/** "path=from:to:n" on the data of a problem. */
export function parseVary(text: string, raw: unknown): Vary | LocatedFault {
  const refuse = (message: string): LocatedFault => ({ source: "--vary", path: "", message });
  const parsed = parseOverride(text);
  if ("message" in parsed)
    return refuse(`invalid range; not path=from:to:n: ${text}. As in --vary parameters.d1=0:1:21`);
  const { path, value } = parsed;
  if (valueAt(raw, path) === undefined) {
    return refuse(
      `invalid path; the problem has no such value: ${path}. Write it into the file first, best as a parameter`,
    );
  }
  const [from, to, n] = value.split(":").map((part) => (part.trim() === "" ? Number.NaN : Number(part))) as number[];
  if (value.split(":").length !== 3 || ![from, to, n].every((part) => Number.isFinite(part))) {
    return refuse(`invalid range; not from:to:n with three numbers: ${value}. As in --vary parameters.d1=0:1:21`);
  }
  if (!(to! > from!)) return refuse(`invalid range; its end is not above its start: ${value}`);
  if (!Number.isInteger(n) || n! < 2 || n! > MOST_VALUES) {
    return refuse(`invalid range; the number of values is not 2..${MOST_VALUES}: ${n}`);
  }
  const values = Array.from({ length: n! }, (_, k) => from! + ((to! - from!) * k) / (n! - 1));
  return { path, values };
}

/** All machines are made before any is analyzed: a value that is no machine is a fault of the input. */
export function varyGain(
  loaded: Valid,
  { path, values }: Vary,
  pair: Pair | undefined,
  progress?: (done: number) => void,
): GainSweep | LocatedFault[] {
  const faults: LocatedFault[] = [];
  const machineAt = (value: number): FrictionMachine | undefined => {
    const { raw } = applyOverrides(loaded.raw, [{ path, value: String(value) }]);
    const compiled = compile(raw);
    const found = compiled.faults ? { faults: compiled.faults } : machineOf({ ...loaded, ...compiled, raw });
    for (const fault of found.faults) {
      faults.push({ ...fault, source: "--vary", message: `${fault.message} (at ${path} = ${value})` });
    }
    return "machine" in found ? found.machine : undefined;
  };
  for (const value of [values[0]!, values.at(-1)!]) if (!machineAt(value)) return faults;
  const usable = values.filter((value) => machineAt(value) !== undefined);
  if (usable.length < values.length) return faults;
  return sweepGain((value) => machineAt(value)!, values, pair, progress);
}

export function varyData({ path }: Vary, { rows, least, global }: GainSweep) {
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

export function varyText({ path }: Vary, { rows, least, global }: GainSweep, paint: Paint): string {
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
