"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { moment, shiftDay } from "@/lib/format/clock";
import type { NewsBlock } from "@/lib/format/timeline";
import type { TimelineFilters } from "@/lib/format/timeline-filters";
import type { StoredAnswer } from "@/lib/purchases/wire";
import { type NewsSpan, newsListQuestion, ownedNewsListsQuery } from "@/lib/queries/news-lists";
import { ownedAnswerQuery } from "@/lib/queries/owned";
import { type ListedStatement, readStatements } from "./statements.ts";

interface Options {
  readonly securityCode: string;
  readonly filters: TimelineFilters;
  readonly today: string;
  readonly shown: boolean;
}

/**
 * The issuer's news in its timeline: every list that is owned, and one open period that isn't, from where the
 * newest list ends. Looking costs nothing; only the lane's own control lists.
 */
export function useNewsBlocks({ securityCode, filters, today, shown }: Options) {
  const lists = useQuery({ ...ownedNewsListsQuery(securityCode), enabled: shown });
  const spans = useMemo(() => lists.data ?? [], [lists.data]);
  const blocks = useQueries({
    queries: spans.map((span) => ownedAnswerQuery(newsListQuestion(securityCode, span))),
    combine: (answers) => answers.map((answer) => answer.data),
  });
  return useMemo(() => {
    if (!shown) return { blocks: [], count: 0 };
    const owned = spans.flatMap((span, index) => blockOf(span, blocks[index]));
    const open = openBlock(owned, filters, today);
    const wanted = owned.filter((block) => overlaps(block, filters));
    return {
      blocks: lists.isSuccess && open !== undefined ? [open, ...wanted] : wanted,
      count: owned.reduce((sum, block) => sum + (block.statements?.length ?? 0), 0),
    };
  }, [shown, spans, blocks, filters, today, lists.isSuccess]);
}

export type OwnedBlock = NewsBlock<ListedStatement> & {
  readonly storedAt?: string;
  readonly nextCursor?: string | null;
};

function blockOf(span: NewsSpan, answer: StoredAnswer | null | undefined): OwnedBlock[] {
  if (answer === null || answer === undefined) return [];
  const read = readStatements(answer.value);
  return [{ ...span, statements: read.statements, storedAt: answer.stored_at, nextCursor: read.nextCursor }];
}

/** From the day the newest list was made, which may have gone on after it; else this month, or the days chosen. */
function openBlock(owned: readonly OwnedBlock[], filters: TimelineFilters, today: string): OwnedBlock | undefined {
  const until = filters.to ?? today;
  const newest = owned.filter((block) => block.until <= until).sort((a, b) => (a.until < b.until ? 1 : -1))[0];
  const listedOn = moment(newest?.storedAt ?? null)?.date;
  const after = newest === undefined ? undefined : listedOn === newest.until ? newest.until : shiftDay(newest.until, 1);
  const start = filters.from ?? `${until.slice(0, 7)}-01`;
  const since = after !== undefined && after > start ? after : start;
  if (since > until || owned.some((block) => block.since <= since && block.until >= until)) return undefined;
  return { since, until, statements: null };
}

function overlaps(block: NewsSpan, filters: TimelineFilters): boolean {
  return (filters.from === null || block.until >= filters.from) && (filters.to === null || block.since <= filters.to);
}
