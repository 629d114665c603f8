"use client";

import { useLayoutEffect, useMemo, useRef } from "react";
import { useOwnedDocuments } from "@/components/cost";
import { PlainHtml } from "@/components/ui/PlainHtml";
import { sealHtml } from "@/components/ui/price-html";
import { useWords } from "@/lib/i18n/provider";
import type { PageText } from "@/lib/page-text/page-text";

/** Rows of documents as the server wrote them, with the mark of what is owned. */
export function LatestRows({ text, documentIds }: { readonly text: PageText; readonly documentIds: string }) {
  const words = useWords("cost");
  const box = useRef<HTMLDivElement>(null);
  const { data } = useOwnedDocuments(useMemo(() => documentIds.split(" "), [documentIds]));
  useLayoutEffect(() => {
    const owned = new Set(data?.filter((each) => each.whole).map((each) => each.document_id));
    for (const row of box.current?.querySelectorAll<HTMLElement>("[data-document]") ?? []) {
      const cost = row.querySelector("[data-cost]");
      if (cost !== null && owned.has(row.dataset["document"] ?? ""))
        cost.innerHTML = sealHtml(words("owned"), true).text;
    }
  }, [data, text, words]);
  return (
    <div ref={box}>
      <PlainHtml text={text} />
    </div>
  );
}
