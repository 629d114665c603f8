"use client";

import { BasketButton, OwnedSeal, Price, useOwnedDocument } from "@/components/cost";
import { type PriceRange, pagePrice, unknownContentPrice } from "@/lib/contract/prices";

interface Props {
  readonly documentId: string;
  /** The section and those that contain it: owning one of them means owning the section. */
  readonly sections: readonly string[];
  readonly page: number | null;
  /** The section's price; null where its size is unknown. */
  readonly price: PriceRange | null;
  /** Shown instead of a price. */
  readonly words: string | null;
}

/** Nothing where it is owned. */
export function ReferenceCost({ documentId, sections, page, price, words }: Props) {
  const owned = useOwnedDocument(documentId).data;
  const mine =
    owned !== undefined &&
    (page === null
      ? sections.length > 0 && (owned.whole || sections.some((id) => owned.sections.includes(id)))
      : owned.pages.includes(page));
  if (mine) return <OwnedSeal />;
  if (words !== null) return <span className="text-muted">{words}</span>;
  const [section] = sections;
  return (
    <span className="flex items-center gap-3">
      <Price {...(page === null ? (price ?? unknownContentPrice) : pagePrice)} />
      {page !== null ? (
        <BasketButton action={{ kind: "pages", document_id: documentId, pages: [page] }} />
      ) : section === undefined ? null : (
        <BasketButton action={{ kind: "sections", document_id: documentId, sections: [section] }} />
      )}
    </span>
  );
}
