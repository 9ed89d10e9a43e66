/** Where along a body its rows stick and slip, and where it touches, over time: a picture of places against time. */
import type { Trajectory } from "../../simulate/record/trajectory.ts";
import { colorCells, colorSample, pixel } from "../figures/color-cells.ts";
import { svgElement } from "../svg.ts";
import { addLabels } from "./captions.ts";
import { type Block, type Frame, plotWidth, timeToPixel, valueAxis } from "./frame.ts";
import { drawPanel, FOOT, HEAD } from "./panel.ts";
import type { Extended } from "./shapes.ts";

/** Colors of slip forward and backward, told apart with every kind of color vision. */
const SLIP = { forward: "#d55e00", backward: "#56b4e9", stick: "#4d4d4d" } as const;
const TOUCH = "#0072b2";
/** Places that a picture shows; of more some are left out. */
const MOST_PLACES = 240;

interface Cells {
  readonly label: string;
  readonly rows: readonly number[];
  readonly color: (mode: number) => string | undefined;
  readonly legend: readonly (readonly [color: string, words: string])[];
}

export function spaceTimeBlocks(frame: Frame, { shape }: Extended, trajectory: Trajectory): Block[] {
  const of = (kind: "friction" | "stop") =>
    trajectory.kinds.flatMap((own, row) => (own === kind && shape.rowPlaces[row]! >= 0 ? [row] : []));
  const pictures: Cells[] = [
    {
      label: "stick and slip along x (m)",
      rows: of("friction"),
      color: (mode) => (mode === 0 ? SLIP.stick : mode > 0 ? SLIP.forward : SLIP.backward),
      legend: [
        [SLIP.forward, "slip +"],
        [SLIP.backward, "slip \u2212"],
        [SLIP.stick, "stick"],
      ],
    },
    {
      label: "contact along x (m)",
      rows: of("stop"),
      color: (mode) => (mode === 0 ? TOUCH : undefined),
      legend: [[TOUCH, "closed"]],
    },
  ];
  return pictures
    .filter(({ rows }) => rows.length > 0)
    .map((picture) => block(frame, shape.s, shape.rowPlaces, trajectory, picture));
}

function block(
  frame: Frame,
  s: Float64Array,
  rowPlaces: Int32Array,
  trajectory: Trajectory,
  { label, rows, color, legend }: Cells,
): Block {
  const end = s.at(-1)!;
  return {
    label,
    fixed: HEAD + FOOT,
    body: 150,
    smallest: 50,
    draw(body) {
      const range = { low: s[0]!, high: end };
      const drawn = drawPanel(frame, { body, values: { ...valueAxis(range, body), range }, label, marks: [] });
      const chosen = rows.filter((_, k) => k % Math.ceil(rows.length / MOST_PLACES) === 0);
      const height = (place: number) => pixel(HEAD + body, HEAD, (place - range.low) / (range.high - range.low));
      const middles = chosen.map((row) => s[rowPlaces[row]!]!);
      const half = chosen.length > 1 ? (middles[1]! - middles[0]!) / 2 : end / 40;
      const { edges, samples } = columns(frame, trajectory.time);
      const cells = svgElement(frame.document, "g", { "aria-label": label });
      chosen.forEach((row, k) => {
        const [low, high] = [Math.max(range.low, middles[k]! - half), Math.min(end, middles[k]! + half)];
        const mode = trajectory.mode[row]!;
        const paths = colorCells(frame.document, edges, [height(high), height(low)], (i) => color(mode[samples[i]!]!));
        for (const path of paths) cells.appendChild(path);
      });
      drawn.appendChild(cells);
      addLabels(frame, drawn, label, HEAD + body);
      addSamples(frame, drawn, legend);
      return drawn;
    },
  };
}

/** A column a pixel, or a sample where there are fewer; the mode of a sample is that of the step that ends there. */
function columns(frame: Frame, time: Float64Array): { edges: number[]; samples: number[] } {
  const count = Math.max(1, Math.min(time.length - 1, Math.floor(plotWidth(frame))));
  const samples = Array.from({ length: count }, (_, k) => Math.round(((k + 1) * (time.length - 1)) / count));
  const edges = [0, ...samples].map((sample) => timeToPixel(frame, time[sample]!));
  return { edges, samples };
}

function addSamples(frame: Frame, drawn: SVGElement, legend: Cells["legend"]): void {
  const x = frame.width - frame.right + 12;
  legend.forEach(([color, words], k) => {
    for (const part of colorSample(frame.document, x, HEAD + 14 + 16 * k, color, words)) drawn.appendChild(part);
  });
}
