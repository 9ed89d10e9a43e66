/** What a figure of an experiment shows, as the data that stickslip/plot draws. */
import { type LoadedProblem, load } from "../api/load.ts";
import type { Drawing as Machine } from "../model/drawing.ts";
import type { System } from "../model/system.ts";
import { attractionDrawing } from "../results/attraction-drawing.ts";
import type { ControlCurve } from "../results/control.ts";
import type { Trajectory } from "../simulate/record/trajectory.ts";
import type { GainCurve } from "../stability/design/gain-curve.ts";
import { columnOf, spanOf } from "./columns.ts";
import type { RunOutput } from "./compute.ts";
import type { Curve, Drawing, Panel } from "./experiment.ts";

export type Motion = "displacement" | "velocity" | "multiplier" | "energy" | "outputs";

export interface DrawnPanel extends Pick<Panel, "label" | "across" | "log"> {
  readonly curves: readonly {
    readonly name: string;
    readonly x: Float64Array;
    readonly y: Float64Array;
    readonly style: "line" | "dashed" | "dots";
  }[];
}

export type Drawn =
  | { readonly show: Motion; readonly trajectory: Trajectory }
  | { readonly show: "shapes"; readonly trajectory: Trajectory; readonly system: System }
  | { readonly show: "poses"; readonly trajectory: Trajectory; readonly drawing: Machine; readonly size: number }
  | { readonly show: "attraction"; readonly map: ReturnType<typeof attractionDrawing> }
  | { readonly show: "equilibrium"; readonly set: NonNullable<RunOutput["set"]> }
  | { readonly show: "gain"; readonly gain: GainCurve; readonly path: string }
  | { readonly show: "control"; readonly curve: ControlCurve }
  | { readonly show: "panels"; readonly panels: readonly DrawnPanel[]; readonly columns: number };

/** `outputs`: of the runs of the experiment, by name; `open`: their problems. Throws where a run has nothing of that kind. */
export function drawn(
  drawing: Drawing,
  outputs: Readonly<Record<string, RunOutput>>,
  open: (output: RunOutput) => LoadedProblem = ({ problem }) => load(problem),
): Drawn {
  if ("panels" in drawing) {
    const { panels, columns = 1 } = drawing;
    return { show: "panels", columns, panels: panels.map((panel) => drawnPanel(panel, outputs)) };
  }
  const output = outputs[drawing.of]!;
  const { trajectory, found, set, gain, curve } = output;
  switch (drawing.show) {
    case "attraction":
      return { show: "attraction", map: attractionDrawing(open(output).simulation, there(found)) };
    case "equilibrium":
      return { show: "equilibrium", set: there(set) };
    case "gain":
      return { show: "gain", gain: there(gain), path: (output.data as { readonly path: string }).path };
    case "control":
      return { show: "control", curve: there(curve) };
    case "shapes":
      return { show: "shapes", trajectory: there(trajectory), system: open(output).simulation.system };
    case "poses": {
      const { system } = open(output).simulation;
      return { show: "poses", trajectory: there(trajectory), drawing: there(system.drawing), size: system.size };
    }
    default:
      return { show: drawing.show, trajectory: there(trajectory) };
  }
}

function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("nothing to draw");
  return value;
}

function drawnPanel({ curves, ...panel }: Panel, outputs: Readonly<Record<string, RunOutput>>): DrawnPanel {
  return { ...panel, curves: curves.map((curve) => drawnCurve(curve, outputs[curve.of]!)) };
}

function drawnCurve({ name, x = "t", y, style = "line", ...span }: Curve, output: RunOutput) {
  const [across, up] = [columnOf(output, x), columnOf(output, y)];
  if (span.from === undefined && span.to === undefined) return { name, x: across, y: up, style };
  const { first, last } = spanOf(columnOf(output, "t"), span);
  return { name, x: across.subarray(first, last), y: up.subarray(first, last), style };
}
