/** Outlines in a plane, in braille dots. */
import { ellipseOutline } from "../../plot/figures/equilibrium.ts";
import type { drawingOf } from "../../results/equilibrium.ts";
import type { Paint } from "../io.ts";
import { brailleCanvas } from "./braille.ts";
import { plainName, shortNumber } from "./text.ts";

type Drawing = NonNullable<ReturnType<typeof drawingOf>>;
type Outline = readonly (readonly [number, number])[];

const COLUMNS = 56;
const ROWS = 18;

export function planePlot({ x, y, set, regions }: Drawing, paint: Paint): string[] {
  const outlines: Outline[] = [...regions.slice(0, 1).map(({ ellipse }) => ellipseOutline(ellipse)), set];
  const label = regions.length > 0 ? `E and the guaranteed region (${regions[0]!.label})` : "E";
  return outlinePlot(outlines, { x, y }, label, paint, regions.length > 0 ? [32, 166] : [166]);
}

/** Closed outlines, each in its color; the last color for those that have none. */
export function outlinePlot(
  outlines: readonly Outline[],
  { x, y }: Pick<Drawing, "x" | "y">,
  label: string,
  paint: Paint,
  colors: readonly number[] = [166],
): string[] {
  const all = outlines.flat();
  const range = (k: 0 | 1) => {
    const values = all.map((point) => point[k]);
    const low = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
    const high = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
    const pad = high > low ? 0 : Math.max(1, Math.abs(high));
    return { low: low - pad, high: high + pad };
  };
  const [across, up] = [range(0), range(1)];
  const canvas = brailleCanvas(COLUMNS, ROWS);
  const place = (value: number, { low, high }: { low: number; high: number }, dots: number) =>
    Math.round(((value - low) / (high - low)) * (dots - 1));
  outlines.forEach((outline, k) => {
    outline.forEach((from, i) => {
      const to = outline[(i + 1) % outline.length]!;
      canvas.line(
        place(from[0], across, canvas.width),
        canvas.height - 1 - place(from[1], up, canvas.height),
        place(to[0], across, canvas.width),
        canvas.height - 1 - place(to[1], up, canvas.height),
        k,
      );
    });
  });
  const colored = (text: string, color: number) =>
    paint.color ? `\u001b[38;5;${colors[color] ?? colors.at(-1)!}m${text}\u001b[0m` : text;
  const lines = canvas.render(colored);
  return [
    `${label}, ${plainName(y.name)} from ${shortNumber(up.low)} to ${shortNumber(up.high)}`,
    ...lines.map((line) => `  \u2502${line}`.trimEnd()),
    `  \u2514${plainName(x.name)} from ${shortNumber(across.low)} to ${shortNumber(across.high)}`,
  ];
}
