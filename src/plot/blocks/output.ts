import { ruleY } from "@observablehq/plot";
import type { Trajectory } from "../../simulate/record/trajectory.ts";
import { spread } from "../decimate.ts";
import { curveColors } from "../palette.ts";
import { addLabels } from "./captions.ts";
import { curveMarks, zeroOpacity } from "./curve.ts";
import { type Block, type Frame, valueAxis } from "./frame.ts";
import { drawPanel, eventMarks, FOOT, HEAD } from "./panel.ts";

const BODY = 110;
const MOST_PANELS = 12;
/** Longer names are cut: a panel is not wider. */
const LONGEST_LABEL = 60;

/** One panel an output; of many a fair choice. */
export function outputBlocks(frame: Frame, trajectory: Trajectory): Block[] {
  const { length } = trajectory.outputs;
  const colors = curveColors(length);
  const shown = spread(length, MOST_PANELS);
  return shown.map((index, place) => {
    const left = place === 0 && shown.length < length ? ` (${shown.length} of ${length} outputs)` : "";
    return outputBlock(frame, trajectory, index, colors[index]!, left);
  });
}

function outputBlock(frame: Frame, trajectory: Trajectory, index: number, color: string, note: string): Block {
  const { name, values } = trajectory.outputs[index]!;
  const range = frame.outputs[index]!;
  const label = `${shortened(name)}${note}`;
  const draw = (body: number): SVGElement => {
    const marks = [
      ...eventMarks(
        frame,
        trajectory.events.map((event) => event.time),
      ),
      ruleY([0], { strokeOpacity: zeroOpacity(range) }),
      ...curveMarks(frame, trajectory.time, values, name, color),
    ];
    const panel = drawPanel(frame, { body, values: valueAxis(range, body), label, marks });
    addLabels(frame, panel, label, HEAD + body);
    return panel;
  };
  return { label: `${label} over t (s)`, fixed: HEAD + FOOT, body: BODY, smallest: 60, draw };
}

function shortened(name: string): string {
  const characters = Array.from(name);
  return characters.length <= LONGEST_LABEL ? name : `${characters.slice(0, LONGEST_LABEL - 1).join("")}\u2026`;
}
