/** Plots over time under each other, with one cursor: hover shows a time, wheel and drag look closer, keys do the same. */
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Event as RunEvent, Trajectory } from "../../simulate/record/trajectory.ts";
import { type Lane, lanesOf, type Panel, valueAt } from "../draw/panels.ts";
import { oncePerFrame } from "../draw/surface.ts";
import { drawCursor, drawLaneCursor, drawLanes, drawPanel, type Scales } from "../draw/time-plot.ts";
import { clock, showAll } from "../state/clock.ts";
import { useStore } from "../state/store.ts";
import { eventText, PlotFrame } from "./plot-frame.tsx";
import { SavePlot } from "./save-plot.tsx";
import { Swatch } from "./swatch.tsx";

export function Plots({ trajectory, panels }: { trajectory: Trajectory; panels: readonly Panel[] }) {
  const lanes = useMemo(() => lanesOf(trajectory), [trajectory]);
  const { events } = trajectory;
  return (
    <div class="plots">
      <ZoomBar events={events} />
      {lanes.length > 0 && <LanePlot lanes={lanes} events={events} />}
      {panels.map((panel) => (
        <TimePlot key={panel.id} panel={panel} lanes={lanes} events={events} />
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
  return eventText(best);
}

interface PlotProps {
  readonly lanes: readonly Lane[];
  readonly events: readonly RunEvent[];
}

const LEGEND = 7;

export function TimePlot({ panel, lanes, events }: PlotProps & { panel: Panel }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scales = useRef<Scales | undefined>(undefined);
  return (
    <section class="plot" aria-label={panel.title} data-panel={panel.id}>
      <h3>
        {panel.title}
        {panel.unit !== "" && <span class="unit"> {panel.unit}</span>}
      </h3>
      <SavePlot panel={panel} canvas={canvas} lanes={lanes} />
      <PlotFrame
        label={panel.title}
        height={panel.band ? 132 : 158}
        events={events}
        canvas={canvas}
        inputs={[panel, lanes, events]}
        draw={(surface, colors) => {
          scales.current = drawPanel(surface, panel, clock.get(), { lanes, events, colors });
        }}
        drawCursor={(surface, colors) => {
          if (scales.current) drawCursor(surface, panel, clock.get(), scales.current, clock.get().time, colors);
        }}
      />
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
          <Swatch color={color} style={style} />
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
  const stops = lanes.some(({ stop }) => stop);
  const named = lanes.length <= 9;
  return (
    <section class="plot lanes" aria-label="Stick">
      <h3>
        {lanes.every(({ stop }) => stop) ? "Closed" : stops ? "Stick, closed" : "Stick"}
        <span class="unit"> a bar where it holds</span>
      </h3>
      <PlotFrame
        label="Stick"
        height={height}
        events={events}
        inputs={[lanes, events]}
        draw={(surface, colors) => drawLanes(surface, lanes, clock.get(), events, colors)}
        drawCursor={(surface, colors) => drawLaneCursor(surface, clock.get(), clock.get().time, colors)}
      />
      <ul class={named ? "lane-names" : "lane-names few"} style={{ "--tall": `${height}px` }}>
        {(named ? lanes : [lanes[0]!, lanes.at(-1)!]).map(({ name, color }, k) => (
          <li key={k} title={name}>
            <Swatch color={color} style="line" />
            <span class="name">{name}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
