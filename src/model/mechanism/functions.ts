/** What a mechanism is made of, as functions of the motion: whoever knows formulas makes them. */
import type { Rows } from "../../numeric/rows.ts";
import type { MotionFunctions } from "../motion-functions.ts";

export interface MechanismFunctions {
  /** Entries of M on and below the diagonal, entry e at (row[e], column[e]): functions of q. */
  readonly mass: MassFunctions;
  /** Terms of the resistance, term l one of coordinate owner[l], states among them; lossy[l]: 1 where no energy is stored by it. */
  readonly terms: { readonly owner: Int32Array; readonly lossy: Int8Array; readonly functions: MotionFunctions };
  /** Kinetic and potential energies, whose sum is the energy. */
  readonly energy: MotionFunctions;
  /** The entries of the rows' directions, in their places: functions of q. */
  readonly directions: { readonly places: Rows; readonly functions: MotionFunctions };
  /** Gaps of stops and violations of joints: function l is that of row row[l]. */
  readonly gaps: RowFunctions;
  readonly violations: RowFunctions;
  /** The ways of all rows; absent: of some there are none. */
  readonly ways?: RowFunctions | undefined;
  /** What is the same at all (t, q, v), and whether the resistance depends on v. */
  readonly constant: { readonly mass: boolean; readonly directions: boolean; readonly tangents: boolean };
  readonly damped: boolean;
}

export interface MassFunctions {
  readonly row: Int32Array;
  readonly column: Int32Array;
  readonly functions: MotionFunctions;
}

export interface RowFunctions {
  readonly row: Int32Array;
  readonly functions: MotionFunctions;
}
