/** All papers, in the order in which they are shown. */
import type { Paper } from "./experiment.ts";
import { field } from "./field/paper.ts";
import { gh95 } from "./gh95/paper.ts";
import { gk95 } from "./gk95/paper.ts";
import { gskn06 } from "./gskn06/paper.ts";
import { shiau06 } from "./gskn06/shiau.ts";
import { vl05 } from "./vl05/paper.ts";

export const papers: readonly Paper[] = [gk95, shiau06, gskn06, vl05, gh95, field];
