/** Formulas at the states of a block, in columns: of what the states themselves tell of machines whose rows are derivable (record/derived.ts). */
import { multiplier } from "../../model/rows/law.ts";
import type { System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { StateBlock } from "../../scheme/scheme.ts";
import type { Formulas, Quantity } from "./formulas.ts";

export interface BlockFormulas {
  /** Formula i at states from one up to another, to out[first + i] from a place on. */
  put(states: StateBlock, from: number, to: number, out: readonly Vector[], first: number, place: number): void;
}

/** One number of state k. */
type Reader = (states: StateBlock, k: number) => number;

/** Undefined where formulas ask for more, or have no form for many states. */
export function blockFormulas(system: System, { quantities, program, rows }: Formulas): BlockFormulas | undefined {
  const readers = quantities.map((quantity) => readerOf(system, quantity));
  const known = readers.filter((reader) => reader !== undefined);
  if (!rows || known.length < readers.length) return undefined;
  const inputs = readers.length;
  const n = program.outputs.length;

  /** A column of the table, for values and decisions alike: a state decides where it is. */
  function give(reader: Reader, j: number, states: StateBlock, from: number, count: number, given: Vector): void {
    for (let k = 0, at = j; k < count; k++, at += 2 * inputs) {
      const value = reader(states, from + k);
      given[at] = value;
      given[at + inputs] = value;
    }
  }

  return {
    put(states, from, to, out, first, place) {
      for (let k = from; k < to; ) {
        const { capacity, given, found, run } = rows.next(to - k);
        const count = Math.min(capacity, to - k);
        known.forEach((reader, j) => {
          give(reader, j, states, k, count, given);
        });
        run(count);
        for (let i = 0; i < n; i++) {
          const column = out[first + i]!;
          for (let s = 0; s < count; s++) column[place + k - from + s] = found[s * n + i]!;
        }
        k += count;
      }
    },
  };
}

function readerOf(system: System, quantity: Quantity): Reader | undefined {
  if (quantity.kind === "signal") return undefined;
  const { kind, index } = quantity;
  switch (kind) {
    case "time":
      return ({ time }, k) => time[k]!;
    case "position":
      return ({ position, capacity }, k) => position[index * capacity + k]!;
    case "velocity":
      return ({ velocity, capacity }, k) => velocity[index * capacity + k]!;
    case "force":
      return ({ force, capacity }, k) => force[index * capacity + k]! + 0; // no weakening is added
    case "multiplier": {
      const { law } = system.rows[index]!;
      return ({ force, limit, capacity }, k) =>
        multiplier(law, force[index * capacity + k]!, limit[index * capacity + k]!);
    }
    case "slip":
      return slipReader(system, index);
    default:
      return undefined;
  }
}

/** Along a constant direction, on something at rest. */
function slipReader(system: System, row: number): Reader {
  const { start, column, value } = system.newDirections();
  const [first, end] = [start[row]!, start[row + 1]!];
  return ({ velocity, capacity }, k) => {
    let sum = 0;
    for (let e = first; e < end; e++) sum += value[e]! * velocity[column[e]! * capacity + k]!;
    return sum;
  };
}
