/** Figures of sweeps: curves over one varied value, heat maps over two, several of them over more. */
import type { SweepTable } from "../../batch/sweep.ts";
import type { VariedValues } from "../../batch/varied-values.ts";
import { DEFAULT_WIDTH, type FigureOptions, FONT, FONT_SIZE } from "../blocks/frame.ts";
import { spread } from "../decimate.ts";
import { THEMES } from "../palette.ts";
import { svgElement } from "../svg.ts";
import { heatMap } from "./heat-map.ts";
import { sweepCurves } from "./sweep-curves.ts";

/** One part of the figure: the rows of the sweep over the varied values that it shows. */
export interface SweepPanel {
  readonly document: Document;
  readonly theme: (typeof THEMES)[keyof typeof THEMES];
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** One or two. */
  readonly axes: readonly VariedValues[];
  /** Of the measure; NaN where there is none. */
  readonly column: Float64Array;
  readonly statuses: SweepTable["statuses"];
  /** The row of the sweep at place k (and l) of the axes' values. */
  readonly rowAt: (k: number, l: number) => number;
  /** Which of the measures it is. */
  readonly measure: number;
}

const MOST_MEASURES = 12;
/** Heat maps of one measure, over values that the axes do not show. */
const MOST_SLICES = 9;
const CURVE_HEIGHT = 190;
const MAP_HEIGHT = 300;
const LARGEST_MAP = 520;
/** Mean advance of a bold character, px. */
const BOLD_CHARACTER = 7.6;

/** A panel a measure; with three and more varied values one for each combination of those beyond the first two. */
export function sweepFigure(table: SweepTable, options: FigureOptions): SVGElement {
  const { document, width = DEFAULT_WIDTH } = options;
  const theme = THEMES[options.theme ?? "light"];
  const dimensions = table.vary.flatMap(({ values }, d) => (values.length > 1 ? [d] : []));
  const shown = dimensions.length === 0 ? [0] : dimensions.slice(0, 2);
  const slices = slicesOf(table, shown);
  const measures = spread(table.measures.length, MOST_MEASURES);
  const across = shown.length === 1 ? 1 : slices.length > 1 ? Math.min(3, slices.length) : Math.min(2, measures.length);
  const panelWidth = across === 1 && shown.length === 2 ? Math.min(LARGEST_MAP, width) : Math.floor(width / across);
  const panelHeight = shown.length === 1 ? CURVE_HEIGHT : Math.round(MAP_HEIGHT * (across === 3 ? 0.8 : 1));
  const panels = measures.flatMap((measure) =>
    slices.map(
      ({ title, rowAt }): SweepPanel => ({
        ...{ document, theme, width: panelWidth, height: panelHeight, measure, rowAt },
        title: fitting([table.measures[measure]!, ...title].join(", "), panelWidth),
        axes: shown.map((d) => table.vary[d]!),
        column: table.found[measure]!,
        statuses: table.statuses,
      }),
    ),
  );
  const draw = shown.length === 1 ? sweepCurves : heatMap;
  const label = `${table.measures.join(", ")} over ${table.vary.map(({ path }) => path).join(", ")}`;
  const group = slices.length > 1 ? slices.length : panels.length; // each measure begins a row of its slices
  return arrange(panels.map(draw), { document, across, group, panelWidth, panelHeight, label, theme });
}

/** Bold text cut to what has room in `width` px. */
function fitting(text: string, width: number): string {
  const characters = Array.from(text);
  const most = Math.floor((width - 20) / BOLD_CHARACTER);
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}\u2026`;
}

/** The combinations of the values that the axes do not show, or a fair choice among them. */
function slicesOf({ vary }: SweepTable, shown: readonly number[]) {
  const strides = vary.map((_, d) => vary.slice(d + 1).reduce((product, { values }) => product * values.length, 1));
  const others = vary.map((_, d) => d).filter((d) => !shown.includes(d));
  const count = others.reduce((product, d) => product * vary[d]!.values.length, 1);
  return spread(count, MOST_SLICES).map((slice) => {
    let rest = slice;
    let base = 0;
    const title: string[] = [];
    for (const d of others.toReversed()) {
      const { path, values } = vary[d]!;
      const k = rest % values.length;
      rest = (rest - k) / values.length;
      base += k * strides[d]!;
      if (values.length > 1) title.unshift(`${path} = ${Number(values[k]!.toPrecision(4))}`);
    }
    const rowAt = (k: number, l: number): number =>
      base + k * strides[shown[0]!]! + (shown[1] === undefined ? 0 : l * strides[shown[1]]!);
    return { title, rowAt };
  });
}

interface Arrangement extends Pick<SweepPanel, "document" | "theme"> {
  readonly across: number;
  /** Panels that belong together: the next ones begin a new row. */
  readonly group: number;
  readonly panelWidth: number;
  readonly panelHeight: number;
  readonly label: string;
}

function arrange(
  parts: readonly SVGElement[],
  { document, theme, across, group, panelWidth, panelHeight, label }: Arrangement,
): SVGElement {
  const width = across * panelWidth;
  const lines = Math.ceil(group / across);
  const height = Math.ceil(parts.length / group) * lines * panelHeight;
  const figure = svgElement(document, "svg", {
    ...{ width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label },
    ...{ "font-family": FONT, "font-size": FONT_SIZE, fill: "currentColor", color: theme.ink },
  });
  figure.appendChild(svgElement(document, "rect", { width, height, fill: theme.background }));
  parts.forEach((part, index) => {
    const place = index % group;
    const line = Math.floor(index / group) * lines + Math.floor(place / across);
    part.setAttribute("x", String((place % across) * panelWidth));
    part.setAttribute("y", String(line * panelHeight));
    figure.appendChild(part);
  });
  return figure;
}
