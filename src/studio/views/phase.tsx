/** Any two columns of the run against each other. */
import { useMemo, useState } from "preact/hooks";
import { extent, padded } from "../../plot/axis.ts";
import { type Curve, panelsOf, sampleAt, valueAt } from "../draw/panels.ts";
import { drawPlaneAxes, drawSpot, drawTrace, planeOf } from "../draw/plane.ts";
import type { RunView } from "../engine/messages.ts";
import { clock } from "../state/clock.ts";
import { Canvas } from "./canvas.tsx";
import { Stage } from "./stage.tsx";

interface Column extends Curve {
  readonly label: string;
}

function columnsOf({ trajectory }: RunView): readonly Column[] {
  const { time } = trajectory;
  const own = panelsOf(trajectory).flatMap(({ title, unit, curves }) =>
    curves.map(
      (curve): Column => ({
        ...curve,
        label: `${title === curve.name ? title : `${title} ${curve.name}`}${unit === "" ? "" : ` (${unit})`}`,
      }),
    ),
  );
  return [...own, { name: "t", label: "t (s)", color: "", time, values: time }];
}

export function Phase({ run }: { run: RunView }) {
  const columns = useMemo(() => columnsOf(run), [run]);
  const count = run.trajectory.position.length;
  const [across, setAcross] = useState(0);
  const [up, setUp] = useState(count);
  const xs = columns[Math.min(across, columns.length - 1)]!;
  const ys = columns[Math.min(up, columns.length - 1)]!;
  return (
    <>
      <div class="view-bar">
        <Choice label="Across" columns={columns} chosen={across} choose={setAcross} />
        <Choice label="Up" columns={columns} chosen={up} choose={setUp} />
      </div>
      <Canvas
        label={`${ys.label} against ${xs.label}`}
        inputs={[xs, ys]}
        draw={(surface, colors) => {
          const ranges = { across: padded(extent([xs.values]), 0.06), up: padded(extent([ys.values]), 0.06) };
          const plane = planeOf(surface, ranges.across, ranges.up);
          const { context } = surface;
          drawPlaneAxes(context, plane, { ...ranges, labels: [xs.label, ys.label], colors });
          context.strokeStyle = colors.accent;
          context.lineWidth = 1.2;
          context.globalAlpha = 0.3;
          drawTrace(context, plane, xs.values, ys.values);
          context.globalAlpha = 1;
          context.lineWidth = 1.7;
          const { time } = clock.get();
          drawTrace(context, plane, xs.values, ys.values, sampleAt(xs.time, time));
          drawSpot(context, plane.x(valueAt(xs, time)), plane.y(valueAt(ys, time)), colors.accent, colors.panel);
        }}
      />
      <Stage run={run} />
    </>
  );
}

function Choice(props: { label: string; columns: readonly Column[]; chosen: number; choose: (place: number) => void }) {
  return (
    <label class="field-line">
      <span>{props.label}</span>
      <select value={props.chosen} onChange={(event) => props.choose(Number(event.currentTarget.value))}>
        {props.columns.slice(0, 200).map(({ label }, k) => (
          <option key={k} value={k}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
