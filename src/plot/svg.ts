import { markupText } from "./markup-text.ts";

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
const ELEMENT_NODE = 1;
const TEXT_NODE = 3;

/** A new SVG element with attributes and, optionally, text. */
export function svgElement(
  document: Document,
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  text?: string,
): SVGElement {
  const element = document.createElementNS(SVG_NAMESPACE, name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/**
 * A figure as a standalone SVG file. Written here and not by the host's serializer: Node's document knows only HTML's rules, which leave "<" in
 * attributes, and files should have the same bytes everywhere.
 */
export function toSvg(figure: Element): string {
  return `${serialize(figure, ` xmlns="${SVG_NAMESPACE}"`)}\n`;
}

function serialize(element: Element, namespace: string): string {
  const attributes = Array.from(element.attributes)
    .filter(({ name }) => name !== "xmlns")
    .map(({ name, value }) => ` ${name}="${markupText(value)}"`);
  const open = `<${element.localName}${namespace}${attributes.join("")}`;
  const content = Array.from(element.childNodes).map((child) => {
    if (child.nodeType === ELEMENT_NODE) return serialize(child as Element, "");
    return child.nodeType === TEXT_NODE ? markupText(child.nodeValue ?? "") : "";
  });
  return content.length === 0 ? `${open}/>` : `${open}>${content.join("")}</${element.localName}>`;
}
