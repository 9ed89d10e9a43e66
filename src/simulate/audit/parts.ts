/** What an audit of rows is made of. */
import type { System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Balance } from "./balance.ts";
import type { BoxCheck } from "./box.ts";
import type { Carried } from "./carried.ts";
import type { Coupling } from "./coupling.ts";
import type { Estimate } from "./estimate.ts";
import type { Laws } from "./laws.ts";
import type { Ledger } from "./ledger.ts";
import type { Modes } from "./modes.ts";
import type { MultiplierCheck } from "./multipliers.ts";
import type { Reading } from "./reading.ts";
import type { Residuals } from "./residuals.ts";
import type { Room } from "./room.ts";
import type { SmoothMatrices } from "./smooth-forces.ts";
import type { StickCheck } from "./stick.ts";
import type { Tangents } from "./tangents.ts";

export interface Parts {
  readonly system: System;
  /** Holds the memory of all the others. */
  readonly room: Room;
  readonly step: Reading;
  readonly laws: Laws;
  readonly forces: Balance;
  readonly mode: Modes;
  readonly errors: Residuals;
  readonly estimate: Estimate;
  readonly stick: StickCheck;
  readonly reported: MultiplierCheck;
  readonly ledger: Ledger;
  readonly box: BoxCheck;
  readonly carried: Carried;
  readonly coupling: Coupling;
  readonly tangents: Tangents;
  /** Of a linear machine. */
  readonly matrices: SmoothMatrices | undefined;
  /** Energy that errors of the balance make, J. */
  readonly slack: Vector;
  /** Time of the last state and of the last impact, and the longest step, s. */
  readonly times: Vector;
}
