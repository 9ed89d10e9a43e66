import type { LinearSystem } from "../model/linear.ts";
import type { Initial, Scheme } from "../scheme/scheme.ts";
import type { Solver } from "../step/step.ts";
import type { Grid } from "./grid.ts";

/** A problem made ready to run: live objects, checked against each other. */
export interface Simulation {
  readonly name: string;
  readonly system: LinearSystem;
  readonly scheme: Scheme;
  readonly solver: Solver;
  readonly initial: Initial;
  readonly grid: Grid;
  /** What was adapted or should be known, in sentences. */
  readonly warnings: readonly string[];
}
