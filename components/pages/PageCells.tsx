"use client";
"use memo";

import { useWords } from "@/lib/next/provider";
import type { PageBox } from "./geometry";

/** All pages of the document as cells, which show whether each is owned, for sale, not listed, or selected. */
export function PageCells(props: {
  pages: readonly PageBox[];
  owned: ReadonlySet<number>;
  asked: ReadonlySet<number>;
  range: readonly [number, number];
  current: number;
  onGo: (index: number) => void;
}) {
  const t = useWords("pages");
  const { pages, owned, asked, range } = props;
  const ownedCount = pages.filter((page) => owned.has(page.pageNumber)).length;
  const askedCount = pages.filter((page) => asked.has(page.pageNumber)).length;
  const unlisted = pages.filter(
    (page) => !page.listed && !owned.has(page.pageNumber) && !asked.has(page.pageNumber),
  ).length;
  const priced = pages.length - ownedCount - askedCount - unlisted;
  return (
    <section className="min-w-0">
      <div className="sect-h">
        <h2>{t("pageCount", { n: pages.length })}</h2>
      </div>
      {/* A pointer's shortcut; from the keyboard the page field and the thumbnails go the same ways. */}
      <div
        className="cells"
        role="img"
        aria-label={t("cellsLabel", {
          n: pages.length,
          owned: ownedCount,
          asked: askedCount,
          unlisted,
          from: range[0],
          to: range[1],
        })}
        onClick={(event) => {
          const cell = event.target instanceof HTMLElement ? event.target.dataset["cell"] : undefined;
          if (cell !== undefined) props.onGo(Number(cell) - 1);
        }}
      >
        {pages.map((page) => (
          <i key={page.pageNumber} data-cell={page.pageNumber} className={cellClass(page, props)} />
        ))}
      </div>
      <p className="key">
        <span>
          <i className="own" />
          {t("keyOwned", { n: ownedCount })}
        </span>
        <span>
          <i />
          {t("keyPriced", { n: priced })}
        </span>
        {askedCount === 0 ? null : (
          <span>
            <i className="wait" />
            {t("keyAsked", { n: askedCount })}
          </span>
        )}
        {unlisted === 0 ? null : (
          <span>
            <i className="none" />
            {t("keyUnlisted", { n: unlisted })}
          </span>
        )}
      </p>
    </section>
  );
}

function cellClass(
  page: PageBox,
  { owned, asked, range: [from, to] }: Pick<Parameters<typeof PageCells>[0], "owned" | "asked" | "range">,
): string {
  if (owned.has(page.pageNumber)) return "own";
  if (asked.has(page.pageNumber)) return "wait";
  if (!page.listed) return "none";
  return page.pageNumber >= from && page.pageNumber <= to && to > from ? "sel" : "";
}
