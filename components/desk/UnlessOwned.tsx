"use client";

import type { ReactNode } from "react";
import { OwnedSeal, useOwnedDocuments } from "@/components/cost";

interface Props {
  readonly documentId: string;
  /** The documents of the whole list, which are asked for at once. */
  readonly among: readonly string[];
  /** The price of reading it. */
  readonly children: ReactNode;
}

/** The mark of a document that is owned whole, else its price. */
export function UnlessOwned({ documentId, among, children }: Props) {
  const { data } = useOwnedDocuments(among);
  const isOwned = data?.some((each) => each.whole && each.document_id === documentId) ?? false;
  return isOwned ? <OwnedSeal compact /> : children;
}
