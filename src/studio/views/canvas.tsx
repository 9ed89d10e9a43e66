/** A canvas that is drawn again when it, the page's colors, the clock or its inputs change. */
import { useEffect, useRef } from "preact/hooks";
import { type Colors, onTheme, pageColors } from "../draw/colors.ts";
import { fitted, isHidden, oncePerFrame, type Surface, whenSized } from "../draw/surface.ts";
import { clock } from "../state/clock.ts";

export function Canvas(props: {
  readonly class?: string;
  readonly label: string;
  readonly draw: (surface: Surface, colors: Colors) => void;
  readonly inputs: readonly unknown[];
  readonly onPointer?: (event: PointerEvent, box: DOMRect) => void;
  /** Makes it a place for the keyboard. */
  readonly onKey?: (event: KeyboardEvent) => void;
  readonly data?: Readonly<Record<`data-${string}`, string>>;
  /** Where to put the element, for who needs it. */
  readonly canvas?: { current: HTMLCanvasElement | null };
}) {
  const own = useRef<HTMLCanvasElement>(null);
  const canvas = props.canvas ?? own;
  const painter = useRef(props.draw);
  painter.current = props.draw;
  const redraw = useRef(() => {});
  useEffect(() => {
    let colors = pageColors();
    const draw = oncePerFrame(() => {
      if (canvas.current && !isHidden(canvas.current)) painter.current(fitted(canvas.current, colors.panel), colors);
    });
    redraw.current = draw;
    const unsize = whenSized(canvas.current!, draw);
    const unwatch = clock.watch(draw);
    const untheme = onTheme(() => {
      colors = pageColors();
      draw();
    });
    return () => {
      unsize();
      unwatch();
      untheme();
    };
  }, []);
  useEffect(() => redraw.current(), props.inputs);
  const pointer = props.onPointer;
  const onPointer = pointer && ((event: PointerEvent) => pointer(event, canvas.current!.getBoundingClientRect()));
  return (
    <canvas
      ref={canvas}
      class={props.class ?? "plane-canvas"}
      role={props.onKey ? "application" : "img"}
      {...props.data}
      aria-label={props.label}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
      onKeyDown={props.onKey}
      tabIndex={props.onKey ? 0 : undefined}
    />
  );
}
