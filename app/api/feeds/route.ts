import { z } from "zod";
import { noContent, privateJson } from "@/lib/auth/answers";
import { ownerRoute } from "@/lib/auth/owner-route";
import { readBody } from "@/lib/auth/read-body";
import { store } from "@/lib/store/database";
import { sourceTitles, titleOf } from "@/lib/updates/source-titles";
import { subscriptionFacts } from "@/lib/updates/subscription-facts";
import { endFeed, makeFeed } from "@/lib/updates/subscriptions";

const Feed = z.object({ source: z.string().max(100), consent: z.boolean().default(false) });

/** Feeds and webhooks with their last deliveries. */
export const GET = ownerRoute(async ({ owner }) => privateJson(await subscriptionFacts(owner)));

/** Makes a feed and answers its address, this once. */
export const POST = ownerRoute(async ({ owner, request }) => {
  const { source, consent } = await readBody(request, Feed);
  const title = titleOf(await sourceTitles(owner.ownerId), source);
  return privateJson({ address: await makeFeed(store(), owner, { source, title, consent }) }, { status: 201 });
});

export const DELETE = ownerRoute(async ({ owner, request }) => {
  const id = new URL(request.url).searchParams.get("feed_id");
  if (id !== null) await endFeed(store(), owner.ownerId, id);
  return noContent();
});
