import { describe, expect, it } from "vitest";
import { absolute, atLeast, constant, line, sine, switched, type Wave } from "../../torture/waves.ts";
import { coulombOscillator } from "../coulomb-oscillator.ts";
import { followLoop } from "../saturated-loop.ts";
import { follow } from "./follow.ts";
import { masses, row } from "./simple.ts";

const mass = masses(1);

describe("the oracle by enumeration agrees with motions known in closed form", () => {
  it("an oscillator with Coulomb friction swings to rest", () => {
    const exact = coulombOscillator({ m: 1, k: 4, c: 0.7, x: 2.3, v: -1 });
    const machine = { ...mass, stiffness: [[4]], position: [2.3], velocity: [-1], friction: [row(constant(0.7))] };
    for (const end of [0.4, 1.9, exact.restTime + 1]) {
      const { position, velocity } = follow({ ...machine, end });
      expect(position[0]).toBeCloseTo(exact.position(end), 12);
      expect(velocity[0]).toBeCloseTo(exact.velocity(end), 12);
    }
    const { events } = follow({ ...machine, end: exact.restTime + 1 });
    const times = [...exact.reversals, exact.restTime];
    expect(events).toHaveLength(times.length);
    times.forEach((time, k) => {
      expect(events[k]!.time).toBeCloseTo(time, 12);
    });
  });

  it("a row whose limit is zero does nothing, in both directions", () => {
    const limit = switched(5, constant(0), constant(1.1));
    for (const push of [1, -1]) {
      const pushed = follow({ ...mass, force: [constant(push).signal], friction: [row(limit)], end: 4 });
      expect(pushed.position[0]).toBeCloseTo(8 * push, 12);
      expect(pushed.velocity[0]).toBeCloseTo(4 * push, 12);
    }
  });

  it("a belt that jumps past the mass, or under it, turns the friction around and no more", () => {
    const slides = { ...mass, velocity: [1], end: 2 };
    const fast = follow({
      ...slides,
      friction: [row(constant(0.1), { drive: switched(1, constant(0), constant(2)) })],
    });
    expect(fast.velocity[0]).toBeCloseTo(1, 13);
    const reversing = row(constant(0.5), { drive: switched(0.5, constant(1), constant(-1)) });
    const back = follow({ ...mass, friction: [reversing] });
    expect(back.velocity[0]).toBeCloseTo(0, 13);
    expect(back.position[0]).toBeCloseTo(0.125, 13);
  });

  it("a mass leaves its stop when the load that presses it passes zero", () => {
    const stops = [{ direction: [1], gap: 0, restitution: 0 }];
    const { position, events } = follow({ ...mass, force: [sine(0, 5, 1, 0).signal], stops, end: 4 });
    expect(position[0]).toBeCloseTo(-5 * Math.sin(4) - 5 * (4 - Math.PI), 12);
    expect(events).toMatchObject([{ kind: "release" }]);
    expect(events[0]!.time).toBeCloseTo(Math.PI, 9);
  });

  it("a ball bounces to rest at the end of a geometric series", () => {
    const ball = {
      ...mass,
      position: [-1],
      force: [constant(1).signal],
      stops: [{ direction: [1], gap: 0, restitution: 0.5 }],
    };
    const fall = Math.SQRT2;
    const third = follow({ ...ball, end: fall * 2.6 }); // after impacts at 1, 2 and 2.5 falls
    expect(third.velocity[0]).toBeCloseTo(-fall / 8 + 0.1 * fall, 11);
    const rest = follow({ ...ball, end: 3.1 * fall });
    expect(rest.position[0]).toBeCloseTo(0, 12);
    expect(rest.velocity[0]).toBe(0);
    expect(rest.accumulation).toBe(true);
  });

  it("what is thrown up an incline with a jump law stays where it comes to rest", () => {
    const incline = row(constant(2), { kinetic: constant(1) });
    const { position } = follow({
      ...mass,
      velocity: [2],
      force: [constant(-1.5).signal],
      friction: [incline],
      end: 3,
    });
    expect(position[0]).toBeCloseTo(0.8, 13);
  });

  it("rows in one direction break loose together at the sum of their limits", () => {
    const bearing = row(constant(1));
    const brake = row(sine(4, 1.5, 3, 0));
    const held = { ...mass, friction: [bearing, brake], end: 4 };
    expect(follow({ ...held, force: [constant(3.4).signal] }).events).toEqual([]);
    const { events } = follow({ ...held, force: [constant(4).signal] }); // 5 + 1.5 sin(3t) = 4
    const loose = (Math.PI + Math.asin(2 / 3)) / 3;
    expect(events[0]!.time).toBeCloseTo(loose, 10);
    expect(events.slice(0, 2).map(({ kind }) => kind)).toEqual(["slip", "slip"]);
  });

  it("masses that are geared by a joint move as one", () => {
    const geared = { ...masses(1, 3), joints: [[1, -2]], friction: [row(constant(0.2), { direction: [0, 1] })] };
    const { position } = follow({ ...geared, force: [constant(1).signal, constant(0).signal], end: 2 });
    expect(position[1]).toBeCloseTo((0.5 * 4 * (2 - 0.2)) / 7, 12); // (3 + 4) a = 2 - 0.2
    expect(position[0]).toBeCloseTo(2 * position[1]!, 12);
  });

  it("a saturated loop agrees with the oracle for one mass", () => {
    const loop = {
      mass: 1,
      stiffness: 0,
      friction: 1,
      reference: () => 3,
      slope: () => 0,
      jumps: [],
      gains: { kp: 8, ki: 6, kd: 6 },
      limit: [-2, 2] as const,
      tracking: 0.4,
    };
    const known = followLoop(loop, [0, 0, 0], 6);
    const pid = {
      direction: [1],
      reference: constant(3).signal,
      kp: 8,
      ki: 6,
      kd: 6,
      limit: loop.limit,
      tracking: 0.4,
    };
    const found = follow({ ...mass, pids: [pid], friction: [row(constant(1))], end: 6 });
    expect(found.position[0]).toBeCloseTo(known.state[0]!, 9);
    expect(found.velocity[0]).toBeCloseTo(known.state[1]!, 9);
    expect(found.states[0]).toBeCloseTo(known.state[2]!, 9);
  });
});

describe("the oracle by enumeration agrees with values found by other integrators", () => {
  it("a kinetic force that varies in time", () => {
    const belt = row(constant(3), { kinetic: sine(2, 0.5, 3, 0), drive: constant(0.2) });
    const { position } = follow({ ...mass, stiffness: [[10]], friction: [belt], end: 10 });
    expect(position[0]).toBeCloseTo(0.3106, 4);
  });

  it("a clutch between two moving masses breaks loose and sticks again", () => {
    const wave = (size: number): Wave => sine(0, size, 0.4 * Math.PI, Math.PI / 2);
    const clutch = row(wave(11), { kinetic: wave(10), direction: [1, -1] });
    for (const speed of [0, 1, 3.5]) {
      const machine = { ...masses(1, 2), friction: [clutch], velocity: [speed, speed], start: 0.8, end: 1 };
      const { events } = follow({ ...machine, force: [sine(0, 10, 10 * Math.PI, 0).signal, constant(0).signal] });
      expect(events.slice(0, 2).map(({ kind }) => kind)).toEqual(["slip", "stick"]);
      expect(events[0]!.time).toBeCloseTo(0.831109, 6);
      expect(events[1]!.time).toBeCloseTo(0.902436, 6);
    }
  });

  it("friction that begins in the middle", () => {
    const machine = { ...mass, stiffness: [[3]], force: [sine(0, 2, 7, 0).signal], end: 2 };
    const { position } = follow({ ...machine, friction: [row(atLeast(0, line(-1, 1)))] });
    expect(position[0]).toBeCloseTo(-0.02504, 5);
  });

  it("a limit that touches zero again and again, against many small steps", () => {
    const limit = absolute(sine(0, 1, 2, 0));
    const { position } = follow({ ...mass, stiffness: [[100]], position: [1], friction: [row(limit)], end: 3 });
    expect(position[0]).toBeCloseTo(
      smallSteps((t) => Math.abs(Math.sin(2 * t)), 100, 1, 3),
      4,
    );
  });
});

/** Leapfrog with friction as a projection of the velocity on rest: second order, no modes. */
function smallSteps(limit: (t: number) => number, stiffness: number, start: number, end: number): number {
  const count = 200_000;
  const dt = end / count;
  let [x, v] = [start, 0];
  for (let k = 0; k < count; k++) {
    x += (dt / 2) * v;
    const free = v - dt * stiffness * x;
    const most = dt * limit((k + 0.5) * dt);
    v = Math.sign(free) * Math.max(0, Math.abs(free) - most);
    x += (dt / 2) * v;
  }
  return x;
}
