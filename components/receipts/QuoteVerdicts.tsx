"use client";

import { useLocale, useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import { between } from "@/lib/text/format/between";
import { quoteFragmentOf } from "@/lib/text/format/quote-anchor";
import { LeftOutWords } from "./LeftOutWords";
import { type Asked, isFound, leavesOut, type QuoteRow } from "./quote-row";
import { ServiceVerdict } from "./ServiceVerdict";
import { type ServiceCheck, useServiceCheck } from "./use-service-check";

/** A line for each quote: what owned text says, and where the reader wants it, what the service says. */
export function QuoteVerdicts({ rows }: { readonly rows: readonly QuoteRow[] }) {
  const t = useWords("receipts");
  const check = useServiceCheck(rows);
  const found = rows.filter((row) => isFound(row, check.asked.get(row))).length;
  const shortened = rows.filter((row) => leavesOut(row, check.asked.get(row))).length;
  return (
    <>
      <p className="mb-2 font-medium" role="status">
        {t("summary", { found, n: rows.length })}
        {shortened === 0 ? null : <span className="block font-normal">{t("summaryLeftOut", { n: shortened })}</span>}
      </p>
      <ol className="border-t border-line">
        {rows.map((row, index) => (
          <li
            key={index}
            className="grid grid-cols-[minmax(0,1fr)_minmax(160px,240px)] gap-x-4 border-b border-line py-2 max-md:grid-cols-1"
          >
            <span className="line-clamp-2 self-start font-reading print:line-clamp-none" lang="ja">
              {row.memo.quote}
            </span>
            <span className="grid content-start gap-0.5">
              <OwnVerdict {...row} />
              <AskedVerdict asked={check.asked.get(row)} />
            </span>
          </li>
        ))}
      </ol>
      {check.open.length === 0 && !check.busy ? null : <AskTheService check={check} />}
    </>
  );
}

function AskedVerdict({ asked }: { readonly asked: Asked | undefined }) {
  return asked === undefined ? null : <ServiceVerdict asked={asked} />;
}

/** The words go to the service only by this button. */
function AskTheService({ check }: { readonly check: ServiceCheck }) {
  const t = useWords("receipts");
  const { open, asked, busy, start, stop } = check;
  const done = [...asked.values()].filter(({ kind }) => kind !== "asking" && kind !== "failed").length;
  return (
    <div className="mt-3 print:hidden">
      <p className="font-medium">{t("askHead", { n: open.length })}</p>
      <p className="my-1 text-12/ui text-muted">{t("askNote")}</p>
      {busy ? (
        <button className="btn" type="button" onClick={stop}>
          {t("askStop")} <span className="text-muted">{t("asking", { done, n: done + open.length })}</span>
        </button>
      ) : (
        <button className="btn" type="button" onClick={start}>
          {t("ask")}
        </button>
      )}
    </div>
  );
}

function OwnVerdict({ memo, checked }: QuoteRow) {
  const t = useWords("receipts");
  const locale = useLocale();
  const verdict = checked?.verdict ?? "no_document";
  const stands = verdict === "found" || verdict === "ambiguous";
  const leftOut = stands ? (checked?.left_out ?? []) : [];
  const place = checked?.places[0];
  const notes = [
    checked?.ellipsis === true ? t("noteEllipsis") : null,
    checked?.cuts_number === true ? t("noteNumber") : null,
    verdict === "not_found" && checked?.partly_owned === true ? t("notePartly") : null,
    stands && checked?.replaced_by != null ? t("noteReplaced") : null,
  ].filter((note) => note !== null);
  return (
    <>
      <LeftOutWords leftOut={leftOut} />
      <span
        className={`outcome ${stands && leftOut.length === 0 ? "stored" : verdict === "not_found" ? "failed" : "unknown"}`}
      >
        {t(`verdict_${verdict}`, { n: checked?.times ?? 0 })}
      </span>
      {place?.section_id == null || memo.documentId === null ? null : (
        <a
          className="line-clamp-1 text-12"
          href={`${routes.section(memo.documentId, place.section_id)}${quoteFragmentOf(place.section_id, memo.quote)}`}
          lang="ja"
        >
          {place.title ?? place.section_id}
          {place.page === null ? null : between(locale) + t("pageAt", { n: place.page })}
        </a>
      )}
      {notes.map((note) => (
        <span key={note} className="text-12/5 text-muted">
          {note}
        </span>
      ))}
    </>
  );
}
