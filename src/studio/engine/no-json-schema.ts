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
  none as anyProcessor,
  none as arrayProcessor,
  none as bigintProcessor,
  none as booleanProcessor,
  none as catchProcessor,
  none as createStandardJSONSchemaMethod,
  none as createToJSONSchemaMethod,
  none as customProcessor,
  none as dateProcessor,
  none as defaultProcessor,
  none as enumProcessor,
  none as extractDefs,
  none as fileProcessor,
  none as finalize,
  none as functionProcessor,
  none as handleUnrepresentable,
  none as initializeContext,
  none as intersectionProcessor,
  none as lazyProcessor,
  none as literalProcessor,
  none as mapProcessor,
  none as nanProcessor,
  none as neverProcessor,
  none as nonoptionalProcessor,
  none as nullProcessor,
  none as nullableProcessor,
  none as numberProcessor,
  none as objectProcessor,
  none as optionalProcessor,
  none as pipeProcessor,
  none as prefaultProcessor,
  none as processSchema,
  none as promiseProcessor,
  none as readonlyProcessor,
  none as recordProcessor,
  none as setProcessor,
  none as stringProcessor,
  none as successProcessor,
  none as symbolProcessor,
  none as templateLiteralProcessor,
  none as toJSONSchema,
  none as transformProcessor,
  none as tupleProcessor,
  none as undefinedProcessor,
  none as unionProcessor,
  none as unknownProcessor,
  none as voidProcessor,
};
