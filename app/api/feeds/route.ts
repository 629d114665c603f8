import { z } from "zod";
import { app } from "@/lib/app.server";
import { readerLanguage } from "@/lib/next/locale.server";

const Feed = z.object({ source: z.string().max(100), consent: z.boolean().default(false) });

/** Feeds and webhooks with their last deliveries. */
export const GET = app.ownerRoute(async ({ owner }) =>
  app.privateJson(await app.following.subscriptionFacts(owner, await readerLanguage())),
);

/** Makes a feed and answers its address, this once. */
export const POST = app.ownerRoute(async ({ owner, request }) => {
  const { source, consent } = await app.readBody(request, Feed);
  const title = app.following.titleOf(await app.following.sourceTitles(owner.ownerId, await readerLanguage()), source);
  return app.privateJson(
    { address: await app.following.makeFeed(app.running(), owner, { source, title, consent }) },
    { status: 201 },
  );
});

export const DELETE = app.ownerRoute(async ({ owner, request }) => {
  const id = new URL(request.url).searchParams.get("feed_id");
  if (id !== null) await app.following.endFeed(app.running().store, owner.ownerId, id);
  return app.noContent();
});
