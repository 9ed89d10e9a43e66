/** Slips that begin and end within a step: what turns around and rests an instant later is no fault, and what is disturbed there is seen, also in one of two states at the same time. */
import { describe, expect, it, test } from "vitest";
import { compileRaw } from "../../support/run.ts";
import { audited, disturbed, scaleOf, tell } from "../../torture/disturbed.ts";

const TURN = 0.5;

interface Turning {
  readonly rate: number;
  readonly short: number;
  readonly rows?: number;
  /** Between outputs, s: of which one may be at the turn, or where it rests again. */
  readonly step?: number;
}

/** A mass that is pulled back by 1 N turns at 0.5 s; friction grows by `rate` N/s and is short of 1 N by `short` there, so that it rests again 2 short/rate later. */
function turning({ rate, short, rows = 1, step = 0.093 }: Turning) {
  const zero = Math.max(0, TURN - (1 - short) / rate); // friction begins
  const slowed = (1 - short) * (TURN - zero) - (rate * (TURN - zero) ** 2) / 2;
  const limit = `max(0, ${1 - short} + ${rate}*(t - ${TURN}))`;
  const friction = rows === 1 ? [{ on: 0, limit }] : [0.6, 0.4].map((part) => ({ on: 0, limit: `${part}*${limit}` }));
  return {
    stickslip: 1,
    system: { type: "linear", mass: [1], force: [-1], friction },
    initial: { velocity: [TURN + slowed] },
    time: { end: 1.2, step },
  };
}

/** The same where the load falls and friction stays. */
function unloaded({ rate, short }: Turning) {
  const raw = turning({ rate, short });
  const load = `-max(0, ${1 + short} - ${rate}*(t - ${TURN}))`;
  const pulled = TURN * (1 + short) + (rate * TURN * TURN) / 2;
  return {
    ...raw,
    system: { ...raw.system, force: [load], friction: [{ on: 0, limit: 1 }] },
    initial: { velocity: [TURN + pulled] },
  };
}

function examine(raw: object, rest: number): void {
  const motion = tell(compileRaw(raw));
  const { simulation, told, status } = motion;
  expect(status).toBe("done");
  const alarms = audited(simulation, told).checks.filter(({ verdict }) => verdict !== "ok");
  expect(alarms.map(({ sentence }) => sentence)).toEqual([]);
  const sticks = told.flatMap((entry) =>
    entry.kind === "event" && entry.event.kind === "stick" ? [entry.event.time] : [],
  );
  expect(sticks[0]).toBeCloseTo(rest, 6);
  const states = told.flatMap((entry) => (entry.kind === "step" ? [entry.state] : []));
  const at = states.findIndex(({ time }) => time === sticks[0]);
  for (const sign of [1, -1]) {
    const size = sign * 1e-5 * scaleOf(motion, "force", 0);
    for (let k = at - 1; k <= at + 1; k++) {
      const wrong = disturbed(told, { part: "force", k: 0, from: k, to: k, size: () => size });
      expect(audited(simulation, wrong).verdict).toBe("failed");
    }
  }
}

const SHORT = [1e-7, 1e-6, 3e-5, 1e-4, 1e-3, 1e-2, 0.1];

it.each([1, 100, 1e4, 1e6])("friction that grows by %d N/s holds what has just turned", (rate) => {
  for (const short of SHORT) {
    for (const rows of [1, 2]) {
      for (const step of [0.093, 0.1]) examine(turning({ rate, short, rows, step }), TURN + (2 * short) / rate);
    }
  }
});

it.each([1, 10, 1e3])("friction holds what has just turned under a load that falls by %d N/s", (rate) => {
  for (const short of SHORT) examine(unloaded({ rate, short }), TURN + (2 * short) / rate);
});

test("a force of a slip that is none, where nothing has turned, is seen", () => {
  const raw = { ...turning({ rate: 1, short: 1e-3 }), initial: { velocity: [0] } };
  const friction = [{ on: 0, limit: 3 }];
  const { simulation, told } = tell(compileRaw({ ...raw, system: { ...raw.system, friction } }));
  const wrong = disturbed(told, { part: "force", k: 0, from: 4, to: 4, size: () => 2 });
  expect(audited(simulation, told).verdict).toBe("ok");
  expect(audited(simulation, wrong).verdict).toBe("failed");
});

describe("a slip at the start that ends before the digits of time tell", () => {
  const starting = (start: number, velocity: number, force: number) => ({
    stickslip: 1,
    system: {
      ...{ type: "linear", mass: [1, 1], force: [force, "3*sin(4*t)"] },
      ...{ springs: [{ between: [0, 1], stiffness: 2 }], friction: [{ on: 0, limit: 0.5 }] },
    },
    initial: { velocity: [velocity, 0] },
    time: { start, end: start + 1, step: 0.1 },
  });

  it.each([2, -1.5, 100])("is none where it turns or comes to rest, at %d s", (start) => {
    for (const velocity of [3.7e-17, -3.7e-17, 1e-15]) {
      for (const force of [-1, 0.1, 1]) {
        const { simulation, told } = tell(compileRaw(starting(start, velocity, force)));
        expect(audited(simulation, told).checks.filter(({ verdict }) => verdict !== "ok")).toEqual([]);
      }
    }
  });

  it("does not hide a force or a velocity that is wrong", () => {
    const { simulation, told } = tell(compileRaw(starting(2, 3.7e-17, -1)));
    const change = { k: 0, from: 0, to: 0, size: () => -0.3 };
    for (const part of ["force", "velocity"] as const) {
      expect(audited(simulation, disturbed(told, { part, ...change })).verdict).toBe("failed");
    }
  });
});
