/** Many states at once by the kernel, where there is one: those in a row that are ordinary. */
import { type AuditKernel, kernelFor } from "./kernel/kernel.ts";
import { rowRecordsOf } from "./kernel/row-records.ts";
import type { Parts } from "./parts.ts";
import type { Prepared } from "./prepared.ts";
import type { Records } from "./records.ts";
import { isLater } from "./same-time.ts";

export interface ManyStates {
  /** The code that takes them; undefined: there is none (yet). It is asked before each call of `observe`, and before a state is observed alone. */
  kernel(): AuditKernel | undefined;
  /** How many it has taken of those from one on. */
  observe(records: Records, from: number, count: number): number;
}

/** `order` of the scheme; `high`: states that there is room for. */
export function manyStates(prepared: Prepared, parts: Parts, order: number, high: number): ManyStates {
  const { system, step, laws, forces, estimate, reported, times } = parts;
  const exact = order === Number.POSITIVE_INFINITY;
  const changing = laws.varying && !system.rowFunctions?.constant;
  const rowRecords = prepared.plain && laws.varying ? rowRecordsOf(system, high) : undefined;

  /** What the first of all steps finds in the parts, where the kernel takes it; of exact motions the forces of the first state are checked too, by the parts. */
  function readFirst(): void {
    laws.readFirst(step);
    forces.begin(laws);
    estimate.begin();
  }

  return {
    kernel() {
      prepared.seen++;
      return exact && changing ? undefined : kernelFor(prepared, parts, order, high);
    },
    observe(records, from, count) {
      const { kernel } = prepared;
      if (!kernel || Number.isNaN(times[0]!) || reported.kept.repeats) return 0;
      if (!exact && isLater(records.time(from), times[0]!) && step.readFirst(records.time(from))) readFirst();
      const until = step.ordinaryUntil();
      let to = from;
      let start = times[0]!;
      for (; to < from + count; to++) {
        const time = records.time(to);
        // a limit that jumps at the end of a step may have either value there (box.ts)
        const ahead = changing ? time : start + (time - start) / 2;
        if (!isLater(time, start) || !(ahead < until)) break;
        start = time;
      }
      if (to === from) return 0;
      if (!records.covers(from, to, times[0]!)) {
        records.evaluate(from, to, times[0]!, kernel.loads);
        rowRecords?.evaluate(records, from, to, times[0]!);
      }
      step.settle();
      laws.settle();
      const done = kernel.advance(parts, records, from, to - from, rowRecords?.values);
      if (done === 0) return 0;
      step.grown++;
      reported.kept.waits = exact;
      return done;
    },
  };
}
