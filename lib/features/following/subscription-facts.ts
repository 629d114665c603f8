import type { Owner } from "../../owners/owner.ts";
import { app } from "../../running-app.ts";
import { listFeeds } from "../../store/feeds.ts";
import { findKeptKey } from "../../store/kept-keys.ts";
import { type DeliveryRow, listDeliveries, listWebhooks } from "../../store/webhooks.ts";
import type { ReaderLanguage } from "../../text/i18n/reader-language.ts";
import { mailDeps } from "./mail/serve-mail.ts";
import { type MailFacts, mailFacts } from "./mail/subscribe.ts";
import { sourceTitles, titleOf } from "./source-titles.ts";

/** Feeds, webhooks and the mail as the account page lists them: no address of a feed, no secret. */
export interface SubscriptionFacts {
  /** Everything first, then watches and saved filters. */
  readonly choices: readonly { readonly source: string; readonly title: string }[];
  readonly feeds: readonly ListedFeed[];
  readonly webhooks: readonly ListedWebhook[];
  /** Undefined where no mail is sent. */
  readonly mail: MailFacts | undefined;
  /** `none` where the first feed or webhook needs consent; `paused` where the key was refused or can't be read. */
  readonly key: "none" | "kept" | "paused";
  readonly checkedAt: number | null;
}

export interface ListedFeed {
  readonly id: string;
  readonly title: string;
  readonly createdAt: number;
  readonly readAt: number | null;
}

export interface ListedWebhook {
  readonly id: string;
  readonly title: string;
  readonly address: string;
  readonly createdAt: number;
  readonly deliveries: readonly ListedDelivery[];
}

export interface ListedDelivery extends Pick<DeliveryRow, "state" | "attempts" | "status" | "problem"> {
  readonly id: string;
  readonly test: boolean;
  readonly at: number;
  /** When it is sent again. */
  readonly nextAt: number | null;
}

const deliveriesShown = 8;

export async function subscriptionFacts(owner: Owner, language: ReaderLanguage): Promise<SubscriptionFacts> {
  const [titles, feeds, webhooks, kept] = await Promise.all([
    sourceTitles(owner.ownerId, language),
    listFeeds(app().store, owner.ownerId),
    listWebhooks(app().store, owner.ownerId),
    findKeptKey(app().store, owner.ownerId),
  ]);
  const mail = await mailFacts(app(), owner.ownerId);
  const deliveries = await Promise.all(
    webhooks.map((row) => listDeliveries(app().store, row.webhook_id, deliveriesShown)),
  );
  const works = kept !== undefined && kept.upstream === owner.upstream.baseUrl && kept.problem !== "key_unreadable";
  return {
    choices: [...titles].map(([source, title]) => ({ source, title })),
    feeds: feeds.map((row) => ({
      id: row.feed_id,
      title: titleOf(titles, row.source),
      createdAt: row.created_at,
      readAt: row.read_at,
    })),
    webhooks: webhooks.map((row, at) => ({
      id: row.webhook_id,
      title: titleOf(titles, row.source),
      address: row.address,
      createdAt: row.created_at,
      deliveries: (deliveries[at] ?? []).map(listedDelivery),
    })),
    key: works ? "kept" : feeds.length + webhooks.length > 0 || mail.state !== "none" ? "paused" : "none",
    mail: mailDeps().mail === undefined ? undefined : mail,
    checkedAt: kept?.checked_at ?? null,
  };
}

function listedDelivery(row: DeliveryRow): ListedDelivery {
  const { state, attempts, status, problem } = row;
  return {
    id: row.delivery_id,
    state,
    attempts,
    status,
    problem,
    test: row.update_id === null,
    at: row.settled_at ?? row.created_at,
    nextAt: state === "waiting" && attempts > 0 ? row.next_at : null,
  };
}
