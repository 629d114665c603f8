import type { Route } from "next";
import type { PriceRange } from "../contract/prices.ts";
import type { DocumentTocResponse } from "../contract/resources.ts";
import { type Figures, sectionOfLines } from "../evidence/figures/index.ts";
import { routes } from "../routes.ts";
import type { OwnedDocument } from "../spending/wire.ts";
import { quoteFragment } from "../text/format/quote-anchor.ts";
import { mapRows } from "../text/toc/prices.ts";

/** In the document's text, with the price of reading it there. */
export interface FigurePlace {
  readonly href: Route;
  /** Null for a document without a table of contents: the link leads to its cover. */
  readonly section: string | null;
  /** Null where the section is owned. */
  readonly price: PriceRange | null;
}

type PlacedFact = Figures["facts"][number];

/** The letters at each end by which the reader finds a passage; few, so that a link carries no text. */
const lettersMax = 12;

export function figurePlaces(
  documentId: string,
  figures: Figures,
  toc: DocumentTocResponse | null,
  owned: OwnedDocument | null,
): (fact: PlacedFact) => FigurePlace {
  const entries = toc?.toc ?? [];
  const sections = sectionOfLines(
    figures.landmarks,
    entries.map(({ title }) => title ?? ""),
  );
  const rows = mapRows(entries, toc?.content_tiers ?? [], owned ?? { whole: false, sections: [] });
  return (fact) => {
    // Text before the first heading is the document's first section.
    const at = Math.max(0, sections[fact.landmark] ?? 0);
    const row = fact.shown === null ? undefined : rows[at];
    if (row === undefined) return { href: routes.document(documentId), section: null, price: null };
    const tail = letters(fact.shown ?? "").slice(-lettersMax);
    const head = letters(fact.row ?? "").slice(0, lettersMax);
    const anchor = { sectionId: row.id, start: null, end: null, head: head === "" ? tail : head, tail };
    const href = `${routes.section(documentId, row.id)}${quoteFragment(anchor)}` as Route;
    return { href, section: row.title ?? row.id, price: row.owned ? null : row.price };
  };
}

function letters(text: string): string {
  return text.replace(/[\s\u3000|*#_`\\<>]/gu, "");
}
