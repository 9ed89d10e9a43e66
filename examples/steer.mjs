// Brings the three masses of gk95-tp1 to their target: with one constant control, then with five intervals, which needs about half the effort.
// Run: node examples/steer.mjs
import { readFileSync } from "node:fs";
import { compileOrThrow, findControl, readProblem } from "stickslip";
import { galleryFile } from "stickslip/node";

const { raw } = readProblem(readFileSync(galleryFile("gk95-tp1"), "utf8"));
const values = Array.from({ length: 5 }, () => [0, 0, 0]);
const pieces = { times: [0, 1, 2, 3, 4], values };

const efforts = [];
for (const value of [[0, 0, 0], pieces]) {
  const { simulation, goal } = compileOrThrow({ ...raw, control: { ...raw.control, value } });
  const { status, message, control, objective, runs } = await findControl(simulation, goal);
  console.log(`${value === pieces ? "five intervals" : "constant"}: ${message}`);
  console.log(`  effort ${objective.toFixed(6)} after ${runs} runs; u1, u2, u3:`);
  for (let j = 0; j < control.length; j += 3) {
    console.log(`  ${Array.from(control.subarray(j, j + 3), (u) => u.toFixed(6).padStart(12)).join("")}`);
  }
  if (status !== "reached") process.exitCode = 1;
  efforts.push(objective);
}
if (!(efforts[1] < efforts[0])) process.exitCode = 1;
