/**
 * Events of a time-stepping run, read off the modes: to the accuracy of a step. A row that is stuck for one step only is
 * not called stuck: it has reversed, or touched zero.
 */
import type { LinearSystem } from "../model/linear.ts";
import type { State } from "../scheme/scheme.ts";
import type { Event } from "./trajectory.ts";

export interface EventWatch {
  step(state: State): void;
}

export function watchModes(system: LinearSystem, initial: State, report: (event: Event) => void): EventWatch {
  const m = system.rows.length;
  const settled = Int8Array.from(initial.mode);
  const pendingSince = new Float64Array(m).fill(Number.NaN);

  function tell(kind: Event["kind"], time: number, row: number): void {
    report({ kind, time, row: system.rows[row]!.name });
  }

  function observe(i: number, mode: number, time: number): void {
    if (system.rows[i]!.law.stop) {
      tell(mode === 0 ? "impact" : "release", time, i);
      settled[i] = mode;
      return;
    }
    const since = pendingSince[i]!;
    if (!Number.isNaN(since)) {
      pendingSince[i] = Number.NaN;
      if (mode === 0) {
        tell("stick", since, i);
        settled[i] = 0;
        return;
      }
      if (mode !== settled[i]) tell("reversal", since, i);
      settled[i] = mode;
      return;
    }
    if (mode === settled[i]) return;
    if (mode === 0) {
      pendingSince[i] = time;
      return;
    }
    tell(settled[i] === 0 ? "slip" : "reversal", time, i);
    settled[i] = mode;
  }

  return {
    step(state) {
      for (let i = 0; i < m; i++) {
        const mode = state.mode[i]!;
        if (mode === settled[i] && Number.isNaN(pendingSince[i]!)) continue;
        observe(i, mode, state.time);
      }
    },
  };
}
