/** Time of the processor that this thread has used, ms: neither other programs nor tests beside it count (where the system tells). */
import { existsSync, readFileSync } from "node:fs";

const OWN = "/proc/thread-self/schedstat";
const told = existsSync(OWN);

export function spent(): number {
  if (!told) return process.cpuUsage().user / 1000;
  return Number(readFileSync(OWN, "utf8").split(" ", 1)[0]) / 1e6;
}
