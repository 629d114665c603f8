import { z } from "zod";
import { type EngineClient, EngineRefusal } from "./client.ts";
import { indexBody, mappingVersion } from "./mapping.ts";
import type { SearchPlace } from "./place.ts";

export type Part = "body" | "news";
const parts = ["body", "news"] as const;

/** The name that searches and publications use; behind it is one generation. */
export const aliasOf = (place: SearchPlace, part: Part): string => `${place.prefix}-${part}`;

export const indexOf = (place: SearchPlace, part: Part, generation: number): string =>
  `${aliasOf(place, part)}-${generation}`;

/** How far a generation has followed the store; while it is first filled, what comes next. */
export interface Progress {
  readonly mark: string;
  readonly change: number;
  /** The last ids that were written, or null where that kind is complete. */
  readonly documentsAfter: string | null;
  readonly newsAfter: string | null;
  /** Taken of how many, for a person who waits. */
  readonly done: number;
  readonly total: number;
}

/** Another process has written how far the same generation is: this one must read that before it goes on. */
export class FollowedElsewhereError extends Error {
  constructor() {
    super("Another process fills the same search indexes.");
    this.name = "FollowedElsewhereError";
  }
}

/** The first progress of a prefix makes its index, which answers nothing for a moment. */
function absentWhileMade(error: unknown): undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  const isMade =
    cause instanceof EngineRefusal &&
    ["illegal_index_shard_state_exception", "no_shard_available_action_exception"].includes(cause.type);
  if (!isMade) throw error;
}

export interface ProgressMark {
  readonly seqNo: number;
  readonly term: number;
}

const Written = z.object({ _seq_no: z.number(), _primary_term: z.number() });
const markOf = ({ _seq_no, _primary_term }: z.output<typeof Written>) => ({ seqNo: _seq_no, term: _primary_term });
const Stored = Written.extend({
  _source: z.object({
    mark: z.string(),
    change: z.number(),
    documentsAfter: z.string().nullable(),
    newsAfter: z.string().nullable(),
    done: z.number(),
    total: z.number(),
  }),
});
const Mappings = z.record(
  z.string(),
  z.object({ mappings: z.object({ _meta: z.object({ hiraku: z.number() }).optional() }) }),
);

/** The indexes of one installation: made, swapped and dropped here. */
export class EngineIndexes {
  readonly #client: EngineClient;
  readonly place: SearchPlace;

  constructor(client: EngineClient, place: SearchPlace) {
    this.#client = client;
    this.place = place;
  }

  /** The generation that is searched; undefined where there is none yet. */
  async current(): Promise<number | undefined> {
    const alias = aliasOf(this.place, "body");
    const answer = await this.#client.find({ method: "GET", path: `/_alias/${alias}` });
    const names = answer === undefined ? [] : Object.keys(z.record(z.string(), z.unknown()).parse(answer));
    const generations = names.map((name) => Number(name.slice(alias.length + 1))).filter(Number.isInteger);
    return generations.length === 0 ? undefined : Math.max(...generations);
  }

  async mappingOf(generation: number): Promise<number | undefined> {
    const index = indexOf(this.place, "body", generation);
    const answer = await this.#client.find({ method: "GET", path: `/${index}/_mapping` });
    return answer === undefined ? undefined : Mappings.parse(answer)[index]?.mappings._meta?.hiraku;
  }

  isCurrent(mapping: number | undefined): boolean {
    return mapping === mappingVersion;
  }

  /** Both indexes of a generation; another process may make them at the same time. */
  async create(generation: number): Promise<void> {
    for (const part of parts) {
      const path = `/${indexOf(this.place, part, generation)}`;
      await this.#client.call({ method: "PUT", path, body: indexBody(this.place.shards) }).catch((error: unknown) => {
        if (!(error instanceof EngineRefusal && error.type === "resource_already_exists_exception")) throw error;
      });
    }
  }

  /** From here on this generation is searched; both parts change at once. */
  async swapTo(generation: number): Promise<void> {
    const actions = parts.flatMap((part) => {
      const alias = aliasOf(this.place, part);
      return [
        { remove: { index: `${alias}-*`, alias, must_exist: false } },
        { add: { index: indexOf(this.place, part, generation), alias } },
      ];
    });
    await this.#client.call({ method: "POST", path: "/_aliases", body: { actions } });
  }

  async drop(generation: number): Promise<void> {
    for (const part of parts)
      await this.#client.find({ method: "DELETE", path: `/${indexOf(this.place, part, generation)}` });
    await this.#client.find({ method: "DELETE", path: this.#progressPath(generation) });
  }

  async progress(generation: number): Promise<{ progress: Progress; mark: ProgressMark } | undefined> {
    const answer = await this.#client
      .find({ method: "GET", path: this.#progressPath(generation) })
      .catch(absentWhileMade);
    if (answer === undefined) return undefined;
    const stored = Stored.parse(answer);
    return { progress: stored._source, mark: markOf(stored) };
  }

  /** Replaces the state that was `seen`, or makes the first one. */
  async save(generation: number, progress: Progress, seen: ProgressMark | undefined): Promise<ProgressMark> {
    const only = seen === undefined ? "op_type=create" : `if_seq_no=${seen.seqNo}&if_primary_term=${seen.term}`;
    try {
      const path = `${this.#progressPath(generation)}?${only}`;
      return markOf(Written.parse(await this.#client.call({ method: "PUT", path, body: progress })));
    } catch (error) {
      if (error instanceof EngineRefusal && error.type === "version_conflict_engine_exception")
        throw new FollowedElsewhereError();
      throw error;
    }
  }

  /** `green`, `yellow` or `red`, of this installation's indexes. */
  async health(signal: AbortSignal): Promise<string> {
    const names = parts.map((part) => aliasOf(this.place, part)).join(",");
    const answer = await this.#client.call({ method: "GET", path: `/_cluster/health/${names}?timeout=0s`, signal });
    return z.object({ status: z.string() }).parse(answer).status;
  }

  #progressPath(generation: number): string {
    return `/${this.place.prefix}-state/_doc/${generation}`;
  }
}
