/** A grid of characters with 2 x 4 dots in each. */
export interface BrailleCanvas {
  /** Dots across and down. */
  readonly width: number;
  readonly height: number;
  /** A line between two dots, y downward; dots outside are left out. */
  line(x0: number, y0: number, x1: number, y1: number, color: number): void;
  /** One line of text a row of characters; `paint` wraps the characters of one color. */
  render(paint: (text: string, color: number) => string): string[];
}

/** Bits of the dots of a braille character, by row and column (Unicode 2800 and following). */
const DOT_BITS = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
];
const BLANK = 0x2800;

export function brailleCanvas(columns: number, rows: number): BrailleCanvas {
  const dots = new Uint8Array(columns * rows);
  // A character has one color: that of the curve drawn last.
  const colors = new Uint8Array(columns * rows);
  const width = 2 * columns;
  const height = 4 * rows;

  const dot = (x: number, y: number, color: number): void => {
    if (x < 0 || y < 0 || x >= width || y >= height) return;
    const cell = (y >> 2) * columns + (x >> 1);
    dots[cell]! |= DOT_BITS[y & 3]![x & 1]!;
    colors[cell] = color;
  };
  const line = (x0: number, y0: number, x1: number, y1: number, color: number): void => {
    const steps = Math.max(1, Math.abs(x1 - x0), Math.abs(y1 - y0));
    for (let step = 0; step <= steps; step++) {
      dot(Math.round(x0 + ((x1 - x0) * step) / steps), Math.round(y0 + ((y1 - y0) * step) / steps), color);
    }
  };
  const render = (paint: (text: string, color: number) => string): string[] =>
    Array.from({ length: rows }, (_, row) => {
      let line = "";
      let run = "";
      for (let cell = row * columns; cell < (row + 1) * columns; cell++) {
        run += dots[cell] === 0 ? " " : String.fromCharCode(BLANK + dots[cell]!);
        const last = cell + 1 === (row + 1) * columns;
        if (!last && colors[cell + 1] === colors[cell]) continue;
        line += run.trim() === "" ? run : paint(run, colors[cell]!);
        run = "";
      }
      return line;
    });
  return { width, height, line, render };
}
