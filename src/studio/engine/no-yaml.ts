/**
 * What workers have in the place of the package yaml (scripts/build-studio.mjs puts it there): the page reads the texts and sends data, so that
 * the engine is smaller. Only options that name a scheme or a solver are texts, in JSON.
 */
export const parse = JSON.parse;

function none(): never {
  throw new Error("texts are read by the page, not by its workers");
}

export {
  none as Document,
  none as isAlias,
  none as isCollection,
  none as isMap,
  none as isNode,
  none as isScalar,
  none as isSeq,
  none as LineCounter,
  none as parseDocument,
  none as visit,
};
