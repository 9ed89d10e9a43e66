/** An analysis of rest as plain data: what --json prints. Its fields are stable; null stands for "without bound". */
import { cos, sin } from "../numeric/elementary.ts";
import { symmetricEigen } from "../numeric/symmetric-eigen.ts";
import type { Certificate } from "../stability/rest/certificate.ts";
import type { Interval } from "../stability/rest/equilibrium-set.ts";
import { extentAlong } from "../stability/rest/equilibrium-set.ts";
import { clipped, type Point, polygonArea } from "../stability/rest/polygon.ts";
import type { RestAnalysis } from "../stability/rest/rest-analysis.ts";
import {
  type Ellipse,
  equilibriumShadow,
  regionExtents,
  regionSection,
  regionShadow,
} from "../stability/rest/sections.ts";

/** Two coordinates to look at, by index. */
export type Pair = readonly [number, number];

export function equilibriumData(analysis: RestAnalysis, certificate: Certificate, pair: Pair | undefined) {
  const { machine, set, vertices, area, energy, rho, gap, extents } = analysis;
  const { verdict, reason, margin, remedy, conditions, stability, inside } = certificate;
  return {
    name: machine.name,
    coordinates: machine.names,
    verdict,
    reason,
    remedy,
    margin,
    center: set?.center ?? null,
    extents: extents.map(bounds),
    ...(vertices ? { vertices } : {}),
    ...(area === undefined ? {} : { area }),
    ...(pair && machine.names.length > 2 ? { projection: projectionData(analysis, pair) } : {}),
    unbounded: set?.unbounded ?? [],
    ...(set && set.unbounded.length > 0 ? { compact: compactDirections(analysis) } : {}),
    maxEnergy: energy?.value ?? null,
    maxEnergyExact: energy?.exact ?? false,
    rho: { paper: finite(rho.paper), weighted: finite(rho.weighted), exact: finite(rho.exact) },
    rhoGap: gap,
    region: regionData(analysis, certificate),
    inside,
    stability,
    conditions,
    paper: paperData(analysis),
  };
}

export type EquilibriumData = ReturnType<typeof equilibriumData>;

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function bounds({ low, high }: Interval): [number | null, number | null] {
  return [finite(low), finite(high)];
}

function projectionData({ set }: RestAnalysis, [i, j]: Pair) {
  const polygon = set && equilibriumShadow(set, i, j);
  return { coordinates: [i, j], vertices: polygon ?? null, area: polygon ? polygonArea(polygon) : null };
}

/** E along the directions in which it ends: those of the stiffness. */
function compactDirections({ machine, set }: RestAnalysis) {
  const pairs = symmetricEigen(machine.stiffness);
  const free = set!.unbounded.length;
  const stiff = [...pairs].sort((a, b) => Math.abs(a.value) - Math.abs(b.value)).slice(free);
  return stiff.map(({ vector }) => ({ direction: vector, extent: bounds(extentAlong(set!, vector)) }));
}

/** Extents of the guaranteed set about the center, and how much of E lies inside. */
function regionData(analysis: RestAnalysis, { verdict, inside }: Certificate) {
  const { machine, rho, set } = analysis;
  if (verdict !== "local" || !set) return null;
  const { position, velocity } = regionExtents(machine, rho.exact);
  return {
    energy: rho.exact,
    position: position.map((reach, i) => [set.center[i]! - reach, set.center[i]! + reach]),
    velocity: velocity.map((reach) => [-reach, reach]),
    holdsAll: inside.all,
    share: insideShare(analysis),
  };
}

/** Part of the area of E inside the region, for two coordinates. */
function insideShare({ vertices, area, machine, set, rho }: RestAnalysis): number | null {
  if (!vertices || area === undefined || !(area > 0)) return null;
  const ellipse = regionSection(machine, set!, rho.exact, 0, 1);
  return ellipse ? polygonArea(clipped(vertices as Point[], outline(ellipse))) / area : null;
}

function outline({ center, axes }: Ellipse): Point[] {
  const turn = axes[0][0] * axes[1][1] - axes[0][1] * axes[1][0] > 0 ? 1 : -1;
  return Array.from({ length: 3600 }, (_, k) => {
    const angle = (turn * Math.PI * k) / 1800;
    const [c, s] = [cos(angle), sin(angle)];
    return [center[0] + c * axes[0][0] + s * axes[1][0], center[1] + c * axes[0][1] + s * axes[1][1]];
  });
}

/** The paper's own formulas where they differ, and why. */
function paperData({ printed, remark3, energy, rho, area }: RestAnalysis) {
  const notes: string[] = [];
  if (printed && area !== undefined) {
    notes.push("(26) is the bounding box of E: the forces of the rows are shared by both coordinates, so E is smaller");
  }
  if (printed?.rho !== undefined)
    notes.push(
      `(27) is 4 times less than (7) gives: ${Number(printed.rho.toPrecision(6))} J instead of ${Number(rho.paper.toPrecision(6))} J`,
    );
  if (remark3 !== undefined && energy?.exact && remark3 < energy.value * (1 - 1e-9)) {
    notes.push("Remark 3 looks at one corner of E, all rows at +limit; another corner has more energy");
  }
  return {
    box: printed?.box ?? null,
    boxArea: printed ? 4 * printed.box[0]! * printed.box[1]! : null,
    rho27: printed?.rho ?? null,
    remark3: remark3 ?? null,
    notes,
  };
}

/** What to draw for two coordinates: the shadow of E, and that of the region. */
export function drawingOf(analysis: RestAnalysis, [i, j]: Pair) {
  const { machine, set, rho, printed } = analysis;
  const shadow = set && equilibriumShadow(set, i, j);
  if (!set || !shadow) return undefined;
  const region = (label: string, energy: number) => {
    const ellipse = Number.isFinite(energy) && energy > 0 ? regionShadow(machine, set, energy, i, j) : undefined;
    return ellipse ? [{ label: `${label}: ${Number(energy.toPrecision(5))} J`, ellipse }] : [];
  };
  const distinct = (energy: number, from: number) => Math.abs(energy - from) > 1e-6 * from;
  const regions = [
    ...region("guaranteed, exact", rho.exact),
    ...(distinct(rho.weighted, rho.exact) ? region("guaranteed, weighted", rho.weighted) : []),
    ...(distinct(rho.paper, rho.weighted) ? region("guaranteed, (7)", rho.paper) : []),
    ...(printed?.rho === undefined ? [] : region("as printed, (27)", printed.rho)),
  ];
  const [bx, by] = printed?.box ?? [];
  const box: Point[] | undefined =
    bx === undefined || by === undefined
      ? undefined
      : [
          [-bx, -by],
          [bx, -by],
          [bx, by],
          [-bx, by],
        ];
  const side = (k: number) => ({ name: machine.names[k]!, unit: machine.units[k]! });
  const title = machine.names.length > 2 ? `${machine.name}, seen along the other coordinates` : machine.name;
  return { title, x: side(i), y: side(j), set: shadow, regions, ...(box ? { box } : {}) };
}
