/** Canvases as sharp as the screen is. */

export const FONT = '12px "Inter Variable", system-ui, sans-serif';

export interface Surface {
  readonly context: CanvasRenderingContext2D;
  /** px of the page. */
  readonly width: number;
  readonly height: number;
}

/** Sizes that canvases have on the page, px: asking the page for them while it changes would make it lay itself out each time. */
const sizes = new WeakMap<Element, { readonly width: number; readonly height: number }>();

/** Calls `draw` when the canvas changes its size or comes into sight; returns how to stop. */
export function whenSized(canvas: HTMLCanvasElement, draw: () => void): () => void {
  const size = new ResizeObserver(() => {
    sizes.set(canvas, { width: canvas.clientWidth, height: canvas.clientHeight });
    draw();
  });
  const sight = new IntersectionObserver(
    (entries) => {
      const seen = entries.at(-1)!.isIntersecting;
      if (seen) hidden.delete(canvas);
      else hidden.add(canvas);
      if (seen) draw();
    },
    { rootMargin: "80px" },
  );
  size.observe(canvas);
  sight.observe(canvas);
  return () => {
    size.disconnect();
    sight.disconnect();
  };
}

const hidden = new WeakSet<Element>();

/** Whether nobody sees it: then it need not be drawn. */
export function isHidden(canvas: HTMLCanvasElement): boolean {
  return hidden.has(canvas);
}

/** The canvas in the size that it has on the page, with nothing on it but its ground. It has no alpha: that is faster to put on the screen, and a film has a ground too. */
export function fitted(canvas: HTMLCanvasElement, ground: string): Surface {
  return cleared(canvas, sizes.get(canvas) ?? { width: canvas.clientWidth, height: canvas.clientHeight }, ground);
}

const behind = new WeakMap<HTMLCanvasElement, OffscreenCanvas>();

/** As large as the canvas, for what stays while a cursor moves over it. */
export function fittedBehind(canvas: HTMLCanvasElement, ground: string): Surface {
  const known = behind.get(canvas) ?? new OffscreenCanvas(1, 1);
  behind.set(canvas, known);
  return cleared(known, sizes.get(canvas) ?? { width: canvas.clientWidth, height: canvas.clientHeight }, ground);
}

/** The canvas with what was drawn behind it. */
export function withBehind(canvas: HTMLCanvasElement, ground: string): Surface {
  const surface = fitted(canvas, ground);
  const known = behind.get(canvas);
  if (known) surface.context.drawImage(known, 0, 0, surface.width, surface.height);
  return surface;
}

function cleared(
  canvas: HTMLCanvasElement | OffscreenCanvas,
  { width, height }: { readonly width: number; readonly height: number },
  ground: string,
): Surface {
  const ratio = Math.min(3, devicePixelRatio || 1);
  const [across, down] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
  if (canvas.width !== across) canvas.width = across;
  if (canvas.height !== down) canvas.height = down;
  const context = canvas.getContext("2d", { alpha: false }) as CanvasRenderingContext2D;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  context.font = FONT;
  return { context, width, height };
}

/** Draws at most once a frame, however often it is asked to. */
export function oncePerFrame(draw: () => void): () => void {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      draw();
    });
  };
}
