/** Masses that bounce on curved roads, come to rest on them, slide along, take off and land: against closed forms and an integrator of their own. */
import { describe, expect, it } from "vitest";
import { type Result, simulate } from "../../../src/simulate/simulate.ts";
import { followRoad } from "../../oracles/road.ts";
import { compileRaw } from "../../support/run.ts";
import { cases } from "../../support/torture.ts";
import { roadCase } from "./road-cases.ts";

const failed = ({ audit }: Result) => audit.checks.filter(({ verdict }) => verdict !== "ok").map(({ name }) => name);

function run(problem: object): Result {
  const result = simulate(compileRaw(problem));
  expect(result.outcome.status).toBe("done");
  expect(failed(result)).toEqual([]);
  return result;
}

/** A mass of 1 kg beside others, whose road it is on is y >= `road`. */
const onRoad = (road: string, { system = {}, ...rest }: { system?: object } & Record<string, unknown> = {}) => ({
  stickslip: 1,
  system: {
    ...{ type: "mechanism", coordinates: [{ name: "a" }, { name: "y" }], kinetic: "(v(a)^2 + v(y)^2)/2" },
    ...{ potential: "9.81*x(y)", stops: [{ name: "road", distance: `x(y) - (${road})`, restitution: 0.5 }] },
    ...system,
  },
  ...{ initial: { position: [0, 0.3], velocity: [4, 0] }, time: { end: 1, step: 0.02 } },
  ...rest,
});

/** Of a fall from so high the bounces add up to t0 (1 + 2 e/(1 - e)). */
const restAfter = (height: number, gravity: number, e: number) =>
  Math.sqrt((2 * height) / gravity) * (1 + (2 * e) / (1 - e));

describe("bounces on a road that is flat but for a bump", () => {
  it("that was flown over end on the road, when their series does", () => {
    const rail = { name: "rail", on: "a", limit: "0.5 + 20*exp(-((x(a)-1)/0.002)^2)" };
    const result = run(onRoad("0.05*exp(-((x(a)-1.5)/0.01)^2)", { system: { friction: [rail] } }));
    const { kind, time } = result.trajectory.events.at(-1)!;
    expect(kind).toBe("contact");
    expect(Math.abs(time - restAfter(0.3, 9.81, 0.5))).toBeLessThan(1e-13);
    expect(Math.abs(result.outcome.state.position[1]!)).toBeLessThan(1e-16);
  });

  it.each([
    [0.3, 1e-6],
    [0.5, 1],
    [0.8, 1e-6],
  ])("and that is never reached: restitution %d, units of %d m", (restitution, meter) => {
    const stop = { distance: `x(y) - ${0.05 * meter}*exp(-((x(a) + ${2 * meter})/${0.3 * meter})^2)`, restitution };
    const result = run(
      onRoad("", {
        system: { potential: `${9.81 * meter}*x(y)`, stops: [{ name: "road", ...stop }] },
        initial: { position: [2 * meter, 0.3 * meter], velocity: [meter, 0] },
        time: { end: 4, step: 0.1 },
      }),
    );
    const contact = result.trajectory.events.find(({ kind }) => kind === "contact");
    expect(Math.abs(contact!.time - restAfter(0.3, 9.81, restitution))).toBeLessThan(1e-9);
    expect(Math.abs(result.outcome.state.position[1]!)).toBeLessThan(1e-14 * meter);
  });
});

describe("against an integrator of its own", () => {
  const units = [
    [1, 1],
    [1e-6, 1e-3],
    [1e3, 10],
  ] as const;
  it.each(Array.from({ length: cases(8, 400) }, (_, seed) => seed))(
    "a mass falls on road %d and follows it",
    (seed) => {
      const { on, position, velocity, end, problem } = roadCase(seed);
      const exact = followRoad(on, position, velocity, end);
      const [meter, second] = units[seed % 3]!;
      const result = run(problem(meter, second));
      const { state } = result.outcome;
      for (let i = 0; i < 2; i++) {
        expect(Math.abs(state.position[i]! / meter - exact.position[i]!)).toBeLessThan(1e-10);
        expect(Math.abs((state.velocity[i]! * second) / meter - exact.velocity[i]!)).toBeLessThan(1e-10);
      }
      const releases = result.trajectory.events.filter(({ kind }) => kind === "release").length;
      expect(releases).toBe(exact.releases.length);
    },
  );
});

describe("what is round-off on a road is neither a reason to crawl nor for an alarm", () => {
  it("where the mass couples what the road holds with what moves along it", () => {
    const kinetic = "2.1*v(a)^2 + 1.3*v(y)^2 - 0.35*v(a)*v(y)";
    const result = run(onRoad("0*x(a)^2", { system: { kinetic }, time: { end: 2, step: 0.02 } }));
    // the momentum along the road is kept by all but the impacts: nothing pushes along it
    const [va] = result.outcome.state.velocity;
    expect(Math.abs(4.2 * va! - 4.2 * 4)).toBeLessThan(1e-13 * 4.2 * 4);
    expect(result.outcome.stats.iterations).toBeLessThan(3000);
  });

  // slopes that are 1 - tanh^2 have digits of 1, far from the step too
  it.each([
    [0.02, 0.05, 9.81],
    [0.002, -0.05, 0.1],
    [0.1, -0.05, 0.1],
  ])("where it comes to a step %d m wide and %d m high, under %d m/s^2", (width, height, gravity) => {
    const result = run(
      onRoad(`${height}*(tanh((x(a) - 1.5)/${width}) + 1)`, {
        system: { potential: `${gravity}*x(y)` },
        initial: { position: [0, 0], velocity: [2, 0] },
        time: { end: 0.74, step: 0.02 },
      }),
    );
    const { position, velocity } = result.outcome.state;
    const energy = (velocity[0]! ** 2 + velocity[1]! ** 2) / 2 + gravity * position[1]!;
    expect(Math.abs(energy - 2)).toBeLessThan(1e-12);
  });

  it("where a formula of the distance has terms far larger than it", () => {
    const result = run(onRoad("(1000 + 0.02*sin(3*x(a))) - 1000", { time: { end: 2, step: 0.02 } }));
    expect(result.outcome.stats.iterations).toBeLessThan(10000);
  });
});
