/** Parameters that have a range, as sliders; and how the motion is computed. */
import { useRef, useState } from "preact/hooks";
import type { Slider } from "../engine/messages.ts";
import { useStore } from "../state/store.ts";
import { setValue, studio } from "../state/studio.ts";
import { NumberInput } from "./number-input.tsx";

const SCHEMES = ["event-driven", "balanced", "variational", "alpha", "splitting", "strang"];

export function Sliders() {
  const sliders = useStore(studio, (state) => state.run?.facts.sliders);
  const scheme = useStore(studio, (state) => state.run?.data.scheme);
  const faulty = useStore(studio, (state) => state.faults.length > 0);
  if (!sliders) return faulty ? <NotYet /> : null;
  return (
    <div class="sliders">
      {sliders.map((slider) => (
        <ParameterSlider key={slider.name} slider={slider} />
      ))}
      {sliders.length === 0 && (
        <p class="hint">
          This problem has no parameter with a range. One is written as <code>k: {"{ value: 2, from: 0, to: 5 }"}</code>{" "}
          under <code>parameters</code>; here are its initial values.
        </p>
      )}
      {sliders.length === 0 && <PlainSliders />}
      <label class="field-line">
        <span>Scheme</span>
        <select value={scheme} onChange={(event) => setValue(["scheme"], { type: event.currentTarget.value })}>
          {SCHEMES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <TimeField />
    </div>
  );
}

/** A problem that was opened with faults. */
function NotYet() {
  return (
    <div class="sliders">
      <p class="hint">There is nothing to slide yet: the problem has faults. Its text shows them at their lines.</p>
      <button type="button" class="button" onClick={() => studio.set({ editor: "text" })}>
        Open the text
      </button>
    </div>
  );
}

function ParameterSlider({ slider }: { slider: Slider }) {
  const { name, from, to, value } = slider;
  return (
    <NumberSlider
      name={name}
      value={value}
      from={from}
      to={to}
      set={(next) => setValue(["parameters", name, "value"], next)}
    />
  );
}

export function NumberSlider(props: {
  name: string;
  value: number;
  from: number;
  to: number;
  set: (value: number) => void;
}) {
  const { name, value, from, to, set } = props;
  const step = niceStep((to - from) / 400);
  // Runs come after the hand: until they have caught up, the slider stays where it was put.
  const [put, setPut] = useState(value);
  const settled = useStore(studio, ({ ranText, source, faults }) => ranText === source.text || faults.length > 0);
  const id = `slider-${name.replaceAll(/\W/g, "-")}`;
  const change = (text: string) => {
    const next = Number(text);
    if (text.trim() === "" || !Number.isFinite(next)) return;
    setPut(next);
    set(Number(next.toPrecision(12)));
  };
  return (
    <div class="slider">
      <label for={id}>{name}</label>
      <NumberInput label={`${name}, as a number`} value={Number(value.toPrecision(9))} set={set} />
      <input
        id={id}
        type="range"
        min={from}
        max={to}
        step={step}
        value={settled ? value : put}
        onInput={(event) => change(event.currentTarget.value)}
      />
      <span class="range-ends" aria-hidden="true">
        <span>{Number(from.toPrecision(6))}</span>
        <span>{Number(to.toPrecision(6))}</span>
      </span>
    </div>
  );
}

/** For a problem without ranges: plain numbers of its rows, and its start, each value from minus to plus twice its size. */
function PlainSliders() {
  const coordinates = useStore(studio, (state) => state.run?.facts.coordinates);
  const run = useStore(studio, (state) => state.run);
  const sizes = useRef(new Map<string, number>());
  if (!run || !coordinates) return null;
  const { trajectory, facts } = run;
  /** A range that stays while the value moves in it. */
  const rangeOf = (label: string, value: number): number => {
    const known = sizes.current.get(label) ?? (2 * Math.abs(value) || 1);
    const size = Math.abs(value) > known ? 2 * Math.abs(value) : known;
    sizes.current.set(label, size);
    return size;
  };
  return (
    <>
      {facts.numbers.map(({ name, path, value }) => {
        const size = rangeOf(name, value);
        const from = path.at(-1) === "limit" ? 0 : -size;
        return (
          <NumberSlider
            key={name}
            name={name}
            value={value}
            from={from}
            to={size}
            set={(next) => setValue(path, next)}
          />
        );
      })}
      {coordinates.slice(0, 6).flatMap((name, i) =>
        (["position", "velocity"] as const).map((kind) => {
          const value = trajectory[kind][i]?.[0] ?? 0;
          const label = kind === "position" ? `${name} at the start` : `${trajectory.names.velocity[i]} at the start`;
          const size = rangeOf(label, value);
          const set = (next: number) => {
            const all = coordinates.map((_, j) => trajectory[kind][j]![0]!);
            const given = studio.get().source.text;
            if (new RegExp(`^initial:[^\\n]*${kind}|^\\s+${kind}:`, "m").test(given))
              setValue(["initial", kind, i], next);
            else
              setValue(
                ["initial", kind],
                all.map((old, j) => (j === i ? next : old)),
              );
          };
          return <NumberSlider key={label} name={label} value={value} from={-size} to={size} set={set} />;
        }),
      )}
    </>
  );
}

function TimeField() {
  const end = useStore(studio, (state) => {
    const { run } = state;
    return run && Number((run.trajectory.time.at(-1) ?? 0).toPrecision(9));
  });
  return (
    <label class="field-line">
      <span>End, s</span>
      <NumberInput value={end} set={(next) => next > 0 && setValue(["time", "end"], next)} />
    </label>
  );
}

/** 1, 2 or 5 times a power of ten. */
function niceStep(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(raw));
  const mantissa = raw / power;
  return (mantissa > 5 ? 10 : mantissa > 2 ? 5 : mantissa > 1 ? 2 : 1) * power;
}
