/**
 * What the audits of one problem share: all that follows from its constant matrices and rows, the times at which something may jump, and
 * code that is made when it pays. It remembers nothing of a run.
 */
import { breakpointsOf, type System } from "../../model/system.ts";
import { pivotRank } from "../../numeric/rank.ts";
import type { Audited } from "./audit.ts";
import { type Coupling, rowCoupling } from "./coupling.ts";
import type { AuditKernel } from "./kernel/kernel.ts";
import { isPlain } from "./kernel/plain.ts";
import type { RewoundAudit } from "./lent.ts";
import { type SmoothMatrices, smoothMatrices } from "./smooth-forces.ts";
import { type Tangents, tangentSizes } from "./tangents.ts";

export interface Prepared {
  /** Another machine, such as one of other numbers, is prepared anew; one that differs in its load is not. */
  readonly of: System;
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
  /** An audit whose run is over, for the next one: of this run's machine, scheme and grid. */
  idle?: { readonly of: Omit<Audited, "preparation">; readonly sink: RewoundAudit } | undefined;
  /** Runs that are over: from the second on audits are kept. */
  runs?: number;
  breaks?: { readonly system: System; readonly from: number; readonly to: number; readonly found: Breakpoints };
}

export function preparedFor(preparation: AuditPreparation, system: System): Prepared {
  const { machine } = preparation;
  if (machine && isSame(machine.of, system)) return machine;
  const { linear, rows } = system;
  const coupling = rowCoupling(system);
  const tangents = tangentSizes(system);
  const matrices = linear ? smoothMatrices(system) : undefined;
  const dependent = coupling.varies
    ? rows.length > 1
    : pivotRank(system.newDirections(), system.size).dependent.length > 0;
  const found: Prepared = {
    ...{ of: system, coupling, tangents, matrices, dependent },
    plain: !dependent && isPlain(system, coupling),
    seen: 0,
  };
  if (linear && !coupling.varies) preparation.machine = found; // others fill it in at each step
  return found;
}

/** Whether two machines have the same parts of an audit, in the same places: roots in a load have a part of their own. */
function isSame(one: System, other: System): boolean {
  return (
    one.linear === other.linear &&
    one.rows === other.rows &&
    one.rowFunctions === other.rowFunctions &&
    one.rowMotion === other.rowMotion &&
    one.controllers === other.controllers &&
    !one.load.rooted === !other.load.rooted
  );
}

export function breaksFor(preparation: AuditPreparation, system: System, from: number, to: number): Breakpoints {
  const { breaks } = preparation;
  if (breaks && breaks.system === system && breaks.from === from && breaks.to === to) return breaks.found;
  const found = breakpointsOf(system, from, to);
  preparation.breaks = { system, from, to, found };
  return found;
}
