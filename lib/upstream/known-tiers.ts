import { z } from "zod";
import type { Tier } from "../contract/prices.ts";
import { ContentTier } from "../contract/resources.ts";

/**
 * The last known content tiers of each service, for the whole process. A list of documents has lengths but no tiers, so
 * its rows are priced by the tiers in any table of contents of the same service.
 */

interface RememberedTiers {
  readonly tiers: readonly Tier[];
  readonly atMs: number;
}

/** Older tiers are requested again, since a service's prices may change while this process runs. */
const freshMs = 60 * 60_000;
const servicesMax = 100;

const byService = new Map<string, RememberedTiers>();

const AnswerWithTiers = z.object({ content_tiers: z.array(ContentTier).min(1) });

/** Reads any free answer; one without tiers changes nothing. */
export function rememberTiers(service: string, answer: unknown, atMs: number): void {
  const read = AnswerWithTiers.safeParse(answer);
  if (!read.success) return;
  byService.delete(service);
  byService.set(service, { tiers: read.data.content_tiers, atMs });
  for (const oldest of byService.keys()) {
    if (byService.size <= servicesMax) break;
    byService.delete(oldest);
  }
}

export interface KnownTiers {
  /** Empty where the service has sent none yet. */
  readonly tiers: readonly Tier[];
  readonly fresh: boolean;
}

export function knownTiers(service: string, nowMs: number): KnownTiers {
  const remembered = byService.get(service);
  if (remembered === undefined) return { tiers: [], fresh: false };
  return { tiers: remembered.tiers, fresh: nowMs - remembered.atMs < freshMs };
}
