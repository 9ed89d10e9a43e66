// What each scheme does to a mass that friction holds: it must not move. Run: npx tsc -p examples && node out/examples/compare-schemes.js
import { load, simulate } from "stickslip";

const problem = {
  stickslip: 1,
  name: "Held mass",
  system: { type: "linear", mass: [1], stiffness: [1], friction: [{ on: 0, limit: 1 }] },
  initial: { position: [0.5] },
  time: { end: 20, step: 0.01 },
};

console.log("scheme         moved (m)     speed of the stuck row (m/s)");
for (const scheme of ["event-driven", "balanced", "alpha", "splitting"]) {
  const { position, audit } = await simulate(load(problem, { scheme }));
  const moved = position[0]! - 0.5;
  console.log(`${scheme.padEnd(14)} ${moved.toExponential(3).padEnd(13)} ${audit.stickSpeed.toExponential(3)}`);
}
