import { randomBytes } from "node:crypto";
import { logEvent } from "../../log.ts";
import { RouteProblem } from "../../owners/answers.ts";
import type { Owner } from "../../owners/owner.ts";
import { type KeySafe, seal, sealPurposes } from "../../owners/sealing.ts";
import type { Settings } from "../../settings.ts";
import { findDailyMail } from "../../store/daily-mails.ts";
import type { Store } from "../../store/database.ts";
import { addFeed, listFeeds, revokeFeed } from "../../store/feeds.ts";
import { listSavedFilters } from "../../store/saved-filters.ts";
import { listStandingWords } from "../../store/standing-words.ts";
import { addTestDelivery, addWebhook, listDeliveries, listWebhooks, revokeWebhook } from "../../store/webhooks.ts";
import { parseUpdateSource } from "../../text/format/update-source.ts";
import { keepKeyOf, logKeyLetGo } from "./kept-key.ts";
import { appOrigin, feedAddress } from "./links.ts";
import { needKey } from "./need-key.ts";
import { feedTokenHash, makeFeedToken } from "./serve-feed.ts";
import { webhookAddress } from "./webhook-address.ts";
import { makeWebhookSecret } from "./webhook-message.ts";

/** The first one needs consent that the service key is kept, sealed, beyond the session; with the last one it goes. */
interface Wanted {
  readonly source: string;
  readonly title: string;
  readonly consent: boolean;
}

interface Subscribing extends KeySafe {
  readonly settings: Pick<Settings, "publicOrigin" | "port" | "webhookNetwork">;
}

/** Returns the feed's address, which is shown once: only a hash of its token is stored. */
export async function makeFeed(app: Subscribing, owner: Owner, { source, title, consent }: Wanted): Promise<string> {
  const { store, settings } = app;
  await checkSource(store, owner.ownerId, source);
  const token = makeFeedToken();
  const nowMs = Date.now();
  const feedId = `feed_${randomBytes(9).toString("base64url")}`;
  await store.atomically(async () => {
    await needKey(app, owner, consent, nowMs);
    const row = { feed_id: feedId, owner_id: owner.ownerId, source, title, created_at: nowMs, read_at: null };
    if (!(await addFeed(store, { ...row, token_hash: feedTokenHash(token) }))) {
      throw new RouteProblem({ status: 409, code: "feeds_full", detail: "There are 100 feeds." });
    }
  }, owner.ownerId);
  logEvent("feed_made", { ownerId: owner.ownerId });
  return feedAddress(appOrigin(settings), token);
}

export async function endFeed(store: Store, ownerId: string, feedId: string): Promise<void> {
  const { revoked, keyLetGo } = await revokeFeed(store, ownerId, feedId);
  if (revoked) logEvent("feed_revoked", { ownerId });
  if (keyLetGo) logKeyLetGo(ownerId, "nothing_needs_it");
}

const addressFaults = {
  not_an_address: "This is not an address.",
  not_https: "A webhook needs an https address.",
  has_credentials: "An address with a user or password is not accepted.",
  not_public: "This address is not on the public internet.",
} as const;

/** Returns the secret that signs the deliveries, which is shown once. */
export async function makeWebhook(
  app: Subscribing,
  owner: Owner,
  wanted: Pick<Wanted, "source" | "consent"> & { readonly address: string },
): Promise<string> {
  const { store, secrets, settings } = app;
  const { source, consent } = wanted;
  await checkSource(store, owner.ownerId, source);
  const checked = webhookAddress(wanted.address, settings.webhookNetwork);
  if ("fault" in checked) {
    const detail = addressFaults[checked.fault];
    throw new RouteProblem({ status: 422, code: `webhook_${checked.fault}`, detail });
  }
  const secret = makeWebhookSecret();
  const nowMs = Date.now();
  await store.atomically(async () => {
    await needKey(app, owner, consent, nowMs);
    const added = await addWebhook(store, {
      webhook_id: `wh_${randomBytes(9).toString("base64url")}`,
      owner_id: owner.ownerId,
      upstream: owner.upstream.baseUrl,
      source,
      address: checked.address,
      sealed_secret: seal(secret, { owner: owner.ownerId, purpose: sealPurposes.webhookSecret }, secrets),
      created_at: nowMs,
    });
    if (!added) throw new RouteProblem({ status: 409, code: "webhooks_full", detail: "There are 20 webhooks." });
  }, owner.ownerId);
  logEvent("webhook_made", { ownerId: owner.ownerId });
  return secret;
}

export async function endWebhook(store: Store, ownerId: string, webhookId: string): Promise<void> {
  const { revoked, keyLetGo } = await revokeWebhook(store, ownerId, webhookId);
  if (revoked) logEvent("webhook_revoked", { ownerId });
  if (keyLetGo) logKeyLetGo(ownerId, "nothing_needs_it");
}

export async function testWebhook(store: Store, ownerId: string, webhookId: string): Promise<void> {
  const webhook = (await listWebhooks(store, ownerId)).find((each) => each.webhook_id === webhookId);
  if (webhook === undefined) throw new RouteProblem({ status: 404, code: "not_found", detail: "No such webhook." });
  const waits = (await listDeliveries(store, webhookId, 1000)).some(
    ({ update_id, state }) => update_id === null && state === "waiting",
  );
  if (waits) {
    throw new RouteProblem({ status: 409, code: "test_under_way", detail: "A test of this webhook is under way." });
  }
  await addTestDelivery(store, webhookId, `dlv_${randomBytes(12).toString("hex")}`, Date.now());
}

/** After the service has refused the kept key, its owner signs in with another one and says again that it may be kept. */
export async function resumeWithKey(safe: KeySafe, owner: Owner): Promise<void> {
  const { store } = safe;
  await store.atomically(async () => {
    const mail = await findDailyMail(store, owner.ownerId);
    const needed =
      (await listFeeds(store, owner.ownerId)).length + (await listWebhooks(store, owner.ownerId)).length > 0 ||
      (mail !== undefined && mail.state !== "ended");
    if (needed) await keepKeyOf(safe, owner, Date.now());
  }, owner.ownerId);
}

/** A source that a feed or webhook uses must stay. */
export async function isFollowedOutside(store: Store, ownerId: string, source: string): Promise<boolean> {
  return [...(await listFeeds(store, ownerId)), ...(await listWebhooks(store, ownerId))].some(
    (each) => each.source === source,
  );
}

async function checkSource(store: Store, ownerId: string, source: string): Promise<void> {
  const parsed = parseUpdateSource(source);
  const exists =
    parsed !== undefined &&
    (parsed.kind !== "filter" ||
      (await listSavedFilters(store, ownerId)).some(({ filter_id }) => filter_id === parsed.filterId)) &&
    (parsed.kind !== "words" ||
      (await listStandingWords(store, ownerId)).some(({ phrase_id }) => phrase_id === parsed.phraseId));
  if (!exists) throw new RouteProblem({ status: 404, code: "not_found", detail: "No such watch or saved filter." });
}
