/** Results as JSON. */
import { shownText } from "./text.ts";

/**
 * JSON has no NaN and no infinity, and a result must not have them: better no result than a null in its place. Names come from files:
 * characters that a terminal would obey, as marks of direction, are escaped.
 */
export function finiteJson(value: unknown): string {
  const text = JSON.stringify(
    value,
    (key, entry: unknown) => {
      if (typeof entry === "number" && !Number.isFinite(entry))
        throw new Error(`not a finite number; ${key}: ${entry}`);
      return entry;
    },
    2,
  );
  return `${shownText(text)}\n`;
}
