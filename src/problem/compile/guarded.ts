/** Whatever goes wrong in the compiler itself is a fault with a place, too: nothing that a file says may throw. */
import { EnoughFaults, type Faults, type Path } from "../faults.ts";

/** How such a fault begins. */
export const SURPRISE = "not understood";

/** What `make` makes; undefined, with a fault, where it throws. EnoughFaults is passed on. */
export function guarded<T>(faults: Faults, path: Path, make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof EnoughFaults) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    faults.add(path, `${SURPRISE}; the compiler itself failed: ${reason}. Please report it with the problem`);
    return undefined;
  }
}

/** Ends quietly when there are faults enough. */
export function untilEnough<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof EnoughFaults) return undefined;
    throw error;
  }
}
