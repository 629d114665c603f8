"use client";

import { useId, useState } from "react";
import { useWords } from "@/lib/next/provider";
import { OwnApiError } from "@/lib/next/queries/own-api";
import { checkQuotes } from "@/lib/next/queries/receipts";
import { QuoteVerdicts } from "./QuoteVerdicts";
import type { QuoteRow } from "./quote-row";
import { type MemoQuote, readMemo } from "./read-memo";

/** As many as one request takes. */
const quotesMax = 20;

/** Looks for the quotes of a memo in owned text, all at once, and elsewhere only where the reader has the service asked. */
export function CheckQuotes() {
  const t = useWords("receipts");
  const memoId = useId();
  const documentField = useId();
  const [memo, setMemo] = useState("");
  const [documentId, setDocumentId] = useState("");
  const [rows, setRows] = useState<readonly QuoteRow[]>();
  const [note, setNote] = useState<string>();
  const [busy, setBusy] = useState(false);

  const check = async () => {
    const all = readMemo(memo).map(({ quote, documentId: own }) => ({
      quote,
      documentId: own ?? (documentId.trim() === "" ? null : documentId.trim()),
    }));
    setRows(undefined);
    setNote(all.length === 0 ? t("noQuotes") : all.length > quotesMax ? t("tooMany", { n: all.length }) : undefined);
    if (all.length === 0) return;
    setBusy(true);
    try {
      setRows(await rowsOf(all.slice(0, quotesMax)));
    } catch (error) {
      setNote(t("failedCheck", { detail: error instanceof OwnApiError ? error.problem.detail : "" }));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-labelledby="quotes-head">
      <div className="sect-h">
        <h2 id="quotes-head">{t("quotesHead")}</h2>
      </div>
      <p className="mb-3 text-12/ui text-muted">{t("quotesNote")}</p>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void check();
        }}
      >
        <label className="text-muted" htmlFor={memoId}>
          {t("memoLabel")}
        </label>
        <textarea
          className="input h-auto min-h-40 w-full resize-y py-2 font-reading text-14/6"
          id={memoId}
          value={memo}
          onChange={(event) => setMemo(event.target.value)}
        />
        <label className="grid gap-1" htmlFor={documentField}>
          <span className="text-muted">{t("documentLabel")}</span>
          <input
            className="input w-60 max-w-full"
            id={documentField}
            placeholder={t("documentHint")}
            value={documentId}
            onChange={(event) => setDocumentId(event.target.value)}
          />
        </label>
        <div>
          <button className="btn" type="submit" disabled={memo.trim() === "" || busy}>
            {t(busy ? "checking" : "check")}
          </button>
        </div>
      </form>
      <div className="mt-4" role="status">
        {note === undefined ? null : <p className="notice text-12/ui">{note}</p>}
      </div>
      {rows === undefined ? null : <QuoteVerdicts rows={rows} />}
    </section>
  );
}

/** One request for all that name a document. */
async function rowsOf(memos: readonly MemoQuote[]): Promise<readonly QuoteRow[]> {
  const named = memos.flatMap(({ quote, documentId }) =>
    documentId === null ? [] : [{ document_id: documentId, quote }],
  );
  const { checked } = named.length === 0 ? { checked: [] } : await checkQuotes(named);
  let next = 0;
  return memos.map((memo) => ({ memo, checked: memo.documentId === null ? undefined : checked[next++] }));
}
