// How far a sliding block gets on floors of different friction, against the closed form m v^2 / (2 c).
// Run: npx tsc -p examples && node out/examples/stopping-distance.js
import { load, simulate } from "stickslip";

const mass = 2;
const speed = 3;
console.log("limit (N)  distance (m)   closed form    stops at (s)");
for (const limit of [1, 2, 5, 10]) {
  const problem = load({
    stickslip: 1,
    name: "Sliding block",
    system: { type: "linear", mass: [mass], friction: [{ name: "floor", on: 0, limit }] },
    initial: { velocity: [speed] },
    time: { end: 10, step: 0.01 },
    scheme: { type: "event-driven" },
  });
  const { position, events } = await simulate(problem);
  const distance = position[0]!;
  const expected = (mass * speed * speed) / (2 * limit);
  const stop = events.find((event) => event.kind === "stick");
  console.log(
    [limit.toString().padEnd(10), distance.toFixed(10), expected.toFixed(10), stop?.time.toFixed(10)].join(" "),
  );
  if (Math.abs(distance - expected) > 1e-12) process.exitCode = 1;
}
