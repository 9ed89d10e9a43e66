import { it } from "vitest";
import { runProblem } from "./support/run.ts";
it("probe", () => {
  for (const torque of [0.65,1.2]) { const r = runProblem("lossy-gear",{parameters:{torque}}); 
  console.log(r.outcome.status, r.measures, r.audit.rows, r.warnings, r.trajectory.events.slice(0,14)); }
  const b = runProblem("brake-squeal"); console.log(b.audit.rows, b.measures);
});
