import type { Names } from "./blocks.ts";

/** Of one page; a filing has a few thousand. */
const namesMax = 30_000;
const namesPerPlaceMax = 6;
const namePattern = /^[A-Za-z][\w.-]{0,60}:[A-Za-z]\w{2,250}$/;

/** Names of facts about the filing as a whole, which are not in its text. */
const aboutDocument = /DEI$|CoverPage$/;

/**
 * Collects the names of the inline XBRL elements around a page's contents. A name that opens outside a table belongs to
 * the next block, one inside a cell to that cell.
 */
export class ElementNames {
  #count = 0;
  #pending: string[] = [];

  /** The name of an element that tags something, or undefined. */
  read(element: string, attributes: Readonly<Record<string, string>>): string | undefined {
    if (element !== "ix:nonnumeric" && element !== "ix:nonfraction") return undefined;
    const name = attributes["name"] ?? "";
    if (this.#count >= namesMax || !namePattern.test(name) || aboutDocument.test(name)) return undefined;
    this.#count++;
    return name;
  }

  /** The next block begins what the name tags. */
  expect(name: string): void {
    addName(this.#pending, name);
  }

  /** For the block that is made now. */
  take(): { readonly names?: Names } {
    if (this.#pending.length === 0) return {};
    const names = this.#pending;
    this.#pending = [];
    return { names };
  }
}

export function addName(names: string[], name: string): void {
  if (names.length < namesPerPlaceMax && !names.includes(name)) names.push(name);
}
