/** Preloaded with --import: the process tells at its end, as the last line of standard error, how many MB it held at most. */
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  process.on("exit", () => {
    process.stderr.write(`${Math.ceil(process.resourceUsage().maxRSS / 1024)}\n`);
  });
}
