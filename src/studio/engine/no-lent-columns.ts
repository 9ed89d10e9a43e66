/** What workers have in the place of simulate/record/lent-columns.ts (scripts/build-studio.mjs puts it there): all runs there are looked at. */
import { columns } from "../../simulate/record/columns.ts";
import type { LentColumns } from "../../simulate/record/lent-columns.ts";

export const lentColumns = (...run: Parameters<typeof columns>): LentColumns => {
  const record = columns(...run);
  let found: ReturnType<typeof record.trajectory> | undefined;
  return { record, finish: () => () => (found ??= record.trajectory()) };
};
