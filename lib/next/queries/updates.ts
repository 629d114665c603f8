import { queryOptions } from "@tanstack/react-query";
import type { SubscriptionFacts } from "../../features/following/subscription-facts.ts";
import { updateRoutes } from "../../routes.ts";
import { fetchOwnApi } from "./own-api.ts";

/** From the app's own store, free. */
export interface SeenMark {
  readonly source: string;
  readonly through_seq: number;
}

/** Returns the marks from before, with which the same call takes it back. */
export async function markSeen(sources: readonly SeenMark[]): Promise<readonly SeenMark[]> {
  const body = { sources };
  return (await fetchOwnApi<{ before: readonly SeenMark[] }>(updateRoutes.seen(), { method: "POST", body })).before;
}

export const subscriptionsKey = ["subscriptions"] as const;

export function subscriptionsQuery(initialData: SubscriptionFacts) {
  return queryOptions({
    queryKey: subscriptionsKey,
    queryFn: ({ signal }) => fetchOwnApi<SubscriptionFacts>(updateRoutes.feeds(), { signal }),
    initialData,
  });
}

export function makeFeed(wanted: { readonly source: string; readonly consent: boolean }) {
  return fetchOwnApi<{ address: string }>(updateRoutes.feeds(), { method: "POST", body: wanted });
}

export function revokeFeed(feedId: string) {
  return fetchOwnApi<void>(updateRoutes.feeds({ feed_id: feedId }), { method: "DELETE" });
}

export function makeWebhook(wanted: { readonly source: string; readonly address: string; readonly consent: boolean }) {
  return fetchOwnApi<{ secret: string }>(updateRoutes.webhooks(), { method: "POST", body: wanted });
}

export function revokeWebhook(webhookId: string) {
  return fetchOwnApi<void>(updateRoutes.webhooks({ webhook_id: webhookId }), { method: "DELETE" });
}

export function testWebhook(webhookId: string) {
  return fetchOwnApi<void>(updateRoutes.webhookTest(), { method: "POST", body: { webhook_id: webhookId } });
}

export function resumeWithKey() {
  return fetchOwnApi<void>(updateRoutes.keptKey(), { method: "PUT", body: { consent: true } });
}

export function askForMail(wanted: { readonly address: string; readonly hour: number; readonly consent: boolean }) {
  return fetchOwnApi<void>(updateRoutes.mail(), { method: "POST", body: wanted });
}

export function changeMailHour(hour: number) {
  return fetchOwnApi<void>(updateRoutes.mail(), { method: "PUT", body: { hour } });
}

export function endMail() {
  return fetchOwnApi<void>(updateRoutes.mail(), { method: "DELETE" });
}

/** At the service, for nothing. */
export function standSearch(searchId: string) {
  return fetchOwnApi<void>(updateRoutes.standing(), { method: "POST", body: { search_id: searchId } });
}

export function endStanding(searchId: string) {
  return fetchOwnApi<void>(updateRoutes.standing({ search_id: searchId }), { method: "DELETE" });
}
