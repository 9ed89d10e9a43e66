/** What a `type:` of `system:` offers to the compiler of problems; one file each beside this one. */
import type { ControlInput } from "../../../model/control/control-load.ts";
import type { Shape } from "../../../model/shape.ts";
import type { System } from "../../../model/system.ts";
import type { Initial } from "../../../scheme/scheme.ts";
import type { Rest } from "../../../simulate/static/equilibrium.ts";
import type { Path } from "../../faults.ts";
import type { Problem, ProblemFeedback, Quantity } from "../../schema/schema.ts";
import type { RunTimes } from "../feedback/reference.ts";
import type { Scope } from "../scope.ts";

/** A live system, and the initial values of its states. */
export interface CompiledSystem {
  readonly system: System;
  readonly states: readonly number[];
  readonly control?: ControlInput;
  /** Of a body that extends in space: positions or velocities from formulas of the place along it, one or one a curve; NaN where none is given. */
  readonly start?: (
    scope: Scope,
    path: Path,
    given: Quantity | Readonly<Record<string, Quantity>>,
  ) => Float64Array | undefined;
  /** Of machines that find their start themselves: what `initial:` gives becomes a start on their conditions. */
  readonly settle?: (
    scope: Scope,
    given: Initial,
    initial: Partial<Problem["initial"]> | undefined,
  ) => Settled | undefined;
}

/** A start, and the equilibrium that it is, of a machine that may be held otherwise than the one that moves. */
export interface Settled {
  readonly initial: Initial;
  readonly rest?: { readonly system: System; readonly rest: Rest };
}

/** What of the file a system depends on beside its own section. */
export interface Surroundings {
  readonly control: Partial<NonNullable<Problem["control"]>> | undefined;
  readonly feedback: readonly (ProblemFeedback | undefined)[];
  readonly span: RunTimes | undefined;
}

/** Coordinates and rows of a system, also of one that has faults. */
export interface SystemNames {
  readonly coordinates: readonly string[];
  readonly states: readonly string[];
  readonly rows: readonly string[];
  readonly controllers: readonly string[];
  /** Whether it has a tip. */
  readonly tip?: boolean;
  /** Of a body that extends in space: u(0.25) is its curve u at that place. */
  readonly shape?: Shape;
}

/** Data may be faulty in all of these. */
export interface SystemKind<Data> {
  compile(scope: Scope, data: Data, around: Surroundings): CompiledSystem | undefined;
  /** The number of coordinates. */
  sizeOf(data: Data): number | undefined;
  /** What can be named in it; undefined where nobody knows. */
  namesOf(data: Data, controllers: readonly string[]): SystemNames | undefined;
}

/** Names of rows as a file gives them, or in their order. */
export function rowNames(
  rows: readonly ({ name?: string | undefined } | undefined)[] | undefined,
  other: string,
): string[] {
  return (rows ?? []).map((row, i) => row?.name ?? `${other}${i + 1}`);
}
