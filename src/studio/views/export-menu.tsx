/** The problem, its numbers and its events as files. */
import { useRef } from "preact/hooks";
import { workEngine } from "../engine/work.ts";
import { download, fileName } from "../export/download.ts";
import { notify, studio, titleOf } from "../state/studio.ts";
import { savePictures } from "./film.tsx";
import { Icon } from "./icons.tsx";

async function saveTables(kind: "csv" | "events"): Promise<void> {
  const { source } = studio.get();
  const outcome = await workEngine.ask("table", source, {}).outcome;
  const name = fileName(titleOf(source.text));
  if (outcome.kind === "answer")
    download(`${name}${kind === "events" ? "-events" : ""}.csv`, outcome.data[kind], "text/csv;charset=utf-8");
  else notify("There is no run to save: the problem has faults.", true);
}

function saveProblem(): void {
  const { source } = studio.get();
  download(`${fileName(titleOf(source.text))}.yaml`, source.text, "application/yaml");
}

function saveResult(): void {
  const { run } = studio.get();
  if (run) download(`${fileName(run.facts.name)}.json`, `${JSON.stringify(run.data, null, 2)}\n`, "application/json");
}

const ITEMS = [
  { label: "Problem file", act: saveProblem },
  { label: "Trajectory as CSV", act: () => void saveTables("csv") },
  { label: "Events as CSV", act: () => void saveTables("events") },
  { label: "Result as JSON", act: saveResult },
  { label: "Motion as PNG frames", act: () => void savePictures() },
];

export function ExportMenu() {
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => details.current?.removeAttribute("open");
  return (
    <details
      ref={details}
      class="menu"
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
      }}
      onFocusOut={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) close();
      }}
    >
      <summary class="button quiet">
        <Icon name="export" /> <span>Save</span>
      </summary>
      <ul>
        {ITEMS.map(({ label, act }) => (
          <li key={label}>
            <button
              type="button"
              onClick={() => {
                close();
                act();
              }}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
