"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { Price } from "@/components/cost";
import { IssuerGloss } from "@/components/ui/IssuerGloss";
import { useLocale, useWords } from "@/lib/next/provider";
import { ledgerQuery } from "@/lib/next/queries/library";
import { api } from "@/lib/routes";
import type { LedgerRow } from "@/lib/spending/wire";
import { between } from "@/lib/text/format/between";
import { longDate } from "@/lib/text/format/clock";
import { writePages } from "@/lib/text/format/page-ranges";
import { writeNumber } from "@/lib/text/i18n/words";
import { Bought } from "./Bought.tsx";
import { LabelCell } from "./LabelCell.tsx";
import { LedgerFilterForm } from "./LedgerFilterForm.tsx";
import { ledgerCell, ledgerHead, ledgerRow, ledgerTable } from "./ledger-columns.ts";
import { filtersToQuery, isFiltered, type LedgerFilters } from "./ledger-filters.ts";
import { creditsOf, type LedgerLine, ledgerLines } from "./ledger-lines.ts";
import { ListFailed, LoadMore } from "./list-parts.tsx";

/** Every purchase, line by line, grouped by day; each with its outcome, so that nothing has to be believed. */
export function LedgerList({ filters, labels }: { filters: LedgerFilters; labels: readonly string[] }) {
  const t = useWords("library");
  const query = filtersToQuery(filters);
  const list = useInfiniteQuery(ledgerQuery(query));
  const [open, setOpen] = useState(isFiltered(filters));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <section className="min-w-0 mt-6" aria-labelledby="ledger">
      <div className="sect-h">
        <h2 id="ledger">{t("ledger")}</h2>
        <span className="text-muted text-12/ui">{t("jst")}</span>
        <span className="end inline-flex gap-4">
          <button className="link" type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t("filter")}
          </button>
          <a href={api.ledgerCsv(query)} download>
            {t("csv")}
          </a>
        </span>
      </div>
      {open ? <LedgerFilterForm key={JSON.stringify(filters)} filters={filters} labels={labels} /> : null}
      {list.isError ? <ListFailed onRetry={() => void list.refetch()} /> : null}
      {list.isSuccess && rows.length === 0 ? (
        <div className="empty border-0">
          <h3>{t(isFiltered(filters) ? "noneFiltered" : "noneBought")}</h3>
          <p>{t(isFiltered(filters) ? "noneFilteredWhy" : "noneBoughtWhy")}</p>
        </div>
      ) : null}
      {list.isPending ? <div className="h-60" aria-busy="true" /> : null}
      {rows.length > 0 ? <LedgerTable rows={rows} labels={labels} /> : null}
      <LoadMore list={list} />
    </section>
  );
}

function LedgerTable({ rows, labels }: { rows: readonly LedgerRow[]; labels: readonly string[] }) {
  const t = useWords("library");
  const locale = useLocale();
  const lines = ledgerLines(rows);
  return (
    <table className={ledgerTable}>
      <thead className={ledgerHead}>
        <tr>
          <th scope="col">{t("colTime")}</th>
          <th scope="col">{t("colAction")}</th>
          <th scope="col">{t("colWhat")}</th>
          <th scope="col">{t("colLabel")}</th>
          <th scope="col">{t("colOutcome")}</th>
          <th className="text-end whitespace-nowrap" scope="col">
            {t("colCredits")}
          </th>
          <th className="text-end whitespace-nowrap" scope="col">
            {t("colBalance")}
          </th>
        </tr>
      </thead>
      <tbody className="phone:block">
        {lines.map((line, index) => {
          const { row } = line;
          const day = row.at.slice(0, 10);
          const isNewDay = lines[index - 1]?.row.at.slice(0, 10) !== day;
          return (
            <Fragment key={row.intent_id}>
              {isNewDay ? (
                <tr className="hover:bg-transparent hover:[box-shadow:none] phone:grid phone:grid-cols-[auto_minmax(0,1fr)_auto] phone:gap-x-3 phone:border-y phone:border-line phone:py-2">
                  <th className="pt-4 text-13 font-semibold text-ink" colSpan={7} scope="rowgroup">
                    {longDate(day, locale)}
                  </th>
                </tr>
              ) : null}
              {line.pages.length === 0 ? <Line row={row} labels={labels} /> : <Range line={line} labels={labels} />}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

function Line({ row, labels }: { row: LedgerRow; labels: readonly string[] }) {
  const cost = useWords("cost");
  return (
    <tr className={ledgerRow} id={row.intent_id}>
      <td className={ledgerCell.time}>
        <time dateTime={row.at}>{row.at.slice(11, 16)}</time>
      </td>
      <td className={ledgerCell.action}>{cost(`kind_${row.kind}`)}</td>
      <td className={ledgerCell.what}>
        <Bought thing={row} />
      </td>
      <td className={ledgerCell.label}>
        <LabelCell intentId={row.intent_id} label={row.label} known={labels} />
        <BoughtBy row={row} />
      </td>
      <td className={ledgerCell.outcome}>
        <RowOutcome row={row} />
      </td>
      <td className={ledgerCell.credits}>
        <RowCredits row={row} />
      </td>
      <td className={ledgerCell.balance}>{row.balance === null ? "" : writeNumber(row.balance)}</td>
    </tr>
  );
}

/** The program and the task that a purchase belongs to, or the question. */
function BoughtBy({ row: { agent } }: { row: LedgerRow }) {
  const t = useWords("library");
  const locale = useLocale();
  if (agent === null) return null;
  const { token_name: program, task_title: title } = agent;
  const by =
    program === null
      ? t("forQuestion", { question: title ?? "" })
      : t("boughtBy", { token: title === null ? program : [program, title].join(between(locale)) });
  return <span className="block text-12/ui text-muted">{by}</span>;
}

/** Pages that were bought at once: one line, which opens into the pages. */
function Range({ line, labels }: { line: LedgerLine; labels: readonly string[] }) {
  const t = useWords("library");
  const locale = useLocale();
  const cost = useWords("cost");
  const [open, setOpen] = useState(false);
  const { row, pages } = line;
  const credits = creditsOf(line);
  return (
    <>
      <tr className={ledgerRow}>
        <td className={ledgerCell.time}>
          <time dateTime={row.at}>{row.at.slice(11, 16)}</time>
        </td>
        <td className={ledgerCell.action}>{cost(`kind_${row.kind}`)}</td>
        <td className={ledgerCell.what}>
          <span className="two">
            <button className="link text-start" type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
              {t("pagesRange", { pages: writePages(pages.flatMap((each) => each.page_number ?? [])), n: pages.length })}
            </button>
            <span>
              <span lang="ja">
                {[row.document_title, row.issuer_name].filter((each) => each !== null).join(between(locale))}
              </span>
              <IssuerGloss name={row.issuer_name_en} />
            </span>
          </span>
        </td>
        <td className={ledgerCell.label}>
          {row.label}
          <BoughtBy row={row} />
        </td>
        <td className={ledgerCell.outcome}>
          <RowOutcome row={row} />
        </td>
        <td className={ledgerCell.credits}>
          <RowCredits row={{ ...row, credits, credits_max: pages.reduce((sum, each) => sum + each.credits_max, 0) }} />
        </td>
        <td className={ledgerCell.balance}>{row.balance === null ? "" : writeNumber(row.balance)}</td>
      </tr>
      {open
        ? pages.map((each) => <Line key={each.intent_id} row={{ ...each, balance: null }} labels={labels} />)
        : null}
    </>
  );
}

/** The outcome of a ledger line, shown by a mark and text as well as by colour. */
function RowOutcome({ row }: { row: LedgerRow }) {
  const t = useWords("library");
  switch (row.state) {
    case "stored":
      if (row.incomplete) return <span className="outcome unknown">{t("outcomeIncomplete")}</span>;
      return <span className="outcome stored">{t("stored")}</span>;
    case "failed":
      return <span className="outcome failed">{t("failed")}</span>;
    case "unknown":
      return <span className="outcome unknown">{t("unknown", { n: row.credits_max })}</span>;
    default:
      return <span className="outcome unknown">{t("underWay", { n: row.credits_max })}</span>;
  }
}

function RowCredits({ row }: { row: LedgerRow }) {
  if (row.state === "failed") return <span className="text-muted">0</span>;
  if (row.credits === null) return <Price min={0} max={row.credits_max} spent />;
  return <Price min={row.credits} max={row.credits} spent />;
}
