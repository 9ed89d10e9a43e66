/** The figure of time against coordinates: many runs by WebAssembly and by plain C. */
import { dot, gridX, gridY, line, plot, text } from "@observablehq/plot";
import { createDocument } from "../src/node/document.ts";
import { toSvg } from "../src/plot/figures/motion.ts";
import { curveColors, THEMES } from "../src/plot/palette.ts";
import type { ManyRuns } from "./many-runs.ts";

const THEME = THEMES.light;

interface Point {
  readonly size: number;
  readonly time: number;
}

export function sizesFigure(measured: readonly ManyRuns[]): string {
  const document = createDocument();
  const [own, other] = curveColors(2) as [string, string];
  const ours = measured.map(({ size, ours: time }) => ({ size, time }));
  const scalar = measured.flatMap(({ size, scalar: time }) => (time === undefined ? [] : [{ size, time }]));
  const curve = (points: readonly Point[], stroke: string) => [
    line(points, { x: "size", y: "time", stroke, strokeWidth: 1.6 }),
    dot(points, { x: "size", y: "time", fill: stroke, r: 3 }),
  ];
  const figure = plot({
    document,
    width: 640,
    height: 340,
    marginLeft: 60,
    marginRight: 80,
    marginTop: 36,
    marginBottom: 44,
    style: { background: THEME.background, color: THEME.ink, fontSize: "12px", fontFamily: "DejaVu Sans, sans-serif" },
    x: { type: "log", label: "coordinates", ticks: [1, 2, 4, 8, 16, 30], tickFormat: String },
    y: { type: "log", label: "ns a step and run", tickFormat: String },
    color: { legend: false },
    marks: [gridX({ ticks: [1, 2, 4, 8, 16, 30] }), gridY(), ...curve(ours, own), ...curve(scalar, other), ...legend()],
  }) as unknown as SVGElement;
  return toSvg(figure);

  function legend() {
    const last = measured.at(-1)!;
    return [
      textAt(last.size, last.ours, "stickslip", own),
      ...(last.scalar === undefined ? [] : [textAt(last.size, last.scalar, "plain C", other)]),
    ];
  }

  function textAt(size: number, time: number, label: string, fill: string) {
    return text([{ size, time, label }], { x: "size", y: "time", text: "label", fill, dx: 8, textAnchor: "start" });
  }
}
