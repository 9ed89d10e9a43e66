/** report.html of a run. */

import type { Law } from "../../model/rows/law.ts";
import { unitsAlong } from "../../model/units.ts";
import type { Trajectory } from "../../simulate/record/trajectory.ts";
import type { Simulation } from "../../simulate/run/simulation.ts";
import type { Result } from "../../simulate/simulate.ts";
import { contactState } from "../blocks/contact-state.ts";
import { constrainedRows, constraintFigure } from "../figures/constraints.ts";
import {
  controllerFigure,
  displacementFigure,
  energyFigure,
  frictionFigure,
  multiplierFigure,
  outputFigure,
  toSvg,
  velocityFigure,
} from "../figures/motion.ts";
import { posesFigure } from "../figures/poses.ts";
import { type Extended, hasShapes, lengthErrorFigure, shapesFigure, spaceTimeFigure } from "../figures/shapes.ts";
import { forceUnit } from "../units.ts";
import { type ReportContent, reportHtml } from "./page.ts";
import { rowCounts } from "./row-counts.ts";

export interface RunReportOptions {
  /** To draw in. */
  readonly document: Document;
  readonly description?: string;
  /** Text of the problem that was run. */
  readonly source: string;
  /** Figures that come before those of the run. */
  readonly figures?: ReportContent["figures"];
}

type Kinds = Result["trajectory"]["kinds"];

const MODES = { "0": "stick", "1": "slip +", "-1": "slip -" } as const;

/** px: what the page has room for. */
export const FIGURE_WIDTH = 900;

/** The same bytes for the same run: it holds no date and no duration. */
export function runReport(simulation: Simulation, result: Result, options: RunReportOptions): string {
  return reportHtml(runContent(simulation, result, options));
}

/** All that a report says of a run. */
export function runContent(simulation: Simulation, result: Result, options: RunReportOptions): ReportContent {
  const { system } = simulation;
  const { status, message, state } = result.outcome;
  return {
    title: simulation.name,
    ...(options.description === undefined ? {} : { description: options.description }),
    status: { state: status, message, ok: status === "done" },
    coordinates: system.names.map((name, i) => ({
      name,
      unit: system.units[i]!,
      position: state.position[i]!,
      velocity: state.velocity[i]!,
    })),
    rows: frictionRows(simulation, result),
    contacts: contacts(simulation, result),
    ...controllers(result, options.document),
    outputs: result.outputs,
    measures: result.measures,
    facts: facts(simulation, result),
    audit: result.audit.checks,
    warnings: result.warnings,
    events: result.trajectory.events,
    source: options.source,
    figures: [...(options.figures ?? []), ...figures(simulation, result, options.document)],
  };
}

function frictionRows({ system }: Simulation, result: Result): ReportContent["rows"] {
  const { state } = result.outcome;
  const units = unitsAlong(system.newDirections(), system.units);
  return system.rows.flatMap(({ name, law }, i) => {
    if (kindOf(law) !== "friction") return [];
    const row = {
      name,
      limit: state.limit[i]!, // at the end, where it varies
      unit: forceUnit(units[i]!),
      multiplier: result.multiplier[i]!,
      mode: MODES[String(state.mode[i]) as keyof typeof MODES],
      stuckTime: result.stuckTime[i]!,
      heat: result.audit.rows[i]!.dissipation,
    };
    return [row];
  });
}

function contacts({ system }: Simulation, result: Result): NonNullable<ReportContent["contacts"]> {
  const units = unitsAlong(system.newDirections(), system.units);
  return system.rows.flatMap(({ name, law }, i) => {
    const kind = kindOf(law);
    if (kind === "friction") return [];
    const contact = {
      name,
      force: result.multiplier[i]!,
      unit: forceUnit(units[i]!),
      state: contactState(kind, result.outcome.state.mode[i]!),
      closedTime: kind === "stop" ? result.stuckTime[i]! : undefined,
      heat: result.audit.rows[i]!.dissipation,
    };
    return [contact];
  });
}

function controllers({ trajectory }: Result, document: Document): Pick<ReportContent, "controllers"> {
  if (trajectory.controllers.length === 0) return {};
  const svg = toSvg(controllerFigure(trajectory, { document, width: FIGURE_WIDTH }));
  const caption =
    "Reference and controlled value of each controller, its command and the force that the limits leave of it";
  const list = trajectory.controllers.map(({ name, unit, ...signals }) => ({
    name,
    unit: forceUnit(unit),
    reference: signals.reference.at(-1)!,
    measured: signals.measured.at(-1)!,
    command: signals.command.at(-1)!,
    force: signals.force.at(-1)!,
  }));
  return { controllers: { list, figure: { caption, svg } } };
}

function facts(
  { system, scheme, solver, grid }: Simulation,
  { outcome, audit, energy }: Result,
): ReportContent["facts"] {
  const { stats, state } = outcome;
  return [
    { label: "coordinates", value: system.visible },
    ...rowCounts(system.rows.map(({ law }) => kindOf(law))).map(({ noun, count }) => ({
      label: `${noun}s`,
      value: count,
    })),
    { label: "scheme", value: scheme.name },
    { label: "solver", value: solver.name },
    { label: "step (s)", value: grid.step },
    { label: "time reached (s)", value: state.time },
    { label: "steps", value: stats.steps },
    { label: "step problems solved", value: stats.solves },
    { label: "linear solves inside them", value: stats.iterations },
    ...(stats.multipliers > 0 ? [{ label: "multiplier updates", value: stats.multipliers }] : []),
    { label: "energy at the end (J)", value: energy },
    { label: "work of the load (J)", value: audit.work },
    { label: "lost to friction and damping (J)", value: audit.dissipation },
  ];
}

function figures({ system }: Simulation, { trajectory }: Result, document: Document): ReportContent["figures"] {
  if (hasShapes(system, trajectory)) return shapeFigures({ ...system, shape: system.shape! }, trajectory, document);
  const draw = (caption: string, figure: typeof displacementFigure) => {
    return { caption, svg: toSvg(figure(trajectory, { document, width: FIGURE_WIDTH })) };
  };
  const bars = barMeaning(trajectory.kinds);
  const forces = forceCaption(trajectory.kinds, system);
  const { drawing, size } = system;
  const whole = trajectory.position.length === system.visible; // poses and gaps need every coordinate
  const constrained = whole && constrainedRows(system).length > 0;
  return [
    ...(drawing && whole
      ? [draw(drawing.tip === undefined ? "Poses" : "Poses, and the path of the tip", posesOf({ drawing, size }))]
      : []),
    ...(trajectory.position.length > 0
      ? [
          draw(`Displacement of each coordinate${bars}`, displacementFigure),
          draw(`Velocity of each coordinate${bars}`, velocityFigure),
        ]
      : []),
    ...(forces === "" ? [] : [draw(forces, multiplierFigure)]),
    ...(constrained ? [draw("Gaps and violations of the constraints", constraintsOf(system))] : []),
    draw(drawing ? "Kinetic + potential energy" : "Kinetic + elastic energy", energyFigure),
    ...(trajectory.outputs.length > 0 ? [draw("Outputs", outputFigure)] : []),
    ...(trajectory.friction.length > 0
      ? [draw("Friction force against slip: a dot a sample, the gray line is the law", frictionOf(system))]
      : []),
  ];
}

/** Of a body that extends in space: a curve for each of its coordinates would say nothing. */
function shapeFigures(system: Extended, trajectory: Trajectory, document: Document): ReportContent["figures"] {
  const options = { document, width: FIGURE_WIDTH };
  const draw = (caption: string, figure: SVGElement) => ({ caption, svg: toSvg(figure) });
  const placed = trajectory.kinds.some((kind, row) => kind !== "joint" && system.shape.rowPlaces[row]! >= 0);
  return [
    draw("Shapes over time", shapesFigure(system, trajectory, options)),
    ...(placed
      ? [draw("Where it sticks, slips and touches, over time", spaceTimeFigure(system, trajectory, options))]
      : []),
    draw("Kinetic + elastic energy", energyFigure(trajectory, options)),
    ...(system.conditioned ? [draw("Error of the length", lengthErrorFigure(system, trajectory, options))] : []),
    ...(trajectory.outputs.length > 0 ? [draw("Outputs", outputFigure(trajectory, options))] : []),
  ];
}

function kindOf({ stop, joint }: Law): Kinds[number] {
  return stop ? "stop" : joint ? "joint" : "friction";
}

function barMeaning(kinds: Kinds): string {
  const parts = [
    ...(kinds.includes("friction") ? ["where each row sticks"] : []),
    ...(kinds.includes("stop") ? ["where each stop is closed"] : []),
  ];
  return parts.length === 0 ? "" : `; the bars show ${parts.join(" and ")}`;
}

function forceCaption(kinds: Kinds, { rows }: Simulation["system"]): string {
  const uneven = rows.some(({ law }) => law.uneven);
  const band = uneven ? "within its limits" : "within its band from \u22121 to 1";
  const parts = [
    ...(kinds.includes("friction") ? [`multiplier of each friction row, ${band}, shaded where it sticks`] : []),
    ...(kinds.includes("stop") ? ["force of each stop, shaded where it is closed"] : []),
    ...(kinds.includes("joint") ? ["force of each joint"] : []),
  ];
  const text = parts.join("; ");
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function posesOf(system: Parameters<typeof posesFigure>[0]): typeof displacementFigure {
  return (trajectory, options) => posesFigure(system, trajectory, options);
}

function constraintsOf(system: Simulation["system"]): typeof displacementFigure {
  return (trajectory, options) => constraintFigure(system, trajectory, options);
}

function frictionOf(system: Simulation["system"]): typeof displacementFigure {
  return (trajectory, options) => frictionFigure(system, trajectory, options);
}
