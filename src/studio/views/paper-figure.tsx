/** A figure of a paper: curves in panels, with a legend. */
import { extent, padded, type Range } from "../../plot/axis.ts";
import { curveColors } from "../draw/colors.ts";
import { drawDots, drawPlaneAxes, drawTrace, planeOf } from "../draw/plane.ts";
import type { FigurePanel, FigureView } from "../engine/messages.ts";
import { Canvas } from "./canvas.tsx";
import { Swatch } from "./swatch.tsx";

export function PaperFigure({ figure: { name, caption, panels, columns } }: { figure: FigureView }) {
  const wide = Math.min(columns, 3);
  return (
    <figure class="paper-figure">
      <div class={`panels of-${wide}`}>
        {panels.map((panel, k) => (
          <PanelPlot key={k} panel={panel} />
        ))}
      </div>
      <figcaption>
        <strong>{name}.</strong> {caption}
      </figcaption>
    </figure>
  );
}

/** px that a bar of stick is high. */
const BAR = 5;

/** More below, as a part of what is there: bars do not cover curves. */
function withRoom({ low, high }: Range, part: number): Range {
  return { low: low - 1.6 * part * (high - low), high };
}

function PanelPlot({ panel }: { panel: FigurePanel }) {
  const { curves, label, across, held = [] } = panel;
  const tints = curveColors(curves.length);
  const named = curves.flatMap(({ name, style }, k) => (name === "" ? [] : [{ name, style, color: tints[k]! }]));
  return (
    <div>
      <Canvas
        class="plane-canvas figure"
        label={`${label} against ${across}`}
        inputs={[panel]}
        draw={(surface, colors) => {
          const ranges = {
            across: padded(extent(curves.map(({ x }) => x)), 0.03),
            up: withRoom(padded(extent(curves.map(({ y }) => y)), 0.08), (BAR * held.length) / surface.height),
          };
          const plane = planeOf(surface, ranges.across, ranges.up);
          const { context } = surface;
          drawPlaneAxes(context, plane, { ...ranges, labels: [across, label], colors });
          held.forEach((spans, row) => {
            context.fillStyle = colors.resolve(tints[row % tints.length]!);
            for (const { start, end } of spans) {
              const [from, to] = [plane.x(start), plane.x(end)];
              context.fillRect(from, plane.bottom - BAR * (held.length - row), Math.max(1, to - from), BAR - 1.5);
            }
          });
          curves.forEach(({ x, y, style }, k) => {
            const color = colors.resolve(tints[k]!);
            if (style === "dots") {
              drawDots(context, plane, x, y, color);
              return;
            }
            context.strokeStyle = color;
            context.lineWidth = 1.6;
            context.setLineDash(style === "dashed" ? [5, 4] : []);
            drawTrace(context, plane, x, y);
            context.setLineDash([]);
          });
        }}
      />
      {named.length > 1 && (
        <ul class="figure-legend">
          {named.map(({ name, color, style }, k) => (
            <li key={k}>
              <Swatch color={color} style={style} />
              {name}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
