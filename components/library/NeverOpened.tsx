"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { IssuerGloss } from "@/components/ui/IssuerGloss";
import { Link } from "@/components/ui/Link.tsx";
import { useWords } from "@/lib/next/provider";
import { libraryQuery } from "@/lib/next/queries/library";
import { routes } from "@/lib/routes";
import type { LibrarySummary } from "@/lib/spending/wire";
import { neverOpenedQuery } from "./ledger-filters.ts";
import { linkOf } from "./row-links.ts";

export function NeverOpened({ summary }: { summary: LibrarySummary | undefined }) {
  const t = useWords("library");
  const list = useInfiniteQuery(libraryQuery(neverOpenedQuery));
  const items = list.data?.pages[0]?.items ?? [];
  const more = (summary?.never_opened_count ?? 0) > items.length;
  return (
    <section className="min-w-0" aria-labelledby="never">
      <div className="sect-h">
        <h2 id="never">{t("neverOpened")}</h2>
        <span className="end">{summary === undefined ? "" : t("credits", { n: summary.never_opened_credits })}</span>
      </div>
      {items.length === 0 ? (
        <p className="text-muted text-12/ui">{t(summary?.owned_count === 0 ? "nothingOwned" : "allOpened")}</p>
      ) : null}
      <ul className="rows">
        {items.map((item) => (
          <li className="grid-cols-[minmax(0,1fr)_auto]" key={item.artifact_id}>
            <span>
              <Link href={linkOf(item)} lang="ja">
                {item.page_number === null
                  ? (item.subject ?? item.document_title ?? item.document_id)
                  : `${item.document_title ?? item.document_id ?? ""} ${t("page", { n: item.page_number })}`}
              </Link>
              <br />
              <span className="text-muted text-12/ui">
                {item.issuer_name === null ? null : (
                  <>
                    <span lang="ja">{item.issuer_name}</span>
                    <IssuerGloss name={item.issuer_name_en} /> ·{" "}
                  </>
                )}
                {t("boughtOn", { day: item.stored_at.slice(5, 10) })}
              </span>
            </span>
            <span className="text-end whitespace-nowrap">{item.credits}</span>
          </li>
        ))}
      </ul>
      {more ? (
        <p className="text-12/ui">
          <Link href={routes.library({ opened: "never" })}>{t("showAll")}</Link>
        </p>
      ) : null}
    </section>
  );
}
