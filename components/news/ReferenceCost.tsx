"use client";

import { OwnedSeal, Price, useOwnedDocument } from "@/components/cost";
import { type PriceRange, pagePrice, untoldContentPrice } from "@/lib/contract/prices";

interface Props {
  readonly documentId: string;
  /** The section and those around it: owning any of them is owning it. */
  readonly sections: readonly string[];
  readonly page: number | null;
  /** Of the section; null where its size is unknown. */
  readonly price: PriceRange | null;
  /** Said instead of a price. */
  readonly words: string | null;
}

/** What opening the reference costs this reader: nothing where it is owned. */
export function ReferenceCost({ documentId, sections, page, price, words }: Props) {
  const owned = useOwnedDocument(documentId).data;
  const mine =
    owned !== undefined &&
    (page === null
      ? sections.length > 0 && (owned.whole || sections.some((id) => owned.sections.includes(id)))
      : owned.pages.includes(page));
  if (mine) return <OwnedSeal />;
  if (words !== null) return <span className="muted">{words}</span>;
  return page === null ? <Price {...(price ?? untoldContentPrice)} /> : <Price {...pagePrice} />;
}
