/** report.html of a run. */
import type { Result } from "../simulate/simulate.ts";
import type { Simulation } from "../simulate/simulation.ts";
import { auditChecks } from "./audit-checks.ts";
import {
  controllerFigure,
  displacementFigure,
  energyFigure,
  frictionFigure,
  multiplierFigure,
  outputFigure,
  toSvg,
  velocityFigure,
} from "./figures.ts";
import { type ReportContent, reportHtml } from "./report.ts";

export interface RunReportOptions {
  /** To draw in. */
  readonly document: Document;
  readonly description?: string;
  /** Text of the problem that was run. */
  readonly source: string;
  /** Figures that come before those of the run. */
  readonly figures?: ReportContent["figures"];
}

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
    rows: system.rows.map(({ name, law }, i) => ({
      name,
      limit: law.stop || law.joint ? undefined : state.limit[i]!, // at the end, where it varies
      multiplier: result.multiplier[i]!,
      mode: MODES[String(state.mode[i]) as keyof typeof MODES],
      stuckTime: result.stuckTime[i]!,
      heat: result.audit.rows[i]!.dissipation,
    })),
    ...controllers(result, options.document),
    outputs: result.outputs,
    measures: result.measures,
    facts: facts(simulation, result),
    audit: auditChecks(simulation, result).map(({ meaning, advice, ...check }) => {
      return { ...check, meaning: advice === undefined ? meaning : `${meaning}. ${advice}` };
    }),
    warnings: result.warnings,
    events: result.trajectory.events,
    source: options.source,
    figures: [...(options.figures ?? []), ...figures(simulation, result, options.document)],
  };
}

function controllers({ trajectory }: Result, document: Document): Pick<ReportContent, "controllers"> {
  if (trajectory.controllers.length === 0) return {};
  const svg = toSvg(controllerFigure(trajectory, { document, width: FIGURE_WIDTH }));
  const caption =
    "Reference and controlled value of each controller, its command and the force that the limits leave of it";
  const list = trajectory.controllers.map(({ name, ...signals }) => ({
    name,
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
    { label: "friction rows", value: system.rows.length },
    { label: "scheme", value: scheme.name },
    { label: "solver", value: solver.name },
    { label: "step (s)", value: grid.step },
    { label: "time reached (s)", value: state.time },
    { label: "steps", value: stats.steps },
    { label: "step problems solved", value: stats.solves },
    { label: "linear solves inside them", value: stats.iterations },
    { label: "energy at the end (J)", value: energy },
    { label: "work of the load (J)", value: audit.work },
    { label: "lost to friction and damping (J)", value: audit.dissipation },
  ];
}

function figures({ system }: Simulation, { trajectory }: Result, document: Document): ReportContent["figures"] {
  const draw = (caption: string, figure: typeof displacementFigure) => {
    return { caption, svg: toSvg(figure(trajectory, { document, width: FIGURE_WIDTH })) };
  };
  const rows = trajectory.multiplier.length > 0;
  const strip = rows ? "; the bars show where each row sticks" : "";
  return [
    draw(`Displacement of each coordinate${strip}`, displacementFigure),
    draw(`Velocity of each coordinate${strip}`, velocityFigure),
    ...(rows
      ? [draw("Multiplier of each row, within its band from \u22121 to 1, shaded where it sticks", multiplierFigure)]
      : []),
    draw("Kinetic + elastic energy", energyFigure),
    ...(trajectory.outputs.length > 0 ? [draw("Outputs", outputFigure)] : []),
    ...(trajectory.friction.length > 0
      ? [draw("Friction force against slip: a dot a sample, the gray line is the law", frictionOf(system))]
      : []),
  ];
}

function frictionOf(system: Simulation["system"]): typeof displacementFigure {
  return (trajectory, options) => frictionFigure(system, trajectory, options);
}
