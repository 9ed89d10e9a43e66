/** All problems that come with the studio, each with a picture of its motion, and work that was begun. */
import { useState } from "preact/hooks";
import { curveColors } from "../draw/colors.ts";
import type { GalleryEntry } from "../state/gallery.ts";
import { keptWork } from "../state/storage.ts";
import { useStore } from "../state/store.ts";
import { forgetKept, openKept, studio } from "../state/studio.ts";
import { IconButton } from "./app.tsx";

const KINDS = [
  { key: "", label: "All" },
  { key: "linear", label: "Masses and springs" },
  { key: "mechanism", label: "Mechanisms" },
  { key: "arm", label: "Arms" },
  { key: "string", label: "Strings" },
  { key: "beam", label: "Beams" },
  { key: "gearbox", label: "Gear box" },
  { key: "control", label: "Control" },
  { key: "attraction", label: "Attraction" },
] as const;

export function Gallery() {
  const gallery = useStore(studio, (state) => state.gallery);
  const [kind, setKind] = useState("");
  const [words, setWords] = useState("");
  const wanted = words.toLowerCase().split(/\s+/);
  const shown = gallery.filter(
    ({ tags, name, title, description }) =>
      (kind === "" || tags.includes(kind)) &&
      wanted.every((word) => `${name} ${title} ${description}`.toLowerCase().includes(word)),
  );
  const kinds = KINDS.filter(({ key }) => key === "" || gallery.some(({ tags }) => tags.includes(key)));
  return (
    <main class="gallery">
      <div class="hero">
        <h1>See it stick and slip</h1>
        <p>
          Machines with dry friction, simulated exactly in this page: what should stick, sticks, and every run ends with
          an audit that proves it. Open a machine, move its sliders, edit its file.
        </p>
      </div>
      <Unfinished />
      <div class="filters">
        <div class="chips" role="group" aria-label="Kind of machine">
          {kinds.map(({ key, label }) => (
            <button key={key} type="button" class="chip" aria-pressed={kind === key} onClick={() => setKind(key)}>
              {label}
            </button>
          ))}
        </div>
        <input
          type="search"
          placeholder="Search"
          aria-label="Search the gallery"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
      </div>
      <ul class="cards">
        {shown.map((entry) => (
          <li key={entry.name}>
            <a class="card" href={`#/g/${entry.name}`}>
              <Thumbnail entry={entry} />
              <h2>{entry.title}</h2>
              <p>{entry.description}</p>
              <span class="file-name">{entry.name}</span>
            </a>
          </li>
        ))}
      </ul>
      {gallery.length > 0 && shown.length === 0 && <p class="nothing">Nothing fits these words.</p>}
    </main>
  );
}

function Unfinished() {
  useStore(studio, (state) => state.gallery);
  const works = keptWork();
  if (works.length === 0) return null;
  return (
    <section class="unfinished" aria-label="Your work">
      <h2>Your work</h2>
      <ul>
        {works.map(({ hash, title, at }) => (
          <li key={hash}>
            <button type="button" class="link" onClick={() => void openKept(hash)}>
              {title}
            </button>
            <time dateTime={new Date(at).toISOString()}>{new Date(at).toLocaleString()}</time>
            <IconButton name="trash" label={`Forget ${title}`} onClick={() => forgetKept(hash)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const WIDTH = 240;
const HEIGHT = 96;
const PAD = 8;

function Thumbnail({ entry: { curves, stick } }: { entry: GalleryEntry }) {
  const colors = curveColors(curves.length);
  const count = stick.length;
  const x = (k: number) => ((k / Math.max(1, count - 1)) * WIDTH).toFixed(1);
  const y = (value: number) => (PAD + (value / 100) * (HEIGHT - 2 * PAD)).toFixed(1);
  const held = spansOf(stick);
  return (
    <svg class="thumbnail" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {held.map(([from, to]) => (
        <rect
          key={from}
          class="held"
          x={x(from - 0.5)}
          width={((to - from + 1) / Math.max(1, count - 1)) * WIDTH}
          y="0"
          height={HEIGHT}
        />
      ))}
      {curves.map((curve, i) => (
        <polyline key={i} points={curve.map((value, k) => `${x(k)},${y(value)}`).join(" ")} stroke={colors[i]} />
      ))}
    </svg>
  );
}

/** First and last places of what is 1 without a break. */
function spansOf(marks: readonly number[]): [number, number][] {
  const spans: [number, number][] = [];
  marks.forEach((mark, k) => {
    const last = spans.at(-1);
    if (!mark) return;
    if (last && last[1] === k - 1) last[1] = k;
    else spans.push([k, k]);
  });
  return spans;
}
