/** Figures of papers as curves in panels, ready to be sent and drawn. */
import { curvesAt, spread } from "../../model/shape.ts";
import type { Drawn, DrawnPanel, Motion } from "../../papers/drawn.ts";
import { stickSpans } from "../../plot/blocks/mode-spans.ts";
import { decimate } from "../../plot/decimate.ts";
import type { Trajectory } from "../../simulate/record/trajectory.ts";
import type { FigureCurve, FigurePanel } from "./messages.ts";
import { outlineOf } from "./outline.ts";

/** Columns of pixels that curves over time are kept for. */
const WIDE = 600;
/** Curves of a panel, and shapes of a body, at most. */
const MOST_CURVES = 7;

export function figurePanels(figure: Drawn): { readonly panels: readonly FigurePanel[]; readonly columns: number } {
  switch (figure.show) {
    case "panels":
      return { panels: figure.panels.map(panelOf), columns: figure.columns };
    case "shapes":
      return { panels: shapePanels(figure), columns: 1 };
    case "equilibrium": {
      const { set, regions, box, x, y } = figure.set;
      const curves = [
        ...regions.map(({ label, ellipse }, k) => closed(label, outlineOf(ellipse), k === 0 ? "line" : "dashed")),
        ...(box ? [closed("the box (26)", box, "dashed")] : []),
        closed("equilibrium set", set, "line"),
      ];
      return { panels: [{ label: `${y.name} (${y.unit})`, across: `${x.name} (${x.unit})`, curves }], columns: 1 };
    }
    case "gain": {
      const { rows } = figure.gain;
      const value = Float64Array.from(rows, (row) => row.value);
      const bound = (name: string, of: (row: (typeof rows)[number]) => number | undefined): FigureCurve => ({
        ...{ name, x: value, style: "line" },
        y: Float64Array.from(rows, (row) => Math.log10(of(row) ?? Number.NaN)),
      });
      const curves = [
        bound("exact", ({ rho }) => rho.exact),
        bound("weighted", ({ rho }) => rho.weighted),
        bound("(7)", ({ rho }) => rho.paper),
        bound("(27) as printed", ({ rho }) => rho.printed),
        bound("greatest energy on E", ({ maxEnergy }) => maxEnergy),
      ];
      return { panels: [{ label: "log10 of the guaranteed energy (J)", across: figure.path, curves }], columns: 1 };
    }
    case "control": {
      const { names, times, values } = figure.curve;
      const x = Float64Array.from(
        times.flatMap((time, k) => (k === 0 || k === times.length - 1 ? [time] : [time, time])),
      );
      const curves = names.map((name, i): FigureCurve => {
        return { name, x, y: Float64Array.from(values.flatMap((row) => [row[i]!, row[i]!])), style: "line" };
      });
      return { panels: [{ label: "control (N)", across: "t (s)", curves }], columns: 1 };
    }
    case "attraction":
    case "poses":
      return { panels: [], columns: 1 }; // they have views of their own
    default:
      return { panels: motionPanels(figure.show, figure.trajectory), columns: 1 };
  }
}

function panelOf({ label, across, log = false, curves }: DrawnPanel): FigurePanel {
  const scaled = (values: Float64Array) => (log ? values.map((value) => Math.log10(value)) : values.slice());
  const word = log ? "log10 of " : "";
  return {
    label: `${word}${label}`,
    across: `${word}${across}`,
    curves: curves.map(({ name, x, y, style }) => thinned({ name, x: scaled(x), y: scaled(y), style })),
  };
}

function motionPanels(show: Motion, trajectory: Trajectory): FigurePanel[] {
  const { time, position, velocity, multiplier, energy, outputs, names, units, kinds } = trajectory;
  const curve = (name: string, y: Float64Array): FigureCurve => thinned({ name, x: time, y, style: "line" });
  const panel = (label: string, columns: readonly Float64Array[], words: readonly string[]): FigurePanel => ({
    ...{ label, across: "t (s)" },
    curves: spread(columns.length, MOST_CURVES).map((i) => curve(words[i]!, columns[i]!)),
  });
  const unit = units.position[0] ?? "";
  switch (show) {
    case "displacement":
      return [{ ...panel(`displacement (${unit})`, position, names.position), held: heldOf(trajectory, kinds) }];
    case "velocity":
      return [panel(`velocity (${unit}/s)`, velocity, names.velocity)];
    case "multiplier":
      return [panel("multiplier", multiplier, names.multiplier)];
    case "energy":
      return [panel("energy (J)", [energy], ["energy"])];
    case "outputs":
      return outputs.map(({ name, values }) => panel(name, [values], [name]));
  }
}

function heldOf(trajectory: Trajectory, kinds: Trajectory["kinds"]): NonNullable<FigurePanel["held"]> {
  const rows = kinds.flatMap((kind, row) => (kind === "friction" ? [row] : [])).slice(0, MOST_CURVES);
  return rows.map((row) => stickSpans(trajectory, row, 0).map(({ start, end }) => ({ start, end })));
}

/** A curve over time needs no more points than a screen has; one that turns back keeps all. */
function thinned({ name, x, y, style }: FigureCurve): FigureCurve {
  for (let k = 1; k < x.length; k++) if (!(x[k]! >= x[k - 1]!)) return { name, x: x.slice(), y: y.slice(), style };
  const kept = decimate(x, y, WIDE);
  return { name, x: Float64Array.from(kept, (k) => x[k]!), y: Float64Array.from(kept, (k) => y[k]!), style };
}

/** Shapes at some times over each other. */
function shapePanels({ system, trajectory }: Extract<Drawn, { show: "shapes" }>): FigurePanel[] {
  const { shape, size, load } = system;
  if (!shape) return [];
  const inPlane = shape.names[0] === "x" && shape.names[1] === "y";
  const samples = spread(trajectory.time.length, MOST_CURVES);
  const shapes = curvesAt({ shape, size, load }, trajectory, samples);
  const at = (k: number) => `t = ${Number(trajectory.time[samples[k]!]!.toPrecision(3))} s`;
  const curves = shapes.flatMap((parts, k): FigureCurve[] =>
    inPlane
      ? [{ name: at(k), x: Float64Array.from(parts[0]!), y: Float64Array.from(parts[1]!), style: "line" }]
      : parts.map((part, c) => ({
          name: c === 0 ? at(k) : "",
          x: Float64Array.from(shape.s),
          y: Float64Array.from(part),
          style: c === 0 ? "line" : "dashed",
        })),
  );
  return [{ label: inPlane ? "y (m)" : "displacement (m)", across: inPlane ? "x (m)" : "place along it (m)", curves }];
}

function closed(
  name: string,
  corners: readonly (readonly [number, number])[],
  style: FigureCurve["style"],
): FigureCurve {
  const around = [...corners, ...corners.slice(0, 1)];
  return { name, x: Float64Array.from(around, ([x]) => x), y: Float64Array.from(around, ([, y]) => y), style };
}
