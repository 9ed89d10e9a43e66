/**
 * The audit of plain machines in blocks of states, as WebAssembly: the same operations in the same order as the plain parts, and so the
 * same digits. It has no memory of its own between blocks: what the parts remember is copied in and out.
 */
import { type KeptTables, keptTables } from "../../../numeric/kept-tables.ts";
import type { Vector } from "../../../numeric/vector.ts";
import { instantiate } from "../../../numeric/wasm/module.ts";
import type { Parts } from "../parts.ts";
import type { Prepared } from "../prepared.ts";
import type { Records } from "../records.ts";
import { matricesOf, placesOf } from "./places.ts";
import { isLarge } from "./plain.ts";
import { rowWidth } from "./row-records.ts";
import { functionsOf } from "./step-code.ts";
import { newData } from "./vector-code.ts";

export interface AuditKernel {
  /** Of the scheme whose steps it reads. */
  readonly order: number;
  /** Where states may be put for it. */
  readonly states: Vector;
  /** And loads of blocks of them, in the place of those that stand behind the states. */
  readonly loads: KeptLoads;
  /** Audits so many of the states in columns (columns.ts), there or elsewhere, from one on, as far as they are ordinary; how many. `rows`: row-records.ts. */
  advance(parts: Parts, records: Records, from: number, count: number, rows?: Vector): number;
}

/** Loads of blocks, and what they are. */
export interface KeptLoads {
  readonly blocks: readonly Vector[];
  readonly tables: KeptTables;
}

/** Blocks whose loads are kept for the next run. */
const KEPT_BLOCKS = 4;
/** States after which code is made, of machines whose code is written out and of larger ones: below that it would cost more than it saves. */
const ENOUGH = { small: 1000, large: 60 };

/** Undefined while it does not pay, and where the host has no WebAssembly. `states`: doubles of a column of them. */
export function kernelFor(prepared: Prepared, parts: Parts, order: number, states: number): AuditKernel | undefined {
  const enough = isLarge(parts.system) ? ENOUGH.large : ENOUGH.small;
  if (!prepared.plain || prepared.seen < enough) return undefined;
  if (prepared.kernel?.order !== order && prepared.kernel !== null) {
    // its places are those of the points as they were made; plain steps let them change places
    parts.step.settle();
    parts.laws.settle();
    prepared.kernel = newKernel(parts, order, states) ?? null;
  }
  return prepared.kernel ?? undefined;
}

function newKernel(parts: Parts, order: number, states: number): AuditKernel | undefined {
  const held = parts.room.taken().length;
  const data = newData(8 * held);
  const places = placesOf(parts, data, states);
  const code = functionsOf(places, matricesOf(parts, data), order === Number.POSITIVE_INFINITY, order);
  const begin = held + data.values.length; // of the states, in doubles
  const table = begin + places.columns.size; // of drives and limits
  const line = parts.laws.varying ? rowWidth(places.m) : 0;
  const more = table + line * states; // loads of blocks
  const size = places.columns.width * states;
  const instance = instantiate(code, 8 * (more + KEPT_BLOCKS * size));
  if (!instance) return undefined;
  const memory = new Float64Array(instance.memory);
  const { steps } = instance.functions as Record<
    "steps",
    (from: number, to: number, loads: number, rows: number) => number
  >;
  memory.set(data.values, held);
  const { loads, width } = places.columns;
  const own = memory.subarray(begin, table);
  const kept = memory.subarray(0, held);
  const blocks = Array.from({ length: KEPT_BLOCKS }, (_, k) => memory.subarray(more + k * size, more + (k + 1) * size));
  return {
    order,
    states: own,
    loads: { blocks, tables: keptTables(KEPT_BLOCKS, states) },
    advance({ room }, records, from, count, rows) {
      const taken = room.taken();
      kept.set(taken);
      const { values, block, loadedFrom } = records;
      if (values !== own) own.set(values);
      if (rows) memory.set(rows.subarray(from * line, (from + count) * line), table + from * line);
      const first = 8 * (begin + from);
      const end = steps(
        first,
        8 * (begin + from + count),
        8 * (block < 0 ? begin + loads + from * width : more + block * size + (from - loadedFrom) * width),
        8 * (table + from * line),
      );
      taken.set(kept);
      return (end - first) / 8;
    },
  };
}
