/** The figure of work against precision: a column for each problem, a row for each measure of work. */
import { axisX, axisY, dot, gridX, gridY, line, plot } from "@observablehq/plot";
import { curveColors, THEMES } from "../src/plot/palette.ts";
import { svgElement } from "../src/plot/svg.ts";
import type { Point, WorkPrecision } from "./work-precision.ts";

const WIDTH = 860;
const ROW = 250;
const HEAD = 34;
/** px left of a panel, for half a label; of the first, for the error axis. */
const MARGIN = 16;
const LEFT = 58;
const THEME = THEMES.light;

interface Work {
  readonly label: string;
  readonly of: (point: Point) => number;
}

const WORKS: readonly Work[] = [
  { label: "linear solves of a run", of: ({ linearSolves }) => linearSolves },
  { label: "time of a run, event-driven = 1", of: ({ time }) => time },
];

export function workPrecisionFigure(document: Document, measured: readonly WorkPrecision[]): SVGElement {
  const height = HEAD + WORKS.length * ROW;
  const figure = svgElement(document, "svg", {
    width: WIDTH,
    height,
    viewBox: `0 0 ${WIDTH} ${height}`,
    role: "img",
    "aria-label": "Largest position error against work for every scheme on three problems",
    "font-family": "DejaVu Sans, Helvetica, Arial, sans-serif",
    "font-size": 11,
    fill: "currentColor",
    color: THEME.ink,
  });
  figure.appendChild(svgElement(document, "rect", { width: WIDTH, height, fill: THEME.background }));
  const schemes = ["event-driven", ...new Set(measured[0]!.points.map(({ scheme }) => scheme))];
  const colors = new Map(curveColors(schemes.length).map((color, i) => [schemes[i]!, color]));
  addLegend(document, figure, colors);
  WORKS.forEach((work, row) => {
    const domain = workDomain(measured, work);
    measured.forEach((one, column) => {
      const width = (WIDTH - LEFT) / measured.length;
      const panel = drawPanel(document, one, work, colors, domain, width, column === 0);
      panel.setAttribute("x", String(column === 0 ? 0 : LEFT - MARGIN + column * width));
      panel.setAttribute("y", String(HEAD + row * ROW));
      figure.appendChild(panel);
    });
  });
  return figure;
}

function drawPanel(
  document: Document,
  { problem, points, reference }: WorkPrecision,
  work: Work,
  colors: ReadonlyMap<string, string>,
  domain: readonly [number, number],
  width: number,
  first: boolean,
): SVGElement {
  const marginLeft = first ? LEFT : MARGIN;
  const channels = { x: work.of, y: "position", stroke: ({ scheme }: Point) => colors.get(scheme)! };
  const panel = plot({
    document,
    width: width + marginLeft,
    height: ROW,
    marginLeft,
    marginRight: MARGIN + 12,
    marginTop: 24,
    marginBottom: 42,
    x: { type: "log", domain: [...domain], axis: null },
    y: { type: "log", domain: [1e-15, 1], axis: null },
    color: { type: "identity" },
    marks: [
      gridX({ ticks: decades(domain, 1) }),
      gridY({ ticks: decades([1e-15, 1], 3) }),
      line(points, { ...channels, z: "scheme", strokeWidth: 1.4 }),
      dot(points, { ...channels, r: 1.8, fill: THEME.background }),
      dot([reference], { ...channels, symbol: "diamond", r: 6, fill: colors.get(reference.scheme)! }),
      axisX({ ticks: decades(domain, 1), label: null, tickFormat: powerOfTen }),
      ...(first ? [axisY({ ticks: decades([1e-15, 1], 3), label: null, tickFormat: powerOfTen })] : []),
    ],
  }) as SVGElement;
  for (const sheet of Array.from(panel.querySelectorAll("style"))) sheet.remove();
  for (const name of ["class", "font-family", "font-size", "fill"]) panel.removeAttribute(name);
  const caption = { x: marginLeft, "text-anchor": "start" };
  const title = first ? `${problem}, error of x (m)` : problem;
  panel.appendChild(svgElement(document, "text", { ...caption, y: 16, "font-weight": "bold" }, title));
  panel.appendChild(svgElement(document, "text", { ...caption, y: ROW - 8, fill: THEME.muted }, work.label));
  return panel;
}

function addLegend(document: Document, figure: SVGElement, colors: ReadonlyMap<string, string>): void {
  let x = LEFT;
  for (const [scheme, color] of colors) {
    figure.appendChild(
      svgElement(document, "line", { x1: x, x2: x + 16, y1: 16, y2: 16, stroke: color, "stroke-width": 3 }),
    );
    figure.appendChild(svgElement(document, "text", { x: x + 21, y: 20 }, scheme));
    x += 120;
  }
}

/** Whole decades around everything that is drawn in a row. */
function workDomain(measured: readonly WorkPrecision[], work: Work): [number, number] {
  const values = measured.flatMap(({ points, reference }) => [...points, reference].map(work.of));
  return [10 ** Math.floor(Math.log10(Math.min(...values))), 10 ** Math.ceil(Math.log10(Math.max(...values)))];
}

function decades([low, high]: readonly [number, number], every: number): number[] {
  const first = Math.round(Math.log10(low));
  const count = Math.floor((Math.round(Math.log10(high)) - first) / every) + 1;
  return Array.from({ length: count }, (_, k) => Number(`1e${first + k * every}`));
}

function powerOfTen(value: number): string {
  const exponent = String(Math.round(Math.log10(value)));
  const raised = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };
  return `10${Array.from(exponent, (digit) => raised[digit as keyof typeof raised]).join("")}`;
}
