/** Figures of a body that extends in space: its shapes over time, and where along it it sticks, slips and touches. */
import type { Trajectory } from "../../simulate/record/trajectory.ts";
import { energyBlock } from "../blocks/energy.ts";
import { createFrame, type FigureOptions, stackBlocks } from "../blocks/frame.ts";
import { lengthErrorBlocks } from "../blocks/length-error.ts";
import { outputBlocks } from "../blocks/output.ts";
import { type Extended, shapeBlocks } from "../blocks/shapes.ts";
import { spaceTimeBlocks } from "../blocks/space-time.ts";

export type { Extended } from "../blocks/shapes.ts";

/** Whether a trajectory has all that shapes are made of. */
export function hasShapes({ size, shape }: Partial<Extended>, { position }: Trajectory): boolean {
  return shape !== undefined && position.length === size;
}

/** Shapes at some times, over each other and one by one. */
export function shapesFigure(system: Extended, trajectory: Trajectory, options: FigureOptions): SVGElement {
  const frame = createFrame(trajectory, options);
  return stackBlocks(frame, shapeBlocks(frame, system, trajectory), options.height);
}

/** Stick, slip and contact: places against time; empty if there is no row. */
export function spaceTimeFigure(system: Extended, trajectory: Trajectory, options: FigureOptions): SVGElement {
  const frame = createFrame(trajectory, options);
  return stackBlocks(frame, spaceTimeBlocks(frame, system, trajectory), options.height);
}

/** Of a beam: by how much it is too long or too short; empty for others. */
export function lengthErrorFigure(system: Extended, trajectory: Trajectory, options: FigureOptions): SVGElement {
  const frame = createFrame(trajectory, options);
  return stackBlocks(frame, lengthErrorBlocks(frame, system, trajectory), options.height);
}

/** All of them, with energy and outputs. */
export function shapeOverviewFigure(system: Extended, trajectory: Trajectory, options: FigureOptions): SVGElement {
  const frame = createFrame(trajectory, options);
  const blocks = [
    ...shapeBlocks(frame, system, trajectory),
    ...spaceTimeBlocks(frame, system, trajectory),
    energyBlock(frame, trajectory),
    ...lengthErrorBlocks(frame, system, trajectory),
    ...outputBlocks(frame, trajectory),
  ];
  return stackBlocks(frame, blocks, options.height);
}
