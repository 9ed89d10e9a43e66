/** The command. Help is told at once, everything else by a thread of its own. */
const args = process.argv.slice(2);

/** No more than a command without its file and a word for help: nothing that could be a value of an option. */
const asksForHelp =
  args.length === 0 || (args.length <= 2 && args.some((word) => /^(help|-h|--help|-V|--version)$/.test(word)));

// no await at the top: the command is bundled as scripts, whose compiled code can be kept
if (asksForHelp) {
  import("./answer.ts").then(async ({ answer }) => {
    process.exitCode = await answer(args);
  });
} else import("./supervise.ts").then(({ supervise }) => supervise(args));
