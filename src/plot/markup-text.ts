/** Control characters and halves of characters: XML cannot hold them even as references, so one in a name would spoil the whole file. */
const NOT_XML = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu;

const REFERENCES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text made safe for HTML and XML, in element content and in quoted attribute values alike. */
export function markupText(text: string): string {
  return text.replace(NOT_XML, "\ufffd").replace(/[&<>"']/g, (character) => REFERENCES[character]!);
}
