/**
 * What workers have in the place of results/columns.ts and results/sensitivity.ts (scripts/build-studio.mjs puts it there): the page shows all
 * columns and asks for no derivatives of runs. Chunks of their own would make the engine larger.
 */
const never = (): never => {
  throw new Error("the studio asks for no columns and no derivatives");
};
export const askedColumns = never;
export const derivativesOf = never;
