/** What the browser keeps between visits: work that was begun, and the color scheme. Without storage nothing is kept, and nothing breaks. */
import type { Source } from "../engine/messages.ts";

export interface Kept extends Source {
  /** The link under which it was open. */
  readonly hash: string;
  readonly title: string;
  /** ms since 1970. */
  readonly at: number;
}

const WORK = "stickslip.work";
const THEME = "stickslip.theme";
const MOST = 8;
/** Characters of all of it: browsers give some five million. */
const LARGEST = 2_000_000;

export function keptWork(): readonly Kept[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(WORK) ?? "[]");
    return Array.isArray(list) ? list.filter(isKept) : [];
  } catch {
    return [];
  }
}

/** Puts it first, in the place of what was kept under the same link. */
export function keepWork(work: Kept): void {
  const list = [work, ...keptWork().filter(({ hash }) => hash !== work.hash)].slice(0, MOST);
  while (list.length > 1 && JSON.stringify(list).length > LARGEST) list.pop();
  store(WORK, JSON.stringify(list));
}

export function forgetWork(hash: string): void {
  store(WORK, JSON.stringify(keptWork().filter((work) => work.hash !== hash)));
}

export type ThemeChoice = "light" | "dark" | "system";

export function keptTheme(): ThemeChoice {
  try {
    const theme = localStorage.getItem(THEME);
    return theme === "light" || theme === "dark" ? theme : "system";
  } catch {
    return "system";
  }
}

export function keepTheme(theme: ThemeChoice): void {
  store(THEME, theme);
}

function store(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Full, or switched off: the work is still on the page.
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== "object" || value === null) return false;
  const { hash, title, text, files, at } = value as Record<string, unknown>;
  const tables = typeof files === "object" && files !== null ? Object.values(files) : [null];
  return (
    [hash, title, text].every((entry) => typeof entry === "string") &&
    typeof at === "number" &&
    tables.every((table) => typeof table === "string")
  );
}
