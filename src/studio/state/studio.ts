/** All that the studio knows, and what can be done: the problem with its history, its run, and what is looked at. */
import { createEngine, type Question } from "../engine/client.ts";
import type { PlainFault, RunView, Source } from "../engine/messages.ts";
import { clock, fittingSpeed, play, setSpan } from "./clock.ts";
import { type Path, withValue } from "./edit.ts";
import { type GalleryEntry, loadGallery, openEntry } from "./gallery.ts";
import { fromLink, toLink } from "./share.ts";
import { forgetWork, keepTheme, keepWork, keptTheme, keptWork, type ThemeChoice } from "./storage.ts";
import { createStore } from "./store.ts";

export type View = "motion" | "phase" | "law" | "compare" | "attraction" | "control";
export type Editor = "sliders" | "form" | "text";

export interface Studio {
  readonly page: "gallery" | "papers" | "work";
  readonly gallery: readonly GalleryEntry[];
  /** The link that stands in the address. */
  readonly hash: string;
  readonly source: Source;
  readonly past: readonly string[];
  readonly future: readonly string[];
  readonly view: View;
  readonly editor: Editor;
  readonly run: RunView | undefined;
  /** The text that `run` is of. */
  readonly ranText: string;
  readonly faults: readonly PlainFault[];
  readonly busy: boolean;
  /** 0..1 of the present run. */
  readonly progress: number;
  /** What went wrong, or what was done: a sentence. */
  readonly notice: { readonly text: string; readonly bad: boolean } | undefined;
  readonly theme: ThemeChoice;
  readonly embed: boolean;
}

const EMPTY: Source = { text: "", files: {} };

export const studio = createStore<Studio>({
  page: "gallery",
  gallery: [],
  hash: "",
  source: EMPTY,
  past: [],
  future: [],
  view: "motion",
  editor: "sliders",
  run: undefined,
  ranText: "",
  faults: [],
  busy: false,
  progress: 0,
  notice: undefined,
  theme: keptTheme(),
  embed: new URLSearchParams(location.search).has("embed"),
});

/** Runs as the problem is changed. What takes long has an engine of its own, so that this one is always free. */
export const live = createEngine();
let present: { question: Question<RunView>; since: number } | undefined;
let dirty = false;
/** ms after which a run that is out of date is called off rather than waited for: until then its picture is better than none. */
const OLD = 600;
/** ms after which a bar is shown. */
const LATE = 150;

/** The problem has changed: run it, after the one that runs. */
function rerun(): void {
  if (!present) {
    void start();
    return;
  }
  dirty = true;
  if (performance.now() - present.since > OLD) present.question.cancel();
}

async function start(): Promise<void> {
  const { source } = studio.get();
  dirty = false;
  const since = performance.now();
  const progress = (part: number) => {
    if (performance.now() - since > LATE) studio.set({ busy: true, progress: part });
  };
  const question = live.ask("run", source, {}, { progress });
  present = { question, since };
  const late = setTimeout(() => studio.set({ busy: true, progress: 0 }), LATE);
  const watchdog = setInterval(() => {
    if (dirty && performance.now() - since > OLD) question.cancel();
  }, LATE);
  const outcome = await question.outcome;
  clearTimeout(late);
  clearInterval(watchdog);
  present = undefined;
  const stale = dirty || studio.get().source !== source;
  if (stale) void start(); // it computes while this one is drawn
  if (outcome.kind === "answer" && !(stale && outcome.data.data.status === "cancelled"))
    show(outcome.data, source.text);
  else if (outcome.kind === "refused" && !stale) studio.set({ faults: outcome.faults, busy: false });
  else if (outcome.kind === "failed" && !stale)
    studio.set({ busy: false, notice: { text: outcome.message, bad: true } });
  if (!stale) studio.set({ busy: false });
}

function show(run: RunView, ranText: string): void {
  const { time } = run.trajectory;
  const first = studio.get().run === undefined;
  studio.set({ run, ranText, faults: [] });
  const [begin, end] = [time[0] ?? 0, Math.max(time.at(-1) ?? 0, (time[0] ?? 0) + 1e-12)];
  setSpan(begin, end);
  if (first) clock.set({ from: begin, to: end, time: begin, speed: fittingSpeed(begin, end) });
}

export function stopRun(): void {
  present?.question.cancel();
}

/** ms within which changes of one thing are one step of the history. */
const ONE_STEP = 1200;
let stepped = { key: "", at: 0 };

/** The text is now this one. Changes with the same key in quick succession are undone together. */
export function setText(text: string, key = ""): void {
  const { source, past } = studio.get();
  if (text === source.text) return;
  const now = performance.now();
  const together = key !== "" && key === stepped.key && now - stepped.at < ONE_STEP;
  stepped = { key, at: now };
  studio.set({ source: { ...source, text }, past: together ? past : [...past.slice(-199), source.text], future: [] });
  keep();
  rerun();
}

export function setValue(path: Path, value: unknown): void {
  try {
    setText(withValue(studio.get().source.text, path, value), `${path.join("/")}`);
  } catch (error) {
    notify(`This cannot be changed here: ${(error as Error).message}. Change the text.`, true);
  }
}

export function undo(): void {
  const { past, future, source } = studio.get();
  const text = past.at(-1);
  if (text === undefined) return;
  studio.set({ source: { ...source, text }, past: past.slice(0, -1), future: [source.text, ...future] });
  travelled();
}

export function redo(): void {
  const { past, future, source } = studio.get();
  const [text, ...rest] = future;
  if (text === undefined) return;
  studio.set({ source: { ...source, text }, past: [...past, source.text], future: rest });
  travelled();
}

function travelled(): void {
  stepped = { key: "", at: 0 };
  keep();
  rerun();
}

let keeping: ReturnType<typeof setTimeout> | undefined;

function keep(): void {
  clearTimeout(keeping);
  keeping = setTimeout(keepNow, 200);
}

function keepNow(): void {
  clearTimeout(keeping);
  const { page, source, hash, past, future } = studio.get();
  if (page !== "work" || source.text === "" || past.length + future.length === 0) return;
  keepWork({ ...source, hash, title: titleOf(source.text), at: Date.now() });
}

addEventListener("pagehide", keepNow);

/** The name in a text that need not be valid. */
export function titleOf(text: string): string {
  return (/^name:\s*(.+)$/m.exec(text)?.[1] ?? "untitled").replace(/^["']|["']$/g, "").slice(0, 200);
}

export function notify(text: string, bad = false): void {
  studio.set({ notice: { text, bad } });
}

/** Shows a problem; `hash` is its address. */
function open(source: Source, hash: string): void {
  keepNow();
  play(false);
  studio.set({
    ...{ page: "work", source, hash, past: [], future: [], run: undefined, faults: [], notice: undefined, busy: true },
    ...{ progress: 0, view: "motion" },
  });
  if (location.hash !== hash) history.pushState(null, "", hash);
  document.title = `${titleOf(source.text)} - stickslip studio`;
  rerun();
}

async function openGallery(name: string): Promise<void> {
  const entry = studio.get().gallery.find((one) => one.name === name);
  if (!entry) {
    notify(`There is no problem ${name} in the gallery.`, true);
    showPage("gallery");
    return;
  }
  try {
    open(await openEntry(entry), `#/g/${name}`);
  } catch (error) {
    notify((error as Error).message, true);
  }
}

export async function openSource(source: Source): Promise<void> {
  open(source, await toLink(source));
}

/** Texts that were dropped or chosen: a problem, and tables of its signals. */
export async function openFiles(list: readonly File[]): Promise<void> {
  const texts = await Promise.all(list.map(async (file) => [file.name, await file.text()] as const));
  const problem = texts.find(([name]) => /\.(ya?ml|json)$/i.test(name));
  const tables = Object.fromEntries(texts.filter((entry) => entry !== problem));
  if (problem) await openSource({ text: problem[1], files: tables });
  else notify("That is no problem file: its name should end with .yaml or .json.", true);
}

/** Takes work up again; undo leads back to what it began with. */
export async function openKept(hash: string): Promise<void> {
  const work = keptWork().find((one) => one.hash === hash);
  if (!work) return;
  const first = await beginning(hash).catch(() => undefined);
  open({ text: work.text, files: work.files }, work.hash);
  studio.set({ past: [first?.text ?? work.text] });
}

/** The problem that an address stands for. */
async function beginning(hash: string): Promise<Source | undefined> {
  if (hash.startsWith("#p=")) return fromLink(hash);
  const entry = studio.get().gallery.find(({ name }) => hash === `#/g/${name}`);
  return entry && openEntry(entry);
}

export function forgetKept(hash: string): void {
  forgetWork(hash);
  studio.set({ gallery: [...studio.get().gallery] });
}

/** Puts the problem as it is into the address and copies it. */
export async function share(): Promise<string> {
  const { source } = studio.get();
  const hash = await toLink(source);
  keepNow();
  history.replaceState(null, "", hash);
  studio.set({ hash });
  keep();
  return location.href;
}

/** Leaves the bench. */
function showPage(page: "gallery" | "papers"): void {
  keepNow();
  play(false);
  studio.set({ page });
  document.title = "stickslip studio";
}

export function setTheme(theme: ThemeChoice): void {
  keepTheme(theme);
  applyTheme(theme);
  studio.set({ theme });
}

export function applyTheme(theme: ThemeChoice): void {
  if (theme === "system") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.setAttribute("data-theme", theme);
}

/** What the address says: at the start (`fresh`), where work under that address is taken up again, and when it changes. */
export async function follow(fresh: boolean): Promise<void> {
  const { hash } = location;
  if (studio.get().gallery.length === 0) {
    try {
      studio.set({ gallery: await loadGallery() });
    } catch (error) {
      notify(`The gallery cannot be loaded: ${(error as Error).message}`, true);
    }
  }
  if (!fresh && hash === studio.get().hash) {
    studio.set({ page: "work" });
    return;
  }
  const work = fresh ? keptWork().find((one) => one.hash === hash) : undefined;
  if (work) return openKept(work.hash);
  if (hash.startsWith("#p=")) {
    try {
      open(await fromLink(hash), hash);
    } catch (error) {
      showPage("gallery");
      notify((error as Error).message, true);
    }
  } else if (hash.startsWith("#/g/")) await openGallery(decodeURIComponent(hash.slice(4)));
  else showPage(hash === "#/papers" ? "papers" : "gallery");
}
