// Preloaded with --import: the first thread writes its peak of resident memory, in MB, to standard error when it ends.
import { readFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

/** kB. What getrusage says of a child begins with the size of its parent, where it can be had the kernel's own mark does not. */
function peak() {
  try {
    return Number(/^VmHWM:\s*(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"))[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}

if (isMainThread) {
  process.on("exit", () => {
    process.stderr.write(`${Math.ceil(peak() / 1024)}\n`);
  });
}
