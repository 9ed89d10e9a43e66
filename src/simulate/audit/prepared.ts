/**
 * What the audits of one problem share: all that follows from its constant matrices and rows, the times at which something may jump, and
 * code that is made when it pays. It remembers nothing of a run.
 */
import { breakpointsOf, type System } from "../../model/system.ts";
import { pivotRank } from "../../numeric/rank.ts";
import { type Coupling, rowCoupling } from "./coupling.ts";
import type { AuditKernel } from "./kernel/kernel.ts";
import { isPlain } from "./kernel/plain.ts";
import { type SmoothMatrices, smoothMatrices } from "./smooth-forces.ts";
import { type Tangents, tangentSizes } from "./tangents.ts";

export interface Prepared {
  /** Of these; another machine, such as one of other numbers, is prepared anew. */
  readonly of: Pick<System, "linear" | "rows">;
  readonly coupling: Coupling;
  readonly tangents: Tangents;
  readonly matrices: SmoothMatrices | undefined;
  /** Whether rows may depend on each other. */
  readonly dependent: boolean;
  /** Whether there is code for it. */
  readonly plain: boolean;
  /** States that were audited so far. */
  seen: number;
  /** Undefined: not made yet; null: the host has no WebAssembly. */
  kernel?: AuditKernel | null;
}

type Breakpoints = ReturnType<typeof breakpointsOf>;

/** One for each compiled problem. */
export interface AuditPreparation {
  machine?: Prepared;
  breaks?: { readonly system: System; readonly from: number; readonly to: number; readonly found: Breakpoints };
}

export function preparedFor(preparation: AuditPreparation, system: System): Prepared {
  const { machine } = preparation;
  if (machine && machine.of.linear === system.linear && machine.of.rows === system.rows) return machine;
  const { linear, rows } = system;
  const coupling = rowCoupling(system);
  const tangents = tangentSizes(system);
  const matrices = linear ? smoothMatrices(system) : undefined;
  const dependent = coupling.varies
    ? rows.length > 1
    : pivotRank(system.newDirections(), system.size).dependent.length > 0;
  const found: Prepared = {
    ...{ of: { ...(linear ? { linear } : {}), rows }, coupling, tangents, matrices, dependent },
    plain: !dependent && isPlain(system, coupling, matrices),
    seen: 0,
  };
  if (linear && !coupling.varies) preparation.machine = found; // others fill it in at each step
  return found;
}

export function breaksFor(preparation: AuditPreparation, system: System, from: number, to: number): Breakpoints {
  const { breaks } = preparation;
  if (breaks && breaks.system === system && breaks.from === from && breaks.to === to) return breaks.found;
  const found = breakpointsOf(system, from, to);
  preparation.breaks = { system, from, to, found };
  return found;
}
