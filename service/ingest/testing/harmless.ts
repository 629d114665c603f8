import rehypeRaw from "rehype-raw";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";

const elements = new Set([
  "p",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "ul",
  "ol",
  "li",
  "strong",
  "br",
  "img",
  "a",
  "table",
  "thead",
  "tbody",
  "tr",
  "th",
  "td",
]);
const properties: Readonly<Record<string, RegExp>> = {
  colSpan: /^\d{1,5}$/,
  rowSpan: /^\d{1,5}$/,
  align: /^right$/,
  alt: /^$/,
  src: /^images\/[A-Za-z0-9_.-]+$/,
  href: /^(?:https?:\/\/|mailto:)/,
};

/** Finds harmful markup in a delivered body. It is rendered with raw HTML allowed, so that sanitising hides nothing. */
export function findHarm(markdown: string): string[] {
  const processor = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkRehype, { allowDangerousHtml: true })
    .use(rehypeRaw);
  const found: string[] = [];
  walk(processor.runSync(processor.parse(markdown)), found);
  return found;
}

function walk(node: unknown, found: string[]): void {
  if (typeof node !== "object" || node === null || !("type" in node)) return;
  if (node.type === "comment" || node.type === "doctype") found.push(String(node.type));
  if (node.type === "element" && "tagName" in node) {
    if (!elements.has(String(node.tagName))) found.push(`<${node.tagName}>`);
    const given =
      "properties" in node && typeof node.properties === "object" ? Object.entries(node.properties ?? {}) : [];
    for (const [name, value] of given) {
      if (properties[name]?.test(String(value)) !== true) found.push(`${name}=${String(value).slice(0, 60)}`);
    }
  }
  if ("children" in node && Array.isArray(node.children)) for (const child of node.children) walk(child, found);
}
