/** A cycle and its branch told to people. */

import { type Branch, cycleMessage } from "../../../results/cycle.ts";
import type { Simulation } from "../../../simulate/run/simulation.ts";
import { type Result, simulate } from "../../../simulate/simulate.ts";
import type { Cycle, CycleResult } from "../../../stability/cycle/cycle.ts";
import { from } from "../../../stability/cycle/periodic-state.ts";
import { type Io, type Paint, paintFor } from "../../io.ts";
import { terminalPlot } from "../../terminal/plot.ts";
import { plainName, plainText, shortNumber } from "../../terminal/text.ts";
import { textTable } from "../../terminal/text-table.ts";

/** One period of the cycle as a run, with figures and audit. */
export interface OnePeriod {
  readonly simulation: Simulation;
  readonly result: Result;
}

const OUTPUTS = 400;

export function onePeriod(simulation: Simulation, { orbit }: Cycle): OnePeriod {
  const span = from(simulation, orbit.z, simulation.initial.time, orbit.period);
  const step = orbit.period / OUTPUTS;
  const sampled = { ...span, grid: { ...span.grid, step, steps: OUTPUTS, every: 1 } };
  return { simulation: sampled, result: simulate(sampled) };
}

export function tellCycle(
  simulation: Simulation,
  result: CycleResult,
  run: OnePeriod | undefined,
  branch: Branch | undefined,
  seconds: number,
  io: Io,
): string {
  const paint = paintFor(io.stdout, io.env);
  const lines = [paint.bold(plainText(simulation.name)), ""];
  if (result.status !== "found") lines.push(`${paint.bad(result.status)}: ${result.message}`);
  else lines.push(...cycleLines(simulation, result, paint));
  if (run) {
    const { columns } = io.stdout;
    lines.push("", terminalPlot(run.result.trajectory, { columns, rows: 18, color: paint.color }).trimEnd());
  }
  if (branch) lines.push("", ...branchLines(branch, paint.bold));
  return `${[...lines, "", `${shortNumber(seconds, 3)} s`].join("\n")}\n`;
}

function cycleLines({ system }: Simulation, cycle: Cycle, paint: Paint): string[] {
  const { orbit, stability, multipliers, amplitudes } = cycle;
  const ofCoordinates = amplitudes.map((amplitude, i) => [
    plainName(system.names[i]!),
    ...[amplitude, cycle.position[i]!, cycle.velocity[i]!].map((value) => shortNumber(value, 12)),
    plainName(system.units[i]!),
  ]);
  const ofMultipliers = multipliers.map(({ real, imaginary, modulus }) => {
    const sign = imaginary < 0 ? "-" : "+";
    const turning = imaginary === 0 ? "" : ` ${sign} ${shortNumber(Math.abs(imaginary), 6)}i`;
    return [`${shortNumber(real, 6)}${turning}`, shortNumber(modulus, 6)];
  });
  const header = ["coordinate", "amplitude", "on the cycle: position", "velocity", "unit"];
  const closes = `It returns to itself within ${shortNumber(orbit.residual, 2)} of its size.`;
  return [
    `${paint.good("found")}: ${cycleMessage(cycle)} ${closes}`,
    "",
    ...textTable(header, ofCoordinates, new Set([1, 2, 3])),
    "",
    ...textTable(["multiplier", "modulus"], ofMultipliers, new Set([0, 1])),
    ...(orbit.kinked
      ? [`${paint.bad("warning:")} events fall together on the cycle: the multipliers are those of one side.`]
      : []),
    ...(stability === "saddle" || stability === "unstable"
      ? ["A small disturbance drives the motion away from it."]
      : []),
    ...(stability === "neutral"
      ? ["Some disturbance neither grows nor dies out, as a shift of the whole machine."]
      : []),
  ];
}

const MOST_LINES = 12;

function branchLines({ path, points, start, message }: Branch, bold: (text: string) => string): string[] {
  const every = Math.max(1, Math.ceil(points.length / MOST_LINES));
  const shown = points.filter((_, k) => k % every === 0 || k === points.length - 1);
  const rows = shown.map(({ value, period, amplitudes, multiplier, stability }) => [
    ...[value, period, Math.max(...amplitudes), multiplier].map((number) => shortNumber(number, 6)),
    stability,
  ]);
  return [
    bold(`Branch over ${plainText(path)}: ${points.length} points. ${message}`),
    `It starts at ${shortNumber(start.value, 6)} from the cycle of ${shortNumber(start.period, 9)} s (${start.found}).`,
    ...textTable(["value", "period (s)", "amplitude", "multiplier", "stability"], rows, new Set([0, 1, 2, 3])),
  ];
}
