/** The problem as a link, copied. */
import { notify, share } from "../state/studio.ts";
import { Icon } from "./icons.tsx";

/** Characters of a link that all browsers and most mail programs take. */
const LONG = 8000;

async function copyLink(): Promise<void> {
  const link = await share();
  const long = link.length > LONG ? " It is long: some programs will cut it; the file is safer." : "";
  try {
    await navigator.clipboard.writeText(link);
    notify(`The link is copied: it holds the whole problem, and no server sees it.${long}`);
  } catch {
    notify(`The link stands in the address bar: it holds the whole problem, and no server sees it.${long}`);
  }
}

export function ShareButton() {
  return (
    <button
      type="button"
      class="button quiet"
      onClick={() => void copyLink()}
      title="A link that holds the whole problem"
    >
      <Icon name="share" /> <span>Share</span>
    </button>
  );
}
