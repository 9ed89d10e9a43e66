/**
 * The browser that the studio's tests use: one that is installed, the one that CHROMIUM names, or, as root on Debian and its relatives, the one
 * that is installed now. `node scripts/chromium.mjs` prints its path, or why there is none, which with CI=true ends with 1. `npm test` calls it before
 * all tests, since several that install it at once would be in each other's way.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const PLACES = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

const installed = () => PLACES.find((path) => path && existsSync(path));

/** Path of the browser, or why there is none. */
export function chromium() {
  const found = installed();
  if (found) return { path: found };
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    return { reason: "no Chromium: install it (Debian: apt-get install chromium), or name it in CHROMIUM" };
  }
  try {
    const quiet = { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    execFileSync("apt-get", ["update"], quiet);
    execFileSync("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], quiet);
  } catch (error) {
    return { reason: `no Chromium, and apt-get cannot install it: ${String(error.stderr ?? error.message).trim()}` };
  }
  const path = installed();
  return path ? { path } : { reason: "no Chromium, although apt-get has installed one" };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { path, reason } = chromium();
  console.log(path ?? `SKIPPED: all tests of the studio in the browser; ${reason}`);
  process.exitCode = path || process.env.CI !== "true" ? 0 : 1;
}
