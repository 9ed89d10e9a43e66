/** Loads on one axis that depend on the place along another: those of a turned frame have the turned motion. */
import { describe, expect, it } from "vitest";
import { simulate } from "../../src/simulate/simulate.ts";
import { compileRaw } from "../support/run.ts";

const c = Math.SQRT1_2;

/** Pulled to the x axis as by springs; `turned` by 45 degrees, where the axis is the line y = x. */
function ends(turned: boolean, elements: number, scheme: string): [number, number][] {
  const across = "(y - x)";
  const load = turned ? [`-4*${across}/(-2) - 0.7`, `-4*${across}/2 + 0.7`] : [0, `-4*y + 0.7*sqrt(2)`];
  const at = turned ? [`${c}*s`, `${c}*s`] : ["s", "0"];
  const spin = turned ? [`${-c}*s/5`, `${c}*s/5`] : ["0", "s/5"];
  const raw = {
    stickslip: 1,
    system: { type: "beam", length: 5, stiffness: 1, density: 1, elements, ends: [{ at: [0, 0] }, "free"], load },
    initial: { position: { x: at[0], y: at[1] }, velocity: { x: spin[0], y: spin[1] } },
    time: { end: 0.3, step: 0.01 },
    scheme: { type: scheme },
  };
  const { outcome } = simulate(compileRaw(raw));
  expect(outcome.status).toBe("done");
  const { position: q } = outcome.state;
  return Array.from({ length: elements + 1 }, (_, i) => [q[4 * i]!, q[4 * i + 1]!]);
}

describe.each(["variational", "alpha"])("%s", (scheme) => {
  it.each([4, 40])("with %d elements", (elements) => {
    const [plain, turned] = [false, true].map((flag) => ends(flag, elements, scheme)) as [number, number][][];
    expect(Math.abs(plain!.at(-1)![1])).toBeGreaterThan(0.05); // it moves
    plain!.forEach(([x, y], i) => {
      expect(turned![i]![0]).toBeCloseTo(c * (x - y), 8);
      expect(turned![i]![1]).toBeCloseTo(c * (x + y), 8);
    });
  });
});

it("its equilibrium too", () => {
  const system = { type: "beam", length: 5, stiffness: 1, density: 1, elements: 40, ends: [{ at: [0, 0] }, "free"] };
  const rest = (load: unknown[], x: string, y: string) =>
    compileRaw({
      stickslip: 1,
      system: { ...system, load },
      initial: { equilibrium: { from: { x, y } } },
      time: { end: 1, step: 0.1 },
    }).initial.position;
  const plain = rest([1, "-y + 0.1"], "s", "0");
  const turned = rest([`${c} + (y - x)/2 - ${0.1 * c}`, `${c} - (y - x)/2 + ${0.1 * c}`], `${c}*s`, `${c}*s`);
  for (let i = 0; i <= 40; i++) {
    expect(turned[4 * i]!).toBeCloseTo(c * (plain[4 * i]! - plain[4 * i + 1]!), 7);
    expect(turned[4 * i + 1]!).toBeCloseTo(c * (plain[4 * i]! + plain[4 * i + 1]!), 7);
  }
});
