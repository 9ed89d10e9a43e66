/**
 * `npm run bench`: measures, prints, and puts the tables and the figures into the documents; `npm run bench -- --help` tells how to ask for a part
 * of it. Everything timed is a ratio of two times from this one process (or, for C, from this one machine in the same minute).
 */
import { chosen, helpOf } from "./part.ts";
import { measurePeers } from "./peers.ts";
import { performance, writeResults } from "./performance.ts";
import { schemes } from "./schemes.ts";

// performance first, in a process that has run nothing else
const GROUPS = [performance, schemes];

const given = process.argv.slice(2);
if (given.includes("--help")) console.log(helpOf(GROUPS));
else if (given.includes("--peers")) await measurePeers();
else {
  for (const group of chosen(GROUPS, given)) {
    const found: Record<string, unknown> = {};
    for (const { name, measure } of group.parts) found[name] = await measure();
    if (group.name === performance.name) writeResults(found);
  }
}
process.exit();
