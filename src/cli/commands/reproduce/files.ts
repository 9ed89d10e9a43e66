/** What `stickslip reproduce` writes: the report, the problem files beside it, result.json. */
import { join } from "node:path";
import { createDocument } from "../../../node/document.ts";
import type { OutputFolder } from "../../../node/output-folder.ts";
import { drawn } from "../../../papers/drawn.ts";
import { madeFiles } from "../../../papers/files.ts";
import { outputsOf } from "../../../papers/judge.ts";
import { papers } from "../../../papers/papers.ts";
import type { ReproduceResult } from "../../../papers/reproduce.ts";

export const REPRODUCE_FILES = { report: "report.html", result: "result.json", problems: "problems" } as const;

/** px: what the page has room for. */
const WIDTH = 900;

/** Returns what to say of them. */
export async function writeReproduction(result: ReproduceResult, json: string, folder: OutputFolder): Promise<string> {
  const { toSvg } = await import("../../../plot/svg.ts");
  const { experimentFigure } = await import("../../../plot/figures/experiment.ts");
  const { papersReport } = await import("../../../plot/reports/papers.ts");
  const files = madeFiles(result);
  for (const [key, { file }] of files) {
    const output = result.outputs.get(key);
    if (output) folder.write(file, output.problem);
  }
  const document = createDocument();
  const shown = result.made.map(({ experiment }) => {
    const outputs = outputsOf(experiment, result.outputs);
    const figures = (experiment.figures ?? []).map(({ name, caption, drawing }) => ({
      ...{ name, caption },
      svg: toSvg(experimentFigure(drawn(drawing, outputs), { document, width: WIDTH })),
    }));
    const ofIt = ({ id }: { readonly id: string }) => id === experiment.id;
    return { experiment, figures, rows: result.experiments.filter(ofIt), beside: result.beside.filter(ofIt) };
  });
  const page = papersReport({
    message: result.message,
    ok: result.status === "done",
    papers: papers.flatMap((paper) => {
      const experiments = shown.filter(({ experiment }) => experiment.id.startsWith(`${paper.id}/`));
      return experiments.length === 0 ? [] : [{ paper, experiments }];
    }),
    made: (key) => files.get(key)!,
  });
  folder.write(REPRODUCE_FILES.report, page);
  folder.finish(json);
  return `${join(folder.path, REPRODUCE_FILES.report)} (look at it in a browser), ${REPRODUCE_FILES.result} and ${REPRODUCE_FILES.problems} beside it`;
}
