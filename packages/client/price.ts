import { type EndpointName, endpointOf } from "../../lib/contract/endpoints.ts";
import {
  type Cost,
  contentPrice,
  exactly,
  freePrice,
  type PriceRange,
  possibleCredits,
} from "../../lib/contract/prices.ts";
import type { DocumentTocResponse } from "../../lib/contract/resources.ts";
import { wholeCharacters } from "../../lib/text/toc/position.ts";
import { priceOfSections } from "../../lib/text/toc/prices.ts";
import { foldSections, sectionTree } from "../../lib/text/toc/section-tree.ts";

/** Before the call and without asking anybody. */
export function priceOf(name: EndpointName): PriceRange {
  return ofCost(endpointOf(name).cost);
}

function ofCost(cost: Cost): PriceRange {
  if (cost.kind === "free") return freePrice;
  if (cost.kind === "fixed") return exactly(cost.credits);
  return { min: Math.min(...cost.credits), max: Math.max(...cost.credits) };
}

/**
 * The price of a document's text, by its table of contents: exact where the service sends sizes and tiers. Sections in
 * one request are priced by their total length; one inside another counts once, and none at all means the whole.
 */
export function priceOfContent(sections: readonly string[], toc: DocumentTocResponse): PriceRange {
  const tree = sectionTree(toc.toc);
  if (sections.length === 0) {
    return contentPrice(toc.content_tiers, wholeCharacters(tree, null));
  }
  const nodes = foldSections(tree, sections);
  // A section that is not in the table has an unknown size; the service refuses it, or knows more than it told.
  const unknown = sections.some((id) => !tree.byId.has(id));
  return unknown ? rangeOf(toc) : priceOfSections(toc.content_tiers, nodes);
}

function rangeOf(toc: DocumentTocResponse): PriceRange {
  const credits = possibleCredits(toc.content_tiers);
  return { min: Math.min(...credits), max: Math.max(...credits) };
}
