"use client";

import { useQuery } from "@tanstack/react-query";
import type { Tier } from "@/lib/contract/prices";
import { contentTiersQuery } from "@/lib/next/queries/content-tiers";

const noTiers: readonly Tier[] = [];

/** The tiers by which a list prices its rows: a long one asks for them once. */
export function useContentTiers(): readonly Tier[] {
  return useQuery(contentTiersQuery()).data ?? noTiers;
}
