/** The problem as a form, made from the schema: what is there can be changed, what may be there can be added; faults stand at their fields. */
import { useMemo } from "preact/hooks";
import { dataOf } from "../state/edit.ts";
import { useStore } from "../state/store.ts";
import { studio } from "../state/studio.ts";
import { Field } from "./field.tsx";
import { problemSchema } from "./schema.ts";

export function Form() {
  const text = useStore(studio, (state) => state.source.text);
  const faults = useStore(studio, (state) => state.faults);
  const data = useMemo(() => dataOf(text), [text]);
  if (typeof data !== "object" || data === null) {
    return (
      <p class="hint">
        The text is no YAML at the moment, so there is nothing to fill in. Mend it under Text, or undo.
      </p>
    );
  }
  return (
    <form class="form" aria-label="Problem as a form" onSubmit={(event) => event.preventDefault()}>
      <Field schema={problemSchema} value={data} path={[]} faults={faults} label="problem" top />
    </form>
  );
}
