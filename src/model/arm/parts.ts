import type { Matrix } from "../../numeric/matrix.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Chain } from "./chain.ts";
import type { Pose } from "./pose.ts";

/** What the parts of an arm share. */
export interface ArmParts {
  readonly chain: Chain;
  /** Links and states. */
  readonly size: number;
  readonly stiffness: Matrix;
  readonly damping: Matrix;
  readonly bias: Vector;
  /** Where the arm was asked for last: each sets it before it reads it, and at one place sines are made once for all. */
  readonly pose: Pose;
}
