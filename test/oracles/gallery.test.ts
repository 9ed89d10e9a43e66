import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { coulombOscillator } from "./coulomb-oscillator.ts";
import { follow } from "./mode-switching.ts";
import { gallery, loadProblem } from "./problem-file.ts";

/** The oracle knows linear machines and the gear box of the gallery, and no signals, stops, springs, dampers, joints, feedback and drives; test/problem/gallery.test.ts runs these too. */
const BEYOND = [
  "belt",
  "bouncing-ball",
  "brake-squeal",
  "buffer",
  "chain-1000",
  "chain-20-negative-damping",
  "clutch",
  "duffing",
  "isolator",
  "lossy-gear",
  "mode-coupling-squeal",
  "stage-pid",
  "stage-pid-limited",
  "stage-pid-measured",
  "two-masses-not-attracted",
  "two-masses-one-row",
  "vl05-controlled",
  "vl05-two-masses",
];
const text = (name: string) => readFileSync(new URL(`${name}.yaml`, gallery), "utf8");
const files = readdirSync(gallery)
  .filter((name) => name.endsWith(".yaml"))
  .map((name) => name.replace(".yaml", ""))
  .filter((name) => !BEYOND.includes(name) && !/type: (arm|mechanism|strings?|beam)/.test(text(name)));

function motionOf(file: string, end?: number) {
  const problem = loadProblem(file);
  return follow(problem.system, problem.initial, [end ?? problem.end]);
}

describe.each(files)("%s", (file) => {
  const { name, description, system, initial, end, step } = loadProblem(file);

  it("says what it shows", () => {
    expect(name.length).toBeGreaterThan(10);
    const sentences = description.split(/\.\)? (?=[A-Z(])/).length;
    expect(sentences).toBeGreaterThanOrEqual(2);
    expect(sentences).toBeLessThanOrEqual(6);
  });

  it("has sizes that agree and a step that divides its time", () => {
    const size = system.mass.length;
    expect([initial.position.length, initial.velocity.length, system.force(initial.time).length]).toEqual([
      size,
      size,
      size,
    ]);
    expect(system.rows.every((row) => row.direction.length === size && row.limit > 0)).toBe(true);
    expect(system.rows.every((row) => row.direction.some((entry) => entry !== 0))).toBe(true);
    const steps = (end - initial.time) / step;
    expect(Math.abs(steps - Math.round(steps))).toBeLessThan(1e-9);
  });

  it("has symmetric matrices", () => {
    for (const matrix of [system.mass, system.stiffness])
      expect(matrix.every((row, i) => row.every((entry, j) => entry === matrix[j]![i]))).toBe(true);
  });
});

it("held-mass never moves", () => {
  const { events, moments } = motionOf("held-mass");
  expect(events).toEqual([]);
  expect(moments[0]).toMatchObject({ position: [0.5], velocity: [0], multiplier: [-0.5] });
});

it("coulomb-oscillator rests where its description says", () => {
  const exact = coulombOscillator({ m: 1, k: 1, c: 0.1, x: 1.25, v: 0 });
  const { events, moments } = motionOf("coulomb-oscillator");
  expect(moments[0]!.position[0]).toBeCloseTo(exact.restPosition, 12);
  expect(events.at(-1)!.time).toBeCloseTo(exact.restTime, 11);
});

it("slow-spring has four equal cycles of stick and slip", () => {
  const { events, moments } = motionOf("slow-spring");
  expect(events.map((event) => event.kind)).toEqual(Array(4).fill(["slip", "stick"]).flat());
  const slips = events.filter((event) => event.kind === "slip").map((event) => event.time);
  expect(slips[0]).toBeCloseTo(0.4 * 9.81, 11); // k V t reaches mu m g
  for (let i = 1; i < 4; i++) expect(slips[i]! - slips[i - 1]!).toBeCloseTo(4.0792599385, 8);
  expect(moments[0]!.position[0]! / 4).toBeCloseTo(0.20396299692, 9);
});

it("two-masses breaks loose below at the instant it grips above", () => {
  const { events } = motionOf("two-masses", 4);
  const grips = events.filter((event) => event.row === 0 && event.kind === "stick");
  expect(grips.length).toBeGreaterThanOrEqual(2);
  for (const { time } of grips) expect(events).toContainEqual({ time, row: 1, kind: "slip" });
  expect(grips[0]!.time).toBeCloseTo(1.22956102287621, 11);
});

it("gearbox moves only outside its band, and rests between", () => {
  const { events, moments } = motionOf("gearbox", 8.5);
  expect(events.map((event) => event.kind)).toEqual(["slip", "stick", "slip", "stick"]);
  const torque = (t: number) => 4.1 + 1.6 * Math.sin((Math.PI * t) / 4);
  expect(torque(events[0]!.time)).toBeCloseTo(5.3, 11);
  expect(torque(events[2]!.time)).toBeCloseTo(2.9, 11);
  expect(moments[0]!.position[0]).toBeCloseTo(0, 11); // the band lies symmetric about the mean torque
});

it("chain-20 lets slip travel from the pushed block on", () => {
  const { events } = motionOf("chain-20", 2.5);
  const first = Array.from({ length: 12 }, (_, row) => events.find((event) => event.row === row)!.time);
  expect(first).toEqual([...first].sort((a, b) => a - b));
  expect(events.every((event) => event.row < 14)).toBe(true);
});
