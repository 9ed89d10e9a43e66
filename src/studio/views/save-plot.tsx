/** One plot as SVG or PNG, as it is on the screen, with its title and legend. */
import { pageColors } from "../draw/colors.ts";
import type { Lane, Panel } from "../draw/panels.ts";
import { drawPanel } from "../draw/time-plot.ts";
import { download, fileName } from "../export/download.ts";
import { escaped, SvgContext } from "../export/svg-context.ts";
import { clock } from "../state/clock.ts";
import { notify, studio } from "../state/studio.ts";

const HEAD = 28;
const SCALE = 2;

interface Saving {
  readonly panel: Panel;
  readonly canvas: { readonly current: HTMLCanvasElement | null };
  readonly lanes: readonly Lane[];
}

export function SavePlot(props: Saving) {
  const name = `${fileName(studio.get().run?.facts.name ?? "")}-${fileName(props.panel.title)}`;
  return (
    <div class="save-plot">
      <button
        type="button"
        class="link"
        aria-label={`Save ${props.panel.title} as SVG`}
        onClick={() => download(`${name}.svg`, plotSvg(props), "image/svg+xml")}
      >
        SVG
      </button>
      <button
        type="button"
        class="link"
        aria-label={`Save ${props.panel.title} as PNG`}
        onClick={() => void savePng(`${name}.png`, plotSvg(props))}
      >
        PNG
      </button>
    </div>
  );
}

function plotSvg({ panel, canvas, lanes }: Saving): string {
  const colors = pageColors();
  const [width, height] = [canvas.current!.clientWidth, canvas.current!.clientHeight];
  const context = new SvgContext();
  const surface = { context: context as unknown as CanvasRenderingContext2D, width, height };
  drawPanel(surface, panel, clock.get(), { lanes, events: [], colors });
  const body = context.parts.join("");
  const title = escaped(panel.unit === "" ? panel.title : `${panel.title} (${panel.unit})`);
  let x = 60 + 7.5 * title.length;
  const legend = panel.curves.slice(0, 8).map(({ name, color }) => {
    const at = x;
    x += 36 + 7 * Math.min(24, name.length);
    const stroke = colors.resolve(color);
    return `<line x1="${at}" x2="${at + 16}" y1="14" y2="14" stroke="${stroke}" stroke-width="2.5"/><text x="${at + 21}" y="18" fill="${colors.muted}">${escaped(name.slice(0, 24))}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height + HEAD}" viewBox="0 0 ${width} ${height + HEAD}" font-family="Inter, Helvetica, Arial, sans-serif" font-size="12"><rect width="${width}" height="${height + HEAD}" fill="${colors.panel}"/><text x="12" y="18" font-weight="600" fill="${colors.ink}">${title}</text>${legend.join("")}<g transform="translate(0 ${HEAD})">${body}</g><text x="${width - 10}" y="${height + HEAD - 4}" text-anchor="end" font-size="11" fill="${colors.muted}">t (s)</text></svg>`;
}

async function savePng(name: string, svg: string): Promise<void> {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = SCALE * image.width;
    canvas.height = SCALE * image.height;
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => blob && download(name, blob), "image/png");
  } catch {
    notify("The picture cannot be made here. Save it as SVG.", true);
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
