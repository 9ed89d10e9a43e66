/** Audits that runs of one problem hand on. */
import { rewinding } from "../../numeric/kept.ts";
import { type Audited, type AuditSink, audit, rowParts } from "./audit.ts";

/** One that can begin anew. */
export interface RewoundAudit extends AuditSink {
  rewind(): void;
}

/** An audit, and how to say that its run is over and nobody asks it any more: the next run of the problem goes on with its memory. */
export function lentAudit(audited: Audited): { readonly sink: AuditSink; giveBack(): void } {
  const { system, scheme, solver, grid, preparation } = audited;
  if (!preparation || system.conditioned) return { sink: audit(audited), giveBack() {} };
  const { idle, runs = 0 } = preparation;
  const fits = idle?.of.system === system && idle.of.scheme === scheme && idle.of.solver === solver;
  let sink: AuditSink | RewoundAudit;
  if (idle && fits && idle.of.grid === grid) {
    preparation.idle = undefined;
    sink = idle.sink;
    idle.sink.rewind();
  } else sink = runs > 0 ? rewound(rowParts(audited)) : audit(audited);
  return {
    sink,
    giveBack() {
      preparation.runs = runs + 1;
      if ("rewind" in sink) preparation.idle = { of: { system, scheme, solver, grid }, sink };
    },
  };
}

/** What the kernel works on is brought back at once; `rebuild` says that nothing derived holds any more. */
function rewound({ sink, room, rebuild }: ReturnType<typeof rowParts>): RewoundAudit {
  const taken = room.taken();
  const first = taken.slice();
  const others = rewinding(sink.kept!, taken.buffer);
  return {
    ...sink,
    rewind() {
      taken.set(first);
      others();
      rebuild();
    },
  };
}
