/** Cycles of machines with joints, against the same machines without: disturbances off a joint are none, and the motion stays on it. */
import { describe, expect, it } from "vitest";
import { type Cycle, findCycle } from "../../src/stability/cycle/cycle.ts";
import { compileRaw } from "../support/run.ts";

function found(raw: object, period?: number): Cycle {
  const cycle = findCycle(compileRaw(raw), period === undefined ? {} : { period });
  if (cycle.status !== "found") throw new Error(cycle.message);
  return cycle;
}

const moduli = ({ multipliers }: Cycle) => multipliers.map(({ modulus }) => modulus);

/** A forced pendulum with dry friction in its hinge: the rod as a joint, or its angle. */
const asJoint = {
  stickslip: 1,
  system: {
    type: "mechanism",
    coordinates: [{ name: "x" }, { name: "y" }],
    kinetic: "v(x)^2/2 + v(y)^2/2",
    potential: "9.81*x(y)",
    force: { x: "3*cos(2*t) - 0.1*v(x)", y: "-0.1*v(y)" },
    friction: [{ along: "atan(x(x)/(2 - x(y)))", limit: 0.1 }],
    joints: [{ zero: "x(x)^2 + x(y)^2 - 1" }],
  },
  initial: { position: [0, -1], velocity: [0.3, 0] },
  time: { end: 40, step: 0.02 },
};
const asAngle = {
  ...asJoint,
  system: {
    type: "mechanism",
    coordinates: [{ name: "a", unit: "rad" }],
    kinetic: "v(a)^2/2",
    potential: "-9.81*cos(x(a))",
    force: { a: "3*cos(2*t)*cos(x(a)) - 0.1*v(a)" },
    friction: [{ along: "atan(sin(x(a))/(2 + cos(x(a))))", limit: 0.1 }],
  },
  initial: { position: [0], velocity: [0.3] },
};

/** A mass on a spring to a frame that a joint moves; or pushed by that spring alone. */
const shaken = (joint: boolean) => ({
  stickslip: 1,
  system: {
    type: "mechanism",
    coordinates: [{ name: "a" }, ...(joint ? [{ name: "frame" }] : [])],
    kinetic: joint ? "v(a)^2/2 + v(frame)^2/2" : "v(a)^2/2",
    potential: joint ? "2*(x(a) - x(frame))^2 + x(a)^4/4" : "2*x(a)^2 + x(a)^4/4",
    force: { a: joint ? "-0.2*v(a)" : "-0.2*v(a) + 2.4*sin(2*t)" },
    friction: [{ on: "a", limit: 0.2 }],
    ...(joint ? { joints: [{ zero: "x(frame) - 0.6*sin(2*t)" }] } : {}),
  },
  initial: { position: joint ? [0, 0] : [0], velocity: joint ? [0, 1.2] : [0] },
  time: { end: 40, step: 0.01 },
});

describe("a cycle on joints", () => {
  it("has the multipliers of the machine in its own coordinates, and a state that is one", () => {
    const [joint, angle] = [found(asJoint, Math.PI), found(asAngle, Math.PI)];
    expect(joint.stability).toBe("stable");
    expect(moduli(joint)).toHaveLength(2);
    for (const [k, modulus] of moduli(angle).entries()) expect(moduli(joint)[k]).toBeCloseTo(modulus, 8);
    expect(joint.amplitudes[0]).toBeCloseTo(Math.sin(angle.amplitudes[0]!), 8);
    const { position, velocity } = joint;
    expect(found({ ...asJoint, initial: { position, velocity } }, Math.PI).stability).toBe("stable");
  });

  it("stays on a joint that moves", () => {
    const [joint, free] = [found(shaken(true), Math.PI), found(shaken(false), Math.PI)];
    expect(joint.stability).toBe("stable");
    expect(Math.abs(joint.position[1]!)).toBeLessThan(1e-12);
    expect(joint.velocity[1]).toBeCloseTo(1.2, 11);
    expect(joint.position[0]).toBeCloseTo(free.position[0]!, 9);
    expect(joint.amplitudes[0]).toBeCloseTo(free.amplitudes[0]!, 9);
    expect(joint.amplitudes[0]).toBeCloseTo(1.459989446, 7);
    for (const [k, modulus] of moduli(free).entries()) expect(moduli(joint)[k]).toBeCloseTo(modulus, 8);
  });

  it("counts no disturbance of a joint along fixed directions", () => {
    const belt = { name: "belt", on: 0, limit: 1, drive: 0.2, weakening: { shape: "hyperbolic", beta: 1, speed: 0.3 } };
    const machine = (mass: number[], more: object) => ({
      stickslip: 1,
      system: { type: "linear", mass, springs: [{ on: 0, stiffness: 1 }], friction: [belt], ...more },
      time: { end: 60, step: 0.02 },
    });
    const geared = found(machine([1, 2], { joints: [{ direction: [1, -2] }] }));
    const single = found(machine([1.5], {}));
    expect(geared.stability).toBe("stable");
    expect(geared.period).toBeCloseTo(single.period, 9);
    expect(moduli(geared)).toHaveLength(1);
    expect(moduli(geared)[0]).toBeCloseTo(moduli(single)[0]!, 9);
  });
});
