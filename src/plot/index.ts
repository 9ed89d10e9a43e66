/** stickslip/plot: figures and reports from results. The document to draw in is passed: of a browser, or `createDocument` of stickslip/node. */
export { attractionContent, attractionDrawing } from "../results/attraction-drawing.ts";
export { type AttractionDrawing, attractionFigure } from "./figures/attraction.ts";
export { constraintFigure } from "./figures/constraints.ts";
export { controlFigure, convergenceFigure, effortFigure } from "./figures/control.ts";
export { branchFigure, phaseFigure } from "./figures/cycle.ts";
export { type EquilibriumDrawing, equilibriumFigure } from "./figures/equilibrium.ts";
export { type GainLabels, gainFigure } from "./figures/gain.ts";
export {
  controllerFigure,
  displacementFigure,
  energyFigure,
  type FigureOptions,
  frictionFigure,
  multiplierFigure,
  outputFigure,
  overviewFigure,
  velocityFigure,
} from "./figures/motion.ts";
export { posesFigure } from "./figures/poses.ts";
export { sectionFigure } from "./figures/section.ts";
export { type Extended, shapeOverviewFigure, shapesFigure, spaceTimeFigure } from "./figures/shapes.ts";
export { sweepFigure } from "./figures/sweep.ts";
export { type AttractionReport, attractionReport } from "./reports/attraction.ts";
export { controlReport } from "./reports/control.ts";
export { type DesignReport, designReport } from "./reports/design.ts";
export { type EquilibriumReportOptions, equilibriumReport, gainReport } from "./reports/equilibrium.ts";
export { type RunReportOptions, runReport } from "./reports/run.ts";
export { sectionReport } from "./reports/section.ts";
export { type SweepReportOptions, sweepReport } from "./reports/sweep.ts";
export { toSvg } from "./svg.ts";
export { FIGURES } from "./wishes.ts";
