/** By how much the parts of a beam are too long or too short together, over time. */
import { ruleY } from "@observablehq/plot";
import type { Trajectory } from "../../simulate/record/trajectory.ts";
import { extent, padded } from "../axis.ts";
import { addLabels } from "./captions.ts";
import { curveMarks } from "./curve.ts";
import { type Block, type Frame, valueAxis } from "./frame.ts";
import { drawPanel, FOOT, HEAD } from "./panel.ts";
import type { Extended } from "./shapes.ts";

const BODY = 90;
const LABEL = "error of the length (m): sum over its parts";

/** Nothing for bodies that may change their length. */
export function lengthErrorBlocks(frame: Frame, system: Extended, { time, position }: Trajectory): Block[] {
  const { conditioned, violationsAt, size, rows } = system;
  if (!conditioned || !violationsAt || !rows) return [];
  const q = new Float64Array(size);
  const off = new Float64Array(rows.length);
  const error = time.map((t, k) => {
    for (let i = 0; i < size; i++) q[i] = position[i]![k]!;
    violationsAt(Float64Array.of(t, t), q, off);
    return conditioned.lengths.rowOf.reduce((sum, row) => sum + Math.abs(off[row]!), 0);
  });
  const range = padded(extent([Float64Array.of(0), error]), 0.05);
  const draw = (body: number): SVGElement => {
    const marks = [
      ruleY([0], { strokeOpacity: 0.35 }),
      ...curveMarks(frame, time, error, "length", frame.theme.neutral),
    ];
    const panel = drawPanel(frame, { body, values: valueAxis(range, body), label: LABEL, marks });
    addLabels(frame, panel, LABEL, HEAD + body);
    return panel;
  };
  return [{ label: `${LABEL} over t (s)`, fixed: HEAD + FOOT, body: BODY, smallest: 50, draw }];
}
