/** `simulate --sensitivity`: derivatives of the end state, as the option asks for them and as a table. */
import { type Derivative, derivativesOf, type EndDerivative } from "../../../results/sensitivity.ts";
import type { Simulation } from "../../../simulate/run/simulation.ts";
import type { LocatedFault, Valid } from "../../files/load.ts";
import type { Paint } from "../../io.ts";
import { plainName, plainText, shortNumber } from "../../terminal/text.ts";
import { textTable } from "../../terminal/text-table.ts";

export type { Derivative } from "../../../results/sensitivity.ts";

const OPTION = "--sensitivity";

/** What `text`, paths with commas between them, asks for: looked at before the run, computed after it. */
export function askedDerivatives(
  loaded: Valid,
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
  const { faults, derivatives } = derivativesOf(loaded, paths);
  return { faults: faults.map(({ path, message }) => fault(path, message)), derivatives };
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
