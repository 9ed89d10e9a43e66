/** The double pendulum against a wall and with its tip on an ellipse. */
import type { Run } from "../experiment.ts";

/** (40) with the penalty (35) in the wall, at the printed step. */
export function pushedIn(epsilon: number, end: number): Run {
  const wall = { type: "wall", name: "wall", normal: [0, 1], distance: "d", of: "tip", method: "penalty", epsilon };
  return {
    ...{ do: "simulate", problem: "gh95-wall", scheme: "variational", seconds: 2 * end },
    set: { "system.constraints": [wall], "time.step": 1e-4, "time.end": end },
  };
}

const ELLIPSE = { type: "curve", name: "ellipse", shape: "ellipse", center: [0.25, 1], axes: [0.5, 1.155] };

/** (40) with the tip on the ellipse by a method. */
export function onEllipse(
  method: Readonly<Record<string, unknown>>,
  { step = 5e-4, end = 8, output = 5e-4, seconds = 5 } = {},
): Run {
  return {
    ...{ do: "simulate", problem: "gh95-ellipse", scheme: "variational", seconds },
    set: {
      ...{ "system.constraints": [{ ...ELLIPSE, ...method }] },
      ...{ "time.step": step, "time.output": output, "time.end": end },
    },
  };
}

export const PENALTY = { method: "penalty", epsilon: 1e-9 };
export const PRINTED_PENALTY = { method: "penalty", epsilon: 1e-6 };
export const LAGRANGIAN = { method: "augmented-lagrangian", epsilon: 1e-6, at: "middle", tolerance: 1e-8 };
export const HARD = { method: "kkt" };
