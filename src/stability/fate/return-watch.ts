/**
 * Sees whether a motion comes back to a state that it had: then it repeats itself, as far as its digits tell, and neither rests nor
 * escapes. States at events of one kind are held against an earlier one, which is replaced at ever longer intervals (Brent 1980), so
 * that any transient and any period are met.
 */
import type { System } from "../../model/system.ts";
import type { EventKind, Listener, State } from "../../scheme/scheme.ts";

export interface ReturnWatch extends Listener {
  readonly returned: () => boolean;
}

/** Of the range that each number of the state goes through. */
const TOLERANCE = 1e-10;

/** Positions of the machine, velocities of machine and states; the integral of a state means nothing. */
export function returnWatch({ visible, size, periods }: System): ReturnWatch {
  const width = visible + size;
  const latest = new Float64Array(width);
  const anchor = new Float64Array(width);
  const low = new Float64Array(width);
  const high = new Float64Array(width);
  let anchored: { readonly kind: EventKind; readonly row: number } | undefined;
  let passed = 0;
  let most = 1;
  let returned = false;

  function isBack(): boolean {
    let moved = false;
    for (let i = 0; i < width; i++) {
      const period = i < visible ? (periods?.[i] ?? 0) : 0;
      const range = high[i]! - low[i]!;
      if (range > 0) moved = true;
      const apart = Math.abs(latest[i]! - anchor[i]!);
      if (period > 0) {
        // an angle is back after whole turns
        if (Math.abs(apart - period * Math.round(apart / period)) > TOLERANCE * Math.min(range, period)) return false;
      } else if (apart > TOLERANCE * range) return false;
    }
    return moved;
  }

  return {
    between({ position, velocity }: State) {
      for (let i = 0; i < width; i++) {
        latest[i] = i < visible ? position[i]! : velocity[i - visible]!;
        low[i] = Math.min(low[i]!, latest[i]!);
        high[i] = Math.max(high[i]!, latest[i]!);
      }
    },
    event(kind, _time, row) {
      if (anchored?.kind === kind && anchored.row === row) {
        if (isBack()) returned = true;
        if (++passed < most) return;
      } else if (anchored && ++passed < 4 * most) return; // an event that does not come again is no anchor
      anchored = { kind, row };
      for (const copy of [anchor, low, high]) copy.set(latest);
      passed = 0;
      most *= 2;
    },
    jump() {},
    returned: () => returned,
  };
}
