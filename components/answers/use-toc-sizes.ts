"use client";

import { useQueries } from "@tanstack/react-query";
import { type TocSizes, tocSizesQuery } from "@/lib/next/queries/toc";

/** Free requests count against the key's rate limit, so only the first documents of a list get exact prices. */
const documentsMax = 12;

/** Loads the section sizes of documents, from which their exact prices follow. */
export function useTocSizes(documentIds: readonly string[]): ReadonlyMap<string, TocSizes> {
  const wanted = [...new Set(documentIds)].slice(0, documentsMax);
  return useQueries({
    queries: wanted.map((id) => tocSizesQuery(id)),
    combine: (answers) =>
      new Map(answers.flatMap(({ data }, index) => (data === undefined ? [] : [[wanted[index] ?? "", data] as const]))),
  });
}
