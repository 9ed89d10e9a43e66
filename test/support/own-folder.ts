/** What tests write beside the machine's other temporary files stands in one folder, which goes with them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "stickslip-tests-"));
  process.env.TMPDIR = folder; // of the workers and of what they start
  return () => rmSync(folder, { recursive: true, force: true });
}
