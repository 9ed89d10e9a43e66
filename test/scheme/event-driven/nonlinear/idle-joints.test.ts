/** Joints that bear nothing, beside rows that share a load: their forces are round-off of what the rows bear, and no reason for short steps. */
import { expect, it } from "vitest";
import { simulate } from "../../../../src/simulate/simulate.ts";
import { compileRaw } from "../../../support/run.ts";

const [LIMITS, START, LOAD] = [[2, 0.5], -0.1, "-exp(-t)"] as const;

/** Masses of 2 kg in a row, each held to the next; the last one has two rows of friction and the load. */
function train(count: number) {
  const names = Array.from({ length: count }, (_, i) => `x${i}`);
  const last = names.at(-1)!;
  return compileRaw({
    stickslip: 1,
    name: "train",
    system: {
      type: "mechanism",
      coordinates: names.map((name) => ({ name })),
      kinetic: names.map((name) => `v(${name})^2`).join(" + "),
      force: { [last]: LOAD },
      friction: LIMITS.map((limit) => ({ on: last, limit })),
      joints: names.slice(1).map((name, i) => ({ direction: { [name]: 1, [names[i]!]: -1 } })),
    },
    initial: { position: names.map(() => 0), velocity: names.map(() => START) },
    time: { end: 3, step: 0.1 },
  });
}

it.each([2, 3, 6])("%i masses come to rest and stay, in two expansions", (count) => {
  const { outcome, audit, trajectory } = simulate(train(count));
  const mass = 2 * count;
  const friction = LIMITS[0] + LIMITS[1];
  // mass v = mass v0 + friction t + exp(-t) - 1
  const speed = (t: number) => START + (friction * t + Math.exp(-t) - 1) / mass;
  let [low, high] = [0, 3];
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    if (speed(middle) < 0) low = middle;
    else high = middle;
  }
  const place = START * low + ((friction * low * low) / 2 + 1 - Math.exp(-low) - low) / mass;
  expect(outcome.status).toBe("done");
  expect(trajectory.events.map(({ kind }) => kind)).toEqual(["stick", "stick"]);
  expect(Math.abs(trajectory.events[0]!.time - low)).toBeLessThan(1e-12);
  for (const x of outcome.state.position) expect(Math.abs(x - place)).toBeLessThan(1e-13);
  for (const v of outcome.state.velocity) expect(v).toBe(0);
  expect(outcome.stats.iterations).toBeLessThan(100); // 23 an expansion
  expect(audit.verdict).toBe("ok");
});
