/** Vectors of a kernel in pairs: of small machines in variables, since what is written and read again costs some nanoseconds each time; else in memory. */
import { loadPair, type Pair, type Statement, sequence, storePair, whole } from "../../numeric/wasm/code.ts";
import type { Variables } from "../../numeric/wasm/module.ts";

export interface Held {
  at(k: number): Pair;
  put(k: number, value: Pair): Statement;
  /** As products take it. */
  readonly vector: number | readonly Pair[];
}

/** `read`: somebody else reads it in memory, too. */
export function held(place: number, count: number, small: boolean, read: boolean, variables: Variables): Held {
  const at = (k: number): Pair => loadPair(whole(0), place + 16 * k);
  const put = (k: number, value: Pair): Statement => storePair(whole(0), place + 16 * k, value);
  if (!small) return { at, put, vector: place };
  const pairs = variables.pairs(count);
  return {
    at: (k) => pairs[k]!,
    put: (k, value) => (read ? sequence(pairs[k]!.set(value), put(k, pairs[k]!)) : pairs[k]!.set(value)),
    vector: pairs,
  };
}
