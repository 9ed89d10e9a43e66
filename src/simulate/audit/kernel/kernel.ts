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
import { comesSingly, isFewTogether, isLarge } from "./plain.ts";
import { rowWidth } from "./row-records.ts";
import { functionsOf } from "./step-code.ts";
import { newData } from "./vector-code.ts";

export interface AuditKernel {
  /** Of the scheme whose steps it reads. */
  readonly order: number;
  /** Where states may be put for it. */
  readonly states: Vector;
  /** And their loads. */
  readonly loads: LoadMemory;
  /** Audits so many of the states (state-places.ts), there or elsewhere, from one on, as far as they are ordinary; how many. `rows`: row-records.ts. */
  advance(parts: Parts, records: Records, from: number, count: number, rows?: Vector): number;
}

/** Loads of states, a row each. */
export interface LoadMemory {
  /** Of those that are audited next; of a load that does not change one row. */
  readonly own: Vector;
  /** Of blocks, for the next run, and what they are. */
  readonly blocks: readonly Vector[];
  readonly tables: KeptTables;
}

/** Blocks whose loads are kept for the next run. */
const KEPT_BLOCKS = 4;
/** States after which code is made, of machines whose code is written out and of larger ones: below that it would cost more than it saves. */
const ENOUGH = { small: 1000, large: 60 };

/** Undefined while it does not pay, and where the host has no WebAssembly. `states`: how many there is room for. */
export function kernelFor(prepared: Prepared, parts: Parts, order: number, states: number): AuditKernel | undefined {
  const enough = isLarge(parts.system) ? ENOUGH.large : ENOUGH.small;
  if (!prepared.plain || prepared.seen < enough) return undefined;
  const exact = order === Number.POSITIVE_INFINITY;
  if (exact && !isFewTogether(prepared.coupling.moments, parts.system.rows.length)) return undefined;
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
  const exact = order === Number.POSITIVE_INFINITY;
  const places = placesOf(parts, data, states, exact);
  const code = functionsOf(places, matricesOf(parts, data, exact), exact, order);
  const { records: layout } = places;
  const begin = held + data.values.length; // of the states, in doubles
  const table = begin + layout.size; // of drives and limits
  const line = parts.laws.varying ? rowWidth(places.m) : 0;
  const ownLoads = table + line * states;
  const size = layout.width * states;
  const more = ownLoads + size; // loads of blocks
  const keptBlocks = comesSingly(parts.system) ? 0 : KEPT_BLOCKS;
  const instance = instantiate(code, 8 * (more + keptBlocks * size));
  if (!instance) return undefined;
  const memory = new Float64Array(instance.memory);
  const { steps } = instance.functions as Record<
    "steps",
    (from: number, to: number, loads: number, loadsNext: number, rows: number) => number
  >;
  memory.set(data.values, held);
  const { next, width } = layout;
  const own = memory.subarray(begin, table);
  const kept = memory.subarray(0, held);
  const loadsAt = (start: number) => memory.subarray(start, start + size);
  return {
    order,
    states: own,
    loads: {
      own: loadsAt(ownLoads),
      blocks: Array.from({ length: keptBlocks }, (_, k) => loadsAt(more + k * size)),
      tables: keptTables(keptBlocks, states),
    },
    advance({ room }, records, from, count, rows) {
      const taken = room.taken();
      kept.set(taken);
      const { values, block, loadedFrom, constant } = records;
      if (values !== own && next === 1) own.set(values);
      else if (values !== own) own.set(values.subarray(from * next, (from + count) * next), from * next);
      if (rows) memory.set(rows.subarray(from * line, (from + count) * line), table + from * line);
      const first = 8 * (begin + from * next);
      const loads = block < 0 ? ownLoads : more + block * size;
      const end = steps(
        first,
        first + 8 * count * next,
        8 * (constant ? loads : loads + (from - loadedFrom) * width),
        constant ? 0 : 8 * width,
        8 * (table + from * line),
      );
      taken.set(kept);
      return (end - first) / (8 * next);
    },
  };
}
