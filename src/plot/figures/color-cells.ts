/** Cells of a grid in colors, and the bar that explains the colors. */
import { svgElement } from "../svg.ts";

/** px */
const BAR_WIDTH = 12;

/** One path a color: neighbors in a row that have the same are one rectangle. `x` and `y`: edges in px; no color leaves a cell blank. */
export function colorCells(
  document: Document,
  x: readonly number[],
  y: readonly number[],
  colorAt: (i: number, j: number) => string | undefined,
): SVGElement[] {
  const paths = new Map<string, string>();
  for (let j = 0; j + 1 < y.length; j++) {
    let start = 0;
    let color = colorAt(0, j);
    for (let i = 1; i < x.length; i++) {
      const next = i + 1 < x.length ? colorAt(i, j) : undefined;
      if (next === color && i + 1 < x.length) continue;
      if (color !== undefined) {
        const width = tenths(x[i]! - x[start]!);
        const rectangle = `M${x[start]} ${y[j]}h${width}v${tenths(y[j + 1]! - y[j]!)}h${-width}z`;
        paths.set(color, (paths.get(color) ?? "") + rectangle);
      }
      start = i;
      color = next;
    }
  }
  return [...paths].map(([fill, d]) => svgElement(document, "path", { d, fill, "shape-rendering": "crispEdges" }));
}

/** A place between two px, 0..1, to a tenth. */
export function pixel(from: number, to: number, place: number): number {
  return tenths(from + (to - from) * place);
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

export interface ColorBar {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
  /** From low to high. */
  readonly colors: readonly string[];
  /** Place 0..1 from the low end, and text. */
  readonly ticks: readonly { readonly place: number; readonly text: string }[];
}

export function colorBar(document: Document, { x, top, bottom, colors, ticks }: ColorBar): SVGElement[] {
  const step = (bottom - top) / colors.length;
  const bar = colors.map((fill, level) => {
    const y = bottom - (level + 1) * step;
    // A little higher than its share, so that no seam shows between two.
    return svgElement(document, "rect", { x, y, width: BAR_WIDTH, height: step + 0.4, fill });
  });
  const labels = ticks.map(({ place, text }) => {
    const y = bottom - place * (bottom - top);
    return svgElement(document, "text", { x: x + BAR_WIDTH + 5, y: y + 4, "text-anchor": "start" }, text);
  });
  return [...bar, ...labels];
}

/** A color and what it stands for, beside it. */
export function colorSample(document: Document, x: number, y: number, fill: string, text: string): SVGElement[] {
  return [
    svgElement(document, "rect", { x, y: y - 9, width: BAR_WIDTH, height: 10, fill }),
    svgElement(document, "text", { x: x + BAR_WIDTH + 5, y, "text-anchor": "start" }, text),
  ];
}
