/** Rests of any machine in a section of its positions, without a certificate. */
import { parseRange } from "../batch/varied-values.ts";
import type { Fault } from "../problem/faults.ts";
import { type SectionData, type SectionDrawing, sectionData, sectionDrawing } from "../results/section.ts";
import type { Simulation } from "../simulate/run/simulation.ts";
import type { AxisWish } from "../stability/section/plan.ts";
import { type RestSection, restSection } from "../stability/section/section.ts";
import { machineOf } from "./equilibrium.ts";
import type { LoadedProblem } from "./load.ts";
import { refuseFaults } from "./work.ts";

/** What `equilibrium --json` prints of a machine that is not linear, or with --section. */
export interface SectionResult extends SectionData {
  readonly status: "done";
  readonly message: string;
  readonly warnings: readonly string[];
  /** For `sectionFigure`; absent where there is nothing to draw. */
  readonly sectionDrawing?: SectionDrawing;
  readonly found: RestSection;
  readonly drawing?: undefined;
  readonly analysis?: undefined;
  readonly certificate?: undefined;
}

/** Whether a section is all that can be looked at, or is asked for. */
export function asksSection({ system }: Simulation, section: unknown): boolean {
  return section !== undefined || !system.linear;
}

export function sectionResult(problem: LoadedProblem, parts: readonly string[] | undefined): SectionResult {
  const { found, data, faults } = sectionOf(problem, parts);
  refuseFaults(faults);
  const drawing = sectionDrawing(found!);
  return {
    status: "done",
    message: `${data!.verdict}: ${data!.reason}.`,
    ...data!,
    warnings: problem.leftOut,
    ...(drawing ? { sectionDrawing: drawing } : {}),
    found: found!,
  };
}

type Sectioned =
  | { readonly found: RestSection; readonly data: SectionData; readonly faults: readonly Fault[] }
  | { readonly faults: readonly Fault[]; readonly found?: undefined; readonly data?: undefined };

/** Faults with the path `section` are of the wish. */
export function sectionOf(problem: LoadedProblem, parts: readonly string[] | undefined): Sectioned {
  const { simulation } = problem;
  const { names, states } = simulation.system;
  const refuse = (path: string, message: string): Sectioned => ({ faults: [{ path, message }] });
  if (states.length > 0) {
    const message = `not covered; rest is not defined with first-order states (integral action, lags) that go on: ${states.join(", ")}. Leave them out (ki: 0), or look at the motion with simulate`;
    return refuse("system.states", message);
  }
  const wishes = parts && parseSection(parts, names);
  if (wishes && "message" in wishes) return refuse("section", wishes.message);
  const found = restSection(simulation, wishes);
  if ("message" in found) return refuse("section", found.message);
  return { found, data: sectionData(found, machineOf(problem).faults), faults: [] };
}

/** One or two coordinates by name or index, perhaps with their ranges. */
function parseSection(parts: readonly string[], names: readonly string[]): AxisWish[] | { readonly message: string } {
  const listed = `${names.slice(0, 6).join(", ")}${names.length > 6 ? ", ..." : ""}`;
  const wishes: AxisWish[] = [];
  for (const part of parts) {
    const range = part.includes("=") ? parseRange(part, 2) : { path: part, numbers: [] };
    const [from, to] = range?.numbers ?? [];
    if (!range || (from !== undefined && !(from < to!))) {
      return {
        message: `invalid range; not name=from:to with from below to: ${part}. As in --section ${names[0]}=-1:1`,
      };
    }
    const { path } = range;
    const coordinate = names.includes(path) ? names.indexOf(path) : /^\d+$/.test(path) ? Number(path) : -1;
    if (coordinate < 0 || coordinate >= names.length) {
      return { message: `invalid section; no coordinate: ${path}. The coordinates are ${listed}` };
    }
    wishes.push({ coordinate, ...(from === undefined ? {} : { range: [from, to!] as const }) });
  }
  const twice = new Set(wishes.map(({ coordinate }) => coordinate)).size < wishes.length;
  if (wishes.length < 1 || wishes.length > 2 || twice) {
    return { message: `invalid section; not one or two different coordinates of ${listed}: ${parts.join(",")}` };
  }
  return wishes;
}
