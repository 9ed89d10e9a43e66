/** A number, a formula, a word or a choice. */
import { useEffect, useState } from "preact/hooks";
import { printPath } from "../../problem/faults.ts";
import { setValue } from "../state/studio.ts";
import { IconButton } from "../views/app.tsx";
import { FaultText, type FieldProps, Help, ownFaults } from "./field.tsx";
import { fitting, type Kind, options, resolve } from "./schema.ts";

export function Scalar({ schema, value, path, faults, label, remove, kind }: FieldProps & { kind: Kind }) {
  const own = ownFaults(faults, path);
  const id = `field-${printPath(path)}`;
  const faultId = `fault-${printPath(path)}`;
  const common = {
    id,
    "aria-invalid": own.length > 0 ? ("true" as const) : undefined,
    "aria-describedby": own.length > 0 ? faultId : undefined,
  };
  const help = resolve(schema).description ?? fitting(schema, value).description;
  return (
    <div class={own.length > 0 ? "field faulty" : "field"}>
      <label for={id}>{label}</label>
      {kind === "choice" ? (
        <select {...common} value={String(value)} onChange={({ currentTarget }) => setValue(path, currentTarget.value)}>
          {options(schema)
            .flatMap((one) => one.enum ?? (one.const === undefined ? [] : [one.const]))
            .map((word) => (
              <option key={String(word)}>{String(word)}</option>
            ))}
        </select>
      ) : kind === "boolean" ? (
        <input
          {...common}
          type="checkbox"
          checked={value === true}
          onChange={({ currentTarget }) => setValue(path, currentTarget.checked)}
        />
      ) : label === "description" ? (
        <LongText common={common} value={value} set={(next) => setValue(path, next)} />
      ) : (
        <ShortText common={common} value={value} kind={kind} set={(next) => setValue(path, next)} />
      )}
      {remove && <IconButton name="trash" label={`Remove ${label}`} onClick={remove} />}
      <FaultText faults={own} id={faultId} />
      <Help text={help} />
    </div>
  );
}

interface TextProps {
  readonly common: object;
  readonly value: unknown;
  readonly set: (value: unknown) => void;
}

/** Follows the problem while nobody types in it; what is typed counts at once. */
function ShortText({ common, value, kind, set }: TextProps & { kind: Kind }) {
  const shown = shownText(value);
  const [typed, setTyped] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (typed !== undefined && readText(typed, kind) !== value) setTyped(undefined);
  }, [shown]);
  return (
    <input
      {...common}
      type="text"
      class={kind === "number" || kind === "formula" ? "mono" : ""}
      spellcheck={false}
      value={typed ?? shown}
      onInput={({ currentTarget: { value: text } }) => {
        setTyped(text);
        set(readText(text, kind));
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

function LongText({ common, value, set }: TextProps) {
  return (
    <textarea
      {...common}
      rows={5}
      value={shownText(value)}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}

export function shownText(value: unknown): string {
  return typeof value === "string" ? value : value === undefined ? "" : (JSON.stringify(value) ?? "");
}

/** What was typed as data: numbers where they may be, formulas as text. */
export function readText(text: string, kind: Kind): unknown {
  const number = Number(text);
  const isNumber = text.trim() !== "" && Number.isFinite(number);
  if (kind === "number" || kind === "formula" || kind === "vector" || kind === "matrix")
    return isNumber ? number : text;
  if (kind === "text") return text;
  if (isNumber) return number;
  return text === "true" ? true : text === "false" ? false : text;
}
