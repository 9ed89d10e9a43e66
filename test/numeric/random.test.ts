import { expect, it } from "vitest";
import { randomFrom } from "../../src/numeric/random.ts";

const many = (count: number, next: () => number) => Array.from({ length: count }, next);
const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;

it("uniform numbers fill [0, 1) evenly", () => {
  const { uniform } = randomFrom(1);
  const list = many(20_000, uniform);
  expect(list.every((value) => value >= 0 && value < 1)).toBe(true);
  const bins = Array<number>(20).fill(0);
  for (const value of list) bins[Math.floor(20 * value)]!++;
  const square = bins.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
  expect(square).toBeLessThan(43.8); // chi-squared, 19 degrees of freedom, 0.1 %
  const pairs = list.slice(1).map((value, k) => (value - 0.5) * (list[k]! - 0.5));
  expect(Math.abs(mean(pairs))).toBeLessThan(4 / 12 / Math.sqrt(20_000));
});

it("normal numbers have the moments of the normal distribution", () => {
  const { normal } = randomFrom(99);
  const list = many(20_000, normal);
  const moment = (power: number) => mean(list.map((value) => value ** power));
  expect(Math.abs(moment(1))).toBeLessThan(4 / Math.sqrt(20_000));
  expect(Math.abs(moment(2) - 1)).toBeLessThan(4 * Math.sqrt(2 / 20_000));
  expect(Math.abs(moment(4) - 3)).toBeLessThan(4 * Math.sqrt(96 / 20_000));
  expect(mean(list.map((value) => (Math.abs(value) < 1.959963984540054 ? 1 : 0)))).toBeCloseTo(0.95, 2);
});

it("a seed, also a large one, gives its own numbers, always the same", () => {
  const first = (seed: number) => randomFrom(seed).uniform();
  const seeds = [0, 1, 2, 4294967296, 4294967297, Number.MAX_SAFE_INTEGER];
  expect(new Set(seeds.map(first)).size).toBe(seeds.length);
  expect(first(7)).toBe(first(7));
});
