/** Where a machine can rest, and from where it is guaranteed to come to rest. */
import { skewness } from "../numeric/definite.ts";
import { asymmetry } from "../numeric/plain-matrix.ts";
import type { LocatedFault, Valid } from "../problem/load/load.ts";
import { drawingOf, type EquilibriumData, equilibriumData, type Pair } from "../results/equilibrium.ts";
import { type Certificate, certify, SYMMETRIC } from "../stability/rest/certificate.ts";
import { type FrictionMachine, frictionMachine } from "../stability/rest/machine.ts";
import { analyzeRest, type RestAnalysis } from "../stability/rest/rest-analysis.ts";
import type { LoadedProblem } from "./load.ts";
import { asksSection, type SectionResult, sectionResult } from "./section.ts";
import { refuseFaults, refuseNoList, refuseUnloaded } from "./work.ts";

export interface EquilibriumOptions {
  /** Two coordinates to look at, by name or index from 0; default the first two. */
  readonly project?: readonly [string | number, string | number];
  /** One or two coordinates, as "phi" or "phi=-4:4": rests of any machine in that section, without a certificate. */
  readonly section?: readonly (string | number)[];
}

/** What `equilibrium --json` prints, and what its figure and report are drawn from. */
export type EquilibriumResult = CertificateResult | SectionResult;

/** Of a linear machine: the whole set, and what is proved. */
export interface CertificateResult extends EquilibriumData {
  readonly status: "done";
  /** The verdict and its reason. */
  readonly message: string;
  readonly warnings: readonly string[];
  /** For `equilibriumFigure`; absent for one coordinate, and where the set has no end. */
  readonly drawing?: NonNullable<ReturnType<typeof drawingOf>>;
  readonly analysis: RestAnalysis;
  readonly certificate: Certificate;
  readonly section?: undefined;
  readonly found?: undefined;
}

/** Throws a ProblemError for machines of which this cannot be asked. */
export function equilibrium(problem: LoadedProblem, { project, section }: EquilibriumOptions = {}): EquilibriumResult {
  refuseUnloaded(problem);
  refuseNoList("section", section, '"phi=-4:4"');
  refuseNoList("project", project, "0, 1");
  if (asksSection(problem.simulation, section)) return sectionResult(problem, section?.map(String));
  const { machine, faults } = machineOf(problem);
  const pair = machine && pairOf(project?.map(String), machine);
  refuseFaults([...faults, ...(pair && "message" in pair ? [{ path: "project", message: pair.message }] : [])]);
  const { analysis, certificate, data } = restOf(machine!, pair as Pair | undefined);
  const drawing = pair && drawingOf(analysis, pair as Pair);
  return {
    status: "done",
    message: `${data.verdict}: ${data.reason}.`,
    ...data,
    warnings: problem.leftOut,
    ...(drawing ? { drawing } : {}),
    ...{ analysis, certificate },
  };
}

/** The analysis, what it proves, and both as data. */
export function restOf(machine: FrictionMachine, pair: Pair | undefined) {
  const analysis = analyzeRest(machine);
  const certificate = certify(analysis);
  return { analysis, certificate, data: equilibriumData(analysis, certificate, pair) };
}

/** The machine, with a stiffness that has an energy. */
export function machineOf({ simulation, file }: Valid): { machine?: FrictionMachine; faults: LocatedFault[] } {
  const { machine, faults } = frictionMachine(simulation);
  if (faults) return { faults: faults.map((fault) => ({ ...fault, source: file })) };
  if (skewness(machine.stiffness) <= SYMMETRIC) return { machine, faults: [] };
  const message = `invalid stiffness; not symmetric: it differs from its transpose by ${asymmetry(machine.stiffness)} N/m, and the energy function needs symmetry. A position feedback can make it so: \`stickslip design\` finds one`;
  return { faults: [{ source: file, path: "system.stiffness", message }] };
}

/** Two coordinates by name or index; the first two by default, none for a machine of one. */
export function pairOf(
  parts: readonly string[] | undefined,
  { names }: { names: readonly string[] },
): Pair | { readonly message: string } | undefined {
  if (parts === undefined) return names.length > 1 ? [0, 1] : undefined;
  const [i, j] = parts.map((part) =>
    names.includes(part) ? names.indexOf(part) : /^\d+$/.test(part) ? Number(part) : -1,
  );
  const known = (k: number | undefined) => k !== undefined && k >= 0 && k < names.length;
  if (parts.length === 2 && known(i) && known(j) && i !== j) return [i!, j!];
  return {
    message: `invalid coordinates; not two of ${names.slice(0, 6).join(", ")}${names.length > 6 ? ", ..." : ""}: ${parts.join(",")}`,
  };
}
