/** Lists and matrices of numbers as grids of cells. */
import { printPath } from "../../problem/faults.ts";
import { setValue } from "../state/studio.ts";
import { IconButton } from "../views/app.tsx";
import { FaultText, type FieldProps, Help, ownFaults } from "./field.tsx";
import { readText, shownText } from "./scalar.tsx";
import { fitting, resolve } from "./schema.ts";

/** Larger ones are edited as text. */
const MOST_CELLS = 400;
/** Characters of a formula that a cell has room for. */
const LONG = 8;

export function Grid({ schema, value, path, faults, label, remove }: FieldProps) {
  const list = Array.isArray(value) ? value : [];
  const rows = list.map((row) => (Array.isArray(row) ? row : [row]));
  const nested = list.some(Array.isArray);
  const cells = rows.reduce((sum, row) => sum + row.length, 0);
  const isVector = !nested;
  const long = isVector && list.some((entry) => typeof entry === "string" && entry.length > LONG);
  const cell = (entry: unknown, i: number, j: number) => {
    const place = nested ? [...path, i, j] : [...path, i];
    const own = ownFaults(faults, place);
    return (
      <td key={j}>
        <input
          type="text"
          class="mono"
          spellcheck={false}
          aria-label={`${label} ${nested ? `${i + 1}, ${j + 1}` : i + 1}`}
          aria-invalid={own.length > 0 ? "true" : undefined}
          title={own.map(({ message }) => message).join(" ") || undefined}
          value={entry === null ? "" : shownText(entry)}
          onChange={({ currentTarget: { value: text } }) =>
            setValue(place, text.trim() === "" && entry === null ? null : readText(text, "vector"))
          }
        />
      </td>
    );
  };
  const inner = faults.filter((fault) => fault.path.startsWith(`${printPath(path)}[`));
  return (
    <div class="field wide">
      <span class="label">{label}</span>
      {remove && <IconButton name="trash" label={`Remove ${label}`} onClick={remove} />}
      {cells > MOST_CELLS ? (
        <p class="hint">{cells} numbers: edit them as text.</p>
      ) : (
        <div class="scroll" role="group" aria-label={label}>
          <table class={long ? "grid long" : "grid"}>
            <tbody>
              {isVector && !long ? (
                <tr>{list.map((entry, i) => cell(entry, i, i))}</tr>
              ) : (
                rows.map((row, i) => <tr key={i}>{row.map((entry, j) => cell(entry, i, j))}</tr>)
              )}
            </tbody>
          </table>
        </div>
      )}
      {isVector && list.length < 60 && (
        <div class="add">
          <IconButton name="plus" label={`Longer ${label}`} onClick={() => setValue(path, [...list, 0])} />
          {list.length > 1 && (
            <IconButton name="close" label={`Shorter ${label}`} onClick={() => setValue(path, list.slice(0, -1))} />
          )}
        </div>
      )}
      <FaultText faults={[...ownFaults(faults, path), ...inner]} id={`fault-${printPath(path)}`} />
      <Help text={resolve(schema).description ?? fitting(schema, value).description} />
    </div>
  );
}
