/** The first event of an expansion: of the rows, or of a saturated command or a formula before them. */

import type { Vector } from "../../numeric/vector.ts";
import { PART } from "./defect.ts";
import type { Guards } from "./guards.ts";
import type { Saturation } from "./saturation.ts";
import type { Series } from "./series.ts";
import type { Switching } from "./switching.ts";
import { motionAt } from "./values.ts";

/** Passes in which the time is found at which a formula changes. */
const PASSES = 3;

export interface NextEvent {
  /** Whether there is one, and whether it is (also) one of a command, or of a formula; where the motion rests in that one. */
  event: boolean;
  saturates: boolean;
  switched: boolean;
  doubted: boolean;
  /** Shortens the expansion to it. `blind`: there is no series but its first terms; `changed`: terms have been added to it. */
  search(blind: boolean, changed?: boolean): void;
  /** Where a formula ends the expansion: by the formula itself, whose series may reach less far than the motion's. */
  sharpen(): void;
  /** Whether the motion rests where a formula changes: it is then on the side that the formula itself takes there, at once. */
  restsAtSwitch(): boolean;
}

export function nextEvent(
  size: number,
  taylor: Series,
  guard: Guards,
  limiter: Saturation | undefined,
  switches: Switching | undefined,
  at: Vector,
  length: Vector,
  tolerance: Vector,
): NextEvent {
  const [x, v] = [new Float64Array(size), new Float64Array(size)];
  const end = new Float64Array(2);
  const late = new Float64Array(1);

  /** The place of the motion tau[0] after the start. */
  function moveTo(tau: Vector): void {
    motionAt(taylor.x, taylor.order, tau, x, v);
    end[0] = at[0]! + tau[0]!;
    end[1] = at[1]!;
  }

  /** High coefficients of commands mean nothing in a step without a series. */
  function bridge(commands: Saturation): void {
    moveTo(length);
    commands.bridge(end, x, v, length);
  }

  const found: NextEvent = {
    ...{ event: false, saturates: false, switched: false, doubted: false },
    search(blind, changed = false) {
      if (limiter && blind) bridge(limiter);
      else if (limiter && changed) limiter.follow(taylor.x);
      found.event = guard.search(taylor, length, tolerance);
      found.saturates = found.switched = found.doubted = false;
      const ofRows = length[0]!;
      if (limiter) found.saturates = limiter.search(length, tolerance);
      const ofCommands = length[0]!;
      if (switches) found.switched = switches.search(length, tolerance, blind);
      if (length[0]! < ofCommands - tolerance[0]!) found.saturates = false;
      if (length[0]! < ofRows - tolerance[0]!) guard.cause.fill(0);
      found.event ||= found.saturates || found.switched;
    },
    sharpen() {
      if (!found.switched || found.doubted || !(length[0]! > 0)) return;
      for (let pass = 0; pass < PASSES; pass++) {
        moveTo(length);
        const later = switches!.late(end, x, v, length);
        if (later === 0) return;
        length[0] = Math.max(0, length[0]! + later);
      }
    },
    restsAtSwitch() {
      if (!switches) return false;
      late[0] = PART * length[0]!;
      moveTo(late);
      const doubt = switches.doubt(end, x, v);
      if (doubt !== "changes") return doubt === "stays";
      guard.cause.fill(0);
      found.saturates = false;
      length[0] = 0;
      found.doubted = found.switched = found.event = true;
      return true;
    },
  };
  return found;
}
