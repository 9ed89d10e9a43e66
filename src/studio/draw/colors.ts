/** Colors of what is drawn: those of the page, read from its style, and those of curves. */
export interface Colors {
  readonly ink: string;
  readonly muted: string;
  readonly line: string;
  readonly grid: string;
  readonly panel: string;
  readonly band: string;
  readonly accent: string;
  readonly stick: string;
  readonly slip: string;
  readonly body: string;
  /** How strongly stick is shaded, 0..1. */
  readonly shade: number;
  /** The color that a style sheet's variable stands for. */
  readonly resolve: (color: string) => string;
}

const NAMES = ["ink", "muted", "line", "grid", "panel", "band", "accent", "stick", "slip", "body"] as const;

/** As the page is styled now. */
export function pageColors(): Colors {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(name).trim() || "#888888";
  const entries = NAMES.map((name) => [name, read(`--${name}`)]);
  const known = new Map<string, string>();
  const resolve = (color: string): string => {
    const [, name] = /^var\((--[\w-]+)\)$/.exec(color) ?? [];
    if (name === undefined) return color;
    if (!known.has(name)) known.set(name, read(name));
    return known.get(name)!;
  };
  const shade = Number(read("--shade")) || 0.2;
  return { ...(Object.fromEntries(entries) as unknown as Colors), shade, resolve };
}

/** Calls when the page changes from light to dark or back; returns how to stop. */
export function onTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  const query = matchMedia("(prefers-color-scheme: dark)");
  query.addEventListener("change", changed);
  return () => {
    observer.disconnect();
    query.removeEventListener("change", changed);
  };
}

/** Viridis at nine places, as red, green, blue. */
const VIRIDIS = [
  [68, 1, 84],
  [71, 45, 123],
  [59, 82, 139],
  [44, 114, 142],
  [33, 145, 140],
  [40, 174, 128],
  [94, 201, 98],
  [173, 220, 48],
  [253, 231, 37],
] as const;

/** From 0 to 1, dark to light for those who see no colors. */
export function viridis(part: number): readonly [number, number, number] {
  const place = Math.max(0, Math.min(1, part)) * (VIRIDIS.length - 1);
  const k = Math.min(VIRIDIS.length - 2, Math.floor(place));
  const [a, b] = [VIRIDIS[k]!, VIRIDIS[k + 1]!];
  return [0, 1, 2].map((c) => Math.round(a[c]! + (place - k) * (b[c]! - a[c]!))) as [number, number, number];
}

/** Colors that tokens.css has for curves. */
const DISTINCT = 7;

/** Distinct ones while there are enough, then an ordered range in which neighbors are alike. */
export function curveColors(count: number): readonly string[] {
  if (count <= DISTINCT) return Array.from({ length: count }, (_, k) => `var(--curve-${k})`);
  return Array.from({ length: count }, (_, k) => `rgb(${viridis((0.85 * k) / (count - 1)).join(" ")})`);
}
