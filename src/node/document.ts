import { createDocument as createDominoDocument } from "@mixmark-io/domino";

/** An empty document to draw figures in where there is no browser. */
export function createDocument(): Document {
  return createDominoDocument("");
}
