// The largest swing that friction leaves a shaken mass, over the limit of the friction, on all processors; a table by hand.
// Run: npx tsc -p examples && node out/examples/sweep-on-threads.js
import { load, sweep } from "stickslip";
import { createExecutor } from "stickslip/node";

const problem = load({
  stickslip: 1,
  name: "Shaken mass",
  parameters: { c: 0.5, w: 1 },
  system: {
    type: "linear",
    mass: [1],
    stiffness: [1],
    force: ["sin(w*t)"],
    friction: [{ name: "floor", on: 0, limit: "c" }],
  },
  measures: { swing: { max: "abs(x(0))", from: 40 }, stuck: { time: "floor" } },
  time: { end: 60, step: 0.05 },
});

const executor = createExecutor(); // { threads: 1 } computes in this thread; the digits are the same
const { rows } = await sweep(problem, { vary: ["parameters.w=0.8,1,1.2", "parameters.c=0.2:1.1:4"], executor });
await executor.close();

console.log("w     c     swing (m)   stuck (s)");
for (const row of rows) {
  const status = row.at(-1);
  const [w, c, swing, stuck] = row.map(Number);
  const numbers = status === "done" ? `${swing!.toFixed(6).padEnd(11)} ${stuck!.toFixed(3)}` : status;
  console.log(`${String(w).padEnd(5)} ${c!.toFixed(1).padEnd(5)} ${numbers}`);
}
// A force of 1 N cannot move a mass that friction holds with more.
const held = rows.filter(([, c]) => Number(c) > 1);
if (!held.every(([, , swing, stuck]) => swing === 0 && Math.abs(Number(stuck) - 60) < 1e-9)) process.exitCode = 1;
