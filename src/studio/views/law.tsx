/** Friction force against slip, row by row: the loop of the run over the law. */
import { forceUnit, rateUnit } from "../../model/units.ts";
import { extent, padded } from "../../plot/axis.ts";
import { rowColors, sampleAt } from "../draw/panels.ts";
import { drawDots, drawPlaneAxes, drawSpot, drawTrace, planeOf } from "../draw/plane.ts";
import type { RunView } from "../engine/messages.ts";
import { clock } from "../state/clock.ts";
import { Canvas } from "./canvas.tsx";
import { Stage } from "./stage.tsx";

const withUnit = (word: string, unit: string) => (unit === "" ? word : `${word} (${unit})`);

export function Law({ run }: { run: RunView }) {
  const { trajectory, laws } = run;
  const colors = rowColors(trajectory);
  return (
    <>
      <p class="hint">
        Friction force against slip: the gray line is the law, a dot each sample of the run, the large one the time of
        the cursor.
      </p>
      <div class="planes">
        {trajectory.friction.map(({ name, unit, slip, force }, k) => {
          const law = laws[k]!;
          const color = colors[trajectory.names.multiplier.indexOf(name)] ?? colors[0]!;
          return (
            <section key={name} class="small-plane" aria-label={`Friction law of ${name}`}>
              <h3>{name}</h3>
              <Canvas
                label={`friction force of ${name} against slip`}
                inputs={[slip, force, law]}
                draw={(surface, page) => {
                  const across = padded(extent([slip]), 0.06);
                  const up = padded(extent([force, law.force]), 0.1);
                  const plane = planeOf(surface, across, up);
                  const { context } = surface;
                  drawPlaneAxes(context, plane, {
                    across,
                    up,
                    labels: [withUnit("slip", rateUnit(unit)), withUnit("force", forceUnit(unit))],
                    colors: page,
                  });
                  context.strokeStyle = page.muted;
                  context.lineWidth = 3;
                  context.globalAlpha = 0.4;
                  drawTrace(context, plane, law.slip, law.force);
                  context.globalAlpha = 1;
                  drawDots(context, plane, slip, force, page.resolve(color));
                  const at = sampleAt(trajectory.time, clock.get().time);
                  drawSpot(context, plane.x(slip[at]!), plane.y(force[at]!), page.resolve(color), page.panel);
                }}
              />
            </section>
          );
        })}
      </div>
      <Stage run={run} />
    </>
  );
}
