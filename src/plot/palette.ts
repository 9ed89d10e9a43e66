import { scale } from "@observablehq/plot";

export interface Theme {
  readonly background: string;
  /** Text and axes. */
  readonly ink: string;
  /** Secondary text, event marks. */
  readonly muted: string;
  /** Where the multiplier may be. */
  readonly band: string;
  /** A quantity that belongs to no coordinate or row. */
  readonly neutral: string;
}

export const THEMES = {
  light: { background: "#ffffff", ink: "#1a1a1a", muted: "#6b6b6b", band: "#f1f1f1", neutral: "#4d4d4d" },
  dark: { background: "#16181c", ink: "#e8e8e8", muted: "#9a9a9a", band: "#24272d", neutral: "#c4c4c4" },
} as const satisfies Record<string, Theme>;

/**
 * Okabe and Ito's colors, told apart with every kind of color vision and readable on white and on black. Their black is the theme's business and
 * their yellow is lost on white; a gray stands in for both.
 */
const OKABE_ITO = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c8c8c"];

/** Colors for `count` curves: distinct ones while there are enough, then an ordered range in which neighbors are alike. */
export function curveColors(count: number): string[] {
  if (count <= OKABE_ITO.length) return OKABE_ITO.slice(0, count);
  // Viridis up to 4/5: its yellow end is lost on white.
  const viridis = scale({ color: { type: "linear", scheme: "viridis", domain: [0, ((count - 1) * 5) / 4] } });
  return Array.from({ length: count }, (_, index) => String(viridis.apply(index)));
}

/** Ordered colors from low to high values, as dark and light for those who see no colors. */
export function heatColors(count: number): string[] {
  const viridis = scale({ color: { type: "linear", scheme: "viridis", domain: [0, Math.max(1, count - 1)] } });
  return Array.from({ length: count }, (_, index) => String(viridis.apply(index)));
}

/** What could not be computed. */
export const FAILED_COLOR = "#a6a6a6";
