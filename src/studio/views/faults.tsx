/** What is wrong with the problem: all of it, each with its place. */

import { useStore } from "../state/store.ts";
import { studio } from "../state/studio.ts";

const SHOWN = 12;

export function Faults() {
  const faults = useStore(studio, (state) => state.faults);
  if (faults.length === 0) return null;
  const more = faults.length - SHOWN;
  return (
    <div class="faults" role="alert">
      <strong>
        {faults.length === 1 ? "One fault" : `${faults.length} faults`} in the problem; what is shown is the last run
        without.
      </strong>
      <ul>
        {faults.slice(0, SHOWN).map(({ path, message, line }, k) => (
          <li key={k}>
            {(path !== "" || line !== null) && (
              <span class="place">
                {path}
                {line !== null && ` (line ${line})`}
              </span>
            )}{" "}
            {message}
          </li>
        ))}
        {more > 0 && <li>and {more} more.</li>}
      </ul>
    </div>
  );
}
