/** Forces, limits, kinetic forces and drives that begin or end as roots and powers, in time and in place: closed forms, and no alarm. */
import { describe, expect, it } from "vitest";
import { simulate } from "../../../src/simulate/simulate.ts";
import { integrate } from "../../oracles/integrate.ts";
import { compileRaw } from "../../support/run.ts";

function run(system: object, initial: object, end: number) {
  const time = { end, step: end / 60 };
  const { outcome, audit, trajectory } = simulate(compileRaw({ stickslip: 1, system, initial, time }));
  return {
    status: outcome.status,
    x: outcome.state.position[0]!,
    v: outcome.state.velocity[0]!,
    events: trajectory.events.map(({ kind, time }) => ({ kind, time })),
    audit: audit!.checks.filter(({ verdict }) => verdict !== "ok").map(({ sentence }) => sentence),
  };
}

const block = { type: "linear", mass: [1] };
const mass = { type: "mechanism", coordinates: [{ name: "a" }], kinetic: "v(a)^2/2" };

describe("in time", () => {
  it.each([
    ["t^0.3", 1, 0.3],
    ["t^0.5", 1, 0.5],
    ["sqrt(t)", 1, 0.5],
    ["2*sqrt(t)", 2, 0.5],
    ["t^1.5", 1, 1.5],
  ])("a limit %s that grows until it stops a block", (limit, c, p) => {
    const found = run({ ...block, force: [1], friction: [{ on: 0, limit }] }, { position: [0] }, 3);
    const stop = ((p + 1) / c) ** (1 / p);
    expect(found).toMatchObject({ status: "done", v: 0, audit: [] });
    expect(found.events.map(({ kind }) => kind)).toEqual(["stick"]);
    expect(found.events[0]!.time).toBeCloseTo(stop, 11);
    expect(found.x).toBeCloseTo((stop * stop) / 2 - (c * stop ** (p + 2)) / ((p + 1) * (p + 2)), 11);
  });

  it("a limit abs(t - 1)^0.5 that vanishes on the way", () => {
    const row = { on: 0, limit: "abs(t-1)^0.5" };
    const found = run({ ...block, force: [1], friction: [row] }, { position: [0] }, 3);
    expect(found).toMatchObject({ status: "done", audit: [] });
    expect(found.v).toBeCloseTo(3 - (2 / 3) * (1 + 2 ** 1.5), 11);
    expect(found.x).toBeCloseTo(4.5 - 0.4 - 4 / 3 - (4 / 15) * 2 ** 2.5, 11);
  });

  it("a limit sqrt(abs(sin(t))): as an integrator finds it", () => {
    const row = { on: 0, limit: "sqrt(abs(sin(t)))" };
    const found = run({ ...block, force: [1], friction: [row] }, { position: [0] }, 3);
    // t = s^2 and t = pi - s^2 take the roots away
    const first = integrate((s, [, v]) => [2 * s * v!, 2 * s * (1 - Math.sqrt(Math.sin(s * s)))], 0, [0, 0], 1.5);
    const second = integrate((t, [, v]) => [v!, 1 - Math.sqrt(Math.sin(t))], 2.25, first.state, 3);
    expect(found).toMatchObject({ status: "done", audit: [] });
    expect(found.x).toBeCloseTo(second.state[0]!, 10);
    expect(found.v).toBeCloseTo(second.state[1]!, 10);
  });

  it("a kinetic force sqrt(t)", () => {
    const row = { on: 0, limit: 2, kinetic: "sqrt(t)" };
    const found = run({ ...block, force: [3], friction: [row] }, { position: [0] }, 3);
    expect(found).toMatchObject({ status: "done", audit: [] });
    expect(found.x).toBeCloseTo(13.5 - (4 / 15) * 3 ** 2.5, 11);
  });

  it("a limit and a kinetic force sqrt(abs(cos(t))) that vanish while the block slides", () => {
    const row = { on: 0, limit: "sqrt(abs(cos(t)))", kinetic: "0.5*sqrt(abs(cos(t)))" };
    const found = run({ ...block, force: [2], friction: [row] }, { position: [0] }, 3);
    const integral = 2.254924494772878; // of sqrt(abs(cos(t))) up to 3
    expect(found).toMatchObject({ status: "done", audit: [] });
    expect(found.v).toBeCloseTo(6 - 0.5 * integral, 11);
  });

  it("a belt t^1.5 that carries until it is too fast", () => {
    const found = run({ ...block, friction: [{ on: 0, limit: 0.5, drive: "t^1.5" }] }, { position: [0] }, 3);
    expect(found).toMatchObject({ status: "done", audit: [] });
    expect(found.events[0]!.time).toBeCloseTo(1 / 9, 11);
    expect(found.v).toBeCloseTo(1 / 27 + 0.5 * (3 - 1 / 9), 11);
  });

  it("a belt t^0.3 that leaves at once and is caught up", () => {
    const found = run({ ...block, friction: [{ on: 0, limit: 0.5, drive: "t^0.3" }] }, { position: [0] }, 3);
    const caught = 2 ** (1 / 0.7);
    expect(found).toMatchObject({ status: "done", audit: [] });
    expect(found.events.map(({ kind }) => kind)).toEqual(["stick"]);
    expect(found.v).toBeCloseTo(3 ** 0.3, 11);
    expect(found.x).toBeCloseTo(caught ** 2 / 4 + (3 ** 1.3 - caught ** 1.3) / 1.3, 10);
  });

  it("a belt abs(t - 1)^0.5 that stops and sets off again", () => {
    const found = run({ ...block, friction: [{ on: 0, limit: 0.5, drive: "abs(t-1)^0.5" }] }, { position: [0] }, 3);
    const first = 2 * Math.sqrt(2) - 2; // 0.5 t = sqrt(1 - t)
    const w = Math.sqrt(2 * first) - 1; // w = sqrt(t - 1), which is first - t / 2 there
    expect(found).toMatchObject({ status: "done", audit: [] });
    expect(found.events.map(({ kind }) => kind)).toEqual(["reversal", "reversal"]);
    expect(found.events[1]!.time).toBeCloseTo(1 + w * w, 11);
    expect(found.v).toBeCloseTo(w + 0.5 * (2 - w * w), 11);
  });

  it.each([
    ["t^0.3", 0, 3],
    ["abs(t-1)^0.3", 1, 2],
  ])("a force %s without friction", (force, before, after) => {
    const found = run({ ...block, force: [force], friction: [{ on: 0, limit: 0 }] }, { position: [0] }, 3);
    const v0 = before ** 1.3 / 1.3;
    const x0 = before === 0 ? 0 : 1 / 1.3 - 1 / (1.3 * 2.3);
    expect(found).toMatchObject({ status: "done", audit: [] });
    expect(found.v).toBeCloseTo(v0 + after ** 1.3 / 1.3, 11);
    expect(found.x).toBeCloseTo(x0 + v0 * after + after ** 2.3 / (1.3 * 2.3), 10);
  });
});

/** Integral of dz / sqrt(1 - z^p) from 0 to 1: sqrt(pi) Gamma(1 + 1/p) / Gamma(1/p + 1/2). */
const QUARTER = { "1.3": 1.813556144431993, "1.5": 1.7247397061531937, "2.5": 1.4716375921623523 };

describe("in place", () => {
  it.each([
    ["a potential", { potential: "max(0, x(a))^2.5" }, 1, "2.5"],
    ["a softer one", { potential: "max(0, x(a))^1.5" }, 1, "1.5"],
    ["a force", { force: { a: "-max(0, x(a))^1.5" } }, 0.4, "2.5"],
    ["a force by cases", { force: { a: "x(a) > 0 ? -x(a)^1.5 : 0" } }, 0.4, "2.5"],
    ["a force of scaled depth", { force: { a: "-8*(max(0, x(a))/4)^1.5" } }, 0.4, "2.5"],
  ] as const)("a Hertz contact, %s: time in contact, and no speed lost", (_, parts, c, p) => {
    const found = run({ ...mass, ...parts }, { position: [-0.5], velocity: [1] }, 5);
    const depth = (0.5 / c) ** (1 / Number(p));
    expect(found).toMatchObject({ status: "done", audit: [] });
    expect(found.v).toBeCloseTo(-1, 10);
    expect(found.x).toBeCloseTo(-(5 - 0.5 - 2 * depth * QUARTER[p]), 9);
  });

  it.each([
    ["abs(x)^1.5 as potential", { potential: "abs(x(a))^1.5" }, 1, "1.5"],
    ["abs(x)^2.5 as potential", { potential: "abs(x(a))^2.5" }, 1, "2.5"],
    ["sqrt(abs(x)) as force", { force: { a: "-sqrt(abs(x(a)))*sign(x(a))" } }, 2 / 3, "1.5"],
    ["abs(x)^0.3 as force", { force: { a: "-sign(x(a))*abs(x(a))^0.3" } }, 1 / 1.3, "1.3"],
  ] as const)("%s: back after one period", (_, parts, c, p) => {
    const period = ((4 * 0.5 ** (1 - Number(p) / 2)) / Math.sqrt(2 * c)) * QUARTER[p];
    const found = run({ ...mass, ...parts }, { position: [0.5], velocity: [0] }, period);
    expect(found).toMatchObject({ status: "done", audit: [] });
    expect(found.x).toBeCloseTo(0.5, 10);
    expect(found.v).toBeCloseTo(0, 9);
  });

  it.each([
    ["sqrt(abs(x(0)))", 0.5],
    ["abs(x(0))^0.3", 0.3],
    ["abs(x(0))^1.5", 1.5],
    ["max(0, x(0))^1.5", 1.5],
  ])("a limit %s that is passed and takes all energy", (limit, p) => {
    const found = run({ ...block, friction: [{ on: 0, limit }] }, { position: [-0.5], velocity: [1.5] }, 4);
    const before = limit.startsWith("max") ? 0 : 0.5 ** (p + 1) / (p + 1);
    expect(found).toMatchObject({ status: "done", v: 0, audit: [] });
    expect(found.x).toBeCloseTo(((p + 1) * (1.5 ** 2 / 2 - before)) ** (1 / (p + 1)), 10);
  });

  it("a Hertz spring x^2.5 that is pressed from rest, beside friction", () => {
    const spring = { ...block, springs: [{ on: 0, potential: "x^2.5" }], friction: [{ on: 0, limit: 0.5 }] };
    const found = run({ ...spring, force: ["sin(t)"] }, { position: [0] }, 1);
    const slip = Math.asin(0.5);
    const rate = (t: number, [x, v]: readonly number[]) => [v!, Math.sin(t) - 0.5 - 2.5 * Math.max(0, x!) ** 1.5];
    const { state } = integrate(rate, slip, [0, 0], 1);
    expect(found).toMatchObject({ status: "done", audit: [] });
    expect(found.events[0]!.time).toBeCloseTo(slip, 12);
    expect(found.x).toBeCloseTo(state[0]!, 9);
    const pulled = run({ ...spring, force: ["-sin(t)"] }, { position: [0] }, 1);
    expect(pulled).toMatchObject({ status: "undefined-force", x: 0, audit: [] });
    expect(pulled.events[0]!.time).toBeCloseTo(slip, 12);
  });

  it.each(["-sign(x(a))", "sign(x(a))", "x(a) > 0 ? 1 : x(a) < 0 ? -1 : 0"])(
    "%s at rest at zero is what the formula says there: nothing",
    (force) => {
      for (const limit of [0, 0.1, 2]) {
        const found = run({ ...mass, force: { a: force }, friction: [{ on: 0, limit }] }, { position: [0] }, 1);
        expect(found).toMatchObject({ status: "done", x: 0, v: 0, audit: [] });
      }
    },
  );

  it("sign(x) beside a load is on the side to which the load pulls", () => {
    const found = run({ ...mass, force: { a: "sign(x(a)) - 0.5" } }, { position: [0] }, 1);
    expect(found).toMatchObject({ status: "done", audit: [] });
    expect(found.x).toBeCloseTo(-0.75, 12);
  });
});

describe("a force that all but jumps with the velocity", () => {
  it("-tanh(1e12 v) brings a mass to rest like friction", () => {
    const row = { on: 0, limit: 0.1 };
    const found = run({ ...mass, force: { a: "-tanh(1e12*v(a))" }, friction: [row] }, { velocity: [1] }, 3);
    expect(found).toMatchObject({ status: "done", v: 0, audit: [] });
    expect(found.x).toBeCloseTo(0.5 / 1.1, 11);
  });
});
