"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { newsListQuestion, ownedNewsListsQuery } from "@/lib/next/queries/news-lists";
import { ownedAnswerQuery } from "@/lib/next/queries/owned";
import type { TimelineFilters } from "@/lib/text/format/timeline-filters";
import { byMonth, openBlock, overlaps, ownedBlocks } from "./news-blocks.ts";

interface Options {
  readonly securityCode: string;
  readonly filters: TimelineFilters;
  readonly today: string;
  readonly shown: boolean;
}

/** Every owned list, and one open period. Viewing costs nothing; only NewsLane's button buys. */
export function useNewsBlocks({ securityCode, filters, today, shown }: Options) {
  const lists = useQuery({ ...ownedNewsListsQuery(securityCode), enabled: shown });
  const spans = useMemo(() => lists.data ?? [], [lists.data]);
  const blocks = useQueries({
    queries: spans.map((span) => ownedAnswerQuery(newsListQuestion(securityCode, span))),
    combine: (answers) => answers.map((answer) => answer.data),
  });
  return useMemo(() => {
    if (!shown) return { blocks: [], count: 0 };
    const owned = ownedBlocks(spans, blocks);
    // Lists whose answers are still being read are owned too: nothing is offered that was bought.
    const listed = spans.map((span, index) => ({ ...span, storedAt: blocks[index]?.stored_at }));
    const open = openBlock(listed, filters, today);
    const wanted = owned.flatMap(byMonth).filter((block) => overlaps(block, filters));
    return {
      blocks: lists.isSuccess && open !== undefined ? [open, ...wanted] : wanted,
      count: owned.reduce((sum, block) => sum + (block.statements?.length ?? 0), 0),
    };
  }, [shown, spans, blocks, filters, today, lists.isSuccess]);
}
