import type { Element, Root } from "hast";
import rehypeSanitize, { defaultSchema, type Options } from "rehype-sanitize";
import { isElement, mapChildren } from "./hast.ts";

/**
 * The text of a document is hostile input. What may pass is listed here; everything else is dropped, its words kept
 * where it is only an unknown element, its words too where it is code (script, style and their like). Nothing of
 * SVG, MathML, forms, templates or raw-text elements passes, so what is serialised parses back to the same tree.
 */
const schema: Options = {
  strip: [
    "script",
    "style",
    "template",
    "noscript",
    "noembed",
    "noframes",
    "iframe",
    "object",
    "embed",
    "title",
    "textarea",
    "select",
    "xmp",
    "plaintext",
    "svg",
    "math",
    "audio",
    "video",
    "canvas",
  ],
  tagNames: [
    "a",
    "b",
    "blockquote",
    "br",
    "caption",
    "code",
    "col",
    "colgroup",
    "dd",
    "del",
    "div",
    "dl",
    "dt",
    "em",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "ins",
    "li",
    "ol",
    "p",
    "pre",
    "rp",
    "rt",
    "ruby",
    "s",
    "section",
    "span",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "u",
    "ul",
  ],
  attributes: {
    a: ["href", ["dataFootnoteRef"], ["dataFootnoteBackref"]],
    col: ["span"],
    colgroup: ["span"],
    li: [["id", /^fn-[\w-]{1,40}$/]],
    ol: ["start"],
    section: [["dataFootnotes"]],
    td: ["colSpan", "rowSpan", ["align", "left", "right", "center"]],
    th: ["colSpan", "rowSpan", ["align", "left", "right", "center"], ["scope", "row", "col", "rowgroup", "colgroup"]],
  },
  protocols: { href: ["http", "https"] },
  ancestors: { ...defaultSchema.ancestors, col: ["table"], colgroup: ["table"], caption: ["table"] },
  clobber: [],
  clobberPrefix: "",
  required: {},
  allowComments: false,
  allowDoctypes: false,
};

const spanMax = 1000;

const applySchema = rehypeSanitize(schema);

export function sanitise(tree: Root): Root {
  const root = applySchema(tree);
  tame(root);
  return root;
}

/** Links lead outside by http(s) or to a footnote of the same text; spans stay within reason. */
function tame(node: Root | Element): void {
  mapChildren(node, (child) => {
    if (!isElement(child)) return child;
    tame(child);
    if (child.tagName === "a") return tameLink(child);
    if (isElement(child, "td", "th")) tameSpans(child);
    return child;
  });
}

function tameLink(link: Element): Element | Element["children"] {
  const href = link.properties["href"];
  const address = typeof href === "string" ? href.trim() : "";
  if (/^#fn(?:ref)?-[\w-]{1,40}$/.test(address)) return link;
  const target = externalAddress(address);
  if (target === undefined) return link.children;
  link.properties = { href: target, rel: ["noopener", "noreferrer", "nofollow"], target: "_blank" };
  return link;
}

/** An absolute http(s) address without credentials, as the browser itself will read it. */
export function externalAddress(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  return url.username === "" && url.password === "" ? url.href : undefined;
}

function tameSpans(cell: Element): void {
  for (const name of ["colSpan", "rowSpan"]) {
    const value = Number(cell.properties[name]);
    if (cell.properties[name] === undefined) continue;
    if (Number.isInteger(value) && value > 1) cell.properties[name] = Math.min(value, spanMax);
    else delete cell.properties[name];
  }
}
