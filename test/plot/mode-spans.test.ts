import { expect, test } from "vitest";
import { changeTime, modeSpans, stickSpans } from "../../src/plot/blocks/mode-spans.ts";
import type { Event, Trajectory } from "../../src/simulate/record/trajectory.ts";

function oneRow(modes: number[], events: Event[] = []): Trajectory {
  const time = Float64Array.from(modes, (_, k) => k);
  const zero = new Float64Array(modes.length);
  const names = { position: [], velocity: [], multiplier: ["floor"] };
  const columns = { position: [], velocity: [], multiplier: [zero], mode: [Int8Array.from(modes)] };
  const labels = { names, units: { position: [], row: ["m"] }, kinds: ["friction" as const] };
  return { ...labels, time, energy: zero, friction: [], controllers: [], outputs: [], events, ...columns };
}

test("spans change at the first sample of the new mode, or at the row's event before it", () => {
  const modes = [0, 0, 1, 1, -1];
  expect(modeSpans(oneRow(modes), 0)).toEqual([
    { start: 0, end: 2, mode: 0 },
    { start: 2, end: 4, mode: 1 },
    { start: 4, end: 4, mode: -1 },
  ]);
  const events: Event[] = [
    { time: 1.25, kind: "slip", row: "floor" },
    { time: 1.75, kind: "slip", row: "another" },
    { time: 3.5, kind: "reversal", row: "floor" },
  ];
  expect(modeSpans(oneRow(modes, events), 0)).toEqual([
    { start: 0, end: 1.25, mode: 0 },
    { start: 1.25, end: 3.5, mode: 1 },
    { start: 3.5, end: 4, mode: -1 },
  ]);
});

test("of several events between two samples the last one counts; one at the earlier sample does not", () => {
  expect(changeTime([0.2, 1.2, 1.6, 2.5], 1, 2)).toBe(1.6);
  expect(changeTime([1], 1, 2)).toBe(2);
  expect(changeTime([], 1, 2)).toBe(2);
});

test("a run without samples has no spans", () => {
  expect(modeSpans(oneRow([]), 0)).toEqual([]);
});

test("chatter below the resolution is one interval, above it is not", () => {
  const chatter = oneRow([0, 1, 0, 1, 0, 0]);
  expect(stickSpans(chatter, 0, 1.5)).toEqual([{ start: 0, end: 5, mode: 0 }]);
  expect(stickSpans(chatter, 0, 0.5).length).toBe(3);
});

test("a stick between two samples is told by its events", () => {
  const events: Event[] = [
    { time: 1.25, kind: "stick", row: "floor" },
    { time: 1.5, kind: "slip", row: "floor" },
  ];
  expect(modeSpans(oneRow([1, 1, 1], events), 0)).toEqual([
    { start: 0, end: 1.25, mode: 1 },
    { start: 1.25, end: 1.5, mode: 0 },
    { start: 1.5, end: 2, mode: 1 },
  ]);
});

test("a sample that passes through zero in a reversal is no stick", () => {
  const events: Event[] = [{ time: 2, kind: "reversal", row: "floor" }];
  expect(modeSpans(oneRow([1, 1, 0, -1, -1], events), 0)).toEqual([
    { start: 0, end: 2, mode: 1 },
    { start: 2, end: 4, mode: -1 },
  ]);
});
