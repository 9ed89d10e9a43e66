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

/** The canvas in the size that it has on the page, empty. */
export function fitted(canvas: HTMLCanvasElement): Surface {
  const ratio = Math.min(3, devicePixelRatio || 1);
  const { width, height } = sizes.get(canvas) ?? { width: canvas.clientWidth, height: canvas.clientHeight };
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== across) canvas.width = across;
  if (canvas.height !== down) canvas.height = down;
  const context = canvas.getContext("2d")!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
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
