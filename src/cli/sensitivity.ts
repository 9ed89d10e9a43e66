/** `simulate --sensitivity`: derivatives of the end state, carried through the events and checked against other runs. */
import { compileDirections, endDifference } from "../problem/directions.ts";
import { runWithTangents, tangentRefusal } from "../simulate/sensitivity.ts";
import type { Simulation } from "../simulate/simulation.ts";
import type { Paint } from "./io.ts";
import type { LocatedFault, Valid } from "./load.ts";
import { plainName, plainText, shortNumber } from "./terminal-text.ts";
import { textTable } from "./text-table.ts";

export interface Derivative {
  readonly path: string;
  /** Of each coordinate at the end, by the number at the path. */
  readonly position: readonly number[];
  readonly velocity: readonly number[];
  /** Largest deviation from differences of runs; null where such runs fail. */
  readonly deviation: number | null;
  /** Instants at which the motion has no derivative. */
  readonly kinks: readonly { readonly time: number; readonly row: string; readonly reason: string }[];
}

const OPTION = "--sensitivity";

/** What `text`, paths with commas between them, asks for: looked at before the run, computed after it. */
export function askedDerivatives(
  { raw, simulation }: Valid,
  text: string | undefined,
): { faults: LocatedFault[]; derivatives: () => Derivative[] } {
  const paths = (text ?? "")
    .split(",")
    .map((path) => path.trim())
    .filter((path) => path !== "");
  const fault = (path: string, message: string) => ({ source: OPTION, path, message });
  if (text !== undefined && paths.length === 0) {
    return { faults: [fault("", "no paths given; as in initial.position[0],parameters.k")], derivatives: () => [] };
  }
  const { directions, faults } = compileDirections(raw, simulation, paths);
  const refusal = paths.length > 0 ? tangentRefusal(simulation, directions) : undefined;
  if (refusal) faults.push({ path: "scheme", message: refusal });
  return {
    faults: faults.map(({ path, message }) => fault(path, message)),
    derivatives: () =>
      directions.map((direction, j) => {
        const { columns, kinks } = runWithTangents(simulation, [direction]);
        return derivativeData(simulation, paths[j]!, columns[0]!, endDifference(raw, paths[j]!), kinks);
      }),
  };
}

function derivativeData(
  { system }: Simulation,
  path: string,
  column: Float64Array,
  difference: Float64Array | undefined,
  kinks: Derivative["kinks"],
): Derivative {
  const { size, visible } = system;
  const position = Array.from(column.subarray(0, visible));
  const velocity = Array.from(column.subarray(size, size + visible));
  const other = difference && [...difference.subarray(0, visible), ...difference.subarray(size, size + visible)];
  const deviation = other
    ? Math.max(...[...position, ...velocity].map((entry, i) => Math.abs(entry - other[i]!)))
    : null;
  return { path, position, velocity, deviation, kinks };
}

export function derivativeTable({ system }: Simulation, list: readonly Derivative[], paint: Paint): string {
  if (list.length === 0) return "";
  const rows = list.flatMap(({ path, position, velocity, deviation }) =>
    position.map((entry, i) => [
      i === 0 ? plainText(path) : "",
      plainName(system.names[i]!),
      shortNumber(entry, 9),
      shortNumber(velocity[i]!, 9),
      i > 0 ? "" : deviation === null ? "no runs" : shortNumber(deviation, 2),
    ]),
  );
  const header = ["by", "coordinate", "d position", "d velocity", "off differences by"];
  const notes = list.flatMap(({ path, kinks }) =>
    kinks.map(({ time, row, reason }) => {
      const place = `t = ${shortNumber(time, 6)} s, ${plainName(row)}`;
      return `${paint.bad("warning:")} no derivative by ${plainText(path)} at ${place}: ${reason}.`;
    }),
  );
  const title = paint.bold("Derivatives of the end state");
  return `\n${[title, ...textTable(header, rows, new Set([2, 3, 4])), ...notes].join("\n")}\n`;
}
