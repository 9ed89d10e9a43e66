/** From where the machine comes to rest: a map that sharpens while one looks, a start to drag in it, and what is proved. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { drawMap, mapPlane, slowest } from "../draw/attraction.ts";
import { panelsOf } from "../draw/panels.ts";
import type { EquilibriumView, MapAxisData, MapView, RunView, Source } from "../engine/messages.ts";
import { workEngine } from "../engine/work.ts";
import { clock, setSpan } from "../state/clock.ts";
import { useStore } from "../state/store.ts";
import { live, studio } from "../state/studio.ts";
import { Canvas } from "./canvas.tsx";
import { Icon } from "./icons.tsx";
import { NumberInput } from "./number-input.tsx";
import { Plots } from "./plots.tsx";
import { short } from "./summary.tsx";

export function Attraction({ run }: { run: RunView }) {
  const source = useStore(studio, (state) => state.source);
  const [axes, setAxes] = useState<readonly MapAxisData[]>(() => defaultAxes(run));
  const [map, setMap] = useState<MapView | undefined>(undefined);
  const [rest, setRest] = useState<EquilibriumView | undefined>(undefined);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const stop = useRef(() => {});
  const [chosen, setStart] = useState<readonly [number, number] | undefined>(undefined);
  const own = useMemo(() => ownStart(run, axes), [run, axes]);
  const start = chosen ?? own;
  const motion = useMotion(source, axes, start);
  useEffect(() => {
    setBusy(true);
    let over = false;
    let certified = false;
    /** Asked when there is a picture: until then the processor's cores are the map's. */
    const certify = () => {
      if (certified || over) return;
      certified = true;
      const { outcome } = live.ask("equilibrium", source, {});
      void outcome.then((found) => over || setRest(found.kind === "answer" ? found.data : undefined));
    };
    const show = (view: MapView) => {
      setMap(view);
      certify();
    };
    const asked = workEngine.ask("attraction", source, { vary: axes }, { partial: show });
    stop.current = () => asked.cancel();
    void asked.outcome.then((outcome) => {
      if (over) return;
      certify();
      setBusy(false);
      setFaults(
        outcome.kind === "refused"
          ? outcome.faults.map(({ message }) => message)
          : outcome.kind === "failed"
            ? [outcome.message]
            : [],
      );
      setMap(outcome.kind === "answer" ? outcome.data : undefined);
    });
    return () => {
      over = true;
      asked.cancel();
    };
  }, [source, axes]);
  const point = (event: PointerEvent, box: DOMRect) => {
    if (!map || (event.type === "pointermove" && event.buttons === 0)) return;
    const plane = mapPlane(box, map);
    const [across, up] = map.vary;
    const at = (axis: MapAxisData, part: number) => axis.from + Math.max(0, Math.min(1, part)) * (axis.to - axis.from);
    const x = (event.clientX - box.left - plane.left) / (plane.right - plane.left);
    const y = (plane.bottom - (event.clientY - box.top)) / (plane.bottom - plane.top);
    setStart([at(across, x), at(up, y)]);
  };
  /** The start moves by a cell of the map. */
  const stepStart = (event: KeyboardEvent) => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] }[event.key];
    if (!by || !map) return;
    event.preventDefault();
    const moved = map.vary.map(({ from, to, points }, side) => {
      const next = start[side]! + (by[side]! * (to - from)) / (points - 1);
      return Number(Math.max(from, Math.min(to, next)).toPrecision(9));
    });
    setStart([moved[0]!, moved[1]!]);
  };
  const done = map ? map.done / (map.vary[0].points * map.vary[1].points) : 0;
  return (
    <>
      <Axes run={run} axes={axes} setAxes={setAxes} />
      {faults.map((text) => (
        <p key={text} class="faults" role="alert">
          {text}
        </p>
      ))}
      {map && (
        <div class="map-and-motion">
          <div>
            <Canvas
              class="plane-canvas square"
              label="map of attraction: click a start to see its motion"
              inputs={[map, start]}
              draw={(surface, colors) => drawMap(surface, map, start, colors)}
              onPointer={point}
              onKey={stepStart}
              data={{ "data-attracted": String(map.code.reduce((sum, code) => sum + (code === 0 ? 1 : 0), 0)) }}
            />
            <MapLegend map={map} />
            <div class="run-state" data-testid="map-state" data-done={busy ? "no" : "yes"}>
              {busy && <progress max={1} value={done} aria-label="Progress of the map" />}
              <span>
                {map.done.toLocaleString("en")} of {(map.vary[0].points * map.vary[1].points).toLocaleString("en")}{" "}
                starts, {map.seconds.toFixed(1)} s, {map.threads === 1 ? "one thread" : `${map.threads} threads`}
              </span>
              {busy && (
                <button type="button" class="button quiet" onClick={() => stop.current()}>
                  Stop
                </button>
              )}
            </div>
            <StartFields map={map} start={start} setStart={setStart} />
          </div>
          <div class="beside">
            <h2>The motion from there</h2>
            {motion && <Plots trajectory={motion.trajectory} panels={panelsOf(motion.trajectory).slice(0, 3)} />}
          </div>
        </div>
      )}
      <Certificate rest={rest} />
      {!map && faults.length === 0 && <p class="nothing">Computing…</p>}
    </>
  );
}

/** Where the motion of the problem begins, in the plane of the map; its middle for axes that are no start. */
function ownStart({ trajectory }: RunView, axes: readonly MapAxisData[]): readonly [number, number] {
  const [across, up] = axes.map(({ path, from, to }) => {
    const [, kind, place] = /^initial\.(position|velocity)\[(\d+)\]$/.exec(path) ?? [];
    const value = kind && trajectory[kind as "position" | "velocity"][Number(place)]?.[0];
    return Math.max(from, Math.min(to, value ? value : (from + to) / 2));
  });
  return [across!, up!];
}

/** The run from the chosen start. */
function useMotion(source: Source, axes: readonly MapAxisData[], start: readonly [number, number]) {
  const [motion, setMotion] = useState<RunView | undefined>(undefined);
  const pending = useRef(false);
  const wanted = useRef(start);
  wanted.current = start;
  useEffect(() => {
    if (pending.current) return;
    const ask = async () => {
      pending.current = true;
      const from = wanted.current;
      const set = { [axes[0]!.path]: from[0], [axes[1]!.path]: from[1] };
      const outcome = await live.ask("run", source, { set, samples: 4000 }).outcome;
      pending.current = false;
      if (outcome.kind === "answer") {
        setMotion(outcome.data);
        const { time } = outcome.data.trajectory;
        setSpan(time[0]!, time.at(-1)!);
        clock.set({ from: time[0]!, to: time.at(-1)! });
      }
      if (wanted.current !== from) void ask();
    };
    void ask();
  }, [start, source, axes]);
  return motion;
}

function defaultAxes({ facts, trajectory }: RunView): readonly MapAxisData[] {
  if (facts.axes.length === 2) return facts.axes;
  const size = (column: Float64Array | undefined) => 2 * Math.max(0.5, ...Array.from(column ?? [0], Math.abs));
  const reach = Number(size(trajectory.position[0]).toPrecision(2));
  const second = facts.coordinates.length > 1 ? "initial.position[1]" : "initial.velocity[0]";
  const other = Number(
    size(facts.coordinates.length > 1 ? trajectory.position[1] : trajectory.velocity[0]).toPrecision(2),
  );
  return [
    { path: "initial.position[0]", from: -reach, to: reach, points: 101 },
    { path: second, from: -other, to: other, points: 101 },
  ];
}

function Axes({
  run,
  axes,
  setAxes,
}: {
  run: RunView;
  axes: readonly MapAxisData[];
  setAxes: (axes: readonly MapAxisData[]) => void;
}) {
  const paths = [
    ...run.facts.coordinates.map((_, i) => `initial.position[${i}]`),
    ...run.facts.coordinates.map((_, i) => `initial.velocity[${i}]`),
    ...run.facts.sliders.map(({ name }) => `parameters.${name}`),
  ];
  return (
    <div class="view-bar">
      {axes.map((axis, k) => {
        const change = (part: Partial<MapAxisData>) =>
          setAxes(axes.map((old, j) => (j === k ? { ...old, ...part } : old)));
        const title = k === 0 ? "Across" : "Up";
        return (
          <fieldset key={k} class="axis-fields">
            <legend>{title}</legend>
            <select
              aria-label={`${title}: what varies`}
              value={axis.path}
              onChange={(event) => change({ path: event.currentTarget.value })}
            >
              {[...new Set([axis.path, ...paths])].map((path) => (
                <option key={path}>{path}</option>
              ))}
            </select>
            {(["from", "to", "points"] as const).map((key) => (
              <label key={key} class="under">
                <NumberInput label={`${title}: ${key}`} value={axis[key]} set={(next) => change({ [key]: next })} />
                <span aria-hidden="true">{key}</span>
              </label>
            ))}
          </fieldset>
        );
      })}
    </div>
  );
}

function MapLegend({ map }: { map: MapView }) {
  const most = slowest(map);
  return (
    <div class="map-legend">
      <span>rests at once</span>
      <span class="viridis" aria-hidden="true" />
      <span>after {short(Number(most.toPrecision(3)))} s</span>
      <span class="key escaped">escapes</span>
      {map.set && <span class="key set">can rest</span>}
      {map.region && (
        <span class="key region">guaranteed, below {short(Number(map.region.energy.toPrecision(4)))} J</span>
      )}
    </div>
  );
}

/** The same by the keyboard. */
function StartFields({
  map,
  start,
  setStart,
}: {
  map: MapView;
  start: readonly [number, number];
  setStart: (start: readonly [number, number]) => void;
}) {
  return (
    <div class="view-bar">
      {([0, 1] as const).map((side) => (
        <label key={side} class="field-line">
          <span>{map.labels[side]}</span>
          <NumberInput
            value={Number(start[side].toPrecision(5))}
            set={(next) => setStart(side === 0 ? [next, start[1]] : [start[0], next])}
          />
        </label>
      ))}
    </div>
  );
}

function Certificate({ rest }: { rest: EquilibriumView | undefined }) {
  if (!rest) return null;
  return (
    <section class="certificate" data-testid="certificate">
      <h2>
        Certificate{" "}
        {rest.verdict && (
          <span class={`verdict ${rest.verdict === "not-certified" ? "warning" : "ok"}`}>{rest.verdict}</span>
        )}
      </h2>
      <p>{rest.reason ?? rest.message}</p>
      {rest.remedy && <p class="hint">{rest.remedy}</p>}
      <ul class="checks">
        {rest.conditions.map(({ name, holds, detail }) => (
          <li key={name} class={holds ? "ok" : "warning"}>
            <Icon name={holds ? "check" : "warning"} />
            <span>
              <strong>{name}</strong>: {detail}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
