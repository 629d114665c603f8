"use client";

import { useQueries } from "@tanstack/react-query";
import { type ReactNode, useCallback, useMemo } from "react";
import type { Tier } from "@/lib/contract/prices";
import { useLocale, useWords } from "@/lib/next/provider";
import { ownedDocumentsQuery } from "@/lib/next/queries/owned";
import type { OwnedDocument } from "@/lib/spending/wire";
import { monthName } from "@/lib/text/format/clock";
import type { ListedDocument } from "@/lib/text/format/free-lists";
import { type ListPlace, listPlaces } from "@/lib/text/format/list-places";
import { type NewsBlock, type TimelineRow, timelineRows } from "@/lib/text/format/timeline";
import { TimelineDocument } from "./TimelineDocument.tsx";
import { TimelineEnd } from "./TimelineEnd.tsx";
import { TimelineSkeleton } from "./TimelineSkeleton.tsx";
import { useContentTiers } from "./use-content-tiers.ts";
import type { useTimeline } from "./use-timeline.ts";
import { VirtualRows } from "./VirtualRows.tsx";

interface Statement {
  readonly news_id: string;
}

interface Props<N extends Statement> {
  /** The name under which the scroll position of this list is kept. */
  readonly name: string;
  readonly timeline: ReturnType<typeof useTimeline>;
  readonly withIssuer?: boolean;
  readonly empty: ReactNode;
  readonly blocks?: readonly NewsBlock<N>[];
  /** How a timeline renders news: the row that offers to list them, and an owned statement. */
  readonly renderLane?: (block: NewsBlock<N>) => ReactNode;
  readonly renderNews?: (statement: N, block: NewsBlock<N>, first: boolean, place: ListPlace) => ReactNode;
}

/** A timeline of any length: years, days, documents with their amendments, and news. */
export function Timeline<N extends Statement>(props: Props<N>) {
  const { timeline, blocks, name } = props;
  const t = useWords("documents");
  const rows = useMemo(() => timelineRows(timeline.pages, blocks ?? []), [timeline.pages, blocks]);
  const owned = useOwnedIn(timeline.fetched);
  const tiers = useContentTiers();
  const documents = rows.filter((row) => row.kind === "document").length;
  const places = useMemo(() => listPlaces(rows, isItem, timeline.hasMore), [rows, timeline.hasMore]);
  const { loadMore } = timeline;
  const keyOf = useCallback((index: number) => rows[index]?.key ?? String(index), [rows]);
  const estimateOf = useCallback((index: number) => estimates[rows[index]?.kind ?? "document"], [rows]);

  if (timeline.isLoading) return <TimelineSkeleton />;
  return (
    <section aria-label={t("timeline")} aria-busy={timeline.isProvisional || undefined}>
      {documents === 0 && timeline.error === null && !timeline.isProvisional ? props.empty : null}
      <VirtualRows
        name={name}
        count={rows.length}
        keyOf={keyOf}
        estimateOf={estimateOf}
        onNearEnd={loadMore}
        render={(index) => {
          const row = rows[index];
          const { position = 0, total = 0 } = places[index] ?? {};
          return row === undefined ? null : (
            <Row
              row={row}
              first={index === 0}
              owned={owned}
              tiers={tiers}
              total={total}
              position={position}
              list={props}
            />
          );
        }}
      />
      {documents === 0 && timeline.error === null ? null : (
        <TimelineEnd key={timeline.fetched.length} timeline={timeline} />
      )}
      <p className="sr-only" role="status">
        {timeline.answered ? t("rowsLoaded", { n: documents }) : null}
      </p>
    </section>
  );
}

const estimates = { year: 37, document: 55, lane: 52, news: 55 } as const;

/** Years and lanes stand between the items. */
const isItem = (row: TimelineRow<unknown, unknown>) => row.kind === "document" || row.kind === "news";

function Row<N extends Statement>(props: {
  readonly row: TimelineRow<ListedDocument, N>;
  readonly first: boolean;
  readonly owned: ReadonlyMap<string, OwnedDocument>;
  readonly tiers: readonly Tier[];
  readonly total: number;
  readonly position: number;
  readonly list: Props<N>;
}) {
  const { row, list } = props;
  switch (row.kind) {
    case "year":
      return <YearRow row={row} first={props.first} />;
    case "document":
      return (
        <TimelineDocument
          day={row.day}
          first={row.first}
          document={row.document}
          stacked={row.stacked}
          owned={props.owned.get(row.document.document_id)}
          tiers={props.tiers}
          withIssuer={list.withIssuer ?? false}
          position={props.position}
          total={props.total}
        />
      );
    case "lane":
      return list.renderLane?.(row.block);
    case "news":
      return list.renderNews?.(row.statement, row.block, row.first, { position: props.position, total: props.total });
  }
}

function YearRow({
  row,
  first,
}: {
  readonly row: Extract<TimelineRow<unknown, never>, { kind: "year" }>;
  readonly first: boolean;
}) {
  const t = useWords("documents");
  const locale = useLocale();
  const from = monthName(row.from, locale);
  const to = monthName(row.to, locale);
  return (
    <div className={first ? "sect-h" : "sect-h mt-6"}>
      <h2>{row.year === "" ? t("noDate") : row.year}</h2>
      {/* A year of news alone spans no documents. */}
      {row.documents === 0 ? null : (
        <span className="text-muted text-12/ui">
          {t("yearSpan", { n: row.documents, span: from === to ? from : t("monthSpan", { from, to }) })}
        </span>
      )}
      {first ? <span className="end">{t("listingFree")}</span> : null}
    </div>
  );
}

const noneOwned: ReadonlyMap<string, OwnedDocument> = new Map();

/** One request for each loaded page, so that the answers of earlier pages stay cached. */
function useOwnedIn(fetched: readonly (readonly ListedDocument[])[]): ReadonlyMap<string, OwnedDocument> {
  return useQueries({
    queries: fetched.map(ownedQueryOf),
    combine: mapById,
  });
}

const ownedQueries = new WeakMap<readonly ListedDocument[], ReturnType<typeof ownedDocumentsQuery>>();

/** Made once for each page: it stays the same, and a long list has many. */
function ownedQueryOf(page: readonly ListedDocument[]): ReturnType<typeof ownedDocumentsQuery> {
  const known = ownedQueries.get(page);
  if (known !== undefined) return known;
  const query = ownedDocumentsQuery(page.map((each) => each.document_id));
  ownedQueries.set(page, query);
  return query;
}

function mapById(answers: readonly { readonly data: readonly OwnedDocument[] | undefined }[]) {
  const documents = answers.flatMap((answer) => answer.data ?? []);
  return documents.length === 0 ? noneOwned : new Map(documents.map((each) => [each.document_id, each]));
}
