import type { Element, ElementContent, Root } from "hast";
import type { PageStart } from "../toc/pages.ts";
import { element, isElement } from "./hast.ts";

/**
 * Marks blocks and table rows with the page on which they begin (`data-page`), so that the reading position gives the
 * page. The marks pass HTML parsing and sanitising as spans with an id that no document can guess; every other id on a
 * span is dropped.
 */

export const markIds = /^page-[0-9a-f-]{36}-\d{1,7}$/;

export class PageMarks {
  readonly #name = `page-${crypto.randomUUID()}-`;
  readonly #starts: readonly PageStart[];
  #next = 0;

  constructor(starts: readonly PageStart[]) {
    this.#starts = starts;
  }

  /** Inserts marks between blocks by their position, which counts from `from` in the text. */
  markBlocks(blocks: Root["children"], from: number): Root["children"] {
    if (this.#starts.length === 0) return blocks;
    return blocks.flatMap((block) => {
      const offset = block.position?.start.offset;
      const mark = offset === undefined ? undefined : this.#markAt(from + offset);
      return mark === undefined ? [block] : [mark, block];
    });
  }

  /** A table and its rows, by where their lines begin in the text. */
  markTable(table: Element, lineStarts: readonly number[]): Root["children"] {
    if (this.#starts.length === 0) return [table];
    const before = this.#markAt(lineStarts[0] ?? 0);
    const rows = table.children.flatMap((part) => (isElement(part, "tbody") ? part.children : []));
    rows.forEach((row, at) => {
      // The header and the line below it come first.
      const mark = this.#markAt(lineStarts[at + 2] ?? 0);
      const cell = isElement(row) ? row.children[0] : undefined;
      if (mark !== undefined && isElement(cell)) cell.children.unshift(mark);
    });
    return before === undefined ? [table] : [before, table];
  }

  /** The last page that begins at or before the position, and after the last one returned. */
  #markAt(place: number): Element | undefined {
    let page: number | undefined;
    for (let start = this.#starts[this.#next]; start !== undefined && start.at <= place; ) {
      page = start.page;
      start = this.#starts[++this.#next];
    }
    return page === undefined ? undefined : element("span", { id: `${this.#name}${page}` });
  }

  /** Turns the marks into attributes of the elements after or around them; ids of other spans are dropped. */
  settle(parent: Root | Element): void {
    this.#settle(parent, undefined);
  }

  #settle(parent: Root | Element, row: Element | undefined): void {
    let page: string | undefined;
    const out: ElementContent[] = [];
    for (const child of parent.children) {
      if (child.type === "doctype") continue;
      if (isElement(child)) {
        const id = child.tagName === "span" ? child.properties["id"] : undefined;
        if (child.tagName === "span") delete child.properties["id"];
        if (typeof id === "string" && id.startsWith(this.#name)) {
          page = id.slice(this.#name.length);
          if (row !== undefined) row.properties["dataPage"] = page;
          continue;
        }
        if (page !== undefined && row === undefined) child.properties["dataPage"] = page;
        if (row === undefined) page = undefined;
        this.#settle(child, isElement(child, "tr") ? child : isElement(child, "td", "th") ? row : undefined);
      }
      out.push(child);
    }
    parent.children = out;
  }
}
