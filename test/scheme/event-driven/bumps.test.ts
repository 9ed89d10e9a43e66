/** Forces that act within a short part of the way only: the series before it knows nothing of them. */
import { describe, expect, it } from "vitest";
import { simulate } from "../../../src/simulate/simulate.ts";
import { compileRaw } from "../../support/run.ts";

/** A mass that goes its way at 3 m/s, 0.03 m between two outputs. */
const passing = (system: object) =>
  compileRaw({
    stickslip: 1,
    system: { type: "mechanism", coordinates: [{ name: "a", unit: "m" }], kinetic: "v(a)^2/2", ...system },
    initial: { position: [-1], velocity: [3] },
    time: { end: 1, step: 0.01 },
  });

/** What is left of its energy: 9/2 J less what is lost. */
function expectLeft(system: object, left: number | ((x: number) => number), most = 3000): void {
  const { outcome, audit } = simulate(passing(system));
  const { position, velocity } = outcome.state;
  expect(outcome.status).toBe("done");
  const expected = typeof left === "number" ? left : left(position[0]!);
  expect(Math.abs(velocity[0]! ** 2 / 2 - expected)).toBeLessThan(1e-12);
  expect(audit.checks.filter(({ verdict }) => verdict !== "ok")).toEqual([]);
  expect(outcome.stats.iterations).toBeLessThan(most); // some ninety expansions: its flanks, which fall to nothing, are not crept along
}

const ROOT = Math.sqrt(Math.PI);

describe.each([0.1, 0.03, 0.01, 0.003, 1e-3, 1e-4, 1e-5])("a hill %d m wide takes the energy that it should", (w) => {
  const u = `(x(a)/${w})`;
  it("as a force of 1 N", () => expectLeft({ force: { a: `-exp(-${u}^2)` } }, 4.5 - w * ROOT));
  it("as one that is higher the narrower it is", () => expectLeft({ force: { a: `-exp(-${u}^2)/${w}` } }, 4.5 - ROOT));
  it("beside a force that varies slowly", () =>
    expectLeft({ potential: "x(a)^2/2", force: { a: `-exp(-${u}^2)/${w}` } }, (x) => 4.5 - ROOT - (x * x - 1) / 2));
  it("as a step of a potential", () =>
    expectLeft({ potential: `tanh(${u})` }, (x) => 4.5 - Math.tanh(x / w) - Math.tanh(1 / w)));
  it("as a hill whose flanks fall like powers", () =>
    expectLeft({ potential: `1/(1 + ${u}^2)` }, (x) => 4.5 - 1 / (1 + (x / w) ** 2) + 1 / (1 + 1 / w ** 2)));
  it("as a smoothed corner", () =>
    expectLeft({ potential: `sqrt(x(a)^2 + ${w}^2)` }, (x) => 4.5 - Math.hypot(x, w) + Math.hypot(1, w)));
});

describe.each([1e-3, 1e-5])("what is %d m wide", (w) => {
  const bump = `exp(-(x(a)/${w})^2)`;
  it("is met as a limit", () =>
    expectLeft({ friction: [{ on: "a", limit: `${bump}/${w}` }], force: { a: "0" } }, 4.5 - ROOT, 7000)); // its flanks are where it begins to rub
  it("decides between two formulas", () =>
    expectLeft({ force: { a: `${bump} > 0.5 ? -1/${w} : 0` } }, 4.5 - 2 * Math.sqrt(Math.LN2)));
  it("is met as a bump of the floor, however high it is flown over", () => {
    const found = simulate(
      compileRaw({
        stickslip: 1,
        system: {
          ...{ type: "mechanism", coordinates: [{ name: "a" }, { name: "y" }], kinetic: "(v(a)^2 + v(y)^2)/2" },
          stops: [{ name: "floor", distance: `x(y) - ${bump}`, restitution: 1 }],
        },
        initial: { position: [-1, 0.5], velocity: [3, 0] },
        time: { end: 1, step: 0.01 },
      }),
    );
    expect(found.outcome.status).toBe("done");
    expect(found.trajectory.events.map(({ kind }) => kind)).toEqual(["impact"]);
    // it meets the flank where that is 0.5 m high, at u = -sqrt(ln 2), and is thrown back along its normal (-slope, 1)
    const slope = Math.sqrt(Math.LN2) / w;
    const [x, y] = found.outcome.state.velocity;
    expect(Math.abs(x! - (3 * (1 - slope ** 2)) / (1 + slope ** 2))).toBeLessThan(1e-8);
    expect(Math.abs(y! - (6 * slope) / (1 + slope ** 2))).toBeLessThan(1e-8);
  });
  it("turns a row back and forth", () => {
    // the way along the row is x + exp(-u^2)/2, which falls between its extremes
    const way = (x: number) => x + Math.exp(-((x / w) ** 2)) / 2;
    const slope = (x: number) => 1 - (x / w / w) * Math.exp(-((x / w) ** 2));
    const [first, second] = [root(slope, 0, w / Math.SQRT2), root(slope, w / Math.SQRT2, 10 * w)];
    const rubbed = (x: number) => way(first) - way(-1) + (way(first) - way(second)) + (way(x) - way(second));
    const row = { along: `x(a) + ${bump}/2`, limit: 1 };
    expectLeft({ friction: [row] }, (x) => 4.5 - rubbed(x));
  });
  it("is met as a heavier place", () => {
    const { outcome } = simulate(passing({ kinetic: `v(a)^2/2*(1 + ${bump})` }));
    expect(outcome.status).toBe("done");
    expect(outcome.state.velocity[0]).toBeCloseTo(3, 12);
    // the time that it takes: that of energy 9/2 J through both
    const delay = integral((x) => Math.sqrt(1 + Math.exp(-((x / w) ** 2))) - 1, -10 * w, 10 * w) / 3;
    expect(Math.abs(outcome.state.position[0]! - (2 - 3 * delay))).toBeLessThan(1e-12);
  });
});

/** By halving. */
function root(f: (x: number) => number, from: number, to: number): number {
  let [a, b] = [from, to];
  for (let k = 0; k < 100; k++) {
    const middle = (a + b) / 2;
    if (f(middle) > 0 === f(a) > 0) a = middle;
    else b = middle;
  }
  return a;
}

/** By the trapezoidal rule, which is exact for what falls to nothing at both ends. */
function integral(f: (x: number) => number, from: number, to: number): number {
  const step = (to - from) / 2000;
  let sum = 0;
  for (let k = 1; k < 2000; k++) sum += f(from + k * step);
  return sum * step;
}
