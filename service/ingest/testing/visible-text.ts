import rehypeRaw from "rehype-raw";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";

/**
 * Two independent ways to read the text: what a browser shows of a page, by removing tags from its source, and what a
 * Markdown renderer shows of a body. Apart from white space they must be equal.
 */
export function visibleText(html: string): string {
  let body = html.replace(/^[\s\S]*?<body\b[^>]*>/i, "").replace(/<\/body>[\s\S]*$/i, "");
  body = body.replace(/<!--[\s\S]*?-->/g, "").replace(/<ix:header\b[\s\S]*?<\/ix:header>/g, "");
  body = body.replace(/<(div|span|p)\b[^>]*style="[^"]*display:\s*none[^"]*"[^>]*>(?:(?!<\1\b)[\s\S])*?<\/\1>/g, "");
  return squeeze(decodeEntities(body.replace(/<[^>]*>/g, "")));
}

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeRaw)
  .freeze();

export function renderedText(markdown: string): string {
  return squeeze(textOf(processor.runSync(processor.parse(markdown))));
}

function textOf(node: unknown): string {
  if (typeof node !== "object" || node === null) return "";
  if ("type" in node && node.type === "text" && "value" in node) return String(node.value);
  return "children" in node && Array.isArray(node.children) ? node.children.map(textOf).join("") : "";
}

export function squeeze(text: string): string {
  return text.replace(/[\s\u00a0\u3000\ufeff]+/g, "");
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    return { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" }[name ?? ""] ?? whole;
  });
}
