/** Relatives of the files that were once answered wrongly, against the oracle by enumeration; and the audit on them. */
import { describe, expect, it } from "vitest";
import { simulate } from "../../../../src/simulate/simulate.ts";
import { compileRaw } from "../../../support/run.ts";
import { compare, runProduct } from "../../../torture/compare.ts";
import { constant } from "../../../torture/waves.ts";
import { curves, jumpLaws, pulses, scales, stops, varying } from "./machines.ts";
import { type Spec, written } from "./write.ts";

const kinds = { varying, jumpLaws, curves, stops, pulses, scales };
const every = Object.entries(kinds).flatMap(([kind, machines]) =>
  Object.entries(machines).map(([name, spec]) => [kind, name, written(spec)] as const),
);

describe("relatives of files that were once answered wrongly", () => {
  it.each(every)("%s: %s", (_, __, machine) => {
    const { oracle, product, error, missing } = compare(machine);
    expect(oracle.failure).toBeUndefined();
    expect([product.status, missing]).toEqual(["done", []]);
    expect(error).toBeLessThan(1e-9);
    const { audit } = simulate(compileRaw(machine.raw));
    expect(audit.checks.filter(({ verdict }) => verdict !== "ok")).toEqual([]);
  });
});

describe("relatives that the oracle's own thresholds do not reach, against closed forms", () => {
  const endOf = (spec: Spec) => {
    const { status, position, velocity } = runProduct(written(spec).raw, spec.mass.length);
    expect(status).toBe("done");
    return { position, velocity };
  };
  const stops = [{ direction: [1], gap: 0, restitution: 0 }];
  const cubic = { text: "-(t - 1)^3", signal: constant(0).signal };

  it("a load that passes zero with its slope and curvature leaves a stop", () => {
    const { position, velocity } = endOf({ mass: [1], force: [cubic], end: 3, rows: [], stops });
    expect(position[0]).toBeCloseTo(-(2 ** 5) / 20, 11);
    expect(velocity[0]).toBeCloseTo(-(2 ** 4) / 4, 11);
  });

  // amplitudes of a swing against friction fall by 2 limit/stiffness each half period
  it.each([
    ["beside a planet", 1e-12, 1e-11, 1e-6],
    ["of a planet", 1e12, 1e13, 1e3],
  ])("a mote and a planet swing and stick alike: %s", (_, mass, stiffness, amplitude) => {
    const other = 1 / mass;
    const spec: Spec = {
      ...{ mass: [mass, other], position: [amplitude, 1], end: 3.5 },
      stiffness: [
        [stiffness, 0],
        [0, 0],
      ],
      rows: [
        { direction: [1, 0], limit: 0.1 * stiffness * amplitude },
        { direction: [0, 1], limit: other },
      ],
    };
    const { position, velocity } = endOf(spec);
    const omega = Math.sqrt(10);
    const left = omega * 3.5 - 3 * Math.PI; // the fourth half swing, from -0.4 about -0.1
    expect(position[0]! / amplitude).toBeCloseTo(-0.1 - 0.3 * Math.cos(left), 10);
    expect(velocity[0]! / amplitude).toBeCloseTo(0.3 * omega * Math.sin(left), 9);
    expect(position[1]).toBe(1);
  });

  it("a machine far from the origin swings as one at it, to the digits of its position", () => {
    const spec: Spec = {
      mass: [1],
      stiffness: [[4]],
      force: [4e6],
      position: [1e6 + 1],
      end: 5,
      rows: [{ limit: 0.5 }],
    };
    const { position, velocity } = endOf(spec);
    const left = 2 * 5 - 3 * Math.PI; // the fourth half swing, from -0.25 about -0.125
    expect(position[0]! - 1e6).toBeCloseTo(-0.125 - 0.125 * Math.cos(left), 8);
    expect(velocity[0]).toBeCloseTo(0.25 * Math.sin(left), 8);
  });
});
