/**
 * Values of formulas at instants that will be asked for again: runs of a problem step through the same times, whatever else varies from run to
 * run. What was asked for first is kept, as much as there is room for.
 */
import type { Vector } from "../../../numeric/vector.ts";
import { spread } from "./spread-rows.ts";

/** Instants of one question, and their values. */
interface Asked {
  readonly at: Vector;
  readonly values: Vector;
}

/** Numbers that are kept: half a megabyte. */
const ROOM = 1 << 16;
/** Fewer instants are not worth it. */
const FEWEST = 16;

export interface KeptInstants {
  /** Fills in the values, as in Load.evaluateMany, where they are known. */
  give(at: Vector, count: number, out: Vector, stride: number): boolean;
  /** Keeps values that were found. */
  take(at: Vector, count: number, out: Vector, stride: number): void;
}

/** Of n formulas. */
export function keptInstants(n: number): KeptInstants {
  const asked = new Map<number, Asked>(); // by the first time, of which there are several sides and questions; the last one counts
  let room = ROOM;
  return {
    give(at, count, out, stride) {
      const known = count < FEWEST ? undefined : asked.get(at[0]!);
      if (!known || known.at.length < 2 * count || !begins(at, known.at, 2 * count)) return false;
      spread(known.values, count, n, out, stride, 0);
      return true;
    },
    take(at, count, out, stride) {
      const size = (2 + n) * count;
      if (count < FEWEST || size > room) return;
      const before = asked.get(at[0]!);
      if (before) room += before.at.length + before.values.length;
      room -= size;
      const values = new Float64Array(n * count);
      for (let k = 0; k < count; k++) for (let i = 0; i < n; i++) values[k * n + i] = out[k * stride + i]!;
      asked.set(at[0]!, { at: at.slice(0, 2 * count), values });
    },
  };
}

/** Whether so many numbers are the same. */
function begins(at: Vector, known: Vector, count: number): boolean {
  for (let k = 0; k < count; k++) if (at[k] !== known[k]) return false;
  return true;
}
