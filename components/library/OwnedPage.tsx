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

/** Everything owned, with a search in this app's own store: it costs nothing and works while the service does not. */
export function OwnedPage(props: { query: string; neverOpened: boolean; month: string }) {
  const t = useWords("library");
  const list = useInfiniteQuery(libraryQuery(ownedItemsQuery(props.query, props.neverOpened)));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const total = list.data?.pages[0]?.total ?? 0;
  return (
    <LibraryFrame tab={props.neverOpened ? "never" : "owned"} month={props.month}>
      <SearchOwned query={props.query} neverOpened={props.neverOpened} />
      <section className="sect" aria-labelledby="owned">
        <div className="sect-h">
          <h2 id="owned">{t(props.neverOpened ? "tab_never" : "tab_owned")}</h2>
          {list.data === undefined ? null : <span className="muted small">{t("things", { n: total })}</span>}
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
        {list.isPending ? <div className="list-wait" aria-busy="true" /> : null}
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
    <form className="lib-find" role="search" aria-label={t("searchLabel")} onSubmit={search}>
      <label className="vh" htmlFor="owned-search">
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
    <table className="list ledger owned">
      <thead>
        <tr>
          <th scope="col">{t("colBought")}</th>
          <th scope="col">{t("colAction")}</th>
          <th scope="col">{t("colWhat")}</th>
          <th scope="col">{t("colOpened")}</th>
          <th className="num" scope="col">
            {t("colPaid")}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.artifact_id}>
            <td className="c-t muted">{item.stored_at.slice(0, 10)}</td>
            <td className="c-act">{t(`kind_${item.kind}`)}</td>
            <td className="c-what">
              <Bought thing={{ ...item, hit_count: null }} />
              <span className="small">
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
            <td className="c-out muted">{t(item.opened ? "opened" : "notOpened")}</td>
            <td className="c-cr num">{item.credits}</td>
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
    <span className="passage" lang="ja">
      {pieces.map((piece, index) => (piece.marked ? <mark key={index}>{piece.text}</mark> : piece.text))}
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
