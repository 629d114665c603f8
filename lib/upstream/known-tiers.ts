import { z } from "zod";
import type { Tier } from "../contract/prices.ts";
import { ContentTier } from "../contract/resources.ts";
import { Memo } from "../kit/memo.ts";

/** Older tiers are requested again, since a service's prices may change while this process runs. */
const freshMs = 60 * 60_000;
const servicesMax = 100;

const AnswerWithTiers = z.object({ content_tiers: z.array(ContentTier).min(1) });

interface RememberedTiers {
  readonly tiers: readonly Tier[];
  readonly atMs: number;
}

/** A request that was made to learn a service's tiers. */
interface TierRequest {
  readonly atMs: number;
  readonly done: Promise<void>;
}

/**
 * The last known content tiers of each service. A list of documents has lengths but no tiers, so its rows are priced by
 * the tiers in any table of contents of the same service.
 */
export class KnownTiers {
  /** The last request of each service. */
  readonly requests = new Memo<TierRequest>(servicesMax);
  readonly #byService = new Memo<RememberedTiers>(servicesMax);

  /** Reads any free answer; one without tiers changes nothing. */
  remember(service: string, answer: unknown, atMs: number): void {
    const read = AnswerWithTiers.safeParse(answer);
    if (read.success) this.#byService.set(service, { tiers: read.data.content_tiers, atMs });
  }

  /** `tiers` is empty where the service has sent none yet. */
  of(service: string, nowMs: number): { readonly tiers: readonly Tier[]; readonly fresh: boolean } {
    const remembered = this.#byService.get(service);
    if (remembered === undefined) return { tiers: [], fresh: false };
    return { tiers: remembered.tiers, fresh: nowMs - remembered.atMs < freshMs };
  }
}
