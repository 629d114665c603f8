"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { longDate } from "@/lib/format/clock";
import { writePages } from "@/lib/format/page-ranges";
import { useLocale, useWords } from "@/lib/i18n/provider";
import type { LedgerRow } from "@/lib/purchases/wire";
import { ledgerQuery } from "@/lib/queries/library";
import { api } from "@/lib/routes";
import { Bought } from "./Bought.tsx";
import { LabelCell } from "./LabelCell.tsx";
import { LedgerFilterForm } from "./LedgerFilterForm.tsx";
import { filtersToQuery, isFiltered, type LedgerFilters } from "./ledger-filters.ts";
import { LoadMore, ListFailed } from "./list-parts.tsx";
import { creditsOf, type LedgerLine, ledgerLines } from "./ledger-lines.ts";
import { RowCredits, RowOutcome } from "./row-money.tsx";

/** Every purchase, line by line, grouped by day; each with its outcome, so that nothing has to be believed. */
export function LedgerList({ filters, labels }: { filters: LedgerFilters; labels: readonly string[] }) {
  const t = useWords("library");
  const query = filtersToQuery(filters);
  const list = useInfiniteQuery(ledgerQuery(query));
  const [open, setOpen] = useState(isFiltered(filters));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <section className="sect ledger-sect" aria-labelledby="ledger">
      <div className="sect-h">
        <h2 id="ledger">{t("ledger")}</h2>
        <span className="muted small">{t("jst")}</span>
        <span className="end months">
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
        <div className="empty">
          <h3>{t(isFiltered(filters) ? "noneFiltered" : "noneBought")}</h3>
          <p>{t(isFiltered(filters) ? "noneFilteredWhy" : "noneBoughtWhy")}</p>
        </div>
      ) : null}
      {list.isPending ? <div className="list-wait" aria-busy="true" /> : null}
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
    <table className="list ledger">
      <thead>
        <tr>
          <th scope="col">{t("colTime")}</th>
          <th scope="col">{t("colAction")}</th>
          <th scope="col">{t("colWhat")}</th>
          <th scope="col">{t("colLabel")}</th>
          <th scope="col">{t("colOutcome")}</th>
          <th className="num" scope="col">
            {t("colCredits")}
          </th>
          <th className="num" scope="col">
            {t("colBalance")}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => {
          const { row } = line;
          const day = row.at.slice(0, 10);
          const isNewDay = lines[index - 1]?.row.at.slice(0, 10) !== day;
          return (
            <Fragment key={row.intent_id}>
              {isNewDay ? (
                <tr className="day">
                  <th colSpan={7} scope="rowgroup">
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
  const t = useWords("library");
  return (
    <tr id={row.intent_id}>
      <td className="c-t muted">
        <time dateTime={row.at}>{row.at.slice(11, 16)}</time>
      </td>
      <td className="c-act">{t(`kind_${row.kind}`)}</td>
      <td className="c-what">
        <Bought thing={row} />
      </td>
      <td className="c-lab">
        <LabelCell intentId={row.intent_id} label={row.label} known={labels} />
      </td>
      <td className="c-out">
        <RowOutcome row={row} />
      </td>
      <td className="c-cr num">
        <RowCredits row={row} />
      </td>
      <td className="c-bal num">{row.balance === null ? "" : row.balance.toLocaleString("en")}</td>
    </tr>
  );
}

/** Pages that were bought at once: one line, which opens into the pages. */
function Range({ line, labels }: { line: LedgerLine; labels: readonly string[] }) {
  const t = useWords("library");
  const [open, setOpen] = useState(false);
  const { row, pages } = line;
  const credits = creditsOf(line);
  return (
    <>
      <tr>
        <td className="c-t muted">
          <time dateTime={row.at}>{row.at.slice(11, 16)}</time>
        </td>
        <td className="c-act">{t(`kind_${row.kind}`)}</td>
        <td className="c-what">
          <span className="two">
            <button className="link text-start" type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
              {t("pagesRange", { pages: writePages(pages.flatMap((each) => each.page_number ?? [])), n: pages.length })}
            </button>
            <span lang="ja">{[row.document_title, row.issuer_name].filter((each) => each !== null).join(" · ")}</span>
          </span>
        </td>
        <td className="c-lab">{row.label}</td>
        <td className="c-out">
          <RowOutcome row={row} />
        </td>
        <td className="c-cr num">
          <RowCredits row={{ ...row, credits, credits_max: pages.reduce((sum, each) => sum + each.credits_max, 0) }} />
        </td>
        <td className="c-bal num">{row.balance === null ? "" : row.balance.toLocaleString("en")}</td>
      </tr>
      {open
        ? pages.map((each) => <Line key={each.intent_id} row={{ ...each, balance: null }} labels={labels} />)
        : null}
    </>
  );
}
