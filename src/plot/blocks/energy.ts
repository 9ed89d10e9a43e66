import { areaY } from "@observablehq/plot";
import type { Trajectory } from "../../simulate/record/trajectory.ts";
import { drawable } from "../axis.ts";
import { addLabels } from "./captions.ts";
import { curveMarks } from "./curve.ts";
import { type Block, type Frame, valueAxis } from "./frame.ts";
import { drawPanel, eventMarks, FOOT, HEAD, samplesToDraw } from "./panel.ts";

const BODY = 110;
const LABEL = "energy (J)";

/** Kinetic + elastic energy over time, filled down to zero. */
export function energyBlock(frame: Frame, trajectory: Trajectory): Block {
  const { time, energy } = trajectory;
  const { neutral } = frame.theme;
  const draw = (body: number): SVGElement => {
    const samples = samplesToDraw(frame, time, energy);
    const x = (k: number) => time[k]!;
    const y2 = (k: number) => drawable(energy[k]!);
    const marks = [
      areaY(samples, { x, y1: 0, y2, fill: neutral, fillOpacity: 0.15 }),
      ...eventMarks(
        frame,
        trajectory.events.map((event) => event.time),
      ),
      ...curveMarks(frame, time, energy, "energy", neutral),
    ];
    const panel = drawPanel(frame, { body, values: valueAxis(frame.energy, body), label: LABEL, marks });
    addLabels(frame, panel, LABEL, HEAD + body);
    return panel;
  };
  return { label: `${LABEL} over t (s)`, fixed: HEAD + FOOT, body: BODY, smallest: 60, draw };
}
