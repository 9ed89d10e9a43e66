/** The example of section 4, the controlled one of section 5, and machines that refute claims. */
import type { Run } from "../experiment.ts";

export const EXAMPLE = "vl05-two-masses";
export const CONTROLLED = "vl05-controlled";

export const rest = (problem: string, set: Readonly<Record<string, unknown>> = {}): Run => ({
  do: "equilibrium",
  problem,
  set,
});
export const move = (problem: string, set: Readonly<Record<string, unknown>> = {}): Run => ({
  do: "simulate",
  problem,
  set,
});
export const map = (points: number): Run => ({
  ...{ do: "attraction", problem: EXAMPLE, seconds: points > 100 ? 30 : 1 },
  vary: [0, 1].map((i) => ({ path: `initial.position[${i}]`, from: -8, to: 8, points })),
});

/** C = diag(0.5, -0.1), K = [[2, -1], [-1, 2]]: not positive definite, and stable without friction. */
export const INDEFINITE = `stickslip: 1
name: Indefinite damping that is stable
description: The coupling through the spring takes more energy out of mass 2 than its negative damper brings in.
system:
  type: linear
  mass: [1, 1]
  damping: [0.5, -0.1]
  stiffness: [[2, -1], [-1, 2]]
  friction: []
initial: { position: [1, 1] }
time: { end: 100, step: 0.05 }
`;

/** The same with friction on mass 1 only: stuck, it takes the damping away from mass 2. */
export const UNATTRACTED = `stickslip: 1
name: A stable machine whose friction makes it restless
description: Friction holds mass 1 and with it the damper; mass 2 alone has negative damping and swings up.
system:
  type: linear
  mass: [1, 1]
  damping: [0.5, -0.1]
  stiffness: [[2, -1], [-1, 2]]
  friction: [{ name: floor, on: 0, limit: 1 }]
initial: { position: [0, 0.1] }
time: { end: 200, step: 0.1 }
`;

/** K = [[2, 1], [1, 2]], limits 1: the greatest energy on E is at opposite signs. */
export const REMARK_3 = `stickslip: 1
name: The corner that Remark 3 does not look at
system:
  type: linear
  mass: [1, 1]
  damping: [1, 1]
  stiffness: [[2, 1], [1, 2]]
  friction: [{ on: 0, limit: 1 }, { on: 1, limit: 1 }]
time: { end: 10, step: 0.1 }
`;

/** K = [[1, 10], [0, 1]] satisfies the LMI of Theorem 2 without any actuator, and is not symmetric. */
export const ASYMMETRIC = `stickslip: 1
name: A stiffness that no feedback of no actuator makes symmetric
system:
  type: linear
  mass: [1, 1]
  damping: [1, 1]
  stiffness: [[1, 10], [0, 1]]
  friction: [{ on: 0, limit: 1 }]
  input: [[0], [0]]
time: { end: 10, step: 0.1 }
`;
