/**
 * Tests that outlast the others by what they are: they open a browser, kill processes and go on, fill disks and memories, install the package, count what is allocated.
 * `npm test` leaves them to `npm run test:long`; `npm run test:all` and CI run both.
 */
export const LONG: readonly string[] = [
  "studio",
  "docs/library",
  "cli/checkpoint",
  "cli/resume",
  "node/threads-process",
  "hostile/full-disk",
  "hostile/large-tables",
  "hostile/limits",
  "hostile/pauses",
  "hostile/stops",
  "scheme/allocation",
  "simulate/measures-allocation",
  "numeric/elementary-allocation",
  "scheme/event-driven/many-events",
  "batch/flat-memory",
  "simulate/flat-memory",
  "torture/memory",
];
