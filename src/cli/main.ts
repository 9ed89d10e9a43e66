#!/usr/bin/env node
const args = process.argv.slice(2);

/** No more than a command without its file and a word for help: nothing that could be a value of an option. */
const asksForHelp =
  args.length === 0 || (args.length <= 2 && args.some((word) => /^(help|-h|--help|-V|--version)$/.test(word)));

if (asksForHelp) process.exitCode = await (await import("./answer.ts")).answer(args);
else await (await import("./supervise.ts")).supervise(args);

export {};
