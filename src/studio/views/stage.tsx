/** The machine moving, with the buttons of a player. */
import { useEffect, useRef } from "preact/hooks";
import { drawBlocks } from "../draw/blocks.ts";
import { drawPoses } from "../draw/poses.ts";
import { drawShape } from "../draw/shape.ts";
import type { RunView } from "../engine/messages.ts";
import type { Scene } from "../engine/scene.ts";
import { clock, play, SPEEDS, setTime } from "../state/clock.ts";
import { useStore } from "../state/store.ts";
import { IconButton } from "./app.tsx";
import { Canvas } from "./canvas.tsx";
import { Film } from "./film.tsx";

export function Stage({ run }: { run: RunView }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { scene, trajectory, facts } = run;
  return (
    <figure class="machine">
      <Canvas
        canvas={canvas}
        class={isTall(scene) ? "machine-canvas tall" : "machine-canvas"}
        label={`${facts.name}, moving`}
        inputs={[run]}
        draw={(surface, colors) => {
          const { time } = clock.get();
          if (scene.kind === "shape") drawShape(surface, scene, trajectory, time, colors);
          else if (scene.kind === "poses") drawPoses(surface, scene, trajectory, time, colors);
          else drawBlocks(surface, scene, trajectory, time, colors);
        }}
      />
      <Transport canvas={canvas} />
    </figure>
  );
}

/** Machines that reach up get more room. */
function isTall(scene: Scene): boolean {
  if (scene.kind === "shape") return scene.plane;
  if (scene.kind === "blocks") return scene.layout === "gears";
  const { x, y } = scene.box;
  return (y.high - y.low) / (x.high - x.low) > 0.45;
}

function Transport({ canvas }: { canvas: { readonly current: HTMLCanvasElement | null } }) {
  const playing = useStore(clock, (state) => state.playing);
  const loop = useStore(clock, (state) => state.loop);
  const speed = useStore(clock, (state) => state.speed);
  const start = useStore(clock, (state) => state.start);
  const end = useStore(clock, (state) => state.end);
  return (
    <figcaption class="transport">
      <IconButton name="begin" label="To the start" onClick={() => setTime(start)} />
      <IconButton name={playing ? "pause" : "play"} label={playing ? "Pause" : "Play"} onClick={() => play(!playing)} />
      <Scrubber start={start} end={end} />
      <IconButton name="loop" label="Loop" pressed={loop} onClick={() => clock.set({ loop: !loop })} />
      <select
        class="small"
        aria-label="Speed"
        value={speed}
        onChange={(event) => clock.set({ speed: Number(event.currentTarget.value) })}
      >
        {SPEEDS.map((value) => (
          <option key={value} value={value}>
            {value}×
          </option>
        ))}
      </select>
      <Film canvas={canvas} />
    </figcaption>
  );
}

/** Follows the clock without drawing anything else again. */
function Scrubber({ start, end }: { start: number; end: number }) {
  const input = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    const follow = () => {
      const { time } = clock.get();
      if (input.current) input.current.value = String(time);
      if (text.current) text.current.textContent = `${time.toFixed(digitsFor(end - start))} s`;
    };
    follow();
    return clock.watch(follow);
  }, [start, end]);
  return (
    <>
      <input
        ref={input}
        type="range"
        class="scrubber"
        aria-label="Time"
        min={start}
        max={end}
        step={(end - start) / 1000}
        onInput={(event) => {
          play(false);
          setTime(Number(event.currentTarget.value));
        }}
      />
      <output ref={text} class="time" data-testid="time" />
    </>
  );
}

/** Decimals that tell a thousandth of a span. */
function digitsFor(span: number): number {
  return Math.max(0, Math.min(9, 3 - Math.floor(Math.log10(span || 1))));
}
