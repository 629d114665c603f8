"use client";

import { useQueries } from "@tanstack/react-query";
import { type TocSizes, tocSizesQuery } from "@/lib/queries/toc";

/** Free requests count against the key's limits: exact prices for the first documents are worth them, not for all. */
const documentsMax = 12;

/** Sizes of the sections of documents, so that each of them shows its exact price. */
export function useTocSizes(documentIds: readonly string[]): ReadonlyMap<string, TocSizes> {
  const wanted = [...new Set(documentIds)].slice(0, documentsMax);
  return useQueries({
    queries: wanted.map((id) => tocSizesQuery(id)),
    combine: (answers) =>
      new Map(answers.flatMap(({ data }, index) => (data === undefined ? [] : [[wanted[index] ?? "", data] as const]))),
  });
}
