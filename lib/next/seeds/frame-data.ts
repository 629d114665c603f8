import { app } from "../../app.server.ts";
import { jstDate } from "../../contract/dates.ts";
import type { Tier } from "../../contract/prices.ts";
import type { Owner } from "../../owners/owner.ts";
import type { CreditsView } from "../../spending/wire.ts";
import type { FirstRead } from "../../store/first-read.ts";

export interface FrameData {
  /** Credits as the store knows them, so that gauge and strip have their final place at once. */
  readonly credits: CreditsView;
  readonly contentTiers: readonly Tier[];
  /** A rate-limit pause known to the server. In seconds, since clocks differ. */
  readonly pause: { readonly code: string; readonly seconds: number } | undefined;
  /** True where the service did not answer when the page was rendered. */
  readonly away: boolean;
  readonly firstRead: FirstRead;
  /** True where the owner has bought something and has neither noted nor declined the recovery code. */
  readonly offersRecovery: boolean;
  /** True while older years of the sample market are still being loaded. */
  readonly sampleLoading: boolean;
}

export async function loadFrameData(owner: Owner): Promise<FrameData> {
  const nowMs = Date.now();
  const { purchaseService, rows } = app.running().purchases;
  const spender = app.spenderOf(owner);
  const pause = owner.upstream.service.keys.pauseFor(owner.upstream.keyId, "paid", nowMs);
  const [tiers, answers] = await Promise.all([
    app.contentTiers(owner.upstream),
    app.availabilityOf(owner.upstream).check(),
  ]);
  // Spending is counted by day.
  const name = ["frame", spender.ownerId, spender.keyId, spender.upstream, jstDate(nowMs)].join(" ");
  const { credits, firstRead, recoveryOfferAtMs } = await app.running().reads.of(name, async () => ({
    credits: await app.creditsView(rows, spender, { nowMs, pauseMs: 0 }),
    firstRead: await app.findFirstRead(app.running().store, owner.ownerId),
    recoveryOfferAtMs: await app.findRecoveryOffer(app.running().store, owner.ownerId),
  }));
  const pauseMs = await purchaseService.keys.pauseMs(spender.keyId);
  return {
    credits: { ...credits, rate_limited_until: pauseMs > 0 ? new Date(nowMs + pauseMs).toISOString() : null },
    contentTiers: tiers,
    away: !answers,
    firstRead,
    offersRecovery: recoveryOfferAtMs !== undefined && recoveryOfferAtMs <= nowMs,
    sampleLoading: app.isSampleLoading(),
    pause: pause === undefined ? undefined : { code: pause.code, seconds: Math.ceil((pause.untilMs - nowMs) / 1000) },
  };
}
