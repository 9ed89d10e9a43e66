import { createRequire } from "node:module";
import { Resvg } from "@resvg/resvg-js";

const { resolve } = createRequire(import.meta.url);
/** Fonts that come with us: machines without any still draw text, and all draw the same. */
const FONT_FILES = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"].map((file) => resolve(`dejavu-fonts-ttf/ttf/${file}`));

/** A PNG file of an SVG, `width` pixels wide; twice the size of the drawing if not given, for sharp print and screens. */
export function svgToPng(svg: string, width?: number): Uint8Array {
  const image = new Resvg(svg, {
    fitTo: width === undefined ? { mode: "zoom", value: 2 } : { mode: "width", value: width },
    font: {
      loadSystemFonts: false,
      fontFiles: FONT_FILES,
      defaultFontFamily: "DejaVu Sans",
      sansSerifFamily: "DejaVu Sans",
    },
  });
  return image.render().asPng();
}
