import { dot, gridX, gridY, line, plot } from "@observablehq/plot";
import type { Law } from "../../model/rows/law.ts";
import type { System } from "../../model/system.ts";
import type { Trajectory } from "../../simulate/record/trajectory.ts";
import { axis, drawable, extent, padded } from "../axis.ts";
import { leftAxis, lowerAxis } from "../blocks/axes.ts";
import { DEFAULT_WIDTH, type FigureOptions, FONT, FONT_SIZE, shortName } from "../blocks/frame.ts";
import { lawPoints, type Point } from "../blocks/law-points.ts";
import { bare } from "../blocks/panel.ts";
import { curveColors, THEMES, type Theme } from "../palette.ts";
import { svgElement } from "../svg.ts";
import { forceUnit, rateUnit, withUnits } from "../units.ts";
import { FIGURES } from "../wishes.ts";

const ACROSS = 3;
const HEIGHT = 230;
const MARGINS = { marginTop: 34, marginRight: 14, marginBottom: 40, marginLeft: 58 };

/**
 * Friction force against slip, a panel a row, of the first of `trajectory.friction`: a dot a sample, over the law where it stays the same.
 */
export function frictionFigure(system: System, trajectory: Trajectory, options: FigureOptions): SVGElement {
  const { document } = options;
  const friction = trajectory.friction.slice(0, FIGURES.friction);
  const theme = THEMES[options.theme ?? "light"];
  const all = system.rows.filter(({ law }) => !law.stop && !law.joint).length;
  const panelWidth = Math.floor((options.width ?? DEFAULT_WIDTH) / ACROSS);
  const width = Math.min(ACROSS, friction.length) * panelWidth;
  const height = Math.ceil(friction.length / ACROSS) * HEIGHT;
  const units = friction.map(({ unit }) => unit);
  const part = friction.length < all ? ` (${friction.length} of ${all} rows)` : "";
  const figure = svgElement(document, "svg", {
    ...{ width, height, viewBox: `0 0 ${width} ${height}`, role: "img" },
    "aria-label": `${withUnits("friction force", units.map(forceUnit))} against ${withUnits("slip", units.map(rateUnit))}${part}`,
    ...{ "font-family": FONT, "font-size": FONT_SIZE, fill: "currentColor", color: theme.ink },
  });
  figure.appendChild(svgElement(document, "rect", { width, height, fill: theme.background }));
  const colors = curveColors(friction.length);
  friction.forEach((row, place) => {
    const law = system.rows.find(({ name }) => name === row.name)?.law;
    const panel = drawRow(row, law, { document, theme, width: panelWidth, color: colors[place]! });
    panel.setAttribute("x", String((place % ACROSS) * panelWidth));
    panel.setAttribute("y", String(Math.floor(place / ACROSS) * HEIGHT));
    figure.appendChild(panel);
  });
  return figure;
}

function drawRow(
  { name, unit, slip, force }: Trajectory["friction"][number],
  law: Law | undefined,
  { document, theme, width, color }: { document: Document; theme: Theme; width: number; color: string },
): SVGElement {
  const samples = Array.from(slip, (value, k): Point => ({ slip: drawable(value), force: drawable(force[k]!) }));
  const points = samples.filter((point) => !Number.isNaN(point.slip + point.force));
  const slips = padded(extent([Float64Array.from(points, ({ slip }) => slip)]), 0.06);
  const lawCurve = law?.fixed ? lawPoints(law, law.fixed, slips) : [];
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
      dot(distinct(points, pixelsAcross, pixelsUp), { ...channels, fill: color, r: 1.6 }),
      leftAxis(up),
      lowerAxis(across),
    ],
  }) as SVGElement;
  bare(drawing);
  drawing.querySelector("[aria-label=dot]")?.setAttribute("aria-label", name);
  const heading = { x: 12, y: 15, "text-anchor": "start", "font-weight": "bold" };
  drawing.appendChild(svgElement(document, "text", heading, withUnits(`${shortName(name)}: force`, [forceUnit(unit)])));
  const below = { x: width - MARGINS.marginRight, y: HEIGHT - 6, "text-anchor": "end" };
  drawing.appendChild(svgElement(document, "text", below, withUnits("slip", [rateUnit(unit)])));
  return drawing;
}

/** One point of those that fall on the same pixel. */
function distinct(points: readonly Point[], pixelsAcross: number, pixelsUp: number): Point[] {
  const pixelOf = ({ slip, force }: Point) => `${Math.round(slip * pixelsAcross)} ${Math.round(force * pixelsUp)}`;
  return [...new Map(points.map((point) => [pixelOf(point), point])).values()];
}
