/** The problem: what it is about, its sliders, and its file as a form or as text. */
import { useState } from "preact/hooks";
import { useStore } from "../state/store.ts";
import { type Editor, studio } from "../state/studio.ts";
import { FirstFault } from "./faults.tsx";
import { lazy } from "./lazy.tsx";
import { Sliders } from "./sliders.tsx";
import { Tabs } from "./tabs.tsx";

const Form = lazy(async () => (await import("../form/form.tsx")).Form);
const TextEditor = lazy(async () => (await import("../text/text-editor.tsx")).TextEditor);

const EDITORS: readonly { key: Editor; label: string }[] = [
  { key: "sliders", label: "Sliders" },
  { key: "form", label: "Form" },
  { key: "text", label: "Text" },
];

export function ProblemPanel() {
  const editor = useStore(studio, (state) => state.editor);
  const View = { sliders: Sliders, form: Form, text: TextEditor }[editor];
  return (
    <section class={`problem ${editor}`} aria-label="Problem">
      <Description />
      <Tabs label="Ways to edit" tabs={EDITORS} chosen={editor} choose={(key) => studio.set({ editor: key })} />
      <FirstFault />
      <div class="editor">
        <View />
      </div>
    </section>
  );
}

function Description() {
  const text = useStore(studio, (state) => state.run?.facts.description ?? "");
  const [open, setOpen] = useState(false);
  if (text === "") return null;
  return (
    <div class="description">
      <p class={open ? "" : "short"}>{text}</p>
      {text.length > 200 && (
        <button type="button" class="link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? "Less" : "More"}
        </button>
      )}
    </div>
  );
}
