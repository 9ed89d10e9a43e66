import type { Trajectory } from "../../simulate/record/trajectory.ts";
import { controllerBlocks } from "../blocks/controller.ts";
import { curveBlock } from "../blocks/curve.ts";
import { energyBlock } from "../blocks/energy.ts";
import { type Block, createFrame, type FigureOptions, type Frame, stackBlocks } from "../blocks/frame.ts";
import { multiplierBlocks } from "../blocks/multiplier.ts";
import { outputBlocks } from "../blocks/output.ts";
import { rateUnit, withUnits } from "../units.ts";

export type { FigureOptions } from "../blocks/frame.ts";
export { toSvg } from "../svg.ts";
export { frictionFigure } from "./friction.ts";

/** Displacement of every coordinate over time, with the bars of rows and stops under it. */
export function displacementFigure(trajectory: Trajectory, options: FigureOptions): SVGElement {
  return figure(trajectory, options, (frame) => displacementBlocks(frame, trajectory));
}

/** Velocity of every coordinate over time, with the bars of rows and stops under it. */
export function velocityFigure(trajectory: Trajectory, options: FigureOptions): SVGElement {
  return figure(trajectory, options, (frame) => velocityBlocks(frame, trajectory));
}

/** Multiplier of every friction row and force of every stop and joint, each in a panel of its own; empty if there is no row. */
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
    ...displacementBlocks(frame, trajectory),
    ...velocityBlocks(frame, trajectory),
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

function displacementBlocks(frame: Frame, trajectory: Trajectory): Block[] {
  const { names, position: columns } = trajectory;
  if (columns.length === 0) return []; // none was chosen
  return frame.position.map((group, place) => {
    const label = withUnits("displacement x", group.units);
    const bars = place === frame.position.length - 1;
    return curveBlock(frame, trajectory, { label, names: names.position, columns, group, bars });
  });
}

function velocityBlocks(frame: Frame, trajectory: Trajectory): Block[] {
  const { names, velocity: columns } = trajectory;
  if (columns.length === 0) return [];
  return frame.velocity.map((group, place) => {
    const label = withUnits("velocity v", group.units.map(rateUnit));
    const bars = place === frame.velocity.length - 1;
    return curveBlock(frame, trajectory, { label, names: names.velocity, columns, group, bars });
  });
}
