import { axisX, axisY, dot, gridX, gridY, line, plot } from "@observablehq/plot";
import type { Law } from "../model/law.ts";
import type { LinearSystem } from "../model/linear.ts";
import type { Trajectory } from "../simulate/trajectory.ts";
import { axis, drawable, extent, padded, type Range } from "./axis.ts";
import { DEFAULT_WIDTH, type FigureOptions, FONT, FONT_SIZE, shortName } from "./frame.ts";
import { curveColors, THEMES, type Theme } from "./palette.ts";
import { bare } from "./panel.ts";
import { svgElement } from "./svg.ts";

const MOST_ROWS = 6;
const ACROSS = 3;
const HEIGHT = 230;
const MARGINS = { marginTop: 34, marginRight: 14, marginBottom: 40, marginLeft: 58 };
const LAW_POINTS = 200;

/** Slip (m/s) and friction force (N) of one row. */
interface Point {
  readonly slip: number;
  readonly force: number;
}

/**
 * Friction force against slip, a panel a row (the first six): a dot a sample over the law. Empty if there is no friction row.
 */
export function frictionFigure(system: LinearSystem, trajectory: Trajectory, options: FigureOptions): SVGElement {
  const { document } = options;
  const theme = THEMES[options.theme ?? "light"];
  const all = system.rows.flatMap(({ law }, row) => (law.stop ? [] : [row]));
  const rows = all.slice(0, MOST_ROWS);
  const panelWidth = Math.floor((options.width ?? DEFAULT_WIDTH) / ACROSS);
  const width = Math.min(ACROSS, rows.length) * panelWidth;
  const height = Math.ceil(rows.length / ACROSS) * HEIGHT;
  const figure = svgElement(document, "svg", {
    ...{ width, height, viewBox: `0 0 ${width} ${height}`, role: "img" },
    "aria-label": `friction force (N) against slip (m/s)${all.length > rows.length ? ` (${rows.length} of ${all.length} rows)` : ""}`,
    ...{ "font-family": FONT, "font-size": FONT_SIZE, fill: "currentColor", color: theme.ink },
  });
  figure.appendChild(svgElement(document, "rect", { width, height, fill: theme.background }));
  const colors = curveColors(rows.length);
  rows.forEach((row, place) => {
    const panel = drawRow(system, trajectory, row, { document, theme, width: panelWidth, color: colors[place]! });
    panel.setAttribute("x", String((place % ACROSS) * panelWidth));
    panel.setAttribute("y", String(Math.floor(place / ACROSS) * HEIGHT));
    figure.appendChild(panel);
  });
  return figure;
}

function drawRow(
  system: LinearSystem,
  trajectory: Trajectory,
  row: number,
  { document, theme, width, color }: { document: Document; theme: Theme; width: number; color: string },
): SVGElement {
  const { law, name } = system.rows[row]!;
  const points = pointsOf(system, trajectory, row);
  const slips = padded(extent([Float64Array.from(points, ({ slip }) => slip)]), 0.06);
  const lawCurve = lawPoints(law, slips);
  const shown = [...points, ...lawCurve];
  const forces = padded(extent([Float64Array.from(shown, ({ force }) => force)]), 0.08);
  const across = axis(slips, 4);
  const up = axis(forces, 5);
  const pixelsAcross = (width - MARGINS.marginLeft - MARGINS.marginRight) / (slips.high - slips.low);
  const pixelsUp = (HEIGHT - MARGINS.marginTop - MARGINS.marginBottom) / (forces.high - forces.low);
  const channels = { x: "slip", y: "force" };
  const drawing = plot({
    document,
    width,
    height: HEIGHT,
    ...MARGINS,
    x: { domain: [slips.low, slips.high], axis: null },
    y: { domain: [forces.low, forces.high], axis: null },
    marks: [
      gridX(across.ticks),
      gridY(up.ticks),
      line(lawCurve, { ...channels, stroke: theme.muted, strokeWidth: 1, ariaLabel: () => "law" }),
      dot(distinct(points, pixelsAcross, pixelsUp), { ...channels, fill: color, r: 1.6, ariaLabel: () => name }),
      axisY(up.ticks, { label: null, tickFormat: up.format, tickSize: 4, fontSize: FONT_SIZE }),
      axisX(across.ticks, { label: null, tickFormat: across.format, tickSize: 4, fontSize: FONT_SIZE }),
    ],
  }) as SVGElement;
  bare(drawing);
  const heading = { x: 12, y: 15, "text-anchor": "start", "font-weight": "bold" };
  drawing.appendChild(svgElement(document, "text", heading, `${shortName(name)}: force (N)`));
  const below = { x: width - MARGINS.marginRight, y: HEIGHT - 6, "text-anchor": "end" };
  drawing.appendChild(svgElement(document, "text", below, "slip (m/s)"));
  return drawing;
}

/** The samples of a row; the force is -limit (lambda - gamma(s)). */
function pointsOf({ directions, rows }: LinearSystem, trajectory: Trajectory, row: number): Point[] {
  const { law } = rows[row]!;
  const points: Point[] = [];
  for (let k = 0; k < trajectory.time.length; k++) {
    let slip = 0;
    for (let entry = directions.start[row]!; entry < directions.start[row + 1]!; entry++) {
      slip += directions.value[entry]! * trajectory.velocity[directions.column[entry]!]![k]!;
    }
    const force = law.limit * (weakeningAt(law, slip) - trajectory.multiplier[row]![k]!);
    if (!Number.isNaN(drawable(slip)) && !Number.isNaN(drawable(force))) points.push({ slip, force });
  }
  return points;
}

function weakeningAt(law: Law, slip: number): number {
  const gamma = new Float64Array(1);
  law.weakening?.evaluate(Float64Array.of(slip), 0, gamma, new Float64Array(1));
  return gamma[0]!;
}

/** What the law allows over a range of slips, from left to right; at rest the whole interval. */
function lawPoints(law: Law, { low, high }: Range): Point[] {
  const slips = Array.from({ length: LAW_POINTS + 1 }, (_, k) => low + ((high - low) * k) / LAW_POINTS);
  const { limit, smoothing: eta } = law;
  if (eta > 0) return slips.map((slip) => ({ slip, force: (-limit * slip) / Math.hypot(eta, slip) }));
  const moving = slips
    .filter((slip) => slip !== 0)
    .map((slip) => ({ slip, force: limit * (weakeningAt(law, slip) - Math.sign(slip)) }));
  const rest = [limit, -limit].map((force) => ({ slip: 0, force }));
  return [...moving.filter(({ slip }) => slip < 0), ...rest, ...moving.filter(({ slip }) => slip > 0)];
}

/** One point of those that fall on the same pixel. */
function distinct(points: readonly Point[], pixelsAcross: number, pixelsUp: number): Point[] {
  const pixelOf = ({ slip, force }: Point) => `${Math.round(slip * pixelsAcross)} ${Math.round(force * pixelsUp)}`;
  return [...new Map(points.map((point) => [pixelOf(point), point])).values()];
}
