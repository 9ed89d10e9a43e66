/** Tests start the built command and its workers: what they start is what the sources say. Takes seconds when nothing changed, and `npm test` and its like have built already. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export default function setup(): void {
  if (process.env.TESTS) return;
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  run("node_modules/typescript/bin/tsc", "-b", "tsconfig.json");
  run("scripts/after-build.mjs");
  run("scripts/build-studio.mjs");
}
