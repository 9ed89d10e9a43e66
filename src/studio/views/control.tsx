/** The search for the control of least effort: watched while it goes on, stopped with its best, then played. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { curveColors } from "../draw/colors.ts";
import { panelsOf } from "../draw/panels.ts";
import { drawPlaneAxes, drawTrace, planeOf } from "../draw/plane.ts";
import type { ControlStep, ControlView, RunView } from "../engine/messages.ts";
import { workEngine } from "../engine/work.ts";
import { useStore } from "../state/store.ts";
import { setValue, studio } from "../state/studio.ts";
import { Canvas } from "./canvas.tsx";
import { Plots } from "./plots.tsx";
import { Stage } from "./stage.tsx";
import { short } from "./summary.tsx";

export function Control({ run }: { run: RunView }) {
  const source = useStore(studio, (state) => state.source);
  const [steps, setSteps] = useState<readonly ControlStep[]>([]);
  const [found, setFound] = useState<ControlView | undefined>(undefined);
  const [fault, setFault] = useState("");
  const [busy, setBusy] = useState(false);
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);
  const search = async () => {
    setSteps([]);
    setFound(undefined);
    setFault("");
    setBusy(true);
    const question = workEngine.ask("control", source, {}, { partial: (step) => setSteps((list) => [...list, step]) });
    stop.current = question.cancel;
    const outcome = await question.outcome;
    setBusy(false);
    if (outcome.kind === "answer") setFound(outcome.data);
    else
      setFault(outcome.kind === "refused" ? outcome.faults.map(({ message }) => message).join(" ") : outcome.message);
  };
  const history = found?.history ?? steps;
  const panels = useMemo(() => (found ? [...controlPanels(found), ...panelsOf(found.view.trajectory)] : []), [found]);
  return (
    <>
      <div class="view-bar">
        <button type="button" class="button strong" disabled={busy} onClick={() => void search()}>
          {found ? "Search again" : "Search the control"}
        </button>
        {busy && (
          <button type="button" class="button" onClick={() => stop.current()}>
            Stop and keep the best
          </button>
        )}
        {found && (
          <button type="button" class="button" onClick={() => setValue(["control", "value"], found.control)}>
            Put it into the problem
          </button>
        )}
        <span class="hint" data-testid="control-state" data-status={found?.status ?? (busy ? "busy" : "")}>
          {found
            ? found.message
            : busy
              ? `${history.at(-1)?.runs ?? 0} runs`
              : "Brings the machine to the target of the file with the least effort."}
        </span>
      </div>
      {fault !== "" && (
        <p class="faults" role="alert">
          {fault}
        </p>
      )}
      {history.length > 0 && <Convergence history={history} />}
      {found && (
        <>
          <dl class="values wide" data-testid="control-values">
            <Value name="control" value={JSON.stringify(found.control)} />
            <Value name="effort" value={found.objective === null ? "–" : short(found.objective)} />
            <Value name="error of position" value={found.error.position === null ? "–" : short(found.error.position)} />
            <Value name="runs" value={String(found.runs)} />
          </dl>
          <Stage run={found.view} />
          <Plots trajectory={found.view.trajectory} panels={panels} />
        </>
      )}
      {!found && <Stage run={run} />}
    </>
  );
}

function Value({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The control as steps over time. */
function controlPanels({ curve }: ControlView): ReturnType<typeof panelsOf> {
  const colors = curveColors(Math.min(7, curve.names.length));
  const times = Float64Array.from(
    curve.times.flatMap((time, k) => (k === 0 || k === curve.times.length - 1 ? [time] : [time, time])),
  );
  const curves = curve.names.map((name, i) => {
    const values = Float64Array.from(curve.values.flatMap((row) => [row[i]!, row[i]!]));
    return { name, color: colors[i % colors.length]!, time: times, values };
  });
  return [{ id: "control", title: "Control", unit: "N", curves, shaded: false }];
}

/** The error of the best so far over the number of runs, in powers of ten. */
function Convergence({ history }: { history: readonly { readonly runs: number; readonly error: number }[] }) {
  const known = history.filter(({ error }) => error > 0 && Number.isFinite(error));
  const errors = known.map(({ error }) => Math.log10(error));
  const runs = known.map((one) => one.runs);
  return (
    <Canvas
      class="plane-canvas low"
      label="error of the best control over the number of runs"
      inputs={[history]}
      draw={(surface, colors) => {
        if (known.length === 0) return;
        const across = { low: 0, high: Math.max(2, ...runs) };
        const up = { low: Math.floor(Math.min(-1, ...errors)), high: Math.ceil(Math.max(1, ...errors)) };
        const plane = planeOf(surface, across, up);
        drawPlaneAxes(surface.context, plane, { across, up, labels: ["runs", "log10 of the error"], colors });
        surface.context.strokeStyle = colors.accent;
        surface.context.lineWidth = 1.8;
        drawTrace(surface.context, plane, runs, errors);
        surface.context.fillStyle = colors.accent;
        runs.forEach((run, k) => {
          surface.context.fillRect(plane.x(run) - 2, plane.y(errors[k]!) - 2, 4, 4);
        });
      }}
    />
  );
}
