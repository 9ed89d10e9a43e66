/** A worker thread of runner.ts: computes one run after the other. An entry of its own: nothing imports it. */
import { parentPort } from "node:worker_threads";
import { computeRun } from "../papers/compute.ts";
import type { RunOrder, RunReport } from "./run-messages.ts";

const port = parentPort!;

port.on("message", async ({ job }: RunOrder) => {
  let report: RunReport;
  try {
    report = { kind: "output", output: await computeRun(job) };
  } catch (error) {
    report = { kind: "failed", message: (error as Error).message };
  }
  port.postMessage(report);
});
