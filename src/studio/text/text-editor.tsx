/** The problem as text: YAML with its colors, faults at their lines, and keys completed from the schema. */
import { autocompletion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { Annotation, EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "preact/hooks";
import type { PlainFault } from "../engine/messages.ts";
import { setText, studio } from "../state/studio.ts";
import { completions } from "./completion.ts";

/** Marks changes that come from elsewhere: a slider, the form, undo. */
const fromOutside = Annotation.define<boolean>();

const theme = EditorView.theme({
  "&": { fontSize: "12.5px", height: "100%", backgroundColor: "transparent", color: "var(--ink)" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--muted)", border: "none" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--selection) !important" },
  ".cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--panel)" },
  ".cm-diagnostic": { maxWidth: "420px" },
  "&.cm-focused": { outline: "none" },
});

const colors = HighlightStyle.define([
  { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--code)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--good)" },
  { tag: [tags.number, tags.bool], color: "var(--warn)" },
]);

export function TextEditor() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In a shadow root its styles are sheets of the page, which a strict content security policy allows.
    const root = place.current!.shadowRoot ?? place.current!.attachShadow({ mode: "open" });
    const holder = document.createElement("div");
    holder.style.height = "100%";
    root.replaceChildren(holder);
    const view = new EditorView({
      root,
      parent: holder,
      state: EditorState.create({
        doc: studio.get().source.text,
        extensions: [
          lineNumbers(),
          history(),
          bracketMatching(),
          indentOnInput(),
          yaml(),
          syntaxHighlighting(colors),
          lintGutter(),
          autocompletion({ override: [complete] }),
          keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
          EditorView.contentAttributes.of({ "aria-label": "Problem as text" }),
          theme,
          EditorView.updateListener.of((update) => {
            if (!update.docChanged || update.transactions.some((one) => one.annotation(fromOutside))) return;
            setText(update.state.doc.toString(), "text");
          }),
        ],
      }),
    });
    let faults: readonly PlainFault[] | undefined;
    const follow = () => {
      const { source, faults: present } = studio.get();
      const own = view.state.doc.toString();
      if (source.text !== own) replaceText(view, own, source.text);
      if (present === faults) return;
      faults = present;
      view.dispatch(setDiagnostics(view.state, diagnostics(view.state, present)));
    };
    follow();
    const unwatch = studio.watch(follow);
    return () => {
      unwatch();
      view.destroy();
    };
  }, []);
  return <div ref={place} class="text-editor" />;
}

/** Only the part that differs, so that the cursor stays where it is. */
function replaceText(view: EditorView, old: string, next: string): void {
  let from = 0;
  const shorter = Math.min(old.length, next.length);
  while (from < shorter && old[from] === next[from]) from++;
  let end = 0;
  while (end < shorter - from && old[old.length - 1 - end] === next[next.length - 1 - end]) end++;
  view.dispatch({
    changes: { from, to: old.length - end, insert: next.slice(from, next.length - end) },
    annotations: fromOutside.of(true),
  });
}

function diagnostics({ doc }: EditorState, faults: readonly PlainFault[]): Diagnostic[] {
  return faults.map(({ path, message, line }) => {
    const at = doc.line(Math.max(1, Math.min(doc.lines, line ?? 1)));
    const text = path === "" ? message : `${path}: ${message}`;
    return {
      from: at.from + (at.text.length - at.text.trimStart().length),
      to: at.to,
      severity: "error",
      message: text,
    };
  });
}

function complete(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/[\w-]*/);
  if (!word || (word.from === word.to && !context.explicit)) return null;
  const found = completions(context.state.doc.toString(), word.from);
  if (found.length === 0) return null;
  return {
    from: word.from,
    options: found.map(({ label, detail, insert }) => ({ label, info: detail, apply: insert })),
  };
}
