import { setImmediate as turn } from "node:timers/promises";
import { drive as driveRun } from "../../../api/drive.ts";
import type { Run } from "../../../simulate/run/run.ts";

/** Advances a run to its end, or until `stopped`; the process attends to other things in between. */
export function drive(run: Run, stopped: () => boolean, report: (progress: number) => void): Promise<void> {
  return driveRun(run, stopped, report, () => turn());
}
