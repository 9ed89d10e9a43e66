import { ruleY } from "@observablehq/plot";
import type { Vector } from "../../numeric/vector.ts";
import type { ControllerSignals, Trajectory } from "../../simulate/record/trajectory.ts";
import type { Range } from "../axis.ts";
import { curveColors } from "../palette.ts";
import { forceUnit, withUnits } from "../units.ts";
import { FIGURES } from "../wishes.ts";
import { addLabels, addLegend } from "./captions.ts";
import { curveMarks, zeroOpacity } from "./curve.ts";
import { type Block, type Frame, shortName, valueAxis } from "./frame.ts";
import { drawPanel, eventMarks, FOOT, HEAD } from "./panel.ts";

const BODY = 130;

interface Curve {
  readonly name: string;
  readonly color: string;
  readonly values: Vector;
}

/** Of each controller two panels: reference and what it controls; command and the force that its limits leave of it. */
export function controllerBlocks(frame: Frame, trajectory: Trajectory): Block[] {
  return trajectory.controllers.slice(0, FIGURES.controllers).flatMap((controller, j) => {
    const { value, force } = frame.controllers[j]!;
    return [valueBlock(frame, trajectory, controller, value), forceBlock(frame, trajectory, controller, force)];
  });
}

function valueBlock(frame: Frame, trajectory: Trajectory, controller: ControllerSignals, range: Range): Block {
  const { name, unit, reference, measured } = controller;
  const curves = [
    { name: "reference", color: frame.theme.muted, values: reference },
    { name: "measured", color: curveColors(1)[0]!, values: measured },
  ];
  return block(
    frame,
    trajectory,
    withUnits(`${shortName(name)}: reference and controlled value`, [unit]),
    curves,
    range,
  );
}

function forceBlock(frame: Frame, trajectory: Trajectory, controller: ControllerSignals, range: Range): Block {
  const { name, unit, command, force } = controller;
  const curves = [
    { name: "command", color: frame.theme.muted, values: command },
    { name: "force", color: curveColors(2)[1]!, values: force },
  ];
  return block(frame, trajectory, withUnits(`${shortName(name)}: command and force`, [forceUnit(unit)]), curves, range);
}

function block(frame: Frame, trajectory: Trajectory, label: string, curves: readonly Curve[], range: Range): Block {
  const draw = (body: number): SVGElement => {
    const marks = [
      ...eventMarks(
        frame,
        trajectory.events.map(({ time }) => time),
      ),
      ruleY([0], { strokeOpacity: zeroOpacity(range) }),
      ...curves.flatMap(({ name, color, values }) => curveMarks(frame, trajectory.time, values, name, color)),
    ];
    const panel = drawPanel(frame, { body, values: valueAxis(range, body), label, marks });
    addLabels(frame, panel, label, HEAD + body);
    addLegend(frame, panel, curves, undefined, HEAD, body);
    return panel;
  };
  return { label: `${label} over t (s)`, fixed: HEAD + FOOT, body: BODY, smallest: 60, draw };
}
