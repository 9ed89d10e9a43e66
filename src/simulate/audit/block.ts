/** States that wait to be audited: many in a row cost less than one now and then, between steps of a scheme. */
import type { System } from "../../model/system.ts";
import type { Keeper } from "../../numeric/kept.ts";
import type { State } from "../../scheme/scheme.ts";

const STATES = 16;

export interface StateBlock {
  /** Takes a state in. */
  push(state: State): void;
  /** Hands over what waits. */
  flush(): void;
  /** Nothing waits in what is saved. */
  readonly kept: Keeper;
}

/** `handle` gets the states in their order; where a block ends changes no digit. */
export function stateBlock({ size, rows }: System, handle: (state: State) => void): StateBlock {
  const m = rows.length;
  const waiting = Array.from(
    { length: STATES },
    (): State => ({
      time: 0,
      position: new Float64Array(size),
      velocity: new Float64Array(size),
      force: new Float64Array(m),
      limit: new Float64Array(m),
      mode: new Int8Array(0), // not for the audit
      memory: new Float64Array(0),
    }),
  );
  let count = 0;

  function flush(): void {
    for (let k = 0; k < count; k++) handle(waiting[k]!);
    count = 0;
  }

  return {
    push({ time, position, velocity, force, limit }) {
      const free = waiting[count++]!;
      free.time = time;
      for (let k = 0; k < size; k++) {
        free.position[k] = position[k]!;
        free.velocity[k] = velocity[k]!;
      }
      for (let i = 0; i < m; i++) {
        free.force[i] = force[i]!;
        free.limit[i] = limit[i]!;
      }
      if (count === STATES) flush();
    },
    flush,
    kept: {
      save() {
        flush();
        return count;
      },
      restore() {
        count = 0;
      },
    },
  };
}
