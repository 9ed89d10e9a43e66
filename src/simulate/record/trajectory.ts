import type { RowKind } from "../../model/rows/law.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { EventKind } from "../../scheme/scheme.ts";

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
  /** Of what it controls; empty where that mixes several. */
  readonly unit: string;
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
  /** Labels of units: of the positions, and of the way along each row (empty where its coordinates have several). */
  readonly units: { readonly position: readonly string[]; readonly row: readonly string[] };
  /** What each row is. */
  readonly kinds: readonly RowKind[];
  /** s */
  readonly time: Vector;
  /** One column a coordinate, in its unit. */
  readonly position: readonly Vector[];
  /** One column a coordinate, in its unit/s. */
  readonly velocity: readonly Vector[];
  /** One column a row: the papers' lambda, +1 in positive slip; for stops and joints the force itself. */
  readonly multiplier: readonly Vector[];
  /** One column a row: 0 stuck (a stop: closed), +1 or -1 the direction of slip. */
  readonly mode: readonly Int8Array[];
  /** Kinetic + elastic, J. */
  readonly energy: Vector;
  /** Slip and whole force of the first friction rows, of which figures show one against the other. */
  readonly friction: readonly {
    readonly name: string;
    readonly unit: string;
    readonly slip: Vector;
    readonly force: Vector;
  }[];
  /** Signals of the first controllers: reference and what it controls, force before and after its limits. */
  readonly controllers: readonly ControllerSignals[];
  /** Signals that the problem asks for. */
  readonly outputs: readonly { readonly name: string; readonly values: Vector }[];
  readonly events: readonly Event[];
}
