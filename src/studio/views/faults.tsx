/** What is wrong with the problem: all of it, each with its place. */

import { useStore } from "../state/store.ts";
import { type Studio, studio } from "../state/studio.ts";

const SHOWN = 12;

export function Faults() {
  const faults = useStore(studio, (state) => state.faults);
  const hasRun = useStore(studio, (state) => state.run !== undefined);
  if (faults.length === 0) return null;
  const more = faults.length - SHOWN;
  return (
    <div class="faults" role="alert">
      <strong>
        {faults.length === 1 ? "One fault" : `${faults.length} faults`} in the problem
        {hasRun ? "; what is shown is the last run without." : ": mend it, and it runs."}
      </strong>
      <ul>
        {sorted(faults)
          .slice(0, SHOWN)
          .map((fault, k) => (
            <li key={k}>
              <FaultText fault={fault} />
            </li>
          ))}
        {more > 0 && <li>and {more} more.</li>}
      </ul>
    </div>
  );
}

/** The first fault beside the text, where the list of all is not in sight: on narrow screens. */
export function FirstFault() {
  const faults = useStore(studio, (state) => state.faults);
  const [first] = sorted(faults);
  if (!first) return null;
  return (
    <p class="first-fault">
      <FaultText fault={first} />
      {faults.length > 1 && ` And ${faults.length - 1} more.`}
    </p>
  );
}

type FaultData = Studio["faults"][number];

function FaultText({ fault: { path, message, line } }: { fault: FaultData }) {
  const at = line === null ? "" : `line ${line}`;
  const place = path !== "" && at !== "" ? `${path} (${at})` : path + at;
  return (
    <>
      {place !== "" && <span class="place">{place}</span>} {message}
    </>
  );
}

/** In the order of their lines, as on the command line. */
function sorted(faults: readonly FaultData[]): FaultData[] {
  return [...faults].sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
}
