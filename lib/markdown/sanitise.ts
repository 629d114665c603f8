import type { Element, Root } from "hast";
import rehypeSanitize, { defaultSchema, type Options } from "rehype-sanitize";
import { outsideLink } from "../format/outside-link.ts";
import { element, isElement, mapChildren, text } from "./hast.ts";
import { markIds } from "./page-marks.ts";

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
    ol: ["start"],
    section: [["dataFootnotes"]],
    span: [["id", markIds]],
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

/**
 * Links lead outside by http(s) or to a footnote of the same text; spans stay within reason. Of images only those
 * named as figures of the document are left, to be replaced by markup of ours; of others their words.
 */
function tame(node: Root | Element): void {
  mapChildren(node, (child) => {
    if (!isElement(child)) return child;
    tame(child);
    if (child.tagName === "a") return tameLink(child);
    if (child.tagName === "img") return tameImage(child);
    if (isElement(child, "td", "th")) tameSpans(child);
    return child;
  });
}

function tameLink(link: Element): Element | Element["children"] {
  const href = link.properties["href"];
  const address = typeof href === "string" ? href.trim() : "";
  if (/^#fn(?:ref)?-[\w-]{1,40}$/.test(address)) return link;
  const target = outsideLink(address);
  if (target === undefined) return link.children;
  link.properties = { href: target, rel: ["noopener", "noreferrer", "nofollow"], target: "_blank" };
  return link;
}

function tameImage(image: Element): Element | Element["children"] {
  const { src, alt } = image.properties;
  const name = typeof src === "string" ? figureName(src) : undefined;
  const words = typeof alt === "string" ? alt.trim() : "";
  if (name === undefined) return words === "" ? [] : [text(words)];
  return element("img", { dataFigure: name, alt: words });
}

/** `images/NAME` is how the text of a document names its figures; a name is one plain segment of a path. */
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

function tameSpans(cell: Element): void {
  for (const name of ["colSpan", "rowSpan"]) {
    const value = Number(cell.properties[name]);
    if (cell.properties[name] === undefined) continue;
    if (Number.isInteger(value) && value > 1) cell.properties[name] = Math.min(value, spanMax);
    else delete cell.properties[name];
  }
}
