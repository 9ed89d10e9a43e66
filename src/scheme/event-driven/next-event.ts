/** The first event of an expansion: of the rows, or of a saturated command or a formula before them. */

import type { System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import { PART } from "./defect.ts";
import { gapDigits } from "./gap-digits.ts";
import { Cause, type Guards } from "./guards.ts";
import type { Saturation } from "./saturation.ts";
import type { Series } from "./series.ts";
import type { Switching } from "./switching.ts";
import { motionAt } from "./values.ts";

/** Passes in which the time is found at which a formula changes or a gap closes. */
const PASSES = 3;
/** A gap that is a smaller part of its terms is closed; one that is a larger part is not the one that was meant. */
const ROUND_OFF = 1e-14;
const LATE = 1e-6;

export interface NextEvent {
  /** Whether there is one, and whether it is (also) one of a command, or of a formula; where the motion rests in that one. */
  event: boolean;
  saturates: boolean;
  switched: boolean;
  doubted: boolean;
  /** Shortens the expansion to it. `blind`: there is no series but its first terms; `changed`: terms have been added to it. */
  search(blind: boolean, changed?: boolean): void;
  /** Where a formula or a gap ends the expansion: by the formula itself, whose series may reach less far than the motion's. */
  sharpen(): void;
  /** Whether the motion rests where a formula changes: it is then on the side that the formula itself takes there, at once. */
  restsAtSwitch(): boolean;
}

export function nextEvent(
  system: System,
  taylor: Series,
  guard: Guards,
  limiter: Saturation | undefined,
  switches: Switching | undefined,
  at: Vector,
  length: Vector,
  tolerance: Vector,
): NextEvent {
  const [x, v] = [new Float64Array(system.size), new Float64Array(system.size)];
  const gaps = new Float64Array(system.rows.length);
  const digits = gapDigits(system);
  const end = new Float64Array(2);
  const late = new Float64Array(1);

  /** The place of the motion tau[0] after the start. */
  function moveTo(tau: Vector): void {
    motionAt(taylor.x, taylor.order, tau, x, v);
    end[0] = at[0]! + tau[0]!;
    end[1] = at[1]!;
  }

  /** By how much the one stop whose gap closes has not closed it yet, s; 0 where that is round-off, or all it does is to close by a line. */
  function lateContact(): number {
    const row = guard.cause.findIndex((cause) => cause !== 0);
    if (system.constant.directions || row < 0 || guard.cause[row] !== Cause.gapCloses) return 0;
    for (let i = row + 1; i < guard.cause.length; i++) if (guard.cause[i] !== 0) return 0;
    system.gapsAt(x, gaps);
    const off = Math.abs(gaps[row]!);
    if (!(off > ROUND_OFF * guard.size[row]! && off < LATE * guard.size[row]!) || off <= digits(row, x)) return 0;
    return -gaps[row]! / guard.rate[row]!;
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
      if (!found.event || found.saturates || found.doubted) return;
      for (let pass = 0; pass < PASSES && length[0]! > 0; pass++) {
        moveTo(length);
        const later = found.switched ? switches!.late(end, x, v, length) : lateContact();
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
