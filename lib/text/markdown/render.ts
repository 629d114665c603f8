import type { Element, ElementContent, Nodes, Root } from "hast";
import { toHtml } from "hast-util-to-html";
import rehypeRaw from "rehype-raw";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import type { PageStart } from "../toc/pages.ts";
import { element, isElement, mapChildren, text, toText } from "./hast.ts";
import { type Illustration, setIllustrations } from "./illustrations.ts";
import { isTooDeep } from "./limits.ts";
import { PageMarks } from "./page-marks.ts";
import { type Segment, splitTables } from "./pipe-tables.ts";
import { sanitise } from "./sanitise.ts";
import { type Lead, setTable, type TableWords, takeLead } from "./tables.ts";
import { setTypography } from "./typography.ts";

/**
 * Renders filed Markdown as safe HTML, on the server. The order makes it safe: parse, raw HTML, sanitise, and only then
 * add our own markup (figures, ids, labels), so that nothing in a document can use our attributes.
 */

export interface RenderOptions {
  readonly language: string;
  /** A prefix that makes ids unique on a page that shows several texts. */
  readonly idPrefix: string;
  /** Added to heading levels, for example so that a section's own heading becomes the page's h1. */
  readonly headingShift: number;
  /** By the image's name in the text. */
  readonly illustrations: Readonly<Record<string, Illustration>>;
  /** In order. */
  readonly pages?: readonly PageStart[];
  readonly words: TableWords & {
    readonly lang: string;
    /** "Note {n}". */
    readonly note: string;
    readonly illustration: string;
    readonly vertical: string;
  };
}

/** Why a text was not read: it never will be, or only not now. */
export type Unread = "too_complex" | "busy";

export interface Rendered {
  readonly html: string;
  /** The text of the first heading, where the document begins with one. */
  readonly heading: string | null;
  /** Why the text is shown as plain text, where it is. */
  readonly plain: Unread | null;
}

const parser = unified().use(remarkParse).use(remarkGfm, { singleTilde: false });
const toHast = unified().use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: "" });
const rawHtml = unified().use(rehypeRaw);

export function renderMarkdown(source: string, options: RenderOptions): Rendered {
  if (!isTooDeep(source)) {
    try {
      return render(source, options);
    } catch (error) {
      // A text nested deeper than the call stack is no real document, and is shown as plain text.
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return renderPlain(source);
}

export function renderPlain(source: string): Rendered {
  return { html: plainHtml(source), heading: null, plain: "too_complex" };
}

function render(source: string, options: RenderOptions): Rendered {
  const marks = new PageMarks(options.pages ?? []);
  const tree: Root = { type: "root", children: splitTables(source).flatMap((each) => segmentTree(each, marks)) };
  const root = sanitise(hasRaw(tree) ? rawHtml.runSync(tree) : tree);
  marks.settle(root);
  const first = root.children.find((child) => isElement(child));
  const heading = isElement(first, "h1", "h2", "h3", "h4", "h5", "h6") ? toText(first).trim() : null;
  setFootnotes(root, options.idPrefix);
  setIllustrations(root, options);
  setBlocks(root, options, { tables: 0 });
  setTypography(root, {
    language: options.language,
    idPrefix: options.idPrefix,
    noteLabel: options.words.note,
    verticalLabel: options.words.vertical,
  });
  return { html: toHtml(root), heading, plain: null };
}

function segmentTree(segment: Segment, marks: PageMarks): Root["children"] {
  if ("table" in segment) return marks.markTable(segment.table, segment.lineStarts);
  const blocks = toHast.runSync(parser.parse(segment.markdown)).children;
  return marks.markBlocks(blocks.map(alignedLine), segment.start);
}

/** A plain line with an alignment, or a head of the lowest rank, is read here: parsing a whole text as HTML for it takes longer than all else. */
function alignedLine(block: Root["children"][number]): Root["children"][number] {
  const value = (block.type as string) === "raw" && "value" in block ? block.value : "";
  const [, align, words, head] = /^<p align="(right|center)">([^<>&]*)<\/p>$|^<h6>([^<>&]*)<\/h6>$/.exec(value) ?? [];
  if (words === undefined && head === undefined) return block;
  // Like the other titles that begin no section, which are bold lines.
  const line =
    head === undefined
      ? element("p", { align }, [text(words ?? "")])
      : element("p", {}, [element("strong", {}, [text(head)])]);
  return block.position === undefined ? line : { ...line, position: block.position };
}

function hasRaw(node: Nodes): boolean {
  // `raw` is remark-rehype's node for HTML in the text, which hast's types don't include.
  if ((node.type as string) === "raw") return true;
  return "children" in node && node.children.some(hasRaw);
}

/** Shifts heading levels, and wraps every table that is not inside another one in a figure. */
function setBlocks(parent: Root | Element, options: RenderOptions, count: { tables: number }): void {
  const out: ElementContent[] = [];
  for (const child of parent.children) {
    if (child.type === "doctype") continue;
    if (isElement(child, "table")) {
      const before = [...out];
      const lead = parent.type === "root" || parent.tagName === "div" ? takeLead(out) : noLead;
      const page = pageOf([...before.slice(out.length), child]);
      count.tables++;
      const figure = setTable(child, {
        ...lead,
        number: count.tables,
        words: options.words,
        wordsLang: options.words.lang,
      });
      if (page !== undefined) figure.properties["dataPage"] = page;
      out.push(figure);
      continue;
    }
    if (isElement(child)) {
      if (/^h[1-6]$/.test(child.tagName)) shiftHeading(child, options.headingShift);
      else setBlocks(child, options, count);
    }
    out.push(child);
  }
  parent.children = out;
}

/** The page that begins with what has become one figure. */
function pageOf(nodes: readonly ElementContent[]): string | undefined {
  const pages = nodes.flatMap((node) => (isElement(node) ? [node.properties["dataPage"]] : []));
  return pages.find((page) => typeof page === "string");
}

const noLead: Lead = { caption: undefined, unit: undefined, day: undefined };

function shiftHeading(heading: Element, shift: number): void {
  const level = Number(heading.tagName.slice(1)) + shift;
  heading.tagName = `h${Math.min(6, Math.max(1, level))}`;
}

/** Keeps the links of GFM footnotes within this text, and removes the heading that remark adds. */
function setFootnotes(parent: Root | Element, idPrefix: string): void {
  mapChildren(parent, (child) => {
    if (!isElement(child)) return child;
    setFootnotes(child, idPrefix);
    const { id, href } = child.properties;
    if (child.tagName === "li" && typeof id === "string") child.properties["id"] = `${idPrefix}-${id}`;
    if (child.tagName === "a" && typeof href === "string" && href.startsWith("#fn")) {
      return footnoteLink(child, href, idPrefix);
    }
    if (child.tagName === "section" && child.properties["dataFootnotes"] !== undefined) {
      return element(
        "section",
        { className: ["notes"] },
        child.children.filter((each) => !isElement(each, "h2")),
      );
    }
    return child;
  });
}

function footnoteLink(link: Element, href: string, idPrefix: string): Element {
  const name = href.slice(1);
  if (name.startsWith("fnref-")) return element("a", { href: `#${idPrefix}-${name}` }, [text("↩")]);
  return element("a", { href: `#${idPrefix}-${name}`, id: `${idPrefix}-fnref-${name.slice(3)}` }, link.children);
}

/** Plain text: each line is a paragraph, no markup is interpreted. */
function plainHtml(source: string): string {
  const lines = source.split(/\n+/u).filter((line) => line.trim() !== "");
  return toHtml({ type: "root", children: lines.map((line) => element("p", {}, [text(line)])) });
}
