/** The papers behind it: their problems, what was printed, and what comes out here. */
import { useEffect, useState } from "preact/hooks";
import type { GalleryEntry } from "../state/gallery.ts";
import { useStore } from "../state/store.ts";
import { studio } from "../state/studio.ts";

interface PaperTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface PapersData {
  readonly papers: readonly { readonly key: string; readonly citation: string; readonly counts: readonly string[] }[];
  readonly sections: readonly { readonly title: string; readonly tables: readonly PaperTable[] }[];
}

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
        {data?.papers.map(({ key, citation, counts }) => (
          <li key={key}>
            <p class="citation">
              {citation} <span class="unit">{counts.join(", ")}</span>
            </p>
            <ul class="chips">
              {gallery
                .filter(({ name }) => name.startsWith(`${key}-`))
                .map(({ name, title }) => (
                  <li key={name}>
                    <Opening name={name} title={title} />
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ol>
      {data?.sections.map(({ title, tables }) =>
        tables.length === 0 ? null : (
          <section key={title}>
            <h2>{title}</h2>
            {tables.map((table, k) => (
              <details key={k} class="group">
                <summary>
                  <span class="key">{table.title}</span> <span class="unit">{table.rows.length} rows</span>
                </summary>
                <Rows table={table} gallery={gallery} />
              </details>
            ))}
          </section>
        ),
      )}
    </main>
  );
}

function Rows({ table: { title, head, rows }, gallery }: { table: PaperTable; gallery: readonly GalleryEntry[] }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={title}>
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
  );
}

function Opening({ name, title }: { name: string; title: string }) {
  return (
    <a class="chip" href={`#/g/${name}`} title={title}>
      {name}
    </a>
  );
}

const VERDICTS = ["reproduced", "differs", "inconsistent-in-print"];

/** A cell, in which names of problems open them, and verdicts are seen. */
function Cell({ text, gallery }: { text: string; gallery: readonly GalleryEntry[] }) {
  const [verdict] = text.split(" ");
  if (VERDICTS.includes(verdict!))
    return <span class={verdict === "reproduced" ? "verdict" : "verdict warning"}>{text}</span>;
  const parts = text.split(/`([^`]+)`/).filter((part) => part !== "");
  return (
    <>
      {parts.map((part, k) => {
        const entry = gallery.find(({ name }) => name === part);
        return entry ? <Opening key={k} name={entry.name} title={entry.title} /> : part;
      })}
    </>
  );
}
