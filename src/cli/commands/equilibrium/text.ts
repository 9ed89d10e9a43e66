/** An analysis of rest told to people. */

import { drawingOf, equilibriumData, type Pair } from "../../../results/equilibrium.ts";
import type { Certificate } from "../../../stability/rest/certificate.ts";
import { directionText } from "../../../stability/rest/direction-text.ts";
import { extentAlong } from "../../../stability/rest/equilibrium-set.ts";
import type { RestAnalysis } from "../../../stability/rest/rest-analysis.ts";
import { regionExtents } from "../../../stability/rest/sections.ts";
import type { Paint } from "../../io.ts";
import { planePlot } from "../../terminal/plane-plot.ts";
import { plainName, plainText, shortNumber } from "../../terminal/text.ts";
import { textTable } from "../../terminal/text-table.ts";
import { count } from "../simulate/describe-run.ts";

const MOST_COORDINATES = 12;
const MOST_CORNERS = 12;
const DIGITS = 7;

export function equilibriumText(
  analysis: RestAnalysis,
  certificate: Certificate,
  pair: Pair | undefined,
  paint: Paint,
): string {
  const { machine } = analysis;
  const rows = `${count(machine.names.length, "coordinate")}, ${count(machine.rows.length, "friction row")}`;
  const sections = [
    [paint.bold(plainText(machine.name)), rows],
    setSection(analysis, certificate, paint),
    pictureSection(analysis, pair, paint),
    energySection(analysis, certificate, paint),
    conditionSection(certificate, paint),
    paperSection(analysis, certificate, pair, paint),
    verdictSection(certificate, paint),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

function number(value: number): string {
  return Number.isFinite(value) ? shortNumber(value, DIGITS) : "no end";
}

function setSection(analysis: RestAnalysis, { verdict }: Certificate, paint: Paint): string[] {
  const { machine, extents, vertices, area, set, rho } = analysis;
  const title = paint.bold("Equilibrium set E: where the machine can rest");
  if (!set) return [title, "  empty: the machine cannot rest anywhere"];
  const local = verdict === "local" ? regionExtents(machine, rho.exact).position : undefined;
  const lines = machine.names
    .slice(0, MOST_COORDINATES)
    .map((name, i) => [
      `${plainName(name)} (${plainName(machine.units[i]!)})`,
      number(extents[i]!.low),
      number(extents[i]!.high),
      ...(local ? [number(set.center[i]! - local[i]!), number(set.center[i]! + local[i]!)] : []),
    ]);
  const header = ["coordinate", "from", "to", ...(local ? ["region from", "region to"] : [])];
  const more = machine.names.length - MOST_COORDINATES;
  const size = Math.max(...extents.map(({ low, high }) => Math.max(Math.abs(low), Math.abs(high))));
  const place = (value: number) => number(Math.abs(value) < 1e-12 * size ? 0 : value);
  const corners = (vertices ?? []).slice(0, MOST_CORNERS).map((corner) => `(${corner.map(place).join(", ")})`);
  return [
    title,
    ...textTable(header, lines, new Set([1, 2, 3, 4])),
    ...(more > 0 ? [`  ... and ${more} more`] : []),
    ...(corners.length > 0
      ? [`  corners ${corners.join(" ")}${(vertices?.length ?? 0) > MOST_CORNERS ? " ..." : ""}`]
      : []),
    ...(area === undefined ? [] : [`  area ${number(area)}`]),
    ...boundedDifferences(analysis),
    ...set.unbounded.map((direction) => `  without end along ${plainText(directionText(direction, machine.names))}`),
  ];
}

/** Where coordinates have no end by themselves, what lies between neighbors may have one. */
function boundedDifferences({ machine, extents, set }: RestAnalysis): string[] {
  const rows = machine.names.slice(1).flatMap((name, k) => {
    const ended = Number.isFinite(extents[k]!.high) && Number.isFinite(extents[k + 1]!.high);
    const difference = machine.names.map((_, i) => (i === k ? 1 : i === k + 1 ? -1 : 0));
    const { low, high } = extentAlong(set!, difference);
    if (ended || !Number.isFinite(low + high)) return [];
    return [[`${plainName(machine.names[k]!)} - ${plainName(name)}`, number(low), number(high)]];
  });
  return rows.length === 0
    ? []
    : textTable(["difference", "from", "to"], rows.slice(0, MOST_COORDINATES), new Set([1, 2]));
}

function pictureSection(analysis: RestAnalysis, pair: Pair | undefined, paint: Paint): string[] {
  const drawing = pair && drawingOf(analysis, pair);
  return drawing ? planePlot(drawing, paint) : [];
}

function energySection({ energy, rho, gap }: RestAnalysis, { verdict }: Certificate, paint: Paint): string[] {
  if (!energy) return [];
  const rows = [
    [
      "greatest energy on E",
      number(energy.value),
      energy.exact ? "over all corners" : "a bound: too many rows for all corners",
    ],
    ["rho, exact", number(rho.exact), gap > 0 ? `from below, at most ${shortNumber(gap, 2)} of it missing` : ""],
    ["rho, weighted", number(rho.weighted), ""],
    ["rho, (7) with the best alpha of (9)", number(rho.paper), ""],
  ];
  const told = verdict === "not-certified" ? rows.slice(0, 1) : rows;
  return [paint.bold("Energies (J)"), ...textTable(["quantity", "J", ""], told, new Set([1]))];
}

function conditionSection({ conditions }: Certificate, paint: Paint): string[] {
  const lines = conditions.flatMap(({ name, holds, detail }) => [
    `  ${holds ? paint.good("yes") : paint.bad("no ")}  ${name}`,
    `         ${plainText(detail)}`,
  ]);
  return [paint.bold("Conditions"), ...lines];
}

function paperSection(
  analysis: RestAnalysis,
  certificate: Certificate,
  pair: Pair | undefined,
  paint: Paint,
): string[] {
  const { notes } = equilibriumData(analysis, certificate, pair).paper;
  return notes.length > 0 ? [paint.bold("Where the paper differs"), ...notes.map((note) => `  ${note}`)] : [];
}

function verdictSection({ verdict, reason, margin, remedy, stability }: Certificate, paint: Paint): string[] {
  const tone = verdict === "not-certified" ? paint.bad : paint.good;
  return [
    `${paint.bold("Verdict")} ${tone(verdict)}: ${plainText(reason)}.`,
    `  ${stability.detail}.`,
    ...(margin.value === null ? [] : [`  margin ${number(margin.value)} (${margin.of})`]),
    `  ${plainText(remedy)}.`,
  ];
}
