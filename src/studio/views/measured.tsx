/** Measured data over the simulated curves: a table of numbers, whose columns are laid over the panels with the same names. */
import { useState } from "preact/hooks";
import type { Panel } from "../draw/panels.ts";
import { createStore, useStore } from "../state/store.ts";
import { notify } from "../state/studio.ts";

export interface Table {
  readonly name: string;
  readonly time: Float64Array;
  readonly columns: readonly { readonly name: string; readonly values: Float64Array }[];
}

interface State {
  readonly table: Table | undefined;
  /** Column of the table -> id of a panel. */
  readonly places: Readonly<Record<string, string>>;
}

const measured = createStore<State>({ table: undefined, places: {} });
const LARGEST = 20_000_000;

export function useMeasured(): State {
  return useStore(measured, (state) => state);
}

export function measuredPanels(panels: readonly Panel[], { table, places }: State): readonly Panel[] {
  if (!table) return panels;
  return panels.map((panel) => {
    const own = table.columns.filter(({ name }) => (places[name] ?? panelOf(name, panels)) === panel.id);
    if (own.length === 0) return panel;
    const curves = own.map(({ name, values }) => ({
      name: `${name}, measured`,
      color: "var(--ink)",
      time: table.time,
      values,
      style: "dots" as const,
    }));
    return { ...panel, curves: [...panel.curves, ...curves] };
  });
}

/** The panel that has a curve of that name. */
function panelOf(name: string, panels: readonly Panel[]): string | undefined {
  return panels.find(({ curves }) => curves.some((curve) => curve.name === name))?.id;
}

/** The first column is the time; throws an error that says what is wrong. */
export function parseTable(name: string, text: string): Table {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const [head, ...body] = lines;
  if (!head || body.length === 0) throw new Error("it has no rows under a line of names");
  const separator = head.includes("\t") ? "\t" : head.includes(";") ? ";" : ",";
  const names = head.split(separator).map((word) => word.trim().replace(/^"|"$/g, ""));
  if (names.length < 2)
    throw new Error("it has only one column; the first should be the time, the others what was measured");
  const columns = names.map(() => new Float64Array(body.length));
  body.forEach((line, k) => {
    line.split(separator).forEach((word, c) => {
      if (c < columns.length) columns[c]![k] = word.trim() === "" ? Number.NaN : Number(word);
    });
  });
  const time = columns[0]!;
  const bad = time.findIndex((value, k) => !Number.isFinite(value) || (k > 0 && value <= time[k - 1]!));
  if (bad >= 0) throw new Error(`the time in its row ${bad + 1} is no number, or not after the one before`);
  return { name, time, columns: names.slice(1).map((title, c) => ({ name: title, values: columns[c + 1]! })) };
}

async function take(file: File | undefined): Promise<void> {
  if (!file) return;
  try {
    if (file.size > LARGEST) throw new Error(`it is larger than ${LARGEST / 1e6} MB`);
    measured.set({ table: parseTable(file.name, await file.text()), places: {} });
  } catch (error) {
    notify(`${file.name} cannot be shown: ${(error as Error).message}.`, true);
  }
}

export function Measured() {
  const { table } = useMeasured();
  const [over, setOver] = useState(false);
  return (
    <section
      class={over ? "measured over" : "measured"}
      aria-label="Measured data"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const file = event.dataTransfer?.files[0];
        if (!file || !/\.(csv|txt|tsv)$/i.test(file.name)) return;
        event.preventDefault();
        event.stopPropagation();
        void take(file);
      }}
    >
      {table ? (
        <Placed table={table} />
      ) : (
        <span>
          Drop a CSV here to see measured data over the curves: the time first, columns with the names of curves.
        </span>
      )}
      <label class="button quiet">
        <span>Choose a file</span>
        <input
          type="file"
          class="hidden-input"
          accept=".csv,.txt,.tsv"
          aria-label="Measured data as CSV"
          onChange={(event) => {
            const input = event.currentTarget;
            void take(input.files?.[0]).then(() => {
              input.value = "";
            });
          }}
        />
      </label>
      {table && (
        <button type="button" class="button quiet" onClick={() => measured.set({ table: undefined, places: {} })}>
          Remove
        </button>
      )}
    </section>
  );
}

const PANELS = [
  ["", "by its name"],
  ["position-m", "displacement"],
  ["position-rad", "angle"],
  ["velocity-m", "velocity"],
  ["energy", "energy"],
  ["none", "nowhere"],
] as const;

function Placed({ table }: { table: Table }) {
  const { places } = useMeasured();
  return (
    <>
      <strong>{table.name}</strong>
      {table.columns.slice(0, 8).map(({ name }) => (
        <label key={name} class="field-line">
          <span>{name}</span>
          <select
            class="small"
            value={places[name] ?? ""}
            onChange={({ currentTarget: { value } }) => {
              const { [name]: _old, ...others } = places;
              measured.set({ places: value === "" ? others : { ...others, [name]: value } });
            }}
          >
            {PANELS.map(([id, words]) => (
              <option key={id} value={id}>
                {words}
              </option>
            ))}
          </select>
        </label>
      ))}
    </>
  );
}
