/** The equilibrium set with the guaranteed regions around it, in two coordinates. */
import type { Point } from "../../stability/rest/polygon.ts";
import type { Ellipse } from "../../stability/rest/sections.ts";
import type { FigureOptions } from "../blocks/frame.ts";
import { type PlaneLayer, planeFigure } from "./plane.ts";

export interface EquilibriumDrawing {
  readonly title: string;
  readonly x: { readonly name: string; readonly unit: string };
  readonly y: { readonly name: string; readonly unit: string };
  /** Corners of E. */
  readonly set: readonly Point[];
  /** Guaranteed regions, the sharpest first. */
  readonly regions: readonly { readonly label: string; readonly ellipse: Ellipse }[];
  /** The box (26), where the paper's example is drawn. */
  readonly box?: readonly Point[];
}

const COLORS = { set: "#d55e00", box: "#8c8c8c" };
const REGION_COLORS = ["#0072b2", "#009e73", "#cc79a7", "#e69f00"];
const CORNERS = 180;

export function equilibriumFigure(drawing: EquilibriumDrawing, options: FigureOptions): SVGElement {
  const { title, x, y, set, regions, box } = drawing;
  const layers: PlaneLayer[] = [
    ...regions.map(({ label, ellipse }, k): PlaneLayer => {
      const color = REGION_COLORS[k % REGION_COLORS.length]!;
      return { label, outline: ellipseOutline(ellipse), color, style: k === 0 ? "line" : "dashed" };
    }),
    ...(box ? [{ label: "the box (26)", outline: box, color: COLORS.box, style: "dashed" as const }] : []),
    { label: "equilibrium set E", outline: set, color: COLORS.set, style: "area" },
  ];
  return planeFigure({ title, x, y, layers }, options);
}

export function ellipseOutline({ center, axes }: Ellipse): Point[] {
  return Array.from({ length: CORNERS }, (_, k) => {
    const angle = (2 * Math.PI * k) / CORNERS;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return [center[0] + c * axes[0][0] + s * axes[1][0], center[1] + c * axes[0][1] + s * axes[1][1]];
  });
}
