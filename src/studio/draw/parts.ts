/** Signs of mechanics: springs, dampers, arrows, hatching. */

/** A zigzag from one place to another. */
export function spring(context: CanvasRenderingContext2D, from: number, to: number, y: number, height: number): void {
  const lead = Math.min(8, Math.abs(to - from) / 6) * Math.sign(to - from || 1);
  const turns = 10;
  const pitch = (to - from - 2 * lead) / turns;
  context.beginPath();
  context.moveTo(from, y);
  context.lineTo(from + lead, y);
  for (let k = 0; k < turns; k++) context.lineTo(from + lead + (k + 0.5) * pitch, y + (k % 2 === 0 ? -height : height));
  context.lineTo(to - lead, y);
  context.lineTo(to, y);
  context.stroke();
}

/** A pot and a piston. */
export function damper(context: CanvasRenderingContext2D, from: number, to: number, y: number, height: number): void {
  const middle = (from + to) / 2;
  const half = Math.min(10, Math.abs(to - from) / 4);
  context.beginPath();
  context.moveTo(from, y);
  context.lineTo(middle - half, y);
  context.moveTo(middle + half, y - height);
  context.lineTo(middle - half, y - height);
  context.lineTo(middle - half, y + height);
  context.lineTo(middle + half, y + height);
  context.moveTo(middle, y - height * 0.75);
  context.lineTo(middle, y + height * 0.75);
  context.moveTo(middle, y);
  context.lineTo(to, y);
  context.stroke();
}

/** From x by `length` px, to the left where that is negative. */
export function arrow(context: CanvasRenderingContext2D, x: number, y: number, length: number, color: string): void {
  const head = Math.sign(length) * Math.min(6, Math.abs(length));
  context.strokeStyle = color;
  context.fillStyle = color;
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + length - head, y);
  context.stroke();
  context.beginPath();
  context.moveTo(x + length, y);
  context.lineTo(x + length - head, y - 4);
  context.lineTo(x + length - head, y + 4);
  context.closePath();
  context.fill();
}

/** Around a place, from the top: counterclockwise for what is positive, the longer the larger `part` (at most 1) is. */
export function turn(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  { radius, part, color }: { readonly radius: number; readonly part: number; readonly color: string },
): void {
  const angle = -Math.max(-1, Math.min(1, part)) * 0.8 * Math.PI;
  const [from, to] = [-Math.PI / 2, -Math.PI / 2 + angle];
  context.strokeStyle = color;
  context.fillStyle = color;
  context.lineWidth = 2;
  context.beginPath();
  context.arc(x, y, radius, from, to, angle < 0);
  context.stroke();
  const [cx, cy] = [x + radius * Math.cos(to), y + radius * Math.sin(to)];
  const along = to + (angle < 0 ? -Math.PI / 2 : Math.PI / 2);
  const head = Math.min(6, radius * Math.abs(angle));
  context.beginPath();
  context.moveTo(cx + head * Math.cos(along), cy + head * Math.sin(along));
  context.lineTo(cx + 4 * Math.cos(along + Math.PI / 2), cy + 4 * Math.sin(along + Math.PI / 2));
  context.lineTo(cx + 4 * Math.cos(along - Math.PI / 2), cy + 4 * Math.sin(along - Math.PI / 2));
  context.closePath();
  context.fill();
}

/** What something hangs on: a hinge on hatched ground. */
export function hinge(context: CanvasRenderingContext2D, x: number, y: number, line: string, ground: string): void {
  context.strokeStyle = line;
  context.fillStyle = ground;
  context.lineWidth = 1.4;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x - 9, y + 15);
  context.lineTo(x + 9, y + 15);
  context.closePath();
  context.fill();
  context.stroke();
  hatch(context, x - 14, x + 14, y + 15, 0, line);
}

/** Short slanted strokes under a line: solid ground. */
export function hatch(
  context: CanvasRenderingContext2D,
  from: number,
  to: number,
  y: number,
  shift: number,
  color: string,
): void {
  const pitch = 9;
  context.save();
  context.beginPath();
  context.rect(from, y, to - from, 7);
  context.clip();
  context.strokeStyle = color;
  context.lineWidth = 1.2;
  context.beginPath();
  const first = from - (from % pitch) - pitch + shift;
  for (let x = first; x < to + pitch; x += pitch) {
    context.moveTo(x, y + 7);
    context.lineTo(x + 6, y);
  }
  context.stroke();
  context.restore();
}

/** A name in the middle of something, as much of it as there is room for. */
export function tag(
  context: CanvasRenderingContext2D,
  name: string,
  x: number,
  y: number,
  color: string,
  room: number,
): void {
  context.fillStyle = color;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(shortened(context, name, room - 6), x, y);
}

/** As much of a name as there is room for. */
export function shortened(context: CanvasRenderingContext2D, name: string, room: number): string {
  let shown = name;
  while (shown.length > 1 && context.measureText(shown).width > room) shown = `${shown.slice(0, -2)}…`;
  return shown;
}
