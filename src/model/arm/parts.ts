import type { Matrix } from "../../numeric/matrix.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Chain } from "./chain.ts";

/** What the parts of an arm share. */
export interface ArmParts {
  readonly chain: Chain;
  /** Links and states. */
  readonly size: number;
  readonly stiffness: Matrix;
  readonly damping: Matrix;
  readonly bias: Vector;
}
