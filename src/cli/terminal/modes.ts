import { type Range, timeRange } from "../../plot/axis.ts";
import { modeSpans } from "../../plot/blocks/mode-spans.ts";
import type { Trajectory } from "../../simulate/record/trajectory.ts";
import { leftOut, plainName } from "./text.ts";

const MOST_ROWS = 6;

/** What a character of a row's line says; `mixed`: the row both holds and does not within its time. */
interface Signs {
  readonly held: string;
  readonly forward: string;
  readonly backward: string;
}

const MIXED = "\u2592";
const FRICTION: Signs = { held: "\u2588", forward: "+", backward: "-" };
const STOP: Signs = { held: "\u2588", forward: "\u00b7", backward: "\u00b7" };
const KEYS = {
  friction: `\u2588 stick  +/- slip  ${MIXED} both`,
  stop: `\u2588 closed  \u00b7 open  ${MIXED} both`,
} as const;
/** Part of a character below which a mode is only round-off of its ends. */
const ROUND_OFF = 1e-9;

/**
 * A line for each row that can let go, `left` characters of name and `across` of time: stick as a block, slip as the sign that lasts longer in
 * each character, and a sign of its own where a row both sticks and slips. After the friction rows, and after the stops, what the signs
 * mean; then which rows are left out.
 */
export function modeLines(trajectory: Trajectory, left: number, across: number): string[] {
  const { kinds, names } = trajectory;
  const range = timeRange(trajectory.time);
  const rows = (["friction", "stop"] as const).flatMap((kind) =>
    kinds.flatMap((other, row) => (other === kind ? [{ row, kind }] : [])),
  );
  const shown = rows.slice(0, MOST_ROWS);
  const lines = shown.flatMap(({ row, kind }, place) => {
    const signs = modeSigns(trajectory, row, kind === "stop" ? STOP : FRICTION, range, across);
    const line = `${plainName(names.multiplier[row]!).padStart(left - 1)} \u2502${signs}`;
    return shown[place + 1]?.kind === kind ? [line] : [line, `${" ".repeat(left + 1)}${KEYS[kind]}`];
  });
  const all = rows.map(({ row }) => names.multiplier[row]!);
  return [...lines, ...leftOut("rows", all, MOST_ROWS)];
}

function modeSigns(trajectory: Trajectory, row: number, signs: Signs, range: Range, across: number): string {
  const held = new Float64Array(across);
  const forward = new Float64Array(across);
  const backward = new Float64Array(across);
  const perSecond = across / (range.high - range.low);
  for (const { start, end, mode } of modeSpans(trajectory, row)) {
    const share = mode === 0 ? held : mode > 0 ? forward : backward;
    const from = (start - range.low) * perSecond;
    const to = (end - range.low) * perSecond;
    for (let cell = Math.floor(from); cell < across && cell <= to; cell++) {
      share[cell]! += Math.min(to, cell + 1) - Math.max(from, cell);
    }
  }
  return Array.from({ length: across }, (_, cell) => {
    const free = forward[cell]! + backward[cell]!;
    if (held[cell]! > ROUND_OFF && free > ROUND_OFF) return MIXED;
    if (held[cell]! > free) return signs.held;
    if (free === 0) return " ";
    return forward[cell]! >= backward[cell]! ? signs.forward : signs.backward;
  }).join("");
}
