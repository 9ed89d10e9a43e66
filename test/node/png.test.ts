import { expect, test } from "vitest";
import { createDocument } from "../../src/node/document.ts";
import { svgToPng } from "../../src/node/png.ts";
import { overviewFigure, toSvg } from "../../src/plot/figures/motion.ts";
import { syntheticTrajectory } from "../plot/synthetic.ts";

/** Width and height from the header of a PNG file. */
function pngSize(png: Uint8Array): [number, number] {
  const view = new DataView(png.buffer, png.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
}

test("a figure becomes a PNG of the width asked for, else of double size", () => {
  const svg = toSvg(overviewFigure(syntheticTrajectory(), { document: createDocument() }));
  const png = svgToPng(svg, 400);
  expect(Array.from(png.slice(0, 8))).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  expect(pngSize(png)[0]).toBe(400);
  expect(pngSize(svgToPng(svg))[0]).toBe(1600);
});

test("text is drawn with the fonts that come along, bold and Greek included", () => {
  const picture = (text: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20" font-family="DejaVu Sans">${text}</svg>`;
  const blank = svgToPng(picture(""));
  const regular = svgToPng(picture('<text y="15">\u03bb\u2212x</text>'));
  const bold = svgToPng(picture('<text y="15" font-weight="bold">\u03bb\u2212x</text>'));
  expect(regular).not.toEqual(blank);
  expect(bold).not.toEqual(regular);
});

test("documents are separate", () => {
  const document = createDocument();
  document.body.appendChild(document.createElement("p"));
  expect(createDocument().body.childNodes.length).toBe(0);
});
