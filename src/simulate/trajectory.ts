import type { Vector } from "../numeric/vector.ts";
import type { EventKind } from "../scheme/scheme.ts";

/** A change of mode, or a named zero crossing. */
export interface Event {
  /** s */
  readonly time: number;
  readonly kind: EventKind;
  /** Name of the row, or of the controller that saturates. */
  readonly row: string;
}

export interface ControllerSignals {
  readonly name: string;
  readonly reference: Vector;
  readonly measured: Vector;
  readonly command: Vector;
  readonly force: Vector;
}

/** What a run recorded, in typed-array columns (transferable); sample k of every column belongs to time[k]. */
export interface Trajectory {
  readonly names: {
    readonly position: readonly string[];
    readonly velocity: readonly string[];
    readonly multiplier: readonly string[];
  };
  /** s */
  readonly time: Vector;
  /** One column a coordinate, m. */
  readonly position: readonly Vector[];
  /** One column a coordinate, m/s. */
  readonly velocity: readonly Vector[];
  /** One column a row: the papers' lambda, +1 in positive slip. */
  readonly multiplier: readonly Vector[];
  /** One column a row: 0 stuck, +1 or -1 the direction of slip. */
  readonly mode: readonly Int8Array[];
  /** Kinetic + elastic, J. */
  readonly energy: Vector;
  /** Slip (m/s) and whole force (N) of the first friction rows, of which figures show one against the other. */
  readonly friction: readonly { readonly name: string; readonly slip: Vector; readonly force: Vector }[];
  /** Signals of the first controllers: reference and what it controls, force before and after its limits (N). */
  readonly controllers: readonly ControllerSignals[];
  /** Signals that the problem asks for. */
  readonly outputs: readonly { readonly name: string; readonly values: Vector }[];
  readonly events: readonly Event[];
}
