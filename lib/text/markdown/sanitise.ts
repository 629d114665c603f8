import type { Element, Root } from "hast";
import rehypeSanitize, { defaultSchema, type Options } from "rehype-sanitize";
import { outsideLink } from "../format/outside-link.ts";
import { element, isElement, mapChildren, text } from "./hast.ts";
import { markIds } from "./page-marks.ts";

/**
 * The text of a document is untrusted. Only what is listed here may pass. Of an unknown element the text is kept; of
 * code (script, style and similar) the text is dropped too. No SVG, MathML, forms, templates or raw-text elements pass,
 * so that the serialised HTML parses back to the same tree.
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
    "img",
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
    img: ["src", "alt"],
    li: [["id", /^fn-[\w-]{1,40}$/]],
    div: [["align", "right", "center"]],
    ol: ["start"],
    p: [["align", "right", "center"]],
    section: [["dataFootnotes"]],
    span: [
      ["id", markIds],
      ["title", "縦書き"],
    ],
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
  sanitiseNode(root);
  return root;
}

/**
 * Links lead outside by http(s) or to a footnote of the same text; spans have a limit. Only images that are figures of
 * the document are kept, to be replaced later; of others the alternative text is.
 */
function sanitiseNode(node: Root | Element): void {
  mapChildren(node, (child) => {
    if (!isElement(child)) return child;
    sanitiseNode(child);
    if (child.tagName === "a") return sanitiseLink(child);
    if (child.tagName === "img") return sanitiseImage(child);
    if (isElement(child, "td", "th")) limitSpans(child);
    return child;
  });
}

function sanitiseLink(link: Element): Element | Element["children"] {
  const href = link.properties["href"];
  const address = typeof href === "string" ? href.trim() : "";
  if (/^#fn(?:ref)?-[\w-]{1,40}$/.test(address)) return link;
  const target = outsideLink(address);
  if (target === undefined) return link.children;
  link.properties = { href: target, rel: ["noopener", "noreferrer", "nofollow"], target: "_blank" };
  return link;
}

function sanitiseImage(image: Element): Element | Element["children"] {
  const { src, alt } = image.properties;
  const name = typeof src === "string" ? figureName(src) : undefined;
  const words = typeof alt === "string" ? alt.trim() : "";
  if (name === undefined) return words === "" ? [] : [text(words)];
  return element("img", { dataFigure: name, alt: words });
}

/** The text of a document refers to its figures as `images/NAME`; a name is a single path segment. */
export function figureName(source: string): string | undefined {
  const segment = /^images\/([^/\\?#]{1,300})$/.exec(source)?.[1];
  const name = segment === undefined ? "" : decoded(segment);
  return name === "" || name === "." || name === ".." || /[/\\\p{Cc}]/u.test(name) ? undefined : name;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function limitSpans(cell: Element): void {
  for (const name of ["colSpan", "rowSpan"]) {
    const value = Number(cell.properties[name]);
    if (cell.properties[name] === undefined) continue;
    if (Number.isInteger(value) && value > 1) cell.properties[name] = Math.min(value, spanMax);
    else delete cell.properties[name];
  }
}
