import type { Trajectory } from "../simulate/trajectory.ts";
import { controllerBlocks } from "./controller-block.ts";
import { curveBlock } from "./curve-block.ts";
import { energyBlock } from "./energy-block.ts";
import { type Block, createFrame, type FigureOptions, type Frame, stackBlocks } from "./frame.ts";
import { multiplierBlock } from "./multiplier-block.ts";
import { outputBlocks } from "./output-block.ts";

export type { FigureOptions } from "./frame.ts";
export { frictionFigure } from "./friction-figure.ts";
export { toSvg } from "./svg.ts";

/** Displacement of every coordinate over time, with the rows' stick intervals under it. */
export function displacementFigure(trajectory: Trajectory, options: FigureOptions): SVGElement {
  return figure(trajectory, options, (frame) => [displacementBlock(frame, trajectory)]);
}

/** Velocity of every coordinate over time, with the rows' stick intervals under it. */
export function velocityFigure(trajectory: Trajectory, options: FigureOptions): SVGElement {
  return figure(trajectory, options, (frame) => [velocityBlock(frame, trajectory)]);
}

/** Multiplier of every row in a panel of its own, shaded where it sticks; empty if there is no row. */
export function multiplierFigure(trajectory: Trajectory, options: FigureOptions): SVGElement {
  return figure(trajectory, options, (frame) => multiplierBlocks(frame, trajectory));
}

/** Kinetic + elastic energy over time. */
export function energyFigure(trajectory: Trajectory, options: FigureOptions): SVGElement {
  return figure(trajectory, options, (frame) => [energyBlock(frame, trajectory)]);
}

/** Every output over time in a panel of its own; empty if there is none. */
export function outputFigure(trajectory: Trajectory, options: FigureOptions): SVGElement {
  return figure(trajectory, options, (frame) => outputBlocks(frame, trajectory));
}

/** Signals of every controller over time; empty if there is none. */
export function controllerFigure(trajectory: Trajectory, options: FigureOptions): SVGElement {
  return figure(trajectory, options, (frame) => controllerBlocks(frame, trajectory));
}

/** All of them over each other on one time axis. */
export function overviewFigure(trajectory: Trajectory, options: FigureOptions): SVGElement {
  return figure(trajectory, options, (frame) => [
    displacementBlock(frame, trajectory),
    velocityBlock(frame, trajectory),
    ...multiplierBlocks(frame, trajectory),
    energyBlock(frame, trajectory),
    ...outputBlocks(frame, trajectory),
    ...controllerBlocks(frame, trajectory),
  ]);
}

function figure(trajectory: Trajectory, options: FigureOptions, blocks: (frame: Frame) => Block[]): SVGElement {
  const frame = createFrame(trajectory, options);
  return stackBlocks(frame, blocks(frame), options.height);
}

function displacementBlock(frame: Frame, trajectory: Trajectory): Block {
  const names = trajectory.names.position;
  return curveBlock(frame, trajectory, {
    label: "displacement x (m)",
    names,
    columns: trajectory.position,
    range: frame.position,
  });
}

function velocityBlock(frame: Frame, trajectory: Trajectory): Block {
  const names = trajectory.names.velocity;
  return curveBlock(frame, trajectory, {
    label: "velocity v (m/s)",
    names,
    columns: trajectory.velocity,
    range: frame.velocity,
  });
}

function multiplierBlocks(frame: Frame, trajectory: Trajectory): Block[] {
  return trajectory.multiplier.length === 0 ? [] : [multiplierBlock(frame, trajectory)];
}
