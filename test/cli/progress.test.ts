import { expect, test } from "vitest";
import { duration, progressBar, progressLine } from "../../src/cli/terminal/progress.ts";

test("a bar appears after a second, now and then, and goes at the end", () => {
  const written: string[] = [];
  let now = 0;
  const bar = progressBar({ write: (text) => written.push(text), isTty: true, columns: 80 }, 1000, () => now);
  bar.show(0.1);
  now = 999;
  bar.show(0.2);
  expect(written).toEqual([]);
  now = 2000;
  bar.show(0.5);
  bar.show(0.51);
  expect(written).toHaveLength(1);
  expect(written[0]).toContain("50 %  250 steps/s, 2 s left");
  bar.clear();
  expect(written.at(-1)).toBe("\r\u001b[K");
});

test("a short run never shows or clears a bar", () => {
  const written: string[] = [];
  const bar = progressBar({ write: (text) => written.push(text), isTty: true, columns: 80 }, 10, () => 0);
  bar.show(1);
  bar.clear();
  expect(written).toEqual([]);
});

test("all bars have the same length and no division by zero", () => {
  expect(progressLine(0, 10, 1)).toBe(`${"\u2591".repeat(24)}  0 %  0 steps/s`);
  expect(progressLine(1, 2_000_000, 2)).toBe(`${"\u2588".repeat(24)}100 %  1,000,000 steps/s, 0 s left`);
});

test("durations in two units", () => {
  expect([0.2, 59, 60, 185, 3600, 7630].map(duration)).toEqual([
    "1 s",
    "59 s",
    "1 min 00 s",
    "3 min 05 s",
    "1 h 00 min",
    "2 h 07 min",
  ]);
});
