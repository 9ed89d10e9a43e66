/** The bench: the problem on the left, what it does in the middle, what is known of it on the right. */
import { useEffect, useMemo } from "preact/hooks";
import { workEngine } from "../engine/work.ts";
import { useCalm, useStore } from "../state/store.ts";
import { type Studio, stopRun, studio, titleOf, type View } from "../state/studio.ts";
import { Attraction } from "./attraction.tsx";
import { Compare } from "./compare.tsx";
import { Control } from "./control.tsx";
import { Faults } from "./faults.tsx";
import { Law } from "./law.tsx";
import { Motion } from "./motion.tsx";
import { Phase } from "./phase.tsx";
import { ProblemPanel } from "./problem-panel.tsx";
import { Summary } from "./summary.tsx";
import { Tabs } from "./tabs.tsx";

const VIEWS: readonly { key: View; label: string; shown: (state: Studio) => boolean }[] = [
  { key: "motion", label: "Motion", shown: () => true },
  { key: "phase", label: "Phase plane", shown: () => true },
  { key: "law", label: "Friction law", shown: ({ run }) => (run?.trajectory.friction.length ?? 0) > 0 },
  { key: "compare", label: "Compare", shown: () => true },
  { key: "attraction", label: "Attraction", shown: () => true },
  { key: "control", label: "Control", shown: ({ run }) => run?.facts.hasTarget ?? false },
];

/** ms between two changes of what is read rather than watched. */
const CALM = 120;

export function Bench() {
  const view = useStore(studio, (state) => state.view);
  const run = useStore(studio, (state) => state.run);
  const calm = useCalm(run, CALM);
  const embed = useStore(studio, (state) => state.embed);
  const hash = useStore(studio, (state) => state.hash);
  const title = useStore(studio, (state) => state.run?.facts.name ?? titleOf(state.source.text));
  const tabs = VIEWS.filter(({ shown }) => shown(studio.get()));
  const problem = useMemo(() => <ProblemPanel />, []); // it watches what it shows itself
  useWorkEngine(run !== undefined && !embed);
  const View = { motion: Motion, phase: Phase, law: Law, compare: Compare, attraction: Attraction, control: Control }[
    view
  ];
  return (
    <main class="bench" data-problem={hash}>
      {!embed && problem}
      <section class="stage" aria-label="Results">
        <div class="stage-head">
          <h1>{title}</h1>
          <RunState />
        </div>
        {!embed && <Tabs label="Views" tabs={tabs} chosen={view} choose={(key) => studio.set({ view: key })} />}
        <Faults />
        {run ? <View run={run} /> : <Waiting />}
      </section>
      {!embed && calm && <Summary run={calm} />}
    </main>
  );
}

/** ms after the first run at which the engine for what takes long starts. */
const LATER = 100;

/** What takes long has an engine of its own: it starts once the first run is shown. */
function useWorkEngine(shown: boolean) {
  useEffect(() => {
    if (!shown) return;
    const waiting = setTimeout(() => workEngine.wake(), LATER);
    return () => clearTimeout(waiting);
  }, [shown]);
}

function Waiting() {
  const faulty = useStore(studio, (state) => state.faults.length > 0);
  return faulty ? null : <p class="nothing">Computing…</p>;
}

/** How the present run stands: a bar while it takes long. */
function RunState() {
  const busy = useStore(studio, (state) => state.busy);
  const progress = useStore(studio, (state) => Math.round(100 * state.progress));
  const seconds = useCalm(
    useStore(studio, (state) => state.run?.data.stats.seconds),
    CALM,
  );
  const status = useStore(studio, (state) => state.run?.data.status);
  const scheme = useStore(studio, (state) => state.run?.data.scheme);
  if (busy) {
    return (
      <div class="run-state">
        <progress max={100} value={progress} aria-label="Progress of the run" />
        <span>{progress} %</span>
        <button type="button" class="button quiet" onClick={stopRun}>
          Stop
        </button>
      </div>
    );
  }
  if (status === undefined) return null;
  return (
    <div class="run-state" data-testid="run-state" data-status={status}>
      <span class={status === "done" ? "pill" : "pill bad"}>{status}</span>
      <span>
        {scheme}, {seconds! < 0.0095 ? `${(1000 * seconds!).toPrecision(2)} ms` : `${seconds!.toPrecision(2)} s`}
      </span>
    </div>
  );
}
