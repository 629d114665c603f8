import { z } from "zod";
import type { Tier } from "../contract/prices.ts";
import { ContentTier } from "../contract/resources.ts";

/**
 * The content tiers that each service told last, for the whole process. A list of documents tells lengths and no
 * tiers, so its rows are priced by what any table of contents of the same service has said.
 */

interface Told {
  readonly tiers: readonly Tier[];
  readonly atMs: number;
}

/** An older answer is asked for again: a service may be set up with other prices while this process runs. */
const freshMs = 60 * 60_000;
const servicesMax = 100;

const shared: typeof globalThis & { hirakuToldTiers?: Map<string, Told> } = globalThis;

const ToldTiers = z.object({ content_tiers: z.array(ContentTier).min(1) });

/** Takes any free answer. One that names no tiers says nothing about them: what was known stays. */
export function rememberTiers(service: string, answer: unknown, atMs: number): void {
  const read = ToldTiers.safeParse(answer);
  if (!read.success) return;
  shared.hirakuToldTiers ??= new Map();
  const told = shared.hirakuToldTiers;
  told.delete(service);
  told.set(service, { tiers: read.data.content_tiers, atMs });
  for (const oldest of told.keys()) {
    if (told.size <= servicesMax) break;
    told.delete(oldest);
  }
}

export interface KnownTiers {
  /** Empty where the service has told none yet. */
  readonly tiers: readonly Tier[];
  readonly fresh: boolean;
}

export function knownTiers(service: string, nowMs: number): KnownTiers {
  const told = shared.hirakuToldTiers?.get(service);
  if (told === undefined) return { tiers: [], fresh: false };
  return { tiers: told.tiers, fresh: nowMs - told.atMs < freshMs };
}
