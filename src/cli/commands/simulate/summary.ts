/** A run told to people: what was run, where it ended, what happened, and whether it can be trusted. */
import { isFriction } from "../../../model/rows/law.ts";
import { contactState } from "../../../plot/blocks/contact-state.ts";
import { forceUnit, rateUnit, withUnits } from "../../../plot/units.ts";
import type { Simulation } from "../../../simulate/run/simulation.ts";
import type { Result } from "../../../simulate/simulate.ts";
import type { Paint } from "../../io.ts";
import { terminalPlot } from "../../terminal/plot.ts";
import { plainName, plainText, shortNumber } from "../../terminal/text.ts";
import { textTable } from "../../terminal/text-table.ts";
import { count, describeRun } from "./describe-run.ts";

export interface SummaryOptions {
  readonly columns: number;
  readonly paint: Paint;
  /** Of the run. */
  readonly seconds: number;
}

const MOST_COORDINATES = 12;
const MOST_EVENTS = 12;
const PLOT_LINES = 20;
const END_DIGITS = 9;

export function summary(simulation: Simulation, result: Result, { columns, paint, seconds }: SummaryOptions): string {
  const warnings = result.warnings.map((text) => `${paint.bad("warning:")} ${plainText(text)}`);
  const sections = [
    [paint.bold(plainText(simulation.name)), describeRun(simulation), ...warnings],
    endState(simulation, result, paint),
    ...asked(result, paint),
    events(result, paint),
    [terminalPlot(result.trajectory, { columns, rows: PLOT_LINES, color: paint.color }).trimEnd()],
    audit(result, paint),
    [ending(result, seconds, paint)],
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

function endState({ system }: Simulation, result: Result, paint: Paint): string[] {
  const { state } = result.outcome;
  const coordinates = system.names.map((name, i) => {
    return [plainName(name), ...[state.position, state.velocity].map((column) => shortNumber(column[i]!, END_DIGITS))];
  });
  const units = system.units.map(plainName);
  const header = ["coordinate", withUnits("position", units), withUnits("velocity", units.map(rateUnit))];
  const tables = [
    shortened(header, coordinates, [1, 2]),
    frictionTable(system, result),
    contactTable(system, result),
  ].filter((lines) => lines.length > 0);
  const lines = tables.flatMap((table, place) => (place === 0 ? table : ["", ...table]));
  return [paint.bold(`End state at t = ${shortNumber(state.time, END_DIGITS)} s`), ...lines];
}

function frictionTable({ rows }: Simulation["system"], result: Result): string[] {
  const { mode } = result.outcome.state;
  const cells = rows.flatMap(({ name, law }, i) => {
    if (!isFriction(law)) return [];
    const state = mode[i] === 0 ? "stuck" : `slipping ${mode[i]! > 0 ? "+" : "-"}`;
    return [[plainName(name), shortNumber(result.multiplier[i]!, END_DIGITS), state, ...timeAndHeat(result, i)]];
  });
  const header = ["row", "multiplier", "state", "time stuck (s)", "heat (J)"];
  return cells.length === 0 ? [] : shortened(header, cells, [1, 3, 4]);
}

/** Stops and joints carry a force, not a multiplier, and no joint is ever open. */
function contactTable({ rows }: Simulation["system"], result: Result): string[] {
  const { units, kinds } = result.trajectory;
  const others = rows.flatMap((_, i) => (kinds[i] === "friction" ? [] : [i]));
  const stops = kinds.includes("stop");
  const cells = others.map((i) => {
    const kind = kinds[i] as "stop" | "joint";
    const [time, heat] = timeAndHeat(result, i);
    const state = contactState(kind, result.outcome.state.mode[i]!);
    const force = shortNumber(result.multiplier[i]!, END_DIGITS);
    return [plainName(rows[i]!.name), force, state, ...(stops ? [kind === "stop" ? time! : ""] : []), heat!];
  });
  const what = stops ? (kinds.includes("joint") ? "stop or joint" : "stop") : "joint";
  const force = withUnits(
    "force",
    others.map((i) => forceUnit(units.row[i]!)),
  );
  const header = [what, force, "state", ...(stops ? ["time closed (s)"] : []), "heat (J)"];
  return cells.length === 0 ? [] : shortened(header, cells, [1, 3, 4]);
}

function timeAndHeat({ stuckTime, audit }: Result, i: number): string[] {
  return [shortNumber(stuckTime[i]!, 6), shortNumber(audit.rows[i]!.dissipation, 6)];
}

/** Outputs and measures that the problem asks for. */
function asked({ outputs, measures }: Result, paint: Paint): string[][] {
  const section = (title: string, values: Readonly<Record<string, number | null>>): string[] => {
    const rows = Object.entries(values).map(([name, value]) => [
      plainText(name),
      value === null ? "none" : shortNumber(value, END_DIGITS),
    ]);
    return rows.length === 0 ? [] : [paint.bold(title), ...textTable(["name", "value"], rows, new Set([1]))];
  };
  return [section("Measures", measures), section("Outputs at the end", outputs)];
}

function shortened(header: readonly string[], rows: readonly string[][], right: readonly number[]): string[] {
  const more = rows.length - MOST_COORDINATES;
  const shown = textTable(header, rows.slice(0, MOST_COORDINATES), new Set(right));
  return more > 0 ? [...shown, `  ... and ${more} more`] : shown;
}

function events({ trajectory }: Result, paint: Paint): string[] {
  const all = trajectory.events;
  if (all.length === 0) return [];
  const shown = all.slice(0, MOST_EVENTS).map(({ time, kind, row }) => [shortNumber(time, 6), kind, plainName(row)]);
  const more = all.length > MOST_EVENTS ? [`  ... and ${all.length - MOST_EVENTS} more`] : [];
  return [paint.bold("Events"), ...textTable(["t (s)", "event", "row"], shown, new Set([0])), ...more];
}

function audit({ audit: { checks } }: Result, paint: Paint): string[] {
  const tone = { ok: paint.good, warning: paint.bad, failed: paint.bad };
  const lines = checks.map(({ name, verdict, sentence }) => {
    return `  ${tone[verdict](verdict.padEnd(7))}  ${name.padEnd(7)}  ${plainText(sentence)}`;
  });
  return [paint.bold("Audit, recomputed from the motion alone"), ...lines];
}

function ending({ outcome }: Result, seconds: number, paint: Paint): string {
  const { status, message, stats } = outcome;
  const tone = status === "done" ? paint.good : paint.bad;
  const updates = stats.multipliers > 0 ? `, ${count(stats.multipliers, "multiplier update")}` : "";
  const effort = `${count(stats.solves, "step problem")}, ${count(stats.iterations, "linear solve")}${updates}`;
  return `${tone(status)}: ${message} ${shortNumber(seconds, 3)} s, ${effort}.`;
}
