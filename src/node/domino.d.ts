/** The package declares its types under the name it had before it was forked. */
declare module "@mixmark-io/domino" {
  export function createDocument(html?: string, force?: boolean): Document;
}
