"use client";

import { useDeferredCode } from "@/components/ui/use-deferred-code.ts";
import { type AnnualReport, tellsChanges } from "./tells-changes.ts";

const loadRowChanges = () => import("./RowChanges.tsx");

/** In a row of a list: what changed in an annual report, once the page is there. */
export function RowChangesLater({ document }: { readonly document: AnnualReport & { readonly document_id: string } }) {
  const isTold = tellsChanges(document);
  const row = useDeferredCode(loadRowChanges, isTold ? "seen" : false);
  return row === undefined || !isTold ? null : <row.RowChanges documentId={document.document_id} />;
}
