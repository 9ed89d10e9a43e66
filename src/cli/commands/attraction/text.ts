/** What `attraction` found, told to people. */

import { attractionMessage, type Found, intervalOf, slowestOf } from "../../../results/attraction.ts";
import type { Paint } from "../../io.ts";
import { plainText, shortNumber } from "../../terminal/text.ts";
import { textTable } from "../../terminal/text-table.ts";
import { count, describeRun } from "../simulate/describe-run.ts";
import { attractionPicture } from "./picture.ts";
import type { Valid } from "./wishes.ts";

export function attractionText({ simulation }: Valid, found: Found, paint: Paint, path: string): string {
  const { map, trace, status, seconds, threads, warnings, resumed } = found;
  const warned = warnings.map((text) => `${paint.bad("warning:")} ${plainText(text)}`);
  const tone = status === "done" && found.tally.undecided + found.tally.invalid === 0 ? paint.good : paint.bad;
  const before = resumed > 0 ? ` ${count(resumed, "start")} taken over from the run before.` : "";
  const sections = [
    [paint.bold(plainText(simulation.name)), describeRun(simulation), ...warned],
    map ? attractionPicture(map, paint) : [],
    [paint.bold(headingOf(found)), ...fateTable(found)],
    trace && trace.curves.length > 0 ? [paint.bold("Boundary"), ...curveTable(found)] : [],
    remarks(found, path),
    [
      `${tone(status)}: ${attractionMessage(found)}${before} ${shortNumber(seconds, 3)} s, ${count(threads, "thread")}.`,
    ],
  ];
  const filled = sections.filter((lines) => lines.length > 0);
  return `${filled.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function headingOf({ sample, map }: Found): string {
  if (sample) return `Random states of up to ${shortNumber(sample.energy, 6)} J`;
  return map ? "Starts" : "Starts of the coarse grid";
}

function fateTable({ tally }: Found): string[] {
  const known = Math.max(1, tally.points - tally.missing);
  const rows = (["attracted", "escaped", "undecided", "periodic", "invalid"] as const)
    .filter((outcome) => tally[outcome] > 0 || (outcome !== "invalid" && outcome !== "periodic"))
    .map((outcome) => [
      outcome === "periodic" ? "  of them periodic" : outcome,
      String(tally[outcome]),
      `${shortNumber((100 * tally[outcome]) / known, 6)} %`,
    ]);
  return textTable(["fate", "starts", "share"], rows, new Set([1, 2]));
}

function curveTable({ trace }: Found): string[] {
  const place = (point: readonly [number, number]) => `(${point.map((value) => shortNumber(value, 6)).join(", ")})`;
  const rows = trace!.curves.map(({ points, closed }, k) => [
    String(k + 1),
    String(points.length),
    closed ? "closed" : `${place(points[0]!)} to ${place(points.at(-1)!)}`,
  ]);
  return textTable(["curve", "points", ""], rows, new Set([1]));
}

function remarks(found: Found, path: string): string[] {
  const { overlay, tally, sample } = found;
  const lines: string[] = [];
  const slowest = slowestOf(found);
  if (slowest && slowest.time > 0) {
    const at = Object.entries(slowest.at).map(([name, value]) => `${name} = ${shortNumber(value, 6)}`);
    lines.push(`Slowest: rest after ${shortNumber(slowest.time, 6)} s, from ${at.slice(0, 4).join(", ")}.`);
  }
  const interval = sample && intervalOf(found);
  if (interval) {
    const [low, high] = interval.map((value) => shortNumber(value, 6));
    lines.push(
      `Attracted: ${shortNumber(tally.fraction, 6)}, between ${low} and ${high} (95 %, Wilson), seed ${sample.seed}.`,
    );
  }
  if (overlay?.verdict === "global") lines.push("Certified: every start comes to rest (see stickslip equilibrium).");
  if (overlay?.region) {
    lines.push(`Certified: every start below ${shortNumber(overlay.region.energy, 6)} J (see stickslip equilibrium).`);
  }
  if (overlay?.verdict === "not-certified")
    lines.push("Nothing is certified (see stickslip equilibrium for the reason).");
  if (tally.undecided > tally.periodic) {
    lines.push(
      "Undecided: neither rest nor escape was proved within the horizon, or the motion is so stiff that it was given up before. Give a longer --horizon, or less steep curves of friction.",
    );
  }
  if (tally.periodic > 0) {
    lines.push(`Periodic: the motion repeats itself to ten digits. To find it: stickslip cycle ${path}`);
  }
  return lines.map(plainText);
}
