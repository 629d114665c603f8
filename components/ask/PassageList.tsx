"use client";

import { Link } from "@/components/ui/Link.tsx";
import type { Passage } from "@/lib/features/ask/record";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import { quoteFragmentOf } from "@/lib/text/format/quote-anchor";
import { PassageWords } from "./PassageWords.tsx";
import { shownWords } from "./passage-rows.ts";

export type ShownPassage = Omit<Passage, "receipt_id" | "score" | "text"> & {
  readonly receipt_id?: string | null;
  /** Null where its reader doesn't own it. */
  readonly text: string | null;
  readonly characters?: number;
};

interface Props {
  readonly passages: readonly ShownPassage[];
  /** Marked where they stand. */
  readonly words: readonly string[];
  readonly linked?: boolean;
}

/** The passages in order, each with the link to its exact place and its receipt. */
export function PassageList({ passages, words, linked = true }: Props) {
  const t = useWords("ask");
  return (
    <section className="mt-8" aria-labelledby="passages-head">
      <div className="sect-h">
        <h2 id="passages-head">{t("passages")}</h2>
      </div>
      <ol>
        {passages.map((passage, index) => (
          <li
            className="grid scroll-mt-[calc(var(--bar-h)+12px)] grid-cols-[28px_minmax(0,1fr)] border-b border-line py-4 last:border-b-0"
            id={`passage-${index + 1}`}
            key={index}
          >
            <span className="text-muted tabular-nums">{index + 1}</span>
            <div className="min-w-0">
              {passage.text === null ? (
                <p className="text-muted">{t("notOwned", { n: passage.characters ?? 0 })}</p>
              ) : (
                <PassageWords text={passage.text} words={words} />
              )}
              <Place passage={passage} linked={linked} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Place({ passage, linked }: { readonly passage: ShownPassage; readonly linked: boolean }) {
  const t = useWords("ask");
  const receipts = useWords("receipts");
  const { document_id: documentId, section_id: sectionId, page, text, receipt_id: receiptId } = passage;
  const name = [passage.issuer_name, passage.document_title].filter(Boolean).join(" ");
  const words = passage.heading ?? sectionId ?? documentId;
  const fragment = sectionId === null || text === null ? "" : quoteFragmentOf(sectionId, shownWords(text));
  const href = sectionId === null ? routes.document(documentId) : `${routes.section(documentId, sectionId)}${fragment}`;
  const successor = passage.superseded_by_document_id ?? passage.amended_by_document_id;
  return (
    <div className="mt-2 flex flex-wrap items-baseline gap-x-3 text-12/5 text-muted">
      <span lang="ja">{name === "" ? documentId : name}</span>
      {linked ? (
        <a href={href} lang="ja">
          {words}
        </a>
      ) : (
        <span lang="ja">{words}</span>
      )}
      {page === null ? null : <span>{receipts("pageAt", { n: page })}</span>}
      {receiptId === undefined ? null : receiptId === null ? (
        <span>{t("noReceipt")}</span>
      ) : (
        <Link href={routes.receipt(receiptId)}>{t("receipt")}</Link>
      )}
      {successor === null ? null : (
        <span className="pend">
          {t(passage.superseded_by_document_id === null ? "amendedBy" : "supersededBy")}{" "}
          {linked ? <Link href={routes.document(successor)}>{successor}</Link> : successor}
        </span>
      )}
    </div>
  );
}
