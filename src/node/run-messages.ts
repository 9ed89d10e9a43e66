/** Between runner.ts and its workers. */
import type { Job, RunOutput } from "../papers/compute.ts";

export interface RunOrder {
  readonly job: Job;
}

export type RunReport =
  | { readonly kind: "output"; readonly output: RunOutput }
  | { readonly kind: "failed"; readonly message: string };
