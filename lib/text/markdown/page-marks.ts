import type { Element, ElementContent, Root } from "hast";
import type { PageStart } from "../toc/pages.ts";
import { element, isElement } from "./hast.ts";

/**
 * Marks blocks and table rows with the page on which they begin (`data-page`), so that the reading position and a
 * selection give the page. A page that begins in the middle of a paragraph is an empty span at that place. The marks
 * pass HTML parsing and sanitising as spans with an id that no document can guess; every other id on a span is dropped.
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
      if (isElement(block)) this.#markWords(block, from);
      return mark === undefined ? [block] : [mark, block];
    });
  }

  /** Inserts marks where pages begin between the words of a block. */
  #markWords(parent: Element, from: number): void {
    parent.children = parent.children.flatMap((child): ElementContent[] => {
      if (isElement(child)) {
        this.#markWords(child, from);
        return [child];
      }
      const { position } = child;
      if (child.type !== "text" || position?.start.offset === undefined || position.end.offset === undefined) {
        return [child];
      }
      const out: ElementContent[] = [];
      const first = from + position.start.offset;
      let done = 0;
      for (let start = this.#starts[this.#next]; start !== undefined; start = this.#starts[this.#next]) {
        if (start.at >= from + position.end.offset) break;
        // Escapes make the text shorter than its source, so the place is at most its end.
        const at = Math.min(child.value.length, Math.max(done, start.at - first));
        if (at > done) out.push({ type: "text", value: child.value.slice(done, at) });
        out.push(...[this.#markAt(start.at)].filter((mark) => mark !== undefined));
        done = at;
      }
      if (out.length === 0) return [child];
      return done < child.value.length ? [...out, { type: "text", value: child.value.slice(done) }] : out;
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
          else if (parent.type !== "root") out.push(element("span", { dataPage: page }));
          continue;
        }
        if (parent.type === "root") {
          if (page !== undefined) child.properties["dataPage"] = page;
          page = undefined;
        }
        this.#settle(child, isElement(child, "tr") ? child : isElement(child, "td", "th") ? row : undefined);
      }
      out.push(child);
    }
    parent.children = out;
  }
}
