/** `simulate --sensitivity`: derivatives of the end state, carried through the events and checked against other runs. */
import { compileDirections, endDifference } from "../../../problem/paths/directions.ts";
import {
  type Differentiability,
  type Direction,
  differentiability,
  type NamedKink,
  opposite,
  runWithTangents,
  tangentRefusal,
} from "../../../simulate/run/sensitivity.ts";
import type { Simulation } from "../../../simulate/run/simulation.ts";
import type { LocatedFault, Valid } from "../../files/load.ts";
import type { Paint } from "../../io.ts";
import { plainName, plainText, shortNumber } from "../../terminal/text.ts";
import { textTable } from "../../terminal/text-table.ts";

/** Of each coordinate at the end, by the number at a path. */
interface EndDerivative {
  readonly position: readonly number[];
  readonly velocity: readonly number[];
}

export interface Derivative extends EndDerivative {
  readonly path: string;
  /** Whether it is the same from both sides; `one-sided`: it is that of larger numbers, and `below` that of smaller ones. */
  readonly derivative: Differentiability;
  readonly below?: EndDerivative;
  /** Largest deviation from differences of runs; null where such runs fail. */
  readonly deviation: number | null;
  /** Instants at which the motion has no derivative. */
  readonly kinks: readonly NamedKink[];
}

const OPTION = "--sensitivity";

/** What `text`, paths with commas between them, asks for: looked at before the run, computed after it. */
export function askedDerivatives(
  { compiled, simulation }: Valid,
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
  const { directions, faults } = compileDirections(compiled, simulation, paths);
  const refusal = paths.length > 0 ? tangentRefusal(simulation, directions) : undefined;
  if (refusal) faults.push({ path: "scheme", message: refusal });
  return {
    faults: faults.map(({ path, message }) => fault(path, message)),
    derivatives: () =>
      directions.map((direction, j) =>
        derivativeData(simulation, paths[j]!, direction, endDifference(compiled, paths[j]!)),
      ),
  };
}

function derivativeData(
  simulation: Simulation,
  path: string,
  direction: Direction,
  difference: Float64Array | undefined,
): Derivative {
  const { columns, kinks } = runWithTangents(simulation, [direction]);
  const derivative = differentiability(kinks);
  const above = columns[0]!;
  const below =
    derivative === "one-sided"
      ? runWithTangents(simulation, [opposite(direction)]).columns[0]!.map((entry) => -entry)
      : above;
  const { size, visible } = simulation.system;
  const parts = (column: Float64Array): EndDerivative => ({
    position: Array.from(column.subarray(0, visible)),
    velocity: Array.from(column.subarray(size, size + visible)),
  });
  const flat = ({ position, velocity }: EndDerivative) => [...position, ...velocity];
  // central differences tend to the mean of both sides
  const mean = flat(parts(above.map((entry, i) => (entry + below[i]!) / 2)));
  const other = difference && flat(parts(difference));
  const deviation = other ? Math.max(...mean.map((entry, i) => Math.abs(entry - other[i]!))) : null;
  return {
    path,
    derivative,
    ...parts(above),
    ...(derivative === "one-sided" ? { below: parts(below) } : {}),
    deviation,
    kinks,
  };
}

/** One line a coordinate; a one-sided derivative has a second one from below. */
function lines({ system }: Simulation, one: Derivative): string[][] {
  const sides: [string, EndDerivative][] = one.below
    ? [
        [" (above)", one],
        [" (below)", one.below],
      ]
    : [["", one]];
  return sides.flatMap(([side, { position, velocity }], k) =>
    position.map((entry, i) => [
      i === 0 ? `${plainText(one.path)}${side}` : "",
      plainName(system.names[i]!),
      shortNumber(entry, 9),
      shortNumber(velocity[i]!, 9),
      i > 0 || k > 0 ? "" : one.deviation === null ? "no runs" : shortNumber(one.deviation, 2),
    ]),
  );
}

export function derivativeTable(simulation: Simulation, list: readonly Derivative[], paint: Paint): string {
  if (list.length === 0) return "";
  const rows = list.flatMap((one) => lines(simulation, one));
  const header = ["by", "coordinate", "d position", "d velocity", "off differences by"];
  const notes = list.flatMap(({ path, kinks }) =>
    kinks.map(({ time, row, reason, derivative }) => {
      const place = `t = ${shortNumber(time, 6)} s, ${plainName(row)}`;
      const what = derivative === "one-sided" ? "one-sided derivatives only" : "no derivative";
      return `${paint.bad("warning:")} ${what} by ${plainText(path)} at ${place}: ${reason}.`;
    }),
  );
  const title = paint.bold("Derivatives of the end state");
  return `\n${[title, ...textTable(header, rows, new Set([2, 3, 4])), ...notes].join("\n")}\n`;
}
