import { it } from "vitest";
import { compileRaw } from "../support/run.ts";
import { simulate } from "../../src/simulate/simulate.ts";
it("x", () => {
  const s = compileRaw({ stickslip: 1, system: { type: "linear", mass: [1], stiffness: [1], force: ["1/(t < 4 ? 1 : 0)"], friction: [{ on: 0, limit: 0.1 }] }, initial: { velocity: [1] }, scheme: { type: "balanced" }, time: { end: 10, step: 0.01 } });
  const r = simulate(s, { sinks: [{ step(q) { if (q.time > 3.985 && q.time < 4.04) console.log(q.time, q.position[0], q.velocity[0], q.force[0]); } }] });
  console.log(r.outcome);
});
