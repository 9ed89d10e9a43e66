/** Two runs over each other: another scheme, solver or step, or an earlier run; how far they are apart, and of what order that is. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { type Panel, panelsOf, valueAt } from "../draw/panels.ts";
import type { Changes, RunView } from "../engine/messages.ts";
import { workEngine } from "../engine/work.ts";
import { useStore } from "../state/store.ts";
import { studio } from "../state/studio.ts";
import { NumberInput } from "./number-input.tsx";
import { Plots } from "./plots.tsx";
import { short } from "./summary.tsx";

const SCHEMES = ["event-driven", "balanced", "variational", "alpha", "splitting", "strang"];
const SOLVERS = ["active-set", "gauss-seidel", "uzawa", "regularized", "penalty-newton"];

/** The run that was kept to compare others with; it stays while the problem changes. */
let earlier: RunView | undefined;

type Other =
  | { readonly kind: "changes"; readonly scheme: string; readonly solver: string; readonly step: number }
  | { readonly kind: "earlier" };

export function Compare({ run }: { run: RunView }) {
  const source = useStore(studio, (state) => state.source);
  const [other, setOther] = useState<Other>({
    kind: "changes",
    scheme: run.data.scheme === "splitting" ? "balanced" : "splitting",
    solver: "active-set",
    step: run.facts.step,
  });
  const [second, setSecond] = useState<RunView | undefined>(undefined);
  const [half, setHalf] = useState<RunView | undefined>(undefined);
  const [fault, setFault] = useState("");
  useEffect(() => {
    if (other.kind === "earlier") {
      setSecond(earlier);
      setHalf(undefined);
      return;
    }
    const { scheme, solver, step } = other;
    const changes = (length: number): Changes => ({
      scheme,
      solver,
      set: { "time.step": length, "time.output": run.facts.step },
    });
    const ask = (length: number) => workEngine.ask("run", source, changes(length));
    const questions = [ask(step), ask(step / 2)];
    let over = false;
    void (async () => {
      const [one, two] = await Promise.all(questions.map(({ outcome }) => outcome));
      if (over) return;
      setFault(
        one!.kind === "refused"
          ? one!.faults.map(({ message }) => message).join(" ")
          : one!.kind === "failed"
            ? one!.message
            : "",
      );
      setSecond(one!.kind === "answer" ? one!.data : undefined);
      setHalf(two!.kind === "answer" ? two!.data : undefined);
    })();
    return () => {
      over = true;
      for (const question of questions) question.cancel();
    };
  }, [other, source, run.facts.step]);
  const panels = useMemo(() => overlaid(run, second), [run, second]);
  return (
    <>
      <Choices run={run} other={other} setOther={setOther} />
      {fault !== "" && (
        <p class="faults" role="alert">
          {fault}
        </p>
      )}
      {second && <Differences run={run} second={second} half={half} />}
      <p class="hint">
        Solid: {run.data.scheme}, the run of the problem. Dashed: {second ? nameOf(second, other) : "none yet"}.
      </p>
      <Plots trajectory={run.trajectory} panels={panels} />
    </>
  );
}

function Choices({ run, other, setOther }: { run: RunView; other: Other; setOther: (other: Other) => void }) {
  const [, redraw] = useState(0);
  const changes =
    other.kind === "changes"
      ? other
      : { kind: "changes" as const, scheme: "balanced", solver: "active-set", step: run.facts.step };
  return (
    <div class="view-bar">
      <label class="field-line">
        <span>Against</span>
        <select
          value={other.kind === "earlier" ? "earlier" : other.scheme}
          onChange={({ currentTarget: { value } }) =>
            setOther(value === "earlier" ? { kind: "earlier" } : { ...changes, scheme: value })
          }
        >
          {SCHEMES.map((name) => (
            <option key={name}>{name}</option>
          ))}
          {earlier && <option value="earlier">the run that was kept</option>}
        </select>
      </label>
      <label class="field-line">
        <span>Solver</span>
        <select
          value={changes.solver}
          disabled={other.kind === "earlier"}
          onChange={(event) => setOther({ ...changes, solver: event.currentTarget.value })}
        >
          {SOLVERS.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label class="field-line">
        <span>Step, s</span>
        <NumberInput
          value={changes.step}
          disabled={other.kind === "earlier"}
          set={(step) => step > 0 && setOther({ ...changes, step })}
        />
      </label>
      <button
        type="button"
        class="button"
        onClick={() => {
          earlier = run;
          redraw((count) => count + 1);
        }}
      >
        Keep this run
      </button>
    </div>
  );
}

function nameOf({ data }: RunView, other: Other): string {
  return other.kind === "earlier"
    ? `the run that was kept (${data.scheme})`
    : `${data.scheme}, ${data.solver}, step ${other.step} s`;
}

/** The panels of a run with the curves of another one under them. */
function overlaid(run: RunView, second: RunView | undefined): readonly Panel[] {
  const own = panelsOf(run.trajectory);
  if (!second) return own;
  const others = new Map(panelsOf(second.trajectory).map((panel) => [panel.id, panel]));
  return own.map((panel) => {
    const curves = (others.get(panel.id)?.curves ?? []).map((curve) => ({
      ...curve,
      name: `${curve.name}, ${second.data.scheme}`,
      style: "dashed" as const,
    }));
    return { ...panel, curves: [...panel.curves, ...curves] };
  });
}

/** Largest distance of two columns over the time that both have. */
function distance(a: RunView, b: RunView, kind: "position" | "velocity"): number {
  const [one, two] = [a.trajectory, b.trajectory];
  const end = Math.min(one.time.at(-1) ?? 0, two.time.at(-1) ?? 0);
  let most = 0;
  one[kind].forEach((values, i) => {
    const column = two[kind][i];
    if (!column) return;
    for (let k = 0; k < one.time.length && one.time[k]! <= end; k++) {
      most = Math.max(most, Math.abs(values[k]! - valueAt({ time: two.time, values: column }, one.time[k]!)));
    }
  });
  return most;
}

function Differences({ run, second, half }: { run: RunView; second: RunView; half: RunView | undefined }) {
  const rows = useMemo(() => {
    const apart = (["position", "velocity"] as const).map((kind) => {
      const coarse = distance(run, second, kind);
      const fine = half && distance(run, half, kind);
      return { kind, coarse, fine, order: fine && coarse > 0 && fine > 0 ? Math.log2(coarse / fine) : undefined };
    });
    return apart;
  }, [run, second, half]);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Differences">
      <table class="differences" data-testid="differences">
        <thead>
          <tr>
            <th scope="col">largest difference</th>
            <th scope="col">at this step</th>
            <th scope="col">at half the step</th>
            <th scope="col">order</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ kind, coarse, fine, order }) => (
            <tr key={kind}>
              <th scope="row">{kind}</th>
              <td>{short(coarse)}</td>
              <td>{fine === undefined ? "–" : short(fine)}</td>
              <td>{order === undefined ? "–" : order.toFixed(2)}</td>
            </tr>
          ))}
          <tr data-testid="creep">
            <th scope="row">stuck rows moved by</th>
            <td colSpan={3}>
              {short(run.data.audit.stickDrift)} with {run.data.scheme},{" "}
              <strong>{short(second.data.audit.stickDrift)}</strong> with {second.data.scheme}
              {(second.data.audit.creepTime ?? 0) > 0 && `; it crept for ${short(second.data.audit.creepTime)} s`}
            </td>
          </tr>
          <tr>
            <th scope="row">audit</th>
            <td colSpan={3}>
              {run.data.scheme}: {run.data.audit.verdict}; {second.data.scheme}: {second.data.audit.verdict}
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}
