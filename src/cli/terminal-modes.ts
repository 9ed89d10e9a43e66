import { type Range, timeRange } from "../plot/axis.ts";
import { modeSpans } from "../plot/mode-spans.ts";
import type { Trajectory } from "../simulate/trajectory.ts";
import { leftOut, plainName } from "./terminal-text.ts";

const MOST_ROWS = 6;

/**
 * A line for each row, `left` characters of name and `across` of time: the mode that holds longest in each character, stick as a block, slip as
 * its sign. Then what the signs mean and which rows are left out.
 */
export function modeLines(trajectory: Trajectory, left: number, across: number): string[] {
  const range = timeRange(trajectory.time);
  const names = trajectory.names.multiplier;
  const lines = names.slice(0, MOST_ROWS).map((name, row) => {
    return `${plainName(name).padStart(left - 1)} \u2502${modeSigns(trajectory, row, range, across)}`;
  });
  if (lines.length === 0) return [];
  const key = `${" ".repeat(left + 1)}\u2588 stick  +/- slip`;
  return [...lines, key, ...leftOut("rows", names, MOST_ROWS)];
}

function modeSigns(trajectory: Trajectory, row: number, range: Range, across: number): string {
  const held = { "\u2588": new Float64Array(across), "+": new Float64Array(across), "-": new Float64Array(across) };
  const perSecond = across / (range.high - range.low);
  for (const { start, end, mode } of modeSpans(trajectory, row)) {
    const share = held[mode === 0 ? "\u2588" : mode > 0 ? "+" : "-"];
    const from = (start - range.low) * perSecond;
    const to = (end - range.low) * perSecond;
    for (let cell = Math.floor(from); cell < across && cell <= to; cell++) {
      share[cell]! += Math.min(to, cell + 1) - Math.max(from, cell);
    }
  }
  return Array.from({ length: across }, (_, cell) => {
    const [sign, share] = Object.entries(held).reduce((most, next) => (next[1][cell]! > most[1][cell]! ? next : most));
    return share[cell]! > 0 ? sign : "\u00b7";
  }).join("");
}
