// Brings the three masses of gk95-tp1 to their target: with one constant control, then with five intervals, which needs about half the effort.
// Run: npx tsc -p examples && node out/examples/steer.js
import { control } from "stickslip";
import { loadFile } from "stickslip/node";

const pieces = { times: [0, 1, 2, 3, 4], values: Array.from({ length: 5 }, () => [0, 0, 0]) };

const efforts: number[] = [];
for (const value of [[0, 0, 0], pieces]) {
  const problem = await loadFile("gk95-tp1", { set: { "control.value": value } });
  const { status, message, curve, objective, runs } = await control(problem);
  console.log(`${value === pieces ? "five intervals" : "constant"}: ${message}`);
  const effort = objective ?? Number.NaN; // null where no run was finished
  console.log(`  effort ${effort.toFixed(6)} after ${runs} runs; u1, u2, u3:`);
  for (const row of curve.values) console.log(`  ${row.map((u) => u.toFixed(6).padStart(12)).join("")}`);
  if (status !== "reached") process.exitCode = 1;
  efforts.push(effort);
}
if (!(efforts[1]! < efforts[0]!)) process.exitCode = 1;
