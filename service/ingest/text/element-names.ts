import type { Names } from "./blocks.ts";

/** Of one page; a filing has a few thousand. */
const namesMax = 30_000;
const namesPerPlaceMax = 6;
const namePattern = /^[A-Za-z][\w.-]{0,60}:[A-Za-z]\w{2,250}$/;

/** Names that tell about the filing as a whole stand nowhere in its text. */
const aboutDocument = /DEI$|CoverPage$/;

/**
 * The names under which inline XBRL tags what a page shows. A name that opens outside a table belongs to the block
 * that comes next, one inside a cell to that cell.
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

  /** What was expected, for the block that is made now. */
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
