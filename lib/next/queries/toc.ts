import { queryOptions } from "@tanstack/react-query";
import type { Tier } from "../../contract/prices.ts";
import { api } from "../../routes.ts";
import { noteContentTiers } from "./content-tiers.ts";
import { fetchOwnApi } from "./own-api.ts";

/** Free, but it counts against the rate limit, so it is cached for long. */
export interface TocSizes {
  readonly tiers: readonly Tier[];
  /** Characters of each section, including its subsections. */
  readonly sections: Readonly<Record<string, number | null>>;
}

export function tocSizesQuery(documentId: string) {
  return queryOptions({
    queryKey: ["toc-sizes", documentId] as const,
    queryFn: async ({ signal, client }) => {
      const path = `/v1/documents/${encodeURIComponent(documentId)}/toc`;
      const sizes = readSizes(await fetchOwnApi<unknown>(api.free(path), { signal }));
      noteContentTiers(client, sizes.tiers);
      return sizes;
    },
    staleTime: 60 * 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export function readSizes(raw: unknown): TocSizes {
  const record = recordOf(raw);
  const tiers = listOf(record["content_tiers"]).flatMap((each) => {
    const { max_characters: max, credits } = recordOf(each);
    if (typeof credits !== "number") return [];
    return [{ max_characters: typeof max === "number" ? max : null, credits }];
  });
  const sections: Record<string, number | null> = {};
  for (const each of listOf(record["toc"] ?? record["items"] ?? record["results"] ?? record["data"])) {
    const { section_id: id, character_count: count } = recordOf(each);
    if (typeof id === "string") sections[id] = typeof count === "number" ? count : null;
  }
  return { tiers, sections };
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
