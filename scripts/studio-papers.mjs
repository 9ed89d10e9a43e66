/**
 * The papers for the studio: each experiment with what is run, what is printed and what was computed last (test/papers/values.json, as
 * docs/papers.md). Its figures are computed by the page itself.
 */
import { readFileSync } from "node:fs";
import { papers } from "../dist/index.js";
import { ruleText, verdictOf } from "../dist/papers/verdict.js";

/** s that a run takes where it does not say. */
const USUAL = 0.3;

export function papersData() {
  const kept = JSON.parse(readFileSync(new URL("../test/papers/values.json", import.meta.url), "utf8"));
  return papers.map(({ id, authors, title, where, errata, experiments }) => ({
    ...{ id, authors, title, where },
    errata: errata.map(({ where: place, printed, used }) => ({ where: place, printed, used })),
    experiments: experiments.map((experiment) => experimentData(experiment, kept)),
  }));
}

function experimentData({ id, title, note = "", runs, quantities, figures = [] }, kept) {
  return {
    ...{
      id,
      title,
      note,
      figures: figures.map(({ name, caption, drawing }) => ({ name, caption, show: drawing.show })),
    },
    seconds: Object.values(runs).reduce((sum, { seconds = USUAL }) => sum + seconds, 0),
    runs: Object.entries(runs).map(([name, { do: task, problem, set = {}, scheme, solver }]) => ({
      ...{ name, task, problem, set },
      ...(scheme === undefined ? {} : { scheme }),
      ...(solver === undefined ? {} : { solver }),
    })),
    rows: quantities.map((quantity) => {
      const { name, unit = "", printed, rule, reason = "" } = quantity;
      const ours = kept[`${id}: ${name}`];
      const verdict = verdictOf(quantity, ours);
      return {
        quantity: name,
        unit,
        printed,
        ours,
        rule: ruleText(rule),
        verdict,
        reason: verdict === "reproduced" ? "" : reason,
      };
    }),
  };
}
