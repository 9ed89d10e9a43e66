/**
 * Loads that are zero but for pulses far shorter than the output step: what the machine gets of each is known in closed form.
 */
import { expect, test } from "vitest";
import { simulate } from "../../src/simulate/simulate.ts";
import { type Random, seeded } from "../support/random.ts";
import { compileRaw } from "../support/run.ts";
import { cases } from "../support/torture.ts";

interface Pulse {
  readonly height: number;
  readonly text: string;
  /** N s within the run. */
  readonly impulse: number;
}

const RUN = 10;

/** The widths reach down to a millionth of the run; the times leave the tails inside. */
function randomPulse(random: Random): Pulse {
  const height = random.pick([-1, 1]) * random.decade(-3, 5);
  const width = RUN * random.decade(-6, -3);
  const time = random.between(0.1, 0.9) * RUN;
  const z = `((t - ${time})/${width})`;
  const between = (integral: (u: number) => number) =>
    height * width * (integral((RUN - time) / width) - integral(-time / width));
  switch (random.whole(0, 3)) {
    case 0:
      return { height, text: `${height}*exp(-${z}^2)`, impulse: height * width * Math.sqrt(Math.PI) };
    case 1:
      return { height, text: `${height}/cosh(${z})`, impulse: height * width * Math.PI };
    case 2:
      return {
        height,
        text: `${height}/(1 + ${z}^2)^2`,
        impulse: between((u) => (u / (1 + u * u) + Math.atan(u)) / 2),
      };
    default:
      return { height, text: `${height}/(1 + ${z}^2)`, impulse: between(Math.atan) };
  }
}

test("the impulse of a pulse at any time, of any width, is found to 1e-9", () => {
  const count = cases(10, 2000);
  for (let seed = 1; seed <= count; seed++) {
    const random = seeded(seed);
    const { text, height, impulse } = randomPulse(random);
    const mass = random.decade(-2, 2);
    const { outcome, audit } = simulate(
      compileRaw({
        stickslip: 1,
        system: { type: "linear", mass: [mass], force: [text] },
        time: { end: RUN, step: random.pick([0.01, 0.1, 1]) },
      }),
    );
    expect(outcome.status, text).toBe("done");
    expect(Math.abs((mass * outcome.state.velocity[0]!) / impulse - 1), `${seed}: ${text}`).toBeLessThan(1e-9);
    expect(audit.balanceResidual, text).toBeLessThan(1e-6 * Math.abs(height));
  }
});

test("several pulses beside a slow load, with friction: the speed is what all of them leave", () => {
  const count = cases(3, 300);
  for (let seed = 1; seed <= count; seed++) {
    const random = seeded(7000 + seed);
    const limit = random.between(0.05, 0.2);
    const width = RUN * random.decade(-5, -4);
    const times = [0.21, 0.43, 0.68].map((part) => RUN * (part + random.between(0, 0.05)));
    const speed = random.between(6, 9);
    const height = speed / (width * Math.sqrt(Math.PI));
    const pulses = times.map((time) => `${height}*exp(-((t - ${time})/${width})^2)`);
    const { outcome } = simulate(
      compileRaw({
        stickslip: 1,
        system: {
          type: "linear",
          mass: [1],
          force: [`${limit / 2}*sin(t) + ${pulses.join(" + ")}`],
          friction: [{ on: 0, limit }],
        },
        time: { end: RUN, step: 0.1 },
      }),
    );
    expect(outcome.status).toBe("done");
    const first = slipTime(times[0]!, width, height, limit);
    const slow = (limit / 2) * (Math.cos(first) - Math.cos(RUN));
    const final = 3 * speed - early(height, width, (times[0]! - first) / width) + slow - limit * (RUN - first);
    expect(Math.abs(outcome.state.velocity[0]! - final), `${seed}`).toBeLessThan(1e-9 * final);
  }
});

/** What a bell curve gives up to z widths before its top, by Simpson's rule. */
function early(height: number, width: number, z: number): number {
  const [pieces, far] = [2000, 9];
  let sum = 0;
  for (let k = 0; k <= pieces; k++) {
    const at = z + ((far - z) * k) / pieces;
    sum += (k === 0 || k === pieces ? 1 : k % 2 === 1 ? 4 : 2) * Math.exp(-at * at);
  }
  return (height * width * sum * (far - z)) / pieces / 3;
}

/** Where the pulse and the sine together reach the limit, by bisection. */
function slipTime(time: number, width: number, height: number, limit: number): number {
  let [low, high] = [time - 30 * width, time];
  for (let k = 0; k < 200; k++) {
    const middle = (low + high) / 2;
    const force = (limit / 2) * Math.sin(middle) + height * Math.exp(-(((middle - time) / width) ** 2));
    if (force < limit) low = middle;
    else high = middle;
  }
  return low;
}

const single = (row: object, force: string, step: number) => ({
  stickslip: 1,
  system: { type: "linear", mass: [1], force: [force], friction: [{ on: 0, ...row }] },
  time: { end: 4, step },
});

test("a pulse of a drive that is nothing but a pulse, through numbers of 1e-300, is followed without crawling", () => {
  const { outcome, trajectory } = simulate(
    compileRaw(single({ limit: 1, drive: "10*exp(-((t - 2)/1e-3)^2)" }, "0", 0.1)),
  );
  expect(outcome.status).toBe("done");
  expect(outcome.stats.iterations).toBeLessThan(24 * 2000);
  expect(trajectory.events.map(({ kind }) => kind)).toEqual(["slip", "reversal", "stick"]);
  // from breaking away to the reversal +1 m/s^2, then -1 m/s^2 until rest on what has stopped; before it rides along
  const [slip, turn, rest] = trajectory.events.map(({ time }) => time);
  expect(10 * Math.exp(-(((slip! - 2) / 1e-3) ** 2)) + (turn! - slip!) - (rest! - turn!)).toBeCloseTo(0, 12);
});

test("a row breaks loose under a load so steep that its limit lies between two numbers of time", () => {
  const { outcome, trajectory } = simulate(compileRaw(single({ limit: 0.1 }, "1e6*exp(-((t - 2.0001)/1e-6)^2)", 1)));
  expect(outcome.status).toBe("done");
  const slip = trajectory.events[0]!.time;
  expect(Math.abs(trajectory.velocity[0]!.at(-1)! - (Math.sqrt(Math.PI) - 0.1 * (4 - slip)))).toBeLessThan(2e-8); // of the pulse some comes before
});
