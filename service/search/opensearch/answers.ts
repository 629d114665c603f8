import { z } from "zod";
import { SearchTimedOutError, SearchUnavailableError } from "../port.ts";

/** A hit of a section or passage, as much of it as was asked for. */
const Hit = z.object({
  _id: z.string(),
  /** The score comes first. */
  sort: z.array(z.unknown()).optional(),
  _source: z.object({
    document: z.string(),
    at: z.number(),
    place: z.number().default(0),
    section: z.string().default(""),
    issuer: z.string().optional(),
    periodEnd: z.string().optional(),
    amends: z.string().optional(),
    head: z.string().default(""),
    passage: z.number().default(0),
    shown: z.string().default(""),
    texts: z.array(z.string()).optional(),
    lines: z.array(z.string()).optional(),
    sectionIds: z.array(z.string()).optional(),
  }),
});

export type EngineHit = z.output<typeof Hit>;

export function scoreOf({ sort }: EngineHit): number {
  const [score] = sort ?? [];
  return typeof score === "number" ? score : 0;
}

const Search = z.object({
  timed_out: z.boolean(),
  _shards: z.object({ failed: z.number() }),
  hits: z.object({ hits: z.array(Hit) }),
});

const Searches = z.object({ responses: z.array(z.union([Search, z.object({ status: z.number() })])) });

/** Throws where it is a part of an answer only: the deadline has passed, or a shard is missing. */
function wholeHits(answer: z.output<typeof Search>): readonly EngineHit[] {
  if (answer.timed_out) throw new SearchTimedOutError();
  if (answer._shards.failed > 0) throw new SearchUnavailableError(new Error("A part of the index did not answer."));
  return answer.hits.hits;
}

export const hitsOf = (answer: unknown): readonly EngineHit[] => wholeHits(Search.parse(answer));

export function hitsOfEach(answer: unknown): (readonly EngineHit[])[] {
  return Searches.parse(answer).responses.map((each) => {
    if ("hits" in each) return wholeHits(each);
    throw new SearchUnavailableError(new Error(`OpenSearch answered ${each.status} to one of several searches.`));
  });
}
