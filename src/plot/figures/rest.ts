/** The static shape of a beam, and the tension along it. */
import type { StaticData } from "../../results/static.ts";
import type { FigureOptions } from "../blocks/frame.ts";
import { type XyPanel, xyFigure } from "./xy.ts";

export function restFigure({ shape, tension }: StaticData, options: FigureOptions): SVGElement {
  const column = (name: string) => Float64Array.from(shape[name]!);
  const views = shape["z"] ? (["y", "z"] as const) : (["y"] as const);
  const panels: XyPanel[] = [
    ...views.map((up) => ({
      label: `${up} (m)`,
      across: "x (m)",
      curves: [{ name: "static shape", x: column("x"), y: column(up) }],
    })),
    {
      label: "tension (N)",
      across: "s (m)",
      curves: [{ name: "tension", x: Float64Array.from(tension.s), y: Float64Array.from(tension.force) }],
    },
  ];
  return xyFigure(panels, { ...options, columns: 2 });
}
