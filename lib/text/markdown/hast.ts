import type { Element, ElementContent, Nodes, Root, Text } from "hast";

/** Small helpers for HTML trees. */

export function element(
  tagName: string,
  properties: Element["properties"] = {},
  children: ElementContent[] = [],
): Element {
  return { type: "element", tagName, properties, children };
}

export function text(value: string): Text {
  return { type: "text", value };
}

export function isElement(node: Nodes | undefined): node is Element;
export function isElement<T extends string>(
  node: Nodes | undefined,
  ...tagNames: readonly T[]
): node is Element & { tagName: T };
export function isElement(node: Nodes | undefined, ...tagNames: readonly string[]): boolean {
  return node?.type === "element" && (tagNames.length === 0 || tagNames.includes(node.tagName));
}

export function isWhitespace(node: Nodes): boolean {
  return node.type === "text" && node.value.trim() === "";
}

/** The text of a node, with a space where a line or block ends inside it. */
export function toText(node: Nodes): string {
  const parts: string[] = [];
  collect(node, parts);
  return parts.join("");
}

function collect(node: Nodes, parts: string[]): void {
  if (node.type === "text") parts.push(node.value);
  else if (isElement(node, "br")) parts.push(" ");
  else if ("children" in node) {
    for (const child of node.children) {
      collect(child, parts);
      if (isElement(child, "p", "li", "div")) parts.push(" ");
    }
  }
}

export function mapChildren(
  parent: Root | Element,
  change: (child: ElementContent) => ElementContent | ElementContent[],
): void {
  const out: ElementContent[] = [];
  for (const child of parent.children) {
    if (child.type === "doctype") continue;
    const made = change(child);
    if (Array.isArray(made)) out.push(...made);
    else out.push(made);
  }
  parent.children = out;
}
