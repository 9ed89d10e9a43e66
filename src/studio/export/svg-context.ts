/** The part of a canvas that plots are drawn with, as SVG: what is on the screen and what is saved is drawn by the same lines. */

type Fill = string | CanvasGradient | CanvasPattern;

export class SvgContext {
  readonly parts: string[] = [];
  strokeStyle: Fill = "#000";
  fillStyle: Fill = "#000";
  lineWidth = 1;
  globalAlpha = 1;
  font = "";
  textAlign: CanvasTextAlign = "left";
  textBaseline: CanvasTextBaseline = "alphabetic";
  lineJoin: CanvasLineJoin = "miter";
  lineCap: CanvasLineCap = "butt";
  private path: string[] = [];
  private dash: readonly number[] = [];
  private clips = 0;
  private readonly saved: number[] = [];
  private open = 0;

  beginPath(): void {
    this.path = [];
  }
  moveTo(x: number, y: number): void {
    this.path.push(`M${n(x)} ${n(y)}`);
  }
  lineTo(x: number, y: number): void {
    this.path.push(`L${n(x)} ${n(y)}`);
  }
  closePath(): void {
    this.path.push("Z");
  }
  arc(x: number, y: number, r: number): void {
    this.path.push(`M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0`);
  }
  rect(x: number, y: number, w: number, h: number): void {
    this.path.push(`M${n(x)} ${n(y)}h${n(w)}v${n(h)}h${n(-w)}Z`);
  }
  setLineDash(dash: readonly number[]): void {
    this.dash = dash;
  }
  stroke(): void {
    const dash = this.dash.length > 0 ? ` stroke-dasharray="${this.dash.join(" ")}"` : "";
    this.parts.push(
      `<path d="${this.path.join("")}" fill="none" stroke="${this.strokeStyle}" stroke-width="${this.lineWidth}" stroke-linejoin="round"${dash}${this.opacity()}/>`,
    );
  }
  fill(): void {
    this.parts.push(`<path d="${this.path.join("")}" fill="${this.fillStyle}"${this.opacity()}/>`);
  }
  fillRect(x: number, y: number, w: number, h: number): void {
    this.parts.push(
      `<rect x="${n(x)}" y="${n(y)}" width="${n(Math.max(0, w))}" height="${n(Math.max(0, h))}" fill="${this.fillStyle}"${this.opacity()}/>`,
    );
  }
  strokeRect(x: number, y: number, w: number, h: number): void {
    this.parts.push(
      `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="none" stroke="${this.strokeStyle}" stroke-width="${this.lineWidth}"/>`,
    );
  }
  fillText(text: string, x: number, y: number): void {
    const anchor = { center: "middle", right: "end", end: "end", left: "start", start: "start" }[this.textAlign];
    const shift = { middle: 4, top: 11, hanging: 11, alphabetic: 0, bottom: -3, ideographic: 0 }[this.textBaseline];
    this.parts.push(
      `<text x="${n(x)}" y="${n(y + shift)}" text-anchor="${anchor}" fill="${this.fillStyle}">${escaped(text)}</text>`,
    );
  }
  measureText(text: string): { width: number } {
    return { width: 6.6 * text.length };
  }
  save(): void {
    this.saved.push(this.open);
  }
  clip(): void {
    const id = `clip${this.clips++}`;
    this.parts.push(`<clipPath id="${id}"><path d="${this.path.join("")}"/></clipPath><g clip-path="url(#${id})">`);
    this.open++;
  }
  restore(): void {
    const until = this.saved.pop() ?? 0;
    for (; this.open > until; this.open--) this.parts.push("</g>");
  }

  private opacity(): string {
    return this.globalAlpha === 1 ? "" : ` opacity="${this.globalAlpha}"`;
  }
}

function n(value: number): string {
  return String(Math.round(100 * value) / 100);
}

export function escaped(text: string): string {
  const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replaceAll(/[&<>"]/g, (sign) => signs[sign]!).replaceAll(/\p{Cc}/gu, " ");
}
