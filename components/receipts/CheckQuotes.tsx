"use client";

import { useId, useState } from "react";
import type { CheckedQuote } from "@/lib/receipts/check-quote";
import { quoteFragmentOf } from "@/lib/format/quote-anchor";
import { useWords } from "@/lib/i18n/provider";
import { OwnApiError } from "@/lib/queries/own-api";
import { checkQuotes } from "@/lib/queries/receipts";
import { routes } from "@/lib/routes";
import { type MemoQuote, readMemo } from "./read-memo";

/** As many as one request takes. */
const quotesMax = 20;

interface Row {
  readonly memo: MemoQuote;
  /** Absent where no document was named. */
  readonly checked: CheckedQuote | undefined;
}

/** Looks for the quotes of a memo in owned text, all at once. */
export function CheckQuotes() {
  const t = useWords("receipts");
  const memoId = useId();
  const documentField = useId();
  const [memo, setMemo] = useState("");
  const [documentId, setDocumentId] = useState("");
  const [rows, setRows] = useState<readonly Row[]>();
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
        {rows === undefined ? null : <Verdicts rows={rows} />}
      </div>
    </section>
  );
}

/** One request for all that name a document. */
async function rowsOf(memos: readonly MemoQuote[]): Promise<readonly Row[]> {
  const named = memos.flatMap(({ quote, documentId }) =>
    documentId === null ? [] : [{ document_id: documentId, quote }],
  );
  const { checked } = named.length === 0 ? { checked: [] } : await checkQuotes(named);
  let next = 0;
  return memos.map((memo) => ({ memo, checked: memo.documentId === null ? undefined : checked[next++] }));
}

function Verdicts({ rows }: { readonly rows: readonly Row[] }) {
  const t = useWords("receipts");
  const found = rows.filter(({ checked }) => checked?.verdict === "found" || checked?.verdict === "ambiguous").length;
  return (
    <>
      <p className="mb-2 font-medium">{t("summary", { found, n: rows.length })}</p>
      <ol className="border-t border-line">
        {rows.map(({ memo, checked }, index) => (
          <li
            key={index}
            className="grid grid-cols-[minmax(0,1fr)_minmax(160px,240px)] gap-x-4 border-b border-line py-2 max-md:grid-cols-1"
          >
            <span className="line-clamp-2 font-reading" lang="ja">
              {memo.quote}
            </span>
            <Verdict memo={memo} checked={checked} />
          </li>
        ))}
      </ol>
    </>
  );
}

function Verdict({ memo, checked }: Row) {
  const t = useWords("receipts");
  const verdict = checked?.verdict ?? "no_document";
  const isFound = verdict === "found" || verdict === "ambiguous";
  const place = checked?.places[0];
  const notes = [
    checked?.ellipsis === true ? t("noteEllipsis") : null,
    checked?.cuts_number === true ? t("noteNumber") : null,
    verdict === "not_found" && checked?.partly_owned === true ? t("notePartly") : null,
    isFound && checked?.replaced_by != null ? t("noteReplaced") : null,
  ].filter((note) => note !== null);
  return (
    <span className="grid content-start gap-0.5">
      <span className={`outcome ${isFound ? "stored" : verdict === "not_found" ? "failed" : "unknown"}`}>
        {t(`verdict_${verdict}`, { n: checked?.times ?? 0 })}
      </span>
      {place?.section_id == null || memo.documentId === null ? null : (
        <a
          className="line-clamp-1 text-12"
          href={`${routes.section(memo.documentId, place.section_id)}${quoteFragmentOf(place.section_id, memo.quote)}`}
          lang="ja"
        >
          {place.title ?? place.section_id}
          {place.page === null ? null : ` · ${t("pageAt", { n: place.page })}`}
        </a>
      )}
      {notes.map((note) => (
        <span key={note} className="text-12/5 text-muted">
          {note}
        </span>
      ))}
    </span>
  );
}
