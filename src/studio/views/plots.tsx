/** Plots over time under each other, with one cursor: hover shows a time, wheel and drag look closer, keys do the same. */
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Event as RunEvent, Trajectory } from "../../simulate/record/trajectory.ts";
import { onTheme, pageColors } from "../draw/colors.ts";
import { type Lane, lanesOf, type Panel, valueAt } from "../draw/panels.ts";
import { fitted, isHidden, oncePerFrame, whenSized } from "../draw/surface.ts";
import { drawCursor, drawLanes, drawPanel, type Scales, timeToX, xToTime } from "../draw/time-plot.ts";
import { clock, pan, play, setTime, showAll, zoom } from "../state/clock.ts";
import { useStore } from "../state/store.ts";
import { IconButton } from "./app.tsx";
import { SavePlot } from "./save-plot.tsx";
import { digitsFor } from "./stage.tsx";

export function Plots({ trajectory, panels }: { trajectory: Trajectory; panels: readonly Panel[] }) {
  const lanes = useMemo(() => lanesOf(trajectory), [trajectory]);
  const { events } = trajectory;
  return (
    <div class="plots">
      <ZoomBar events={events} />
      {lanes.length > 0 && <LanePlot lanes={lanes} events={events} />}
      {panels.map((panel, k) => (
        <TimePlot key={panel.id} panel={panel} lanes={lanes} events={events} last={k === panels.length - 1} />
      ))}
    </div>
  );
}

function ZoomBar({ events }: { events: readonly RunEvent[] }) {
  const whole = useStore(clock, ({ from, to, start, end }) => from === start && to === end);
  return (
    <div class="zoom-bar">
      <h2>Over time</h2>
      <EventText events={events} />
      <span class="spring" />
      <button type="button" class="button quiet" disabled={whole} onClick={showAll}>
        Show all
      </button>
    </div>
  );
}

/** The event nearest to the cursor, in words. */
function EventText({ events }: { events: readonly RunEvent[] }) {
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const follow = () => {
      if (text.current) text.current.textContent = nearestEvent(events);
    };
    follow();
    return clock.watch(follow);
  }, [events]);
  return <span ref={text} class="event-text" data-testid="event" />;
}

function nearestEvent(events: readonly RunEvent[]): string {
  const { time, from, to } = clock.get();
  let best: RunEvent | undefined;
  for (const event of events) {
    if (Math.abs(event.time - time) < Math.abs((best?.time ?? Number.POSITIVE_INFINITY) - time)) best = event;
  }
  if (!best || Math.abs(best.time - time) > 0.012 * (to - from)) return "";
  return `${best.kind} of ${best.row} at ${Number(best.time.toPrecision(9))} s`;
}

/** What all plots do with the mouse and the keyboard. */
function useTimeControls(element: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const target = element.current!;
    let dragged: { x: number; from: number; to: number; moved: boolean } | undefined;
    const place = (event: MouseEvent) => {
      const box = target.getBoundingClientRect();
      return { x: event.clientX - box.left, width: box.width };
    };
    const wheel = (event: WheelEvent) => {
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        event.preventDefault();
        pan(event.deltaX / 800);
        return;
      }
      if (!(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)) return; // the page scrolls
      event.preventDefault();
      const { x, width } = place(event);
      zoom(Math.exp(event.deltaY / 300), xToTime(clock.get(), width, x));
    };
    const down = (event: PointerEvent) => {
      const { from, to } = clock.get();
      dragged = { x: event.clientX, from, to, moved: false };
      target.setPointerCapture(event.pointerId);
      const { x, width } = place(event);
      play(false);
      setTime(xToTime(clock.get(), width, x));
    };
    const move = (event: PointerEvent) => {
      const { x, width } = place(event);
      if (dragged && event.buttons > 0) {
        const { start, end } = clock.get();
        const span = dragged.to - dragged.from;
        if (span < end - start && Math.abs(event.clientX - dragged.x) > 3) {
          const left = dragged.from - ((event.clientX - dragged.x) / width) * span;
          const from = Math.max(start, Math.min(end - span, left));
          clock.set({ from, to: from + span });
          return;
        }
      } else if (event.pointerType !== "mouse") return;
      if (!clock.get().playing) setTime(xToTime(clock.get(), width, x));
    };
    const up = () => {
      dragged = undefined;
    };
    const key = (event: KeyboardEvent) => {
      const { time, from, to, start, end } = clock.get();
      const step = (to - from) / 200;
      const acts: Record<string, () => void> = {
        ArrowLeft: () => (event.shiftKey ? pan(-0.1) : setTime(time - step)),
        ArrowRight: () => (event.shiftKey ? pan(0.1) : setTime(time + step)),
        PageUp: () => setTime(time - 10 * step),
        PageDown: () => setTime(time + 10 * step),
        Home: () => setTime(start),
        End: () => setTime(end),
        "+": () => zoom(0.7, time),
        "=": () => zoom(0.7, time),
        "-": () => zoom(1 / 0.7, time),
        "0": showAll,
        " ": () => play(!clock.get().playing),
      };
      const act = acts[event.key];
      if (!act || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      act();
    };
    target.addEventListener("wheel", wheel, { passive: false });
    target.addEventListener("pointerdown", down);
    target.addEventListener("pointermove", move);
    target.addEventListener("pointerup", up);
    target.addEventListener("dblclick", showAll);
    target.addEventListener("keydown", key);
    return () => {
      target.removeEventListener("wheel", wheel);
      target.removeEventListener("pointerdown", down);
      target.removeEventListener("pointermove", move);
      target.removeEventListener("pointerup", up);
      target.removeEventListener("dblclick", showAll);
      target.removeEventListener("keydown", key);
    };
  }, [element]);
}

/** A canvas that is drawn when something changes, and one above it for the cursor. */
function usePlot(
  drawBase: (canvas: HTMLCanvasElement, colors: ReturnType<typeof pageColors>) => void,
  drawTop: (canvas: HTMLCanvasElement, colors: ReturnType<typeof pageColors>) => void,
  inputs: readonly unknown[],
) {
  const [base, top, frame] = [
    useRef<HTMLCanvasElement>(null),
    useRef<HTMLCanvasElement>(null),
    useRef<HTMLDivElement>(null),
  ];
  const painters = useRef({ drawBase, drawTop });
  painters.current = { drawBase, drawTop };
  const redraw = useRef(() => {});
  useEffect(() => {
    let colors = pageColors();
    let window = "";
    const cursor = oncePerFrame(() => {
      if (top.current && base.current && !isHidden(base.current)) painters.current.drawTop(top.current, colors);
    });
    const all = oncePerFrame(() => {
      if (!base.current || !top.current || isHidden(base.current)) return;
      painters.current.drawBase(base.current, colors);
      painters.current.drawTop(top.current, colors);
    });
    redraw.current = all;
    const unsize = whenSized(base.current!, all);
    const unsizeTop = whenSized(top.current!, cursor);
    const look = () => {
      const { from, to, time } = clock.get();
      const next = `${from} ${to}`;
      if (next !== window) all();
      else cursor();
      window = next;
      frame.current?.setAttribute("aria-valuenow", String(time));
      frame.current?.setAttribute("aria-valuetext", `${Number(time.toPrecision(6))} s`);
    };
    look();
    const unwatch = clock.watch(look);
    const untheme = onTheme(() => {
      colors = pageColors();
      all();
    });
    return () => {
      unsize();
      unsizeTop();
      unwatch();
      untheme();
    };
  }, []);
  useEffect(() => redraw.current(), inputs);
  useTimeControls(frame);
  return { base, top, frame };
}

function PlotFrame(props: { label: string; height: number; refs: ReturnType<typeof usePlot> }) {
  const { base, top, frame } = props.refs;
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
      <canvas ref={base} class="plot-canvas" />
      <canvas ref={top} class="plot-canvas" />
    </div>
  );
}

interface PlotProps {
  readonly lanes: readonly Lane[];
  readonly events: readonly RunEvent[];
}

const LEGEND = 7;

export function TimePlot({ panel, lanes, events, last }: PlotProps & { panel: Panel; last: boolean }) {
  const scales = useRef<Scales | undefined>(undefined);
  const labels = true;
  const refs = usePlot(
    (canvas, colors) => {
      scales.current = drawPanel(fitted(canvas), panel, clock.get(), { lanes, events, colors, labels });
    },
    (canvas, colors) => {
      const surface = fitted(canvas);
      if (scales.current) drawCursor(surface, panel, clock.get(), scales.current, clock.get().time, colors);
    },
    [panel, lanes, events],
  );
  void last;
  return (
    <section class="plot" aria-label={panel.title} data-panel={panel.id}>
      <h3>
        {panel.title}
        {panel.unit !== "" && <span class="unit"> {panel.unit}</span>}
      </h3>
      <SavePlot panel={panel} canvas={refs.base} lanes={lanes} />
      <PlotFrame label={panel.title} height={panel.band ? 132 : 158} refs={refs} />
      <Legend panel={panel} />
    </section>
  );
}

/** Names and the values at the cursor. */
function Legend({ panel }: { panel: Panel }) {
  const list = useRef<HTMLUListElement>(null);
  const shown =
    panel.curves.length > LEGEND ? [...panel.curves.slice(0, LEGEND - 1), panel.curves.at(-1)!] : panel.curves;
  useEffect(() => {
    const follow = oncePerFrame(() => {
      const { time } = clock.get();
      const outputs = list.current?.querySelectorAll("output") ?? [];
      shown.forEach((curve, k) => {
        const output = outputs[k];
        if (output) output.textContent = numberText(valueAt(curve, time));
      });
    });
    follow();
    return clock.watch(follow);
  }, [panel]);
  const left = panel.curves.length - shown.length;
  return (
    <ul ref={list} class="legend">
      {shown.map(({ name, color, style }, k) => (
        <li key={k}>
          <svg class="swatch" viewBox="0 0 16 4" aria-hidden="true">
            <line
              x1="0"
              x2="16"
              y1="2"
              y2="2"
              stroke={color}
              stroke-dasharray={style === "dashed" ? "4 3" : style === "dots" ? "2 2" : undefined}
            />
          </svg>
          <span class="name" title={name}>
            {name}
          </span>
          <output />
        </li>
      ))}
      {left > 0 && <li class="more">and {left} more</li>}
    </ul>
  );
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  const text =
    size !== 0 && (size < 1e-3 || size >= 1e5)
      ? value.toExponential(3)
      : value.toFixed(Math.max(0, 4 - Math.max(0, Math.floor(Math.log10(size || 1)))));
  return text.replace("-", "\u2212");
}

function LanePlot({ lanes, events }: PlotProps) {
  const height = Math.max(30, Math.min(lanes.length * 17, 150));
  const refs = usePlot(
    (canvas, colors) => drawLanes(fitted(canvas), lanes, clock.get(), events, colors),
    (canvas, colors) => {
      const surface = fitted(canvas);
      const { time, from, to } = clock.get();
      if (time < from || time > to) return;
      const x = Math.round(timeToX(clock.get(), surface.width, time)) + 0.5;
      surface.context.strokeStyle = colors.accent;
      surface.context.beginPath();
      surface.context.moveTo(x, 0);
      surface.context.lineTo(x, surface.height);
      surface.context.stroke();
    },
    [lanes, events],
  );
  const stops = lanes.some(({ stop }) => stop);
  const named = lanes.length <= 9;
  return (
    <section class="plot lanes" aria-label="Stick">
      <h3>
        {lanes.every(({ stop }) => stop) ? "Closed" : stops ? "Stick, closed" : "Stick"}
        <span class="unit"> a bar where it holds</span>
      </h3>
      <PlotFrame label="Stick" height={height} refs={refs} />
      <ul class={named ? "lane-names" : "lane-names few"} style={{ height: `${height}px` }}>
        {(named ? lanes : [lanes[0]!, lanes.at(-1)!]).map(({ name }, k) => (
          <li key={k} title={name}>
            {name}
          </li>
        ))}
      </ul>
    </section>
  );
}

export { digitsFor, IconButton };
