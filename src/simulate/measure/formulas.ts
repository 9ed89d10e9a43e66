/** Outputs and measures as a compiled problem carries them: data, and formulas ready to be evaluated. */
import type { Signal } from "../../model/control/signal.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { EventKind } from "../../scheme/scheme.ts";

/** What a formula can ask of a state. */
export type QuantityKind =
  | "time"
  | "position"
  | "velocity"
  | "acceleration"
  | "slip"
  | "force"
  | "multiplier"
  | "dissipation"
  | "reference"
  | "measured"
  | "error"
  | "command"
  | "control"
  | "energy"
  | "tip"
  | "constraint";

/** One number of a state: its kind, and which coordinate, row or controller; or a signal at its time. */
export type Quantity =
  | { readonly kind: QuantityKind; readonly index: number }
  | { readonly kind: "signal"; readonly signal: Signal };

/**
 * Formulas over quantities: quantity k goes to registers[k] and, to decide which side of a jump is meant, to
 * registers[inputs + k]; after run() formula i is in registers[outputs[i]].
 */
export interface Formulas {
  readonly quantities: readonly Quantity[];
  readonly program: {
    readonly registers: Vector;
    readonly inputs: number;
    readonly outputs: Int32Array;
    run(): void;
  };
  /** The same for many states in one call; absent: nothing is gained. */
  readonly rows?: FormulaRows;
}

export interface FormulaRows {
  /** What takes the next states, of which so many are still to come: as many as fit. */
  next(states: number): {
    readonly capacity: number;
    /** Of each state what goes to registers[0 .. 2 * inputs). */
    readonly given: Vector;
    /** Of each state its formulas. */
    readonly found: Vector;
    run(states: number): void;
  };
}

/**
 * Formulas that are looked at between the states too. Their program has more outputs: functions at whose sign changes one of
 * the formulas may jump or have a kink.
 */
export interface FormulasBetween extends Formulas {
  /** How many of the outputs are formulas. */
  readonly count: number;
  /** Times inside (from, to) at which a formula may jump or have a kink whatever the motion does, ascending. */
  breakpoints(from: number, to: number): readonly number[];
}

/** The quantities themselves. */
export function plainQuantities(quantities: readonly Quantity[]): Formulas {
  const inputs = quantities.length;
  const outputs = Int32Array.from(quantities, (_, k) => k);
  return { quantities, program: { registers: new Float64Array(2 * inputs), inputs, outputs, run() {} } };
}

/** Signals of a run, one formula a name. */
export interface Outputs {
  readonly names: readonly string[];
  readonly formulas: Formulas;
}

interface Named {
  readonly name: string;
  /** The part of the run that counts, s. */
  readonly from: number;
  readonly to: number;
}

/** A number of a formula's values. */
export interface FormulaMeasure extends Named {
  readonly kind: "max" | "min" | "mean" | "rms" | "final";
  /** Which of the formulas. */
  readonly formula: number;
  /** Whether it is known between states too, as all is but losses, which add up from state to state. */
  readonly between: boolean;
}

/** Time that a row is stuck (a stop: closed), s. */
export interface StickMeasure extends Named {
  readonly kind: "time";
  readonly row: number;
}

/** Time of the first event of a kind, s, or how many there are; of one row or of all. */
export interface EventMeasure extends Named {
  readonly kind: "first" | "count";
  readonly event: EventKind;
  readonly row?: string;
}

export type Measure = FormulaMeasure | StickMeasure | EventMeasure;

/** Numbers of a run. */
export interface Measures {
  readonly list: readonly Measure[];
  readonly formulas: FormulasBetween;
}
