/** What theory says about a map over two initial values: where the machine can rest, and what is certain to come to rest. */
import { skewness } from "../../numeric/definite.ts";
import { splitPath } from "../../problem/paths/split-path.ts";
import type { Simulation } from "../../simulate/run/simulation.ts";
import { certify, SYMMETRIC, type Verdict } from "../rest/certificate.ts";
import { frictionMachine } from "../rest/machine.ts";
import type { Point } from "../rest/polygon.ts";
import { analyzeRest } from "../rest/rest-analysis.ts";
import { type Ellipse, equilibriumSection, regionSection } from "../rest/sections.ts";

export interface Overlay {
  /** Corners of the equilibrium set in the plane of the map (two: a line, one: a point). */
  readonly set?: readonly Point[];
  readonly verdict: Verdict;
  /** The guaranteed region in the plane of the map. */
  readonly region?: { readonly ellipse: Ellipse; readonly energy: number };
}

/** Undefined where the axes are no initial values, or where the theory does not cover the machine. */
export function overlayOf(simulation: Simulation, paths: readonly string[]): Overlay | undefined {
  const { system, initial } = simulation;
  const n = system.visible;
  const places = paths.map((path) => initialIndexOf(path, n));
  const [i, j] = places;
  const { machine } = frictionMachine(simulation);
  if (!machine || i === undefined || j === undefined) return undefined;
  if (skewness(machine.stiffness) > SYMMETRIC) return undefined;
  const analysis = analyzeRest(machine);
  const { verdict } = certify(analysis);
  const { set: rest, rho } = analysis;
  const position = Array.from(initial.position.subarray(0, n));
  const velocity = Array.from(initial.velocity.subarray(0, n));
  const still = i < n && j < n && velocity.every((v) => v === 0);
  const set = still ? equilibriumSection(machine, i, j, position) : undefined;
  const ellipse =
    rest && verdict === "local" ? regionSection(machine, rest, rho.exact, i, j, [...position, ...velocity]) : undefined;
  return { verdict, ...(set ? { set } : {}), ...(ellipse ? { region: { ellipse, energy: rho.exact } } : {}) };
}

/** i for initial.position[i], n + i for initial.velocity[i]. */
export function initialIndexOf(path: string, n: number): number | undefined {
  const [first, second, index] = splitPath(path) ?? [];
  if (first !== "initial" || typeof index !== "number" || index >= n) return undefined;
  return second === "position" ? index : second === "velocity" ? n + index : undefined;
}
