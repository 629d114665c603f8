import { z } from "zod";
import type { SearchSource } from "../source.ts";
import { EngineClient } from "./client.ts";
import { aliasOf, EngineIndexes } from "./indexes.ts";
import type { SearchPlace } from "./place.ts";

export interface CheckedEngine {
  readonly problems: readonly string[];
  readonly notes: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

const Count = z.object({ count: z.number() });
const timeoutMs = 10_000;
const countedMax = 10_000;

/** Whole, and how far they have followed. */
export async function checkEngine(place: SearchPlace, source: SearchSource): Promise<CheckedEngine> {
  const client = new EngineClient(place);
  const indexes = new EngineIndexes(client, place);
  const problems: string[] = [];
  const notes: string[] = [];
  try {
    const generation = await indexes.current();
    if (generation === undefined) return { problems, notes: ["nothing is indexed before the first start"], counts: {} };
    const progress = (await indexes.progress(generation))?.progress;
    if (progress !== undefined && progress.mark !== (await source.mark()))
      problems.push(`the indexes ${place.prefix}-… belong to another installation`);
    if ((await indexes.health(AbortSignal.timeout(timeoutMs))) === "red") problems.push("a part of the index is lost");
    if (!indexes.isCurrent(await indexes.mappingOf(generation)))
      problems.push("the indexes were made by another version: run `hiraku search rebuild`");
    const { change = 0, done = 0, total = 0, documentsAfter = "", newsAfter = "" } = progress ?? {};
    if (documentsAfter !== null || newsAfter !== null) notes.push(`it is being filled: ${done} of ${total}`);
    const behind = (await source.changesAfter(change, countedMax)).length;
    if (behind > 0) notes.push(`${behind} publications can't be found yet`);
    const of = async (part: "body" | "news", kind: string) => {
      const answer = await client.call({
        method: "POST",
        path: `/${aliasOf(place, part)}/_count`,
        body: { query: { term: { kind } } },
        timeoutMs,
      });
      return Count.parse(answer).count;
    };
    const counts = {
      documents: await of("body", "document"),
      sections: await of("body", "section"),
      passages: await of("body", "passage"),
      news: await of("news", "document"),
    };
    return { problems, notes, counts };
  } catch (error) {
    return {
      problems: [...problems, error instanceof Error ? error.message : "it does not answer"],
      notes,
      counts: {},
    };
  } finally {
    client.close();
  }
}
