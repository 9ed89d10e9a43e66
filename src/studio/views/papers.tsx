/** The papers behind it: every table, figure and claim as an experiment, what was printed beside what comes out, with figures computed here. */
import { useEffect, useState } from "preact/hooks";
import { loadPapers, type PaperData } from "../state/papers.ts";
import { notify } from "../state/studio.ts";
import { ExperimentCard } from "./experiment.tsx";

const VERDICTS = [
  { key: "reproduced", label: "reproduced" },
  { key: "differs", label: "differ, with the reason" },
  { key: "inconsistent-in-print", label: "inconsistent in print" },
] as const;

export function Papers() {
  const [papers, setPapers] = useState<readonly PaperData[]>([]);
  useEffect(() => {
    loadPapers().then(setPapers, (error: Error) => notify(`The papers cannot be loaded: ${error.message}`, true));
  }, []);
  return (
    <main class="papers">
      <div class="hero">
        <h1>Executable papers</h1>
        <p>
          Every table, figure and claim as an experiment: what was printed stands beside what comes out. Figures are
          computed in this page as you come to them, and each opens its problem on the bench.
        </p>
      </div>
      {papers.map((paper) => (
        <Paper key={paper.id} paper={paper} />
      ))}
    </main>
  );
}

function Paper({ paper: { id, authors, title, where, errata, experiments } }: { paper: PaperData }) {
  const [all, setAll] = useState(false);
  const drawn = experiments.filter(({ figures }) => figures.length > 0);
  const others = experiments.filter(({ figures }) => figures.length === 0);
  const shown = all ? drawn : drawn.slice(0, FIRST);
  return (
    <section class="paper" aria-labelledby={`paper-${id}`}>
      <h2 id={`paper-${id}`}>{title}</h2>
      <p class="citation">
        {authors}, {where}
      </p>
      <Counts paper={experiments.flatMap(({ rows }) => rows)} />
      <div class="experiments">
        {shown.map((experiment) => (
          <ExperimentCard key={experiment.id} experiment={experiment} />
        ))}
      </div>
      {drawn.length > FIRST && (
        <button type="button" class="button" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "Fewer figures" : `All ${drawn.length} figures`}
        </button>
      )}
      {others.length > 0 && (
        <details class="group">
          <summary>
            <span class="key">Tables and claims</span> <span class="unit">{others.length}</span>
          </summary>
          <div class="experiments wide">
            {others.map((experiment) => (
              <ExperimentCard key={experiment.id} experiment={experiment} />
            ))}
          </div>
        </details>
      )}
      {errata.length > 0 && <Errata errata={errata} />}
    </section>
  );
}

/** Figures of a paper that are there at first. */
const FIRST = 4;

/** How many quantities agree, as words and as a bar. */
function Counts({ paper: rows }: { paper: readonly { readonly verdict: string }[] }) {
  const counts = VERDICTS.map(({ key, label }) => ({
    ...{ key, label },
    count: rows.filter(({ verdict }) => verdict === key).length,
  })).filter(({ count }) => count > 0);
  return (
    <div class="counts">
      <svg viewBox={`0 0 ${rows.length} 1`} preserveAspectRatio="none" aria-hidden="true">
        {counts.map(({ key, count }, k) => (
          <rect
            key={key}
            class={key}
            x={counts.slice(0, k).reduce((sum, one) => sum + one.count, 0)}
            width={count}
            height="1"
          />
        ))}
      </svg>
      <span>
        {rows.length} quantities: {counts.map(({ count, label }) => `${count} ${label}`).join(", ")}
      </span>
    </div>
  );
}

function Errata({ errata }: { errata: PaperData["errata"] }) {
  return (
    <details class="group">
      <summary>
        <span class="key">What we found in it, and what we use instead</span> <span class="unit">{errata.length}</span>
      </summary>
      <div class="scroll" tabIndex={0} role="region" aria-label="Errata">
        <table>
          <thead>
            <tr>
              <th scope="col">where</th>
              <th scope="col">printed</th>
              <th scope="col">used, and why</th>
            </tr>
          </thead>
          <tbody>
            {errata.map(({ where, printed, used }) => (
              <tr key={where}>
                <th scope="row">{where}</th>
                <td>{printed}</td>
                <td>{used.replaceAll("`", "")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
