/** The canvas of a plot over time: drawn when something changes, with the cursor over it, and the events under the pointer told in words. */
import { useEffect, useRef } from "preact/hooks";
import type { Event as RunEvent } from "../../simulate/record/trajectory.ts";
import { type Colors, onTheme, pageColors } from "../draw/colors.ts";
import { fitted, fittedBehind, isHidden, oncePerFrame, type Surface, whenSized, withBehind } from "../draw/surface.ts";
import { clock } from "../state/clock.ts";
import { useStore } from "../state/store.ts";
import { useTimeControls } from "./time-controls.ts";

export interface PlotFrameProps {
  readonly label: string;
  readonly height: number;
  readonly events: readonly RunEvent[];
  /** What stays while the cursor moves. */
  readonly draw: (surface: Surface, colors: Colors) => void;
  readonly drawCursor: (surface: Surface, colors: Colors) => void;
  readonly inputs: readonly unknown[];
  readonly canvas?: { current: HTMLCanvasElement | null };
}

export function PlotFrame(props: PlotFrameProps) {
  const own = useRef<HTMLCanvasElement>(null);
  const canvas = props.canvas ?? own;
  const [frame, tip] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const latest = useRef(props);
  latest.current = props;
  const events = useRef(props.events);
  events.current = props.events;
  const redraw = useRef(() => {});
  useEffect(() => {
    let colors = pageColors();
    let shown: { readonly from: number; readonly to: number } | undefined;
    /** Of what is on the canvas, and of what is kept behind it for a cursor that moves alone. */
    const stale = { shown: true, behind: true };
    const draw = oncePerFrame(() => {
      const target = canvas.current;
      if (!target || isHidden(target)) return;
      const { draw: drawPlot, drawCursor } = latest.current;
      if (stale.shown) {
        const surface = fitted(target, colors.panel);
        drawPlot(surface, colors);
        drawCursor(surface, colors);
      } else {
        if (stale.behind) drawPlot(fittedBehind(target, colors.panel), colors);
        stale.behind = false;
        drawCursor(withBehind(target, colors.panel), colors);
      }
      stale.shown = false;
    });
    const drawAll = () => {
      stale.shown = true;
      stale.behind = true;
      draw();
    };
    redraw.current = drawAll;
    const unsize = whenSized(canvas.current!, drawAll);
    const look = () => {
      const { from, to, time } = clock.get();
      if (shown?.from !== from || shown.to !== to) drawAll();
      else draw();
      shown = { from, to };
      frame.current?.setAttribute("aria-valuenow", String(time));
      frame.current?.setAttribute("aria-valuetext", `${Number(time.toPrecision(6))} s`);
    };
    look();
    const unwatch = clock.watch(look);
    const untheme = onTheme(() => {
      colors = pageColors();
      drawAll();
    });
    return () => {
      unsize();
      unwatch();
      untheme();
    };
  }, []);
  useEffect(() => redraw.current(), props.inputs);
  const tell = useRef((near: readonly RunEvent[], x: number) => showEvents(tip.current, near, x));
  useTimeControls({ element: frame, events, onEvents: tell.current });
  const start = useStore(clock, (state) => state.start);
  const end = useStore(clock, (state) => state.end);
  return (
    <div
      ref={frame}
      class="plot-frame"
      style={{ height: `${props.height}px` }}
      role="slider"
      tabIndex={0}
      aria-label={`${props.label} over time: the time cursor`}
      aria-valuemin={start}
      aria-valuemax={end}
      aria-valuenow={start}
    >
      <canvas ref={canvas} class="plot-canvas" />
      <div ref={tip} class="event-tip" role="tooltip" hidden />
    </div>
  );
}

/** Events that are told at once; more are counted. */
const TOLD = 4;

/** Beside the line at `x`, on the side where there is room. */
function showEvents(tip: HTMLElement | null, near: readonly RunEvent[], x: number): void {
  if (!tip) return;
  tip.hidden = near.length === 0;
  if (near.length === 0) return;
  const lines = near.slice(0, TOLD).map(eventText);
  if (near.length > TOLD) lines.push(`and ${near.length - TOLD} more: look closer`);
  tip.textContent = lines.join("\n");
  const room = tip.parentElement!.clientWidth;
  tip.style.left = `${Math.max(4, x + 10 + tip.offsetWidth > room ? x - 10 - tip.offsetWidth : x + 10)}px`;
}

export function eventText({ kind, row, time }: RunEvent): string {
  return `${kind} of ${row} at ${Number(time.toPrecision(9))} s`;
}
