/**
 * Certificates and fates against attempts to break them: thousands of machines made to deceive, and starts chosen where a claim is
 * weakest. A claim is refuted by an energy that does not fall over a thousand of the slowest periods, by one that rises, or by an escape.
 */
import { describe, expect, test } from "vitest";
import { symmetricEigenvalues } from "../../src/numeric/eigenvalues.ts";
import { certify } from "../../src/stability/certificate.ts";
import { fates } from "../../src/stability/fate.ts";
import type { FrictionMachine } from "../../src/stability/machine.ts";
import { analyzeRest, type RestAnalysis } from "../../src/stability/rest-analysis.ts";
import { energyKept } from "../oracles/stuck-swing.ts";
import { hostileMachine, randomUnits, rescaled } from "../stability/hostile-machines.ts";
import { problemOf } from "../stability/machines.ts";
import { list, type Random, seeded } from "../support/random.ts";
import { compileRaw } from "../support/run.ts";
import { cases } from "../support/torture.ts";

const TIMEOUT = cases(60_000, 10_000_000);

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, entry, i) => sum + entry * b[i]!, 0);
const form = (a: FrictionMachine["mass"], u: readonly number[]) =>
  a.reduce((sum, row, i) => sum + u[i]! * dot(row, u), 0);

/** Every set of rows that may stick while nothing is lost: all with friction in motion, and any of those without. */
function stuckSets({ rows }: FrictionMachine): number[][][] {
  const holding = rows.filter(({ forward, backward }) => forward + backward > 0);
  const rubs = holding.filter(({ kineticForward, kineticBackward }) => kineticForward + kineticBackward > 0);
  const others = holding.filter((row) => !rubs.includes(row));
  return list(2 ** others.length, (code) => code).map((code) => {
    const held = others.filter((_, k) => (code >> k) & 1);
    return [...rubs, ...held].map(({ direction }) => [...direction]);
  });
}

/** The least energy of many velocities at which friction no longer outweighs negative damping. */
function leastGain(machine: FrictionMachine, random: Random): number {
  const { mass, damping, rows } = machine;
  let best = Number.POSITIVE_INFINITY;
  let where = mass.map((row, i) => random.normal() / Math.sqrt(row[i]!));
  for (let k = 0; k < 400; k++) {
    const width = k % 2 === 1 ? random.decade(-6, 0) : undefined;
    const u = mass.map((row, i) => (width ? where[i]! : 0) + ((width ?? 1) * random.normal()) / Math.sqrt(row[i]!));
    const gain = -form(damping, u);
    const loss = rows.reduce(
      (sum, row) => sum + ((row.kineticForward + row.kineticBackward) / 2) * Math.abs(dot(row.direction, u)),
      0,
    );
    const energy = gain > 0 ? ((loss / gain) * (loss / gain) * form(mass, u)) / 2 : Number.POSITIVE_INFINITY;
    if (energy >= best) continue;
    best = energy;
    const size = Math.sqrt(form(mass, u));
    where = u.map((entry) => entry / size);
  }
  return best;
}

/** Slowest and fastest frequency, rad/s. */
function frequencies({ mass, stiffness }: FrictionMachine): [number, number] {
  const unit = mass.map((row, i) => Math.sqrt(row[i]!));
  const even = stiffness.flatMap((row, i) => row.map((entry, j) => entry / unit[i]! / unit[j]!));
  const values = symmetricEigenvalues(Float64Array.from(even), mass.length);
  return [Math.sqrt(Math.max(values[0]!, 1e-12 * values.at(-1)!)), Math.sqrt(values.at(-1)!)];
}

/** States of a given energy about the center: all position, all velocity, both. */
function starts(analysis: RestAnalysis, energy: number, random: Random) {
  const { machine, set } = analysis;
  const draw = (a: FrictionMachine["mass"], share: number) => {
    const u = a.map((row, i) => random.normal() / Math.sqrt(row[i]!));
    const scale = Math.sqrt((2 * share * energy) / form(a, u));
    return u.map((entry) => entry * scale);
  };
  return [1, 0, random.next()].map((share) => ({
    position: draw(machine.stiffness, share).map((entry, i) => entry + set!.center[i]!),
    velocity: draw(machine.mass, 1 - share),
  }));
}

function fateOf(machine: FrictionMachine, start: { position: number[]; velocity: number[] }) {
  const [slow, fast] = frequencies(machine);
  const span = Math.min((2 * Math.PI) / slow, (50 * 2 * Math.PI) / fast);
  return fates({ horizon: cases(3, 10) * span })(
    compileRaw({ ...problemOf(machine, start.position, span, start.velocity), time: { end: span, step: span / 32 } }),
  );
}

describe("certificates of machines made to deceive", () => {
  test("no motion keeps its energy, none gains below the guaranteed energy, and no start inside is undecided", {
    timeout: TIMEOUT,
  }, () => {
    let [global, local] = [0, 0];
    for (let seed = 1; seed <= cases(100, 10_000); seed++) {
      const random = seeded(seed);
      const machine = hostileMachine(random);
      const analysis = analyzeRest(machine);
      const { verdict } = certify(analysis);
      if (verdict === "not-certified") continue;
      if (verdict === "global") global++;
      else local++;
      for (const stuck of stuckSets(machine)) {
        for (const tolerance of [1e-13, 1e-9]) {
          expect(energyKept(machine, stuck, tolerance), `seed ${seed}: energy kept`).toBeLessThan(1 - 1e-8);
        }
      }
      const { rho } = analysis;
      if (verdict === "local") expect(rho.exact, `seed ${seed}: gains`).toBeLessThan(leastGain(machine, random));
      const scale = 10 * (analysis.energy!.value || 1);
      const energy = verdict === "local" ? Math.min(0.99 * rho.exact, scale) : scale;
      for (const start of starts(analysis, energy, random).slice(0, cases(1, 3))) {
        expect(fateOf(machine, start).fate, `seed ${seed}: ${JSON.stringify(start)}`).toBe("attracted");
      }
    }
    expect(global).toBeGreaterThan(cases(20, 2000));
    expect(local).toBeGreaterThan(cases(0, 100));
  });

  test("verdicts do not depend on the units of coordinates, force and time", { timeout: TIMEOUT }, () => {
    for (let seed = 1; seed <= cases(120, 10_000); seed++) {
      const random = seeded(seed);
      const machine = hostileMachine(random);
      const units = randomUnits(random, machine.mass.length);
      const [here, there] = [machine, rescaled(machine, units)].map((each) => certify(analyzeRest(each)).verdict);
      expect(there, `seed ${seed}`).toBe(here);
    }
  });
});
