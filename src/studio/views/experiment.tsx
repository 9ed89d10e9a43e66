/** One experiment of a paper: its figures, computed when they are looked at, what is printed and what comes out, and its problems. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { ExperimentView } from "../engine/messages.ts";
import { compute, type ExperimentData, openRun, type QuantityData, type RunData } from "../state/papers.ts";
import { notify } from "../state/studio.ts";
import { PaperFigure } from "./paper-figure.tsx";
import { short } from "./summary.tsx";

/** s that figures may take to be computed without being asked for. */
const QUICK = 2.5;
/** Rows that are there at first. */
const FEW = 4;

export function ExperimentCard({ experiment }: { experiment: ExperimentData }) {
  const { title, note, figures, rows, runs, seconds, id } = experiment;
  const place = useRef<HTMLElement>(null);
  const [view, setView] = useState<ExperimentView | undefined>(undefined);
  const [progress, setProgress] = useState<number | undefined>(undefined);
  const here = useRef(true);
  const start = async () => {
    setProgress(0);
    try {
      const outcome = await compute(experiment, { progress: setProgress, wanted: () => here.current });
      if (!here.current) return;
      if (outcome?.kind === "answer") setView(outcome.data);
      else if (outcome?.kind === "failed") notify(`${title}: ${outcome.message}`, true);
    } catch (error) {
      notify(`${title}: ${(error as Error).message}`, true);
    }
    setProgress(undefined);
  };
  const canDraw = figures.some(({ show }) => show !== "attraction" && show !== "poses");
  useEffect(() => {
    here.current = true;
    const sight = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        sight.disconnect();
        void start();
      },
      { rootMargin: "120px" },
    );
    if (canDraw && seconds <= QUICK) sight.observe(place.current!);
    return () => {
      here.current = false;
      sight.disconnect();
    };
  }, []);
  const busy = progress !== undefined;
  const button = (
    <button type="button" class="button" disabled={busy} onClick={() => void start()}>
      {busy ? "Computing…" : seconds > QUICK ? `Compute it here, about ${Math.round(seconds)} s` : "Compute it here"}
    </button>
  );
  return (
    <article ref={place} class="experiment" data-experiment={id} data-computed={view ? "yes" : "no"}>
      <h3>{title}</h3>
      {canDraw && !view && (
        <div class="figure-place">
          {busy ? <progress max={1} value={progress} aria-label={`Progress of ${title}`} /> : button}
        </div>
      )}
      {view?.figures.map((figure) => (
        <PaperFigure key={figure.name} figure={figure} />
      ))}
      {note !== "" && <p class="hint">{note}</p>}
      <Quantities title={title} rows={view?.rows ?? rows} />
      <div class="experiment-foot">
        {distinct(runs).map((run) => (
          <button key={run.name} type="button" class="chip" onClick={() => void openRun(run)}>
            Open {run.problem.includes("\n") ? "its problem" : run.problem}
            {runs.length > 1 && <span class="unit"> {run.name}</span>}
          </button>
        ))}
        <span class="spring" />
        {view ? <span class="unit">computed here in {view.seconds.toPrecision(2)} s</span> : !canDraw && button}
      </div>
    </article>
  );
}

/** One run of each problem and task, at most three. */
function distinct(runs: readonly RunData[]): readonly RunData[] {
  const seen = new Set<string>();
  return runs
    .filter(({ problem, task }) => {
      const key = `${problem} ${task}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .slice(0, 3);
}

function Quantities({ title, rows }: { title: string; rows: readonly QuantityData[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, FEW);
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label={`Quantities of ${title}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">quantity</th>
              <th scope="col">printed</th>
              <th scope="col">ours</th>
              <th scope="col">verdict</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ quantity, unit, printed, ours, verdict, reason, rule }) => (
              <tr key={quantity}>
                <th scope="row">
                  {quantity} {unit !== "" && <span class="unit">{unit}</span>}
                </th>
                <td>{typeof printed === "number" ? short(printed) : printed}</td>
                <td title={String(ours)}>{ours === null ? "–" : short(Number(ours.toPrecision(6)))}</td>
                <td>
                  <span class={verdict === "reproduced" ? "verdict ok" : "verdict warning"} title={rule}>
                    {verdict.replaceAll("-", " ")}
                  </span>
                  {reason !== "" && <span class="reason">{reason}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > FEW && (
        <button type="button" class="link" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "Fewer" : `All ${rows.length} quantities`}
        </button>
      )}
    </>
  );
}
