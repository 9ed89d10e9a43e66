/** Figures of the papers' experiments. */
import type { Drawn } from "../../papers/drawn.ts";
import type { FigureOptions } from "../blocks/frame.ts";
import { attractionFigure } from "./attraction.ts";
import { controlFigure } from "./control.ts";
import { equilibriumFigure } from "./equilibrium.ts";
import { gainFigure } from "./gain.ts";
import { displacementFigure, energyFigure, multiplierFigure, outputFigure, velocityFigure } from "./motion.ts";
import { posesFigure } from "./poses.ts";
import { type Extended, shapesFigure } from "./shapes.ts";
import { xyFigure } from "./xy.ts";

const MOTION = {
  displacement: displacementFigure,
  velocity: velocityFigure,
  multiplier: multiplierFigure,
  energy: energyFigure,
  outputs: outputFigure,
} as const;

export function experimentFigure(drawn: Drawn, options: FigureOptions): SVGElement {
  switch (drawn.show) {
    case "attraction":
      return attractionFigure(drawn.map, options);
    case "equilibrium":
      return equilibriumFigure(drawn.set, options);
    case "gain":
      return gainFigure(drawn.gain, { name: drawn.path }, options);
    case "control":
      return controlFigure(drawn.curve, options);
    case "poses":
      return posesFigure(drawn, drawn.trajectory, options);
    case "shapes":
      return shapesFigure(drawn.system as Extended, drawn.trajectory, options);
    case "panels":
      return xyFigure(drawn.panels, { ...options, columns: drawn.columns });
    default:
      return MOTION[drawn.show](drawn.trajectory, options);
  }
}
