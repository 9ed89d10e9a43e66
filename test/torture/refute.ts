/**
 * Attempts to break certificates and fates: machines made to deceive, and starts chosen where a claim is weakest. A claim is refuted by
 * an energy that does not fall over a thousand of the slowest periods, by one that rises, or by an escape.
 */
import type { Simulation } from "../../src/simulate/run/simulation.ts";
import { certify, type Verdict } from "../../src/stability/rest/certificate.ts";
import { type FrictionMachine, frictionMachine } from "../../src/stability/rest/machine.ts";
import {
  analyzeMotion,
  analyzeRest,
  certifiedEnergy,
  type RestAnalysis,
} from "../../src/stability/rest/rest-analysis.ts";
import { energyKept } from "../oracles/stuck-swing.ts";
import { hostileMachine, randomUnits, rescaled } from "../stability/hostile-machines.ts";
import { list, type Random, seeded } from "../support/random.ts";
import { dot, form, simulationOf, spanOf, starts } from "./hostile-problems.ts";
import { falseFate, fateWithin } from "./refute-fates.ts";

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

/** Slower machines are not simulated, s: coefficients of their series are smaller than any number, and the product warns of it. */
const LONGEST_SPAN = 1e12;

export interface Attempt {
  readonly verdict: Verdict;
  /** Starts that were followed. */
  readonly starts: number;
  /** Of starts of which no certificate speaks: said to be attracted or to escape. */
  readonly claims: number;
  readonly refuted: readonly string[];
}

export interface Effort {
  /** Starts of a machine, at most three. */
  readonly starts: number;
  /** Horizon, in the slowest period or fifty of the fastest rate. */
  readonly spans: number;
}

/** Tries to refute what is said of the machine of a seed. */
export function refute(seed: number, effort: Effort): Attempt {
  const random = seeded(seed);
  const machine = hostileMachine(random);
  const analysis = analyzeRest(machine);
  const { verdict } = certify(analysis);
  const certified = verdict !== "not-certified";
  const refuted = certified ? refuteCertificate(analysis, verdict, random) : [];
  const scale = 10 * (analysis.energy?.value || 1);
  const energy = verdict === "local" ? Math.min(0.99 * analysis.rho.exact, scale) : scale;
  const center = analysis.set?.center ?? machine.mass.map(() => 0);
  const tried = starts(machine, center, energy, random).slice(0, certified ? effort.starts : 1);
  // a stream of its own: the machine of a seed stays what it is
  const curves = seed % 2 === 0 ? seeded(-seed) : undefined;
  let claims = 0;
  if (spanOf(machine) > LONGEST_SPAN) return { verdict, starts: 0, claims, refuted };
  for (const start of tried) {
    const drawn = simulationOf(machine, start, curves);
    const found = frictionMachine(drawn).machine!;
    const lost = differs(machine, found);
    if (lost) refuted.push(lost);
    const simulation = verdict === "local" ? inside(drawn, found) : drawn;
    const result = fateWithin(simulation, effort.spans);
    const wrong = certified ? result.fate !== "attracted" && result.fate : falseFate(simulation, result);
    if (!certified && result.fate !== "undecided") claims++;
    if (wrong) refuted.push(`${wrong}: ${JSON.stringify(start)}`);
  }
  return { verdict, starts: tried.length, claims, refuted };
}

function refuteCertificate({ machine, rho }: RestAnalysis, verdict: Verdict, random: Random): string[] {
  const refuted: string[] = [];
  for (const stuck of stuckSets(machine)) {
    for (const tolerance of [1e-13, 1e-9]) {
      const kept = energyKept(machine, stuck, tolerance);
      if (!(kept < 1 - 1e-8)) refuted.push(`energy kept with ${stuck.length} rows stuck, to ${tolerance}: ${kept}`);
    }
  }
  if (verdict === "local") {
    const least = leastGain(machine, random);
    if (!(rho.exact < least)) refuted.push(`gains at ${least} J below ${rho.exact} J`);
  }
  return refuted;
}

/**
 * With a start inside the region of the machine as it is simulated: forces of curves are rounded, and where the search for the guaranteed energy ends
 * early, with a bound far below the true one, a last digit changes that bound.
 */
function inside(simulation: Simulation, machine: FrictionMachine): Simulation {
  const analysis = analyzeMotion(machine);
  const { initial } = simulation;
  const { center } = analysis.set!;
  const away = center.map((value, i) => initial.position[i]! - value);
  const energy = (form(machine.stiffness, away) + form(machine.mass, [...initial.velocity])) / 2;
  const part = Math.min(1, Math.sqrt((0.99 * certifiedEnergy(analysis)!) / energy));
  if (part === 1) return simulation;
  const position = Float64Array.from(away, (entry, i) => center[i]! + part * entry);
  return { ...simulation, initial: { ...initial, position, velocity: initial.velocity.map((v) => part * v) } };
}

/** Whether a curve loses more or less of a row's force than was meant. */
function differs(meant: FrictionMachine, found: FrictionMachine): string | undefined {
  const off = meant.rows.find(({ kineticForward, forward }, i) => {
    return Math.abs(found.rows[i]!.kineticForward - kineticForward) > 1e-14 * forward;
  });
  return off && `${off.name} is left with another force in motion`;
}

/** What is said of the machine of a seed in two systems of units. */
export function inOtherUnits(seed: number): [Verdict, Verdict] {
  const random = seeded(seed);
  const machine = hostileMachine(random);
  const units = randomUnits(random, machine.mass.length);
  const verdict = (each: FrictionMachine) => certify(analyzeRest(each)).verdict;
  return [verdict(machine), verdict(rescaled(machine, units))];
}
