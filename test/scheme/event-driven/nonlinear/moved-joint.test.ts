/**
 * A bead on a rod whose length a joint moves in time, beside a wall: in polar coordinates one equation, phi'' = -(g cos phi + 2 r' phi') / r,
 * and an impact turns the speed towards the wall, r' cos phi - r sin phi phi', over by the restitution.
 */
import { describe, expect, it } from "vitest";
import { compileDirections } from "../../../../src/problem/paths/directions.ts";
import { applyOverrides } from "../../../../src/problem/paths/overrides.ts";
import { runWithTangents } from "../../../../src/simulate/run/sensitivity.ts";
import { simulate } from "../../../../src/simulate/simulate.ts";
import { integrate } from "../../../oracles/integrate.ts";
import { difference, distance } from "../../../support/end-difference.ts";
import { compileRaw } from "../../../support/run.ts";

const END = 0.8;
const A = 0.1;
const E = 0.5;
const G = 9.81;
const raw = {
  stickslip: 1,
  parameters: { A, back: E },
  system: {
    type: "mechanism",
    coordinates: [{ name: "x" }, { name: "y" }],
    kinetic: "(v(x)^2 + v(y)^2)/2",
    potential: "9.81*x(y)",
    joints: [{ name: "rod", zero: "sqrt(x(x)^2 + x(y)^2) - 1 - A*(1 - cos(3*t))" }],
    stops: [{ name: "wall", distance: "0.9 - x(x)", restitution: "back" }],
  },
  outputs: { lost: "dissipation(wall)" },
  initial: { position: [0.6, 0.8] },
  time: { end: END, step: 0.01 },
};

const r = (t: number) => 1 + A * (1 - Math.cos(3 * t));
const dr = (t: number) => 3 * A * Math.sin(3 * t);

/** The end in polar coordinates, and what the impacts took. */
function polar() {
  let [t, phi, w, lost, impacts] = [0, Math.atan2(0.8, 0.6), 0, 0, 0];
  const rate = (s: number, y: readonly number[]) => [y[1]!, -(G * Math.cos(y[0]!) + 2 * dr(s) * y[1]!) / r(s)];
  const gap = (s: number, y: readonly number[]) => 0.9 - r(s) * Math.cos(y[0]!);
  while (t < END) {
    const reached = integrate(rate, t, [phi, w], END, { guards: [gap], maxStep: 0.01 });
    t = reached.time;
    [phi, w] = reached.state as [number, number];
    if (reached.guard === undefined) break;
    impacts++;
    const speed = dr(t) * Math.cos(phi) - r(t) * Math.sin(phi) * w;
    const after = (E * speed + dr(t) * Math.cos(phi)) / (r(t) * Math.sin(phi));
    // the wall's impulse is along x: what it takes is its impulse times the mean speed
    const impulse = ((after - w) * r(t)) / Math.sin(phi);
    lost += (impulse * (speed - E * speed)) / 2;
    w = after;
  }
  return { x: r(END) * Math.cos(phi), y: r(END) * Math.sin(phi), impacts, lost };
}

describe("a joint that is moved, beside a wall", () => {
  it("keeps its rate in impacts: the motion in polar coordinates, its losses, an audit without errors", () => {
    const wanted = polar();
    const { outcome, audit, trajectory } = simulate(compileRaw(raw));
    expect(wanted.impacts).toBe(2);
    expect(trajectory.events.filter(({ kind }) => kind === "impact").length).toBe(2);
    expect(Math.abs(outcome.state.position[0]! - wanted.x)).toBeLessThan(1e-11);
    expect(Math.abs(outcome.state.position[1]! - wanted.y)).toBeLessThan(1e-11);
    expect(Math.abs(trajectory.outputs[0]!.values.at(-1)! - wanted.lost)).toBeLessThan(1e-9);
    expect(audit?.verdict).toBe("ok");
  });

  it("and has derivatives through them", () => {
    const simulation = compileRaw(raw);
    const paths = ["parameters.A", "parameters.back"];
    const { directions, faults } = compileDirections(raw, simulation, paths);
    expect(faults).toEqual([]);
    const { columns, kinks } = runWithTangents(simulation, directions);
    expect(kinks).toEqual([]);
    [A, E].forEach((value, j) => {
      const ends = (h: number) => compileRaw(applyOverrides(raw, [{ path: paths[j]!, value: String(value + h) }]).raw);
      const differences = difference(ends, 1e-5);
      expect(distance(columns[j]!, differences)).toBeLessThan(2e-8 * (1 + Math.max(...differences.map(Math.abs))));
    });
  });
});
