"use client";

import { Link } from "@/components/ui/Link.tsx";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import { quoteFragment } from "@/lib/text/format/quote-anchor";
import type { MapRow } from "@/lib/text/toc/prices";
import type { QuoteState } from "./use-quote";

/** Of a passage that can't be highlighted, its section or its document is shown instead. */
export function QuoteNotice(props: {
  quote: QuoteState;
  documentId: string;
  rows: readonly MapRow[];
  readable: boolean;
}) {
  const t = useWords("reader");
  const { quote } = props;
  if (quote.name === "moved") {
    return (
      <p className="notice text-12/ui" role="status">
        {t("quoteMoved")}
      </p>
    );
  }
  if (quote.name !== "elsewhere" || !props.readable) return null;
  const row = props.rows.find((each) => each.id === quote.anchor.sectionId);
  return (
    <p className="notice text-12/ui" role="status">
      {row === undefined ? (
        t("quoteGone")
      ) : (
        <>
          {t("quoteElsewhere")}{" "}
          <a href={`${routes.section(props.documentId, row.id)}${quoteFragment(quote.anchor)}`}>
            {row.title ?? row.id}
          </a>
        </>
      )}{" "}
      <Link href={routes.document(props.documentId)}>{t("document")}</Link>
    </p>
  );
}
