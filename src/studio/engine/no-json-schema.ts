/**
 * What workers have in the place of the part of zod that writes JSON schemas (scripts/build-studio.mjs puts it there): they only check
 * problems, and the engine is smaller without.
 */
function none(): never {
  throw new Error("schemas are written by the build, not by workers");
}

export const allProcessors = {};
export const aggregateChecks = () => ({});

export {
  none as createStandardJSONSchemaMethod,
  none as createToJSONSchemaMethod,
  none as extractDefs,
  none as finalize,
  none as handleUnrepresentable,
  none as initializeContext,
  none as processSchema,
  none as toJSONSchema,
};
