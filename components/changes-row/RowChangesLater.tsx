"use client";

import { useDeferredCode } from "@/components/ui/use-deferred-code.ts";

const loadRowChanges = () => import("./RowChanges.tsx");

/** In a row of a list: what changed in an annual report, once the page is there. */
export function RowChangesLater({ document }: { readonly document: AnnualReport }) {
  const isTold = document.document_type === "annual_securities_report" && document.content_status === "ready";
  const row = useDeferredCode(loadRowChanges, isTold ? undefined : false);
  return row === undefined || !isTold ? null : <row.RowChanges documentId={document.document_id} />;
}

interface AnnualReport {
  readonly document_id: string;
  readonly document_type: string | null;
  readonly content_status: string;
}
