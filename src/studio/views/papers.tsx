/** The papers behind it: their problems, what was printed, and what comes out here. */
import { useEffect, useState } from "preact/hooks";
import type { GalleryEntry } from "../state/gallery.ts";
import { useStore } from "../state/store.ts";
import { studio } from "../state/studio.ts";

interface PapersData {
  readonly papers: readonly string[];
  readonly tables: readonly {
    readonly title: string;
    readonly head: readonly string[];
    readonly rows: readonly (readonly string[])[];
  }[];
}

/** How the names of their problems begin, in the order of the list. */
const PREFIXES = ["gk95", "gskn06", "vl05", "gh95"];

export function Papers() {
  const gallery = useStore(studio, (state) => state.gallery);
  const [data, setData] = useState<PapersData | undefined>(undefined);
  useEffect(() => {
    void fetch(new URL("papers.json", document.baseURI))
      .then((answer) => answer.json())
      .then(
        (found: PapersData) => setData(found),
        () => undefined,
      );
  }, []);
  return (
    <main class="papers">
      <div class="hero">
        <h1>Executable papers</h1>
        <p>Open any problem of these papers and run it: what was printed stands beside what comes out.</p>
      </div>
      <ol>
        {data?.papers.map((text, k) => (
          <li key={text}>
            <p class="citation">{text}</p>
            <PaperProblems entries={gallery.filter(({ name }) => name.startsWith(`${PREFIXES[k] ?? "-"}-`))} />
          </li>
        ))}
      </ol>
      {data?.tables.map(({ title, head, rows }) => (
        <section key={title}>
          <h2>{title}</h2>
          <div class="scroll">
            <table>
              <thead>
                <tr>
                  {head.map((word, k) => (
                    <th key={k} scope="col">
                      {word}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row, k) => (
                  <tr key={k}>
                    {row.map((cell, c) => (
                      <td key={c}>
                        <Cell text={cell} gallery={gallery} />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      ))}
    </main>
  );
}

function PaperProblems({ entries }: { entries: readonly GalleryEntry[] }) {
  return (
    <ul class="chips">
      {entries.map(({ name, title }) => (
        <li key={name}>
          <Opening name={name} title={title} />
        </li>
      ))}
    </ul>
  );
}

function Opening({ name, title }: { name: string; title: string }) {
  return (
    <a class="chip" href={`#/g/${name}`} title={title}>
      {name}
    </a>
  );
}

/** A cell, in which names of problems open them. */
function Cell({ text, gallery }: { text: string; gallery: readonly GalleryEntry[] }) {
  const parts = text
    .split(/`([^`]+)`|(\b[a-z0-9]+(?:-[a-z0-9]+)+\b)/)
    .filter((part) => part !== undefined && part !== "");
  return (
    <>
      {parts.map((part, k) => {
        const entry = gallery.find(({ name }) => name === part);
        return entry ? <Opening key={k} name={entry.name} title={entry.title} /> : part;
      })}
    </>
  );
}
