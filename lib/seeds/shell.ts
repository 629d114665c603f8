import type { Owner } from "../auth/session.ts";
import type { Tier } from "../contract/prices.ts";
import { contentTiers } from "../documents/content-tiers.ts";
import { purchases, spenderOf } from "../purchases/purchases.ts";
import { creditsView } from "../purchases/library/purchase-views.ts";
import type { CreditsView } from "../purchases/wire.ts";
import { availabilityOf } from "../upstream/availability.ts";
import { pauseFor } from "../upstream/key-state.ts";

/** What the frame around every page shows. */
export interface ShellFacts {
  /** What our own store knows of the credits, so that gauge and strip stand at once where they will stay. */
  readonly credits: CreditsView;
  readonly contentTiers: readonly Tier[];
  /** A pause that another tab or device was told of. In seconds, as clocks differ. */
  readonly pause: { readonly code: string; readonly seconds: number } | undefined;
  /** The service doesn't answer, as of the making of this page. */
  readonly away: boolean;
}

export async function shellFacts(owner: Owner): Promise<ShellFacts> {
  const nowMs = Date.now();
  const { purchaseService, rows } = purchases();
  const spender = spenderOf(owner);
  const pause = pauseFor(owner.upstream.keyId, "paid", nowMs);
  const [tiers, answers] = await Promise.all([
    contentTiers(owner.upstream),
    availabilityOf(owner.upstream.baseUrl).check(),
  ]);
  return {
    credits: creditsView(rows, spender, { nowMs, pauseMs: purchaseService.keys.pauseMs(spender.keyId) }),
    contentTiers: tiers,
    away: !answers,
    pause: pause === undefined ? undefined : { code: pause.code, seconds: Math.ceil((pause.untilMs - nowMs) / 1000) },
  };
}
