import type { SearchSource } from "../source.ts";
import { EngineClient } from "./client.ts";
import { IndexFollower } from "./follower.ts";
import { EngineIndexes, FollowedElsewhereError } from "./indexes.ts";
import type { SearchPlace } from "./place.ts";

export interface EngineRebuildReport {
  readonly documents: number;
  readonly news: number;
  /** Begun by an earlier run that did not finish. */
  readonly resumed: boolean;
}

/**
 * Fills new indexes beside those that are searched, and puts them in their place once they are complete. Called again
 * after it was stopped, it goes on where it was.
 */
export async function rebuildEngine(
  place: SearchPlace,
  source: SearchSource,
  options: { readonly restart?: boolean; readonly onProgress?: (done: number, total: number) => void } = {},
): Promise<EngineRebuildReport> {
  const client = new EngineClient(place);
  try {
    const indexes = new EngineIndexes(client, place);
    const before = await indexes.current();
    const number = (before ?? 0) + 1;
    if (options.restart === true) await indexes.drop(number);
    const begun = await indexes.progress(number);
    await indexes.create(number);
    const follower = await IndexFollower.open(client, indexes, source, { number, isSearched: false });
    await followToEnd(follower, options.onProgress);
    await indexes.swapTo(number);
    // Publications between the last look and the swap are followed too.
    await followToEnd(follower, undefined).catch(letOthersFollow);
    if (before !== undefined) await indexes.drop(before);
    const news = await source.count("news");
    return { documents: follower.progress.done - news, news, resumed: begun !== undefined };
  } finally {
    client.close();
  }
}

/** A service that runs has noticed the new indexes first, and follows from where this was. */
function letOthersFollow(error: unknown): void {
  if (!(error instanceof FollowedElsewhereError)) throw error;
}

async function followToEnd(follower: IndexFollower, onProgress: ((done: number, total: number) => void) | undefined) {
  while ((await follower.step()) > 0) onProgress?.(follower.progress.done, follower.progress.total);
}
