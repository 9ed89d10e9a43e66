/** `--set path=value`: any path of the file, the value as YAML. Works on raw data, before the schema sees it. */
import { parse } from "yaml";
import type { Fault } from "../faults.ts";
import { defaultList } from "../schema/default-lists.ts";
import { splitPath } from "./split-path.ts";

export interface TextOverride {
  /** As in system.friction[0].limit */
  readonly path: string;
  /** YAML text */
  readonly value: string;
}

/** The same with the value itself: numbers of a program do not become text on their way. */
export interface DataOverride {
  readonly path: string;
  readonly data: unknown;
}

export type Override = TextOverride | DataOverride;

/** "path=value" as given on the command line. */
export function parseOverride(text: string): TextOverride | Fault {
  const split = text.indexOf("=");
  if (split > 0) return { path: text.slice(0, split).trim(), value: text.slice(split + 1) };
  return { path: "--set", message: `invalid override; not path=value: ${text}. As in --set time.end=8` };
}

/** A changed copy of raw, and the faults of overrides that could not be placed. */
export function applyOverrides(raw: unknown, overrides: readonly Override[]): { raw: unknown; faults: Fault[] } {
  const faults: Fault[] = [];
  const root: unknown = structuredCopy(raw);
  for (const override of overrides) {
    const { path } = override;
    const parts = splitPath(path);
    if (!parts) {
      faults.push({ path, message: "invalid path; expected keys and indexes as in system.friction[0].limit" });
      continue;
    }
    const given = "data" in override ? { data: structuredCopy(override.data) } : parsed(override);
    const fault = "data" in given ? place(root, parts, given.data) : given.message;
    if (fault) faults.push({ path, message: fault });
  }
  return { raw: root, faults };
}

function parsed({ value }: TextOverride): { data: unknown } | { message: string } {
  try {
    return { data: parse(value, { maxAliasCount: 0, schema: "core", merge: false, logLevel: "error" }) };
  } catch (error) {
    return { message: `invalid value; not YAML: ${value} (${(error as Error).message.split("\n")[0]})` };
  }
}

function place(root: unknown, parts: readonly (string | number)[], value: unknown): string | undefined {
  let at = root;
  for (let depth = 0; depth < parts.length; depth++) {
    const part = parts[depth]!;
    if (typeof at !== "object" || at === null) return `invalid path; nothing to change inside ${JSON.stringify(at)}`;
    if (Array.isArray(at)) {
      if (typeof part !== "number") return `invalid path; ${JSON.stringify(part)} is not an index of a list`;
      if (part > at.length) return `invalid path; the list has ${at.length} entries: index ${part}`;
    } else if (typeof part === "number") return `invalid path; [${part}] is not a key of a mapping`;
    const holder = at as Record<string | number, unknown>;
    if (depth === parts.length - 1) {
      Object.defineProperty(holder, part, { value, writable: true, enumerable: true, configurable: true });
      return undefined;
    }
    if (!Object.hasOwn(holder, part)) holder[part] = missing(root, parts.slice(0, depth + 2));
    at = holder[part];
  }
  return undefined;
}

/** What the last part of a path stands in, where there was nothing; of lists with a default every entry is there. */
function missing(root: unknown, path: readonly (string | number)[]): unknown {
  if (typeof path.at(-1) !== "number") return {};
  return defaultList(root, path.slice(0, -1)) ?? [];
}

/** Plain data only: what YAML and JSON give. Shared parts (aliases) become separate copies. */
function structuredCopy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(structuredCopy);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, structuredCopy(entry)]));
}
