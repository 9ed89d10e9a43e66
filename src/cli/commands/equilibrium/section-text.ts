/** Rests in a section told to people. */
import { type SectionData, sectionDrawing } from "../../../results/section.ts";
import type { RestSection } from "../../../stability/section/section.ts";
import type { Paint } from "../../io.ts";
import { outlinePlot } from "../../terminal/plane-plot.ts";
import { plainName, plainText, shortNumber } from "../../terminal/text.ts";
import { textTable } from "../../terminal/text-table.ts";
import { count } from "../simulate/describe-run.ts";

const DIGITS = 10;
const MOST_ROWS = 24;

export function sectionText(data: SectionData, found: RestSection, paint: Paint): string {
  const { section, reason, remedy, conditions, margin } = data;
  const rows = found.plan.system.rows.length;
  const sections = [
    [paint.bold(plainText(data.name)), `${count(data.coordinates.length, "coordinate")}, ${count(rows, "row")}`],
    restLines(data, paint),
    pictureLines(found, paint),
    [
      paint.bold("Why there is no certificate"),
      ...conditions.flatMap(({ name, holds, detail }) => [
        `  ${holds ? paint.good("yes") : paint.bad("no ")}  ${name}`,
        `         ${plainText(detail)}`,
      ]),
    ],
    [
      `${paint.bold("Verdict")} ${paint.bad("not-certified")}: ${plainText(reason)}.`,
      ...(margin.value === null ? [] : [`  margin ${shortNumber(margin.value, 7)} (${margin.of})`]),
      ...(section.cut ? ["  the set goes on beyond the range"] : []),
      `  ${remedy}.`,
    ],
  ];
  const told = sections.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `${told.join("\n\n")}\n`;
}

function restLines({ section, coordinates }: SectionData, paint: Paint): string[] {
  const number = (value: number) => shortNumber(Math.abs(value) < 1e-14 ? 0 : value, DIGITS);
  const along = section.coordinates.map((name, k) => {
    const [from, to] = section.ranges[k]!;
    return `${plainName(name)} from ${shortNumber(from)} to ${shortNumber(to)}`;
  });
  const held = Object.entries(section.fixed).map(([name, value]) => `${plainName(name)} = ${shortNumber(value)}`);
  const solved = section.solved.map(plainName);
  const where = [
    ...(along.length > 0 ? [`  section: ${along.join(", ")}`] : []),
    ...(held.length > 0 ? [`  with ${held.slice(0, MOST_ROWS).join(", ")}`] : []),
    ...(solved.length > 0 && along.length > 0 ? [`  ${solved.join(", ")} solved for`] : []),
  ];
  const title = paint.bold("Where the machine can rest");
  if (section.intervals) {
    const lines = section.intervals.map(({ from, to, openFrom, openTo, stops, stability }) => [
      `${openFrom ? "(range) " : ""}${number(from)}`,
      `${number(to)}${openTo ? " (range)" : ""}`,
      stops ? `at ${stops.map(plainName).join(", ")}` : (stability?.kind ?? ""),
    ]);
    const table = textTable(["from", "to", ""], lines.slice(0, MOST_ROWS), new Set([0, 1]));
    return [title, ...where, ...(lines.length > 0 ? table : ["  nowhere in it"])];
  }
  if (section.equilibria) {
    const lines = section.equilibria.map(({ position, stability }) => [
      ...position.slice(0, 6).map((value) => number(value)),
      stability?.kind ?? "",
      stability ? shortNumber(stability.eigenvalues[0]!.real) : "",
    ]);
    const shown = coordinates.slice(0, 6).map(plainName);
    const header = [...shown, "small motions", "growth (1/s)"];
    return [title, ...where, ...textTable(header, lines.slice(0, MOST_ROWS), new Set(header.keys()))];
  }
  return [title, ...where, ...(section.area ? [`  area ${number(section.area)}`] : ["  nowhere in it"])];
}

function pictureLines(found: RestSection, paint: Paint): string[] {
  const drawing = sectionDrawing(found);
  if (!drawing) return [];
  const label = "positions of rest";
  if (drawing.kind === "plane") return outlinePlot(drawing.curves, drawing, label, paint);
  const [from, to] = drawing.range;
  const width = 64;
  const middle = (k: number) => from + ((to - from) * (k + 0.5)) / width;
  const turn = found.plan.system.periods?.[found.axes[0]!.coordinate] ?? 0;
  const half = (to - from) / width / 2;
  const covers = (s: number) =>
    drawing.bands.some(([a, b]) => [s, s + turn].some((place) => place + half >= a && place - half <= b));
  const bar = Array.from({ length: width }, (_, k) => (covers(middle(k)) ? "\u2588" : "\u00b7")).join("");
  return [`  ${bar}`, `  ${plainName(drawing.x.name)} from ${shortNumber(from)} to ${shortNumber(to)}`];
}
