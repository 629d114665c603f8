"use client";

import { Link } from "@/components/ui/Link.tsx";
import { useLocale, useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import type { CreditsView, LedgerRow } from "@/lib/spending/wire";
import { between } from "@/lib/text/format/between";
import { Price } from "../ui/Price.tsx";
import type { CostWords } from "./action-words.ts";
import { BookingField } from "./BookingField.tsx";

/** The panel under the gauge: what is left of the budget, and the last purchases. */
export function GaugePanel({ credits }: { credits: CreditsView }) {
  const words = useWords("cost");
  return (
    <>
      <dl className="facts ruled">
        <dt>{words("spentToday")}</dt>
        <dd className="text-end whitespace-nowrap">{spent(credits.spent_today, credits.daily_cap, words)}</dd>
        <dt>{words("spentMonth")}</dt>
        <dd className="text-end whitespace-nowrap">{spent(credits.spent_month, credits.monthly_cap, words)}</dd>
        <dt>{words("asksFrom")}</dt>
        <dd className="text-end whitespace-nowrap">{words("credits", { n: credits.confirm_at })}</dd>
        {credits.unknown_count > 0 ? (
          <>
            <dt>{words("waiting")}</dt>
            <dd className="text-end whitespace-nowrap">{words("upTo", { n: credits.unknown_max })}</dd>
          </>
        ) : null}
      </dl>
      <BookingField />
      <h3 className="mt-4 text-13 font-semibold">{words("lastPurchases")}</h3>
      {credits.recent?.length === 0 ? <p className="text-muted text-12/ui">{words("nothingBought")}</p> : null}
      <ul className="rows">
        {credits.recent?.map((row) => (
          <li className="grid-cols-[minmax(0,1fr)_auto]" key={row.intent_id}>
            <span>
              <RowSubject row={row} />
            </span>
            <RowPrice row={row} />
          </li>
        ))}
      </ul>
      <p className="mt-3 flex justify-between">
        <Link href={routes.ledger({ budget: "edit" })}>{words("changeBudget")}</Link>
        <Link href={routes.ledger()}>{words("wholeLedger")}</Link>
      </p>
    </>
  );
}

function RowSubject({ row }: { row: LedgerRow }) {
  const words = useWords("cost");
  const locale = useLocale();
  const subject =
    row.page_number === null
      ? (row.subject ?? words(`kind_${row.kind}`))
      : words("page", { n: String(row.page_number) });
  const under = [row.document_title, row.issuer_name].filter((each) => each !== null).join(between(locale));
  return (
    <span className="two">
      {row.document_id === null ? (
        <b lang="ja">{subject}</b>
      ) : (
        <Link href={routes.document(row.document_id)} lang={row.page_number === null ? "ja" : undefined}>
          {subject}
        </Link>
      )}
      {under === "" ? null : <span lang="ja">{under}</span>}
    </span>
  );
}

function RowPrice({ row }: { row: LedgerRow }) {
  const words = useWords("cost");
  if (row.state === "unknown") return <span className="outcome unknown">{words("upTo", { n: row.credits_max })}</span>;
  if (row.state === "failed") return <span className="outcome failed">{words("charged", { n: 0 })}</span>;
  if (row.credits === null) return <span>{words("reserved", { n: row.credits_max })}</span>;
  return <Price min={row.credits} max={row.credits} spent />;
}

function spent(credits: number, cap: number | null, words: CostWords): string {
  return cap === null ? words("credits", { n: credits }) : words("spentOf", { n: credits, cap });
}
