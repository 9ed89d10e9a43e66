/** The page: a bar on top, and the gallery, the papers or the bench under it. */
import { useEffect, useState } from "preact/hooks";
import { onTheme } from "../draw/colors.ts";
import { useStore } from "../state/store.ts";
import { openFiles, redo, setTheme, studio, undo } from "../state/studio.ts";
import { Bench } from "./bench.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { Gallery } from "./gallery.tsx";
import { Icon, type IconName } from "./icons.tsx";
import { lazy } from "./lazy.tsx";
import { ShareButton } from "./share.tsx";

const Papers = lazy(async () => (await import("./papers.tsx")).Papers);

export function App() {
  const page = useStore(studio, (state) => state.page);
  const embed = useStore(studio, (state) => state.embed);
  useEffect(() => {
    addEventListener("keydown", onKey);
    addEventListener("dragover", onDrag);
    addEventListener("drop", onDrop);
    return () => {
      removeEventListener("keydown", onKey);
      removeEventListener("dragover", onDrag);
      removeEventListener("drop", onDrop);
    };
  }, []);
  return (
    <>
      {!embed && <TopBar />}
      <Notice />
      {page === "gallery" && <Gallery />}
      {page === "papers" && <Papers />}
      {page === "work" && <Bench />}
    </>
  );
}

function onKey(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const target = event.target as HTMLElement;
  if (target.closest(".text-editor")) return; // it has a history of its own, in step with ours
  const key = event.key.toLowerCase();
  const back = key === "z" && !event.shiftKey;
  const forth = key === "y" || (key === "z" && event.shiftKey);
  if (!back && !forth) return;
  event.preventDefault();
  if (back) undo();
  else redo();
}

function onDrag(event: DragEvent): void {
  event.preventDefault();
}

function onDrop(event: DragEvent): void {
  event.preventDefault();
  const files = [...(event.dataTransfer?.files ?? [])];
  const onlyTables = files.every((file) => /\.(csv|txt|tsv)$/i.test(file.name));
  if (files.length > 0 && !(onlyTables && studio.get().page === "work")) void openFiles(files);
}

function TopBar() {
  const page = useStore(studio, (state) => state.page);
  const past = useStore(studio, (state) => state.past.length);
  const future = useStore(studio, (state) => state.future.length);
  return (
    <header class="top-bar">
      <a class="brand" href="#/">
        <Icon name="logo" /> <span>stickslip</span>
      </a>
      <nav aria-label="Pages">
        <a href="#/" aria-current={page === "gallery" ? "page" : undefined}>
          Gallery
        </a>
        <a href="#/papers" aria-current={page === "papers" ? "page" : undefined}>
          Papers
        </a>
      </nav>
      <div class="spring" />
      {page === "work" && (
        <div class="tools" role="toolbar" aria-label="Problem">
          <IconButton name="undo" label="Undo" disabled={past === 0} onClick={undo} />
          <IconButton name="redo" label="Redo" disabled={future === 0} onClick={redo} />
          <ShareButton />
          <ExportMenu />
        </div>
      )}
      <OpenButton />
      <ThemeButton />
    </header>
  );
}

export function IconButton(props: {
  name: IconName;
  label: string;
  disabled?: boolean;
  pressed?: boolean;
  onClick: () => void;
}) {
  const { name, label, disabled = false, pressed, onClick } = props;
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      disabled={disabled}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <Icon name={name} />
    </button>
  );
}

function OpenButton() {
  return (
    <label class="button quiet" title="Open a problem file, with the tables of its signals">
      <Icon name="open" /> <span>Open</span>
      <input
        type="file"
        class="hidden-input"
        multiple
        accept=".yaml,.yml,.json,.csv,.txt"
        aria-label="Open a problem file"
        onChange={(event) => {
          const input = event.currentTarget;
          void openFiles([...(input.files ?? [])]).then(() => {
            input.value = "";
          });
        }}
      />
    </label>
  );
}

function ThemeButton() {
  const theme = useStore(studio, (state) => state.theme);
  const [, redraw] = useState(0);
  useEffect(() => onTheme(() => redraw((count) => count + 1)), []);
  const dark = theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  return (
    <IconButton
      name={dark ? "sun" : "moon"}
      label={dark ? "Light colors" : "Dark colors"}
      onClick={() => setTheme(dark ? "light" : "dark")}
    />
  );
}

function Notice() {
  const notice = useStore(studio, (state) => state.notice);
  return (
    <div class="notice-place" role="status" aria-live="polite">
      {notice && (
        <div class={notice.bad ? "notice bad" : "notice"}>
          <span>{notice.text}</span>
          <IconButton name="close" label="Close the message" onClick={() => studio.set({ notice: undefined })} />
        </div>
      )}
    </div>
  );
}
