/**
 * Coordinates that forces without a series bring to rest, as roots of a speed do, -sqrt(abs(v))*sign(v): in finite time, and for good where nothing else pulls. A
 * velocity of round-off there would decide on what follows, or have no root. It becomes zero: where it is round-off of what it was, or where what is left of it is
 * gone within a step without a series and no force is left at rest.
 */
import type { Kept } from "../../numeric/kept.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Propagation } from "./propagation.ts";
import type { Series } from "./series.ts";
import type { Switching } from "./switching.ts";

/** Part of the largest velocity so far that is round-off where it vanishes. */
const STOPPED = 16 * Number.EPSILON;
/** Part of the last acceleration that is none. */
const NOTHING = 1e-9;

export interface Stopping {
  /** Looks at an expansion. */
  watch(v: Vector): void;
  /** Whether velocities have become zero, and the motion has been expanded anew. */
  stop(at: Vector, x: Vector, v: Vector): boolean;
  readonly kept: Kept;
}

/** `shortest`: length of a step without a series, s. */
export function stopping(motion: Propagation, series: Series, switches: Switching, shortest: number): Stopping {
  const n = series.magnitude.length;
  const [fastest, pull, most, before] = [
    new Float64Array(n),
    new Float64Array(n),
    new Float64Array(n),
    new Float64Array(n),
  ];

  /** Whether those that were stopped are not set in motion again. */
  function stays(v: Vector): boolean {
    for (let k = 0; k < n; k++) {
      const stopped = v[k] === 0 && before[k] !== 0;
      if (stopped && !(2 * Math.abs(series.x[2 * n + k]!) <= NOTHING * pull[k]!)) return false;
    }
    return true;
  }

  return {
    kept: { fastest, pull },
    watch(v) {
      for (let k = 0; k < n; k++) {
        fastest[k] = Math.max(fastest[k]!, Math.abs(v[k]!));
        const rate = 2 * Math.abs(series.x[2 * n + k]!);
        if (rate > 0 && rate < Number.POSITIVE_INFINITY) pull[k] = rate;
      }
    },
    stop(at, x, v) {
      for (let k = 0; k < n; k++) most[k] = STOPPED * fastest[k]!;
      if (switches.rests(at, x, v, most)) {
        motion.expand(at, x, v);
        return true;
      }
      for (let k = 0; k < n; k++) most[k] = shortest * pull[k]!;
      before.set(v);
      if (!switches.rests(at, x, v, most)) return false;
      motion.expand(at, x, v);
      if (stays(v)) return true;
      v.set(before);
      switches.unrest();
      motion.expand(at, x, v);
      return false;
    },
  };
}
