/** The friction rows in docs/from-other-tools.md: each one compiles, and is the law of the block that it stands for. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { compileRaw } from "../support/run.ts";

const text = readFileSync(new URL("../../docs/from-other-tools.md", import.meta.url), "utf8");
const blocks = [...text.matchAll(/```yaml\n# (.*)\n(.*)\n```/g)].map(
  ([, title, row]) => [title!, parse(row!)] as const,
);

function lawOf(row: unknown) {
  const { system } = compileRaw({
    stickslip: 1,
    system: { type: "linear", coordinates: [{ name: "a" }, { name: "b" }], mass: [1, 1], friction: [row] },
    time: { end: 1, step: 0.1 },
  });
  return system.rows[0]!.law;
}

/** Sliding force at a speed, without the viscous part. */
function slidingForce(row: unknown, speed: number): number {
  const { fixed, weakening } = lawOf(row);
  const value = new Float64Array(1);
  weakening?.evaluate(Float64Array.of(speed), 0, value, new Float64Array(1));
  return fixed!.kineticForward * (1 - value[0]!);
}

const rowOf = (start: string) => blocks.find(([title]) => title.startsWith(start))![1];

it("has an example of every tool", () => {
  expect(blocks.length).toBe(7);
});

it.each(blocks)("%s", (_, row) => {
  expect(lawOf(row)).toBeDefined();
});

describe("the laws", () => {
  it("MassWithStopAndFriction slides with F_Coulomb + F_Stribeck exp(-fexp v)", () => {
    for (const speed of [0.01, 0.3, 2])
      expect(slidingForce(rowOf("MassWith"), speed)).toBeCloseTo(5 + 10 * Math.exp(-2 * speed), 13);
  });

  it("Translational Friction of Simscape falls from Fbrk to FC with the same area", () => {
    const row = rowOf("Fbrk");
    const reference = 0.1 * Math.SQRT2;
    const block = (v: number) => 5 * Math.sqrt(2 * Math.E) * Math.exp(-((v / reference) ** 2)) * (v / reference);
    let [ours, theirs] = [0, 0];
    for (let v = 0.0005; v < 2; v += 0.001) {
      ours += slidingForce(row, v) - 20;
      theirs += block(v);
    }
    expect(lawOf(row).fixed!.forward).toBe(25);
    expect(Math.abs(ours / theirs - 1)).toBeLessThan(0.002);
  });

  it("breakaway and Coulomb of PLECS, and peak of Modelica, are the jump law", () => {
    expect(lawOf(rowOf("breakaway"))).toMatchObject({ fixed: { forward: 5, kineticForward: 4 } });
    expect(lawOf(rowOf("BearingFriction"))).toMatchObject({ fixed: { forward: 3, kineticForward: 2 } });
  });
});
