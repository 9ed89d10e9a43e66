/** One value of a problem as a field, whatever it is. */
import { useState } from "preact/hooks";
import { printPath } from "../../problem/faults.ts";
import type { PlainFault } from "../engine/messages.ts";
import type { Path } from "../state/edit.ts";
import { setValue } from "../state/studio.ts";
import { IconButton } from "../views/app.tsx";
import { Grid } from "./grid.tsx";
import { Scalar } from "./scalar.tsx";
import { firstValue, fitting, isMapping, kindOf, options, resolve, type Schema, tagOf, tagValues } from "./schema.ts";

export interface FieldProps {
  readonly schema: Schema;
  readonly value: unknown;
  readonly path: Path;
  readonly faults: readonly PlainFault[];
  readonly label: string;
  readonly top?: boolean;
  readonly remove?: (() => void) | undefined;
}

/** Faults of this very place. */
export function ownFaults(faults: readonly PlainFault[], path: Path): readonly PlainFault[] {
  const name = printPath(path);
  return faults.filter((fault) => fault.path === name);
}

/** Whether a fault lies in it or below. */
function isFaulty(faults: readonly PlainFault[], path: Path): boolean {
  const name = printPath(path);
  return faults.some((fault) => fault.path.startsWith(name));
}

export function FaultText({ faults, id }: { faults: readonly PlainFault[]; id: string }) {
  if (faults.length === 0) return null;
  return (
    <p class="field-fault" id={id}>
      {faults.map(({ message }) => message).join(" ")}
    </p>
  );
}

export function Field(props: FieldProps) {
  const kind = kindOf(props.schema, props.value);
  if (kind === "object" || kind === "record") return <Mapping {...props} record={kind === "record"} />;
  if (kind === "list") return <List {...props} />;
  if (kind === "matrix" || kind === "vector") return <Grid {...props} />;
  return <Scalar {...props} kind={kind} />;
}

/** Keys that users look for first; the others follow as the schema has them. */
const CLOSED = new Set(["control", "attraction", "outputs", "measures", "solver", "signals", "feedback"]);

function Mapping({ schema, value, path, faults, label, top, remove, record }: FieldProps & { record: boolean }) {
  const whole = resolve(schema);
  const own = fitting(schema, value);
  const tag = tagOf(schema);
  const entries = Object.entries(isMapping(value) ? value : {}).filter(
    ([key]) => !(top && key === "stickslip") && key !== tag,
  );
  const schemaOf = (key: string): Schema =>
    own.properties?.[key] ?? (typeof own.additionalProperties === "object" ? own.additionalProperties : {});
  const body = (
    <>
      {tag && isMapping(value) && <Tag schema={schema} tag={tag} value={value} path={path} />}
      {entries.map(([key, entry]) => (
        <Field
          key={key}
          schema={schemaOf(key)}
          value={entry}
          path={[...path, key]}
          faults={faults}
          label={key}
          remove={own.required?.includes(key) ? undefined : () => setValue([...path, key], undefined)}
        />
      ))}
      <AddKey own={own} value={value} path={path} record={record} />
    </>
  );
  if (top) return body;
  const id = `fault-${printPath(path)}`;
  return (
    <details class="group" open={!CLOSED.has(label) || path.length > 1 || isFaulty(faults, path)}>
      <summary>
        <span class="key">{label}</span>
        <Help text={whole.description ?? own.description} />
      </summary>
      <FaultText faults={ownFaults(faults, path)} id={id} />
      <div class="group-body">
        {body}
        <RemoveButton label={label} remove={remove} />
      </div>
    </details>
  );
}

/** Another type brings its own required keys; what both have is kept. */
function Tag({
  schema,
  tag,
  value,
  path,
}: {
  schema: Schema;
  tag: string;
  value: Record<string, unknown>;
  path: Path;
}) {
  const list = options(schema);
  const id = `tag-${printPath(path)}`;
  return (
    <div class="field">
      <label for={id}>{tag}</label>
      <select
        id={id}
        value={String(value[tag])}
        onChange={({ currentTarget: { value: chosen } }) => {
          const next = list.find((one) => tagValues(one, tag).map(String).includes(chosen))!;
          const kept = Object.entries(value).filter(([key]) => key !== tag && next.properties?.[key]);
          const needed = (next.required ?? []).filter((key) => key !== tag && !Object.hasOwn(value, key));
          const added = needed.map((key) => [key, firstValue(next.properties![key]!)] as const);
          setValue(path, { [tag]: chosen, ...Object.fromEntries(kept), ...Object.fromEntries(added) });
        }}
      >
        {list
          .flatMap((one) => tagValues(one, tag))
          .map((name) => (
            <option key={String(name)}>{String(name)}</option>
          ))}
      </select>
    </div>
  );
}

function AddKey({ own, value, path, record }: { own: Schema; value: unknown; path: Path; record: boolean }) {
  const [name, setName] = useState("");
  const present = isMapping(value) ? value : {};
  if (record) {
    const entry = typeof own.additionalProperties === "object" ? own.additionalProperties : {};
    const add = () => {
      if (name.trim() === "" || Object.hasOwn(present, name.trim())) return;
      setValue([...path, name.trim()], firstValue(entry));
      setName("");
    };
    return (
      <div class="add">
        <input
          type="text"
          placeholder="name"
          aria-label={`Name of a new entry of ${printPath(path)}`}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            add();
          }}
        />
        <IconButton name="plus" label={`Add to ${printPath(path)}`} onClick={add} />
      </div>
    );
  }
  const missing = Object.keys(own.properties ?? {}).filter(
    (key) => !Object.hasOwn(present, key) && key !== "stickslip",
  );
  if (missing.length === 0) return null;
  return (
    <div class="add">
      <select
        aria-label={`Add a key to ${printPath(path) || "the problem"}`}
        value=""
        onChange={({ currentTarget }) => {
          const key = currentTarget.value;
          currentTarget.value = "";
          if (key !== "") setValue([...path, key], firstValue(own.properties![key]!));
        }}
      >
        <option value="">Add…</option>
        {missing.map((key) => (
          <option key={key} value={key}>
            {key}
          </option>
        ))}
      </select>
    </div>
  );
}

function List({ schema, value, path, faults, label, remove }: FieldProps) {
  const own = fitting(schema, value);
  const list = Array.isArray(value) ? value : [];
  const entry = own.items ?? {};
  return (
    <details class="group" open={!CLOSED.has(label) || isFaulty(faults, path)}>
      <summary>
        <span class="key">{label}</span> <span class="unit">{list.length}</span>
        <Help text={resolve(schema).description ?? own.description} />
      </summary>
      <FaultText faults={ownFaults(faults, path)} id={`fault-${printPath(path)}`} />
      <div class="group-body">
        {list.slice(0, MOST).map((item, k) => (
          <Field
            key={k}
            schema={entry}
            value={item}
            path={[...path, k]}
            faults={faults}
            label={nameOf(item, k)}
            remove={() => setValue([...path, k], undefined)}
          />
        ))}
        {list.length > MOST && <p class="hint">and {list.length - MOST} more: edit them as text.</p>}
        <div class="add">
          <button
            type="button"
            class="button quiet"
            onClick={() => setValue([...path, list.length], firstEntry(entry))}
          >
            Add to {label}
          </button>
          <RemoveButton label={label} remove={remove} />
        </div>
      </div>
    </details>
  );
}

const MOST = 30;

/** An entry that makes sense: on the first coordinate, where it must be on something. */
function firstEntry(schema: Schema): unknown {
  const value = firstValue(schema);
  const own = options(schema)[0]!;
  return isMapping(value) && own.properties?.["on"] && !Object.hasOwn(value, "on") ? { on: 0, ...value } : value;
}

function nameOf(item: unknown, k: number): string {
  const name = isMapping(item) ? (item["name"] ?? item["type"]) : undefined;
  return typeof name === "string" ? name : `${k}`;
}

export function Help({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <span class="help" title={text}>
      {text}
    </span>
  );
}

function RemoveButton({ label, remove }: { label: string; remove: (() => void) | undefined }) {
  if (!remove) return null;
  return (
    <button type="button" class="button quiet remove" onClick={remove}>
      Remove {label}
    </button>
  );
}
