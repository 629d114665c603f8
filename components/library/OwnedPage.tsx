"use client";

import { searchPrice } from "@/lib/contract/prices";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState, useTransition } from "react";
import { StandingMarks } from "@/components/standing";
import { useWords } from "@/lib/i18n/provider";
import type { LibraryItem } from "@/lib/purchases/wire";
import { libraryQuery } from "@/lib/queries/library";
import { api, routes } from "@/lib/routes";
import { Bought } from "./Bought.tsx";
import { ownedItemsQuery } from "./ledger-filters.ts";
import { LibraryFrame } from "./LibraryFrame.tsx";
import { LoadMore, ListFailed } from "./list-parts.tsx";
import { ledgerCell, ledgerHead, ledgerRow, ledgerTable } from "./ledger-columns.ts";

/** Everything owned, with a search in this app's own store: it costs nothing and works while the service does not. */
export function OwnedPage(props: { query: string; neverOpened: boolean; month: string }) {
  const t = useWords("library");
  const list = useInfiniteQuery(libraryQuery(ownedItemsQuery(props.query, props.neverOpened)));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const total = list.data?.pages[0]?.total ?? 0;
  return (
    <LibraryFrame tab={props.neverOpened ? "never" : "owned"} month={props.month}>
      <SearchOwned query={props.query} neverOpened={props.neverOpened} />
      <section className="min-w-0" aria-labelledby="owned">
        <div className="sect-h">
          <h2 id="owned">{t(props.neverOpened ? "tab_never" : "tab_owned")}</h2>
          {list.data === undefined ? null : <span className="text-muted text-12/ui">{t("things", { n: total })}</span>}
          <span className="end">
            <a href={api.libraryExport()} download>
              {t("export")}
            </a>
          </span>
        </div>
        {list.isError ? <ListFailed onRetry={() => void list.refetch()} /> : null}
        {list.isSuccess && items.length === 0 ? (
          <Nothing searched={props.query !== ""} never={props.neverOpened} />
        ) : null}
        {items.length > 0 ? <OwnedTable items={items} /> : null}
        {list.isPending ? <div className="h-60" aria-busy="true" /> : null}
        <LoadMore list={list} />
      </section>
    </LibraryFrame>
  );
}

function SearchOwned(props: { query: string; neverOpened: boolean }) {
  const t = useWords("library");
  const router = useRouter();
  const [text, setText] = useState(props.query);
  const [, startTransition] = useTransition();
  const search = (event: FormEvent) => {
    event.preventDefault();
    const opened = props.neverOpened ? "never" : undefined;
    startTransition(() => router.replace(routes.library({ q: text.trim(), opened })));
  };
  return (
    <form className="mb-5 flex max-w-140 gap-2" role="search" aria-label={t("searchLabel")} onSubmit={search}>
      <label className="sr-only" htmlFor="owned-search">
        {t("searchLabel")}
      </label>
      <input
        className="input"
        id="owned-search"
        type="search"
        lang="ja"
        value={text}
        placeholder={t("searchHint")}
        onChange={(event) => setText(event.target.value)}
      />
      <button className="btn" type="submit">
        {t("search")}
      </button>
    </form>
  );
}

function OwnedTable({ items }: { items: readonly LibraryItem[] }) {
  const t = useWords("library");
  return (
    <table className={ledgerTable}>
      <thead className={ledgerHead}>
        <tr>
          <th scope="col">{t("colBought")}</th>
          <th scope="col">{t("colAction")}</th>
          <th scope="col">{t("colWhat")}</th>
          <th scope="col">{t("colOpened")}</th>
          <th className="text-end whitespace-nowrap" scope="col">
            {t("colPaid")}
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {items.map((item) => (
          <tr className={ledgerRow} key={item.artifact_id}>
            <td className={ledgerCell.time}>{item.stored_at.slice(0, 10)}</td>
            <td className={ledgerCell.action}>{t(`kind_${item.kind}`)}</td>
            <td className={`${ledgerCell.what} w-full`}>
              <Bought thing={{ ...item, hit_count: null }} />
              <span className="text-12/ui">
                <StandingMarks document={item.standing} separated={false} />
              </span>
              <Passage item={item} />
              {item.unreadable ? (
                <span className="outcome unknown">
                  {t(item.incomplete ? "incomplete" : "unreadable")}{" "}
                  <a href={api.ownedArtifact(item.artifact_id)}>{t("asItCame")}</a>
                </span>
              ) : null}
            </td>
            <td className={`${ledgerCell.outcome} text-muted`}>{t(item.opened ? "opened" : "notOpened")}</td>
            <td className={ledgerCell.credits}>{item.credits}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Passage({ item }: { item: LibraryItem }) {
  if (item.snippet === null) return null;
  const { text, highlights } = item.snippet;
  const pieces: { text: string; marked: boolean }[] = [];
  let at = 0;
  for (const [start, end] of highlights) {
    if (start < at) continue;
    pieces.push({ text: text.slice(at, start), marked: false }, { text: text.slice(start, end), marked: true });
    at = end;
  }
  pieces.push({ text: text.slice(at), marked: false });
  return (
    <span className="mt-0.5 block text-12/5 text-muted" lang="ja">
      {pieces.map((piece, index) =>
        piece.marked ? (
          <mark className="text-ink underline decoration-ai underline-offset-3" key={index}>
            {piece.text}
          </mark>
        ) : (
          piece.text
        ),
      )}
    </span>
  );
}

function Nothing({ searched, never }: { searched: boolean; never: boolean }) {
  const t = useWords("library");
  const key = searched ? "noneFound" : never ? "noneNever" : "noneOwned";
  return (
    <div className="empty">
      <h3>{t(key)}</h3>
      <p>{t(`${key}Why`, { n: searchPrice.max })}</p>
    </div>
  );
}
