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

const Stored = z.object({
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

  /** Which version of the mapping a generation was made with. */
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

  async progress(generation: number): Promise<Progress | undefined> {
    const answer = await this.#client.find({ method: "GET", path: this.#progressPath(generation) });
    return answer === undefined ? undefined : Stored.parse(answer)._source;
  }

  async save(generation: number, progress: Progress): Promise<void> {
    await this.#client.call({ method: "PUT", path: this.#progressPath(generation), body: progress });
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
