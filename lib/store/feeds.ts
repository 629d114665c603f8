import type { Store } from "./database.ts";
import { letGoOfUnusedKey } from "./kept-keys.ts";

/** An Atom feed of one source. Its address holds a token, of which only a hash is stored. */
export interface FeedRow {
  readonly feed_id: string;
  readonly owner_id: string;
  readonly source: string;
  readonly title: string;
  readonly token_hash: string;
  readonly created_at: number;
  /** When it was last read; recorded at most once an hour. */
  readonly read_at: number | null;
}

/** The most feeds, and the most webhooks, of one owner. */
export const feedsMax = 100;

const readNotedEveryMs = 3_600_000;

export function addFeed(store: Store, row: FeedRow): Promise<boolean> {
  return store.atomically(async () => {
    if ((await listFeeds(store, row.owner_id)).length >= feedsMax) return false;
    await store
      .prepare<FeedRow>(
        `insert into feeds (feed_id, owner_id, source, title, token_hash, created_at, read_at)
         values (@feed_id, @owner_id, @source, @title, @token_hash, @created_at, @read_at)`,
      )
      .run(row);
    return true;
  }, row.owner_id);
}

export function listFeeds(store: Store, ownerId: string): Promise<FeedRow[]> {
  return store
    .prepare<[string], FeedRow>("select * from feeds where owner_id = ? order by created_at, feed_id")
    .all(ownerId);
}

export function findFeedByToken(store: Store, tokenHash: string): Promise<FeedRow | undefined> {
  return store.prepare<[string], FeedRow>("select * from feeds where token_hash = ?").get(tokenHash);
}

export async function noteFeedRead(store: Store, feed: FeedRow, nowMs: number): Promise<void> {
  if (feed.read_at !== null && nowMs - feed.read_at < readNotedEveryMs) return;
  await store.prepare("update feeds set read_at = ? where feed_id = ?").run(nowMs, feed.feed_id);
}

/** Ends the feed's address. With the owner's last feed and webhook the kept key goes too, in the same transaction. */
export function revokeFeed(
  store: Store,
  ownerId: string,
  feedId: string,
): Promise<{ revoked: boolean; keyLetGo: boolean }> {
  return store.atomically(async () => {
    const { changes } = await store
      .prepare("delete from feeds where owner_id = ? and feed_id = ?")
      .run(ownerId, feedId);
    return { revoked: changes > 0, keyLetGo: await letGoOfUnusedKey(store, ownerId) };
  }, ownerId);
}
