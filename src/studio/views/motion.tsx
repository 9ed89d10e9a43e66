/** The machine moving, and its motion over time. */
import { useMemo } from "preact/hooks";
import { panelsOf } from "../draw/panels.ts";
import type { RunView } from "../engine/messages.ts";
import { Measured, measuredPanels, useMeasured } from "./measured.tsx";
import { Plots } from "./plots.tsx";
import { Stage } from "./stage.tsx";

export function Motion({ run }: { run: RunView }) {
  const panels = useMemo(() => panelsOf(run.trajectory), [run.trajectory]);
  const measured = useMeasured();
  const shown = useMemo(() => measuredPanels(panels, measured), [panels, measured]);
  return (
    <>
      <Stage run={run} />
      <Plots trajectory={run.trajectory} panels={shown} />
      <Measured />
    </>
  );
}
