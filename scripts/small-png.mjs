/** Pixels as a PNG of 256 colors: a third of what browsers write, and screenshots look the same. */
import * as zlib from "node:zlib";

const COLORS = 256;

/** `pixels`: red, green, blue, alpha of each. */
export function smallPng(pixels, width, height) {
  const counts = new Map();
  for (let at = 0; at < pixels.length; at += 4) {
    const color = (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2];
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const palette = chosen(counts);
  const nearest = new Map();
  const indexOf = (color) => {
    if (!nearest.has(color)) nearest.set(color, closest(palette, color));
    return nearest.get(color);
  };
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x);
      rows[y * (width + 1) + 1 + x] = indexOf((pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2]);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const colors = Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]));
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const data = zlib.deflateSync(rows, { level: 9 });
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("PLTE", colors),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The most frequent colors, but of those that are nearly alike only one. */
function chosen(counts) {
  const palette = [];
  const seen = new Set();
  for (const [color] of [...counts].sort(([, a], [, b]) => b - a)) {
    const cell = ((color >> 19) << 10) | (((color >> 11) & 31) << 5) | ((color >> 3) & 31);
    if (palette.length >= 64 && seen.has(cell)) continue;
    seen.add(cell);
    palette.push(color);
    if (palette.length === COLORS) break;
  }
  return palette;
}

function closest(palette, color) {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (let k = 0; k < palette.length; k++) {
    const [r, g, b] = [16, 8, 0].map((shift) => ((palette[k] >> shift) & 255) - ((color >> shift) & 255));
    const distance = 2 * r * r + 4 * g * g + 3 * b * b;
    if (distance < least) [best, least] = [k, distance];
  }
  return best;
}

function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(checksum(body));
  return Buffer.concat([size, body, check]);
}

/** Of Node 22 and newer the host's; the same by hand before. */
function checksum(bytes) {
  if (zlib.crc32) return zlib.crc32(bytes);
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let k = 0; k < 8; k++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
