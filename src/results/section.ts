/** Rests in a section as plain data: the fields of an analysis of rest, without what a certificate says, and the section. */
import type { Fault } from "../problem/faults.ts";
import type { Condition } from "../stability/rest/certificate.ts";
import type { Point } from "../stability/rest/polygon.ts";
import type { RestSection } from "../stability/section/section.ts";
import type { EquilibriumData } from "./equilibrium.ts";
import { count } from "./text.ts";

/** What each refusal of the theory is about, by its path. */
const CONDITIONS: Readonly<Record<string, string>> = {
  system: "constant mass, damping and stiffness",
  "system.states": "no first-order states",
  "system.stops": "no stops",
  "system.joints": "no joints",
  "system.springs": "no springs with a potential",
  "system.stiffness": "symmetric stiffness",
  "system.force": "forces constant in time",
  "system.friction": "constant limits, no drives, no smoothed rows",
  feedback: "no limited commands",
};

/** `faults`: why there is no certificate. */
export function sectionData(found: RestSection, faults: readonly Fault[]) {
  const { plan, name } = found;
  const { system } = plan;
  const best = bestOf(found);
  const data: EquilibriumData = {
    name,
    coordinates: system.names,
    verdict: "not-certified",
    reason: reasonOf(found),
    remedy:
      "`stickslip attraction` judges starts by simulation; for a certificate write small motions about a rest as type: linear",
    margin: { value: best ?? null, of: "largest part of the rows' limits that is left" },
    center: null,
    extents: [],
    unbounded: [],
    maxEnergy: null,
    maxEnergyExact: false,
    rho: { paper: null, weighted: null, exact: null },
    rhoGap: 0,
    region: null,
    inside: { all: false, scale: null },
    stability: { lyapunov: false, bounded: false, detail: "Nothing is guaranteed of these positions" },
    conditions: conditionsOf(found, faults),
    paper: { box: null, boxArea: null, rho27: null, remark3: null, notes: [] },
  };
  return { ...data, section: sectionOf(found) };
}

export type SectionData = ReturnType<typeof sectionData>;

function sectionOf({ plan, axes, intervals, outline, equilibria }: RestSection) {
  const { system, solved, fixed, initial } = plan;
  const nameOf = (k: number) => system.names[k]!;
  return {
    coordinates: axes.map(({ coordinate }) => nameOf(coordinate)),
    ranges: axes.map(({ from, to }): Point => [from, to]),
    /** Coordinates that keep their initial values, and those that are solved for. */
    fixed: Object.fromEntries(fixed.map((k) => [nameOf(k), initial[k]!])),
    solved: solved.map(nameOf),
    ...(intervals ? { intervals } : {}),
    ...(outline ? { boundary: outline.boundary, area: outline.area, cut: outline.cut } : {}),
    ...(outline?.inside ? { inside: outline.inside } : {}),
    ...(outline?.stability ? { stability: outline.stability } : {}),
    ...(equilibria ? { equilibria } : {}),
  };
}

function bestOf({ intervals, outline }: RestSection): number | undefined {
  const margins = (intervals ?? []).map(({ inside }) => inside.margin);
  if (outline?.inside) margins.push(outline.inside.margin);
  return margins.length > 0 ? Math.max(...margins) : undefined;
}

function reasonOf({ plan, axes, intervals, outline, equilibria }: RestSection): string {
  const names = axes.map(({ coordinate }) => plan.system.names[coordinate]!).join(" and ");
  const untold = "by continuation; no certificate says which motions end there";
  if (equilibria) {
    const found =
      equilibria.length === 0
        ? "No position of rest was"
        : `${count(equilibria.length, "position")} of rest ${equilibria.length === 1 ? "was" : "were"}`;
    return `${found} found by Newton's method from many starts, as no friction holds anything; there may be others, and no certificate says which motions end there`;
  }
  const parts = intervals?.length ?? outline?.boundary.length ?? 0;
  if (parts === 0) return `No position of rest was found in the section along ${names}`;
  if (intervals) return `The machine can rest in ${count(parts, "interval")} of ${names}, found ${untold}`;
  return `The machine can rest in a set of ${names} with ${count(parts, "boundary curve")}, found ${untold}`;
}

function conditionsOf({ plan }: RestSection, faults: readonly Fault[]): Condition[] {
  const { solved, joints, freeDirections, system } = plan;
  const named = faults.map(({ path, message }) => ({
    name: CONDITIONS[path] ?? path,
    holds: false,
    detail: message.replace(/^not covered; /, ""),
  }));
  const asked = {
    name: "all positions are looked at",
    holds: false,
    detail: "a section was asked for. Leave --section out: the certificate is of the whole set",
  };
  const names = solved.map((k) => system.names[k]).join(", ");
  const ties = joints.length > 0 ? `joints (${joints.join(", ")})` : "";
  const free = freeDirections > 0 ? `${count(freeDirections, "direction")} that no row holds` : "";
  return [
    ...(named.length > 0 ? named : [asked]),
    {
      name: "rows hold every direction",
      holds: solved.length === 0,
      detail:
        solved.length === 0
          ? "yes: the rests fill the section"
          : `${[ties, free].filter(Boolean).join(" and ")}: ${names} solved for`,
    },
  ];
}

/** What to draw: curves in a plane, or the margin along a line. */
export function sectionDrawing({ name, plan, axes, intervals, profiles, outline, equilibria }: RestSection) {
  const { names, units } = plan.system;
  const side = (k: number) => ({ name: names[k]!, unit: units[k]! });
  if (intervals && profiles) {
    const bands = intervals.map(({ from, to }): Point => [from, to]);
    const { coordinate, from, to } = axes[0]!;
    return { kind: "line" as const, title: name, x: side(coordinate), range: [from, to] as Point, bands, profiles };
  }
  if (outline && outline.boundary.length > 0) {
    const [x, y] = axes.map(({ coordinate }) => side(coordinate));
    return { kind: "plane" as const, title: name, x: x!, y: y!, curves: outline.boundary };
  }
  if (!equilibria || equilibria.length === 0 || names.length < 2) return undefined;
  const curves = equilibria.map(({ position }): Point[] => [[position[0]!, position[1]!]]);
  return { kind: "plane" as const, title: name, x: side(0), y: side(1), curves };
}

export type SectionDrawing = NonNullable<ReturnType<typeof sectionDrawing>>;
