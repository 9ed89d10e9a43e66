/** The options of any command that change the problem, as overrides of its data. */
import type { Fault } from "../faults.ts";
import { type DataOverride, parseOverride, type TextOverride } from "../paths/overrides.ts";

export interface ProblemOptions {
  readonly scheme?: string;
  readonly solver?: string;
  readonly step?: string;
  readonly end?: string;
  /** True: brings the start onto joints and stops. */
  readonly project?: boolean | string;
  readonly method?: string;
  /** path=value */
  readonly set?: readonly string[];
  /** The same as data, by path. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** An override and the option that asked for it. */
export type GivenOverride = (TextOverride | DataOverride) & { readonly option: string };

/** The short options first, so that --set can refine what they choose. */
export function givenOverrides(
  { scheme, solver, step, end, project, method, set = [], values = {} }: ProblemOptions,
  raw: unknown,
): { overrides: GivenOverride[]; faults: Fault[] } {
  const overrides = [...typeOverride("scheme", scheme, raw), ...typeOverride("solver", solver, raw)];
  if (method !== undefined) overrides.push(...methodOverride(method, raw));
  if (step !== undefined) overrides.push({ option: "--step", path: "time.step", value: step });
  if (end !== undefined) overrides.push({ option: "--end", path: "time.end", value: end });
  if (project === true) overrides.push({ option: "--project", path: "initial.project", value: "true" });
  const faults: Fault[] = [];
  for (const text of set) {
    const parsed = parseOverride(text);
    if ("message" in parsed) faults.push(parsed);
    else overrides.push({ ...parsed, option: "--set" });
  }
  for (const [path, data] of Object.entries(values)) overrides.push({ path, data, option: "set" });
  return { overrides, faults };
}

/** Another type brings its own defaults: the old one's options would be unknown to it. */
function typeOverride(key: "scheme" | "solver", type: string | undefined, raw: unknown): GivenOverride[] {
  const present = (raw as Partial<Record<string, { type?: unknown } | null>> | null)?.[key]?.type;
  if (type === undefined || type === present) return [];
  return [{ option: `--${key}`, path: key, value: JSON.stringify({ type }) }];
}

function methodOverride(type: string, raw: unknown): GivenOverride[] {
  const control = (raw as { control?: { method?: { type?: unknown } } } | null)?.control;
  if (type === control?.method?.type) return [];
  return [{ option: "--method", path: "control.method", value: JSON.stringify({ type }) }];
}
