/** Canvases as sharp as the screen is. */

export const FONT = '12px "Inter Variable", system-ui, sans-serif';

export interface Surface {
  readonly context: CanvasRenderingContext2D;
  /** px of the page. */
  readonly width: number;
  readonly height: number;
}

/** The canvas in the size that it has on the page, empty. */
export function fitted(canvas: HTMLCanvasElement): Surface {
  const ratio = Math.min(3, devicePixelRatio || 1);
  const { clientWidth: width, clientHeight: height } = canvas;
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
