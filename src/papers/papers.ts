/** All papers, in the order in which they are shown. */
import type { Paper } from "./experiment.ts";
import { gk95 } from "./gk95/paper.ts";

export const papers: readonly Paper[] = [gk95];
