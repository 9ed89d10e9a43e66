/** A map of attraction in characters: the darker, the longer until rest. */
import type { VariedValues } from "../../../batch/varied-values.ts";
import type { AttractionMap } from "../../../stability/attraction/attraction-map.ts";
import { outcomeOf } from "../../../stability/attraction/starts.ts";
import type { Paint } from "../../io.ts";
import { plainText, shortNumber } from "../../terminal/text.ts";

const COLUMNS = 56;
const ROWS = 22;
const SHADES = ["\u2591", "\u2592", "\u2593", "\u2588"];
/** 256-color codes near viridis, quick to slow. */
const COLORS = [54, 31, 36, 184];

export function attractionPicture({ vary, starts, tally }: AttractionMap, paint: Paint): string[] {
  const [across, up] = vary;
  const [columns, rows] = [Math.min(COLUMNS, 2 * across.values.length), Math.min(ROWS, up.values.length)];
  const slowest = tally.slowest?.time ?? 0;
  const lines = Array.from({ length: rows }, (_, line) => {
    const l = nearest(up, rows - 1 - line, rows);
    const cells = Array.from({ length: columns }, (_, column) => {
      const row = nearest(across, column, columns) * up.values.length + l;
      const found = outcomeOf(starts, row);
      if (found !== "attracted")
        return found ? { escaped: "\u00b7", undecided: "?", periodic: "o", endless: "~", invalid: "x" }[found] : " ";
      const level = slowest > 0 ? Math.sqrt(starts.results[2 * row + 1]! / slowest) : 0;
      return shade(Math.min(SHADES.length - 1, Math.floor(level * SHADES.length)), paint);
    });
    return `  \u2502${cells.join("")}`;
  });
  const range = ({ values }: VariedValues) =>
    [values[0]!, values.at(-1)!].sort((a, b) => a - b).map((v) => shortNumber(v));
  const [[left, right], [low, high]] = [range(across), range(up)] as [string[], string[]];
  return [
    `${plainText(up.path)} from ${low} to ${high}`,
    ...lines,
    `  \u2514${plainText(across.path)} from ${left} to ${right}`,
    `  ${SHADES.map((_, k) => shade(k, paint)).join("")} attracted, quick to slow; \u00b7 escaped; ? undecided; o periodic; ~ endless`,
  ];
}

function shade(level: number, paint: Paint): string {
  return paint.color ? `\u001b[38;5;${COLORS[level]}m\u2588\u001b[0m` : SHADES[level]!;
}

/** The value nearest to the middle of a character, counted from the low end. */
function nearest({ values }: VariedValues, place: number, count: number): number {
  const k = Math.min(values.length - 1, Math.floor(((place + 0.5) / count) * values.length));
  return values[0]! < values.at(-1)! ? k : values.length - 1 - k;
}
