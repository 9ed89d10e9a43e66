/** The audit where a motion comes to rest or sets off under a law that is steep there: no alarm, and what is disturbed is seen. */
import { describe, expect, it, test } from "vitest";
import { compileRaw } from "../../support/run.ts";
import { audited, disturbed, type Part, scaleOf, tell } from "../../torture/disturbed.ts";

const motionOf = (system: object, initial: object) =>
  tell(compileRaw({ stickslip: 1, system, initial, time: { end: 4, step: 0.1 } }));

const mass = (force: string) => ({
  ...{ type: "mechanism", coordinates: [{ name: "a" }], kinetic: "v(a)^2/2" },
  force: { a: force },
});

/** Alarms of a motion, and of the last states before it first rests with something wrong by 1e-5 of its scale. */
function examine(motion: ReturnType<typeof motionOf>, parts: readonly Part[]): void {
  const { simulation, told, status } = motion;
  expect(status).toBe("done");
  const alarms = audited(simulation, told).checks.filter(({ verdict }) => verdict !== "ok");
  expect(alarms.map(({ sentence }) => sentence)).toEqual([]);
  const states = told.flatMap((entry) => (entry.kind === "step" ? [entry.state] : []));
  const rest = states.findIndex(({ velocity }, k) => k > 0 && velocity[0] === 0);
  expect(rest).toBeGreaterThan(20);
  for (const part of parts) {
    const size = 1e-5 * scaleOf(motion, part, 0);
    for (const sign of [1, -1]) {
      const wrong = disturbed(told, { part, k: 0, from: rest - 8, to: rest - 3, size: () => sign * size });
      expect(audited(simulation, wrong).verdict).toBe("failed");
    }
  }
}

describe.each([0.05, 0.1, 0.2, 0.3, 0.4, 0.45])("a root of a speed, abs(v)^%d", (p) => {
  it.each([1, -1, 0.01])("brings %d m/s to rest", (speed) => {
    examine(motionOf(mass(`-abs(v(a))^${p}*sign(v(a))`), { velocity: [speed] }), ["position", "velocity"]);
  });
});

test("a root of a speed that a spring leads through rest", () => {
  const { simulation, told } = motionOf(mass("-abs(v(a))^0.3*sign(v(a))-x(a)"), { position: [0.3], velocity: [-1] });
  expect(audited(simulation, told).verdict).toBe("ok");
});

test.each([
  [0.05, 0.99, 0, 0.3],
  [0.1, 0.99, 0, 0],
  [0.2, 0.7, 4, 0],
  [0.3, 0.99, 4, 0.3],
])(
  "weakening with the exponent %d by %d, beside a spring of %d N/m on a belt at %d m/s",
  (exponent, beta, stiffness, drive) => {
    const weakening = { shape: "stribeck", beta, speed: 0.4, exponent };
    const system = {
      ...{ type: "linear", mass: [1], stiffness: [stiffness], force: ["0.8*sin(2*t)"] },
      friction: [{ on: 0, limit: 1, drive, weakening }],
    };
    const { simulation, told } = motionOf(system, { position: [0.3], velocity: [1] });
    expect(audited(simulation, told).verdict).toBe("ok");
  },
);

test("a motion that is over within 1e-9 s of 4 s: its velocity is disturbed while it is held", () => {
  const system = { type: "linear", mass: [1], force: ["3*sin(2*t)"], friction: [{ on: 0, limit: 10 }] };
  const motion = motionOf(system, { velocity: [1e-8] });
  expect(audited(motion.simulation, motion.told).verdict).toBe("ok");
  const count = motion.told.filter(({ kind }) => kind === "step").length;
  for (const size of [1e-13, -1e-13]) {
    const change = { part: "velocity", k: 0, from: count - 20, to: count - 10, size: () => size } as const;
    expect(audited(motion.simulation, disturbed(motion.told, change)).verdict).toBe("failed");
  }
});
