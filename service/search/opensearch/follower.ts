import { documentEntry, newsEntry } from "../core/entries.ts";
import type { SearchedKind, SearchSource } from "../source.ts";
import type { EngineClient } from "./client.ts";
import { aliasOf, type EngineIndexes, indexOf, type Part, type Progress, type ProgressMark } from "./indexes.ts";
import { type EntryChange, type WriteOptions, writeEntries } from "./write-entries.ts";

const changesAtOnce = 200;
const documentsAtOnce = 20;
const newsAtOnce = 500;
const refreshEach = 500;
const partOf: Readonly<Record<SearchedKind, Part>> = { document: "body", news: "news" };

export interface Generation {
  readonly number: number;
  /** Through the alias, so that what was swapped away is never written. */
  readonly isSearched: boolean;
}

/**
 * Fills one generation from the store, then keeps it in step with every change. Work done twice does no harm; one that
 * finds that another has gone on meanwhile ends with `FollowedElsewhereError`.
 */
export class IndexFollower {
  readonly #client: EngineClient;
  readonly #indexes: EngineIndexes;
  readonly #source: SearchSource;
  readonly #generation: Generation;
  #progress: Progress;
  #seen: ProgressMark;
  /** How far an index is filled; the progress follows where that is visible. */
  #filled: Pick<Progress, "documentsAfter" | "newsAfter" | "done">;
  #unseen = 0;

  /** Goes on where the generation was left; one of another installation is refused. */
  static async open(
    client: EngineClient,
    indexes: EngineIndexes,
    source: SearchSource,
    generation: Generation,
  ): Promise<IndexFollower> {
    const mark = await source.mark();
    const known = await indexes.progress(generation.number);
    if (known !== undefined) {
      refuseOthers(known.progress, mark, indexes);
      return new IndexFollower(client, indexes, source, generation, known.progress, known.mark);
    }
    // Changes after this one are followed; everything before is read from the catalog.
    const change = await source.lastChange();
    const total = (await source.count("document")) + (await source.count("news"));
    const progress = { mark, change, documentsAfter: "", newsAfter: "", done: 0, total };
    const seen = await indexes.save(generation.number, progress, undefined);
    return new IndexFollower(client, indexes, source, generation, progress, seen);
  }

  private constructor(
    client: EngineClient,
    indexes: EngineIndexes,
    source: SearchSource,
    generation: Generation,
    progress: Progress,
    seen: ProgressMark,
  ) {
    this.#client = client;
    this.#indexes = indexes;
    this.#source = source;
    this.#generation = generation;
    this.#progress = progress;
    this.#filled = progress;
    this.#seen = seen;
  }

  get progress(): Progress {
    return this.#progress;
  }

  /** Some of what is to be done, what has just changed first; 0 where there is nothing left. */
  async step(): Promise<number> {
    const followed = await this.#follow();
    return followed > 0 ? followed : this.#fill();
  }

  async #follow(): Promise<number> {
    const changes = await this.#source.changesAfter(this.#progress.change, changesAtOnce);
    const last = changes.at(-1);
    if (last === undefined) return 0;
    const newest = new Map(changes.map((each) => [`${each.kind} ${each.id}`, each]));
    for (const kind of ["document", "news"] as const) {
      const ofKind = [...newest.values()].filter((each) => each.kind === kind);
      for (let at = 0; at < ofKind.length; at += documentsAtOnce) {
        const entries: EntryChange[] = [];
        for (const { id, change } of ofKind.slice(at, at + documentsAtOnce))
          entries.push({ id, change, entry: await this.#entry(kind, id) });
        await this.#write(kind, entries, { isNew: false });
      }
    }
    await this.#save({ change: last.change });
    return changes.length;
  }

  async #fill(): Promise<number> {
    const { documentsAfter, newsAfter } = this.#filled;
    if (documentsAfter !== null) return this.#fillKind("document", documentsAfter, documentsAtOnce);
    if (newsAfter !== null) return this.#fillKind("news", newsAfter, newsAtOnce);
    return 0;
  }

  async #fillKind(kind: SearchedKind, after: string, atOnce: number): Promise<number> {
    const ids = await this.#source.idsAfter(kind, after, atOnce);
    const entries: EntryChange[] = [];
    for (const id of ids) {
      const entry = await this.#entry(kind, id);
      // A change that has been followed meanwhile has a higher number, and stays.
      if (entry !== undefined) entries.push({ id, change: 0, entry });
    }
    const next = ids.length < atOnce ? null : (ids.at(-1) ?? null);
    this.#unseen += entries.length;
    const refresh = next === null || this.#unseen >= refreshEach;
    await this.#write(kind, entries, { isNew: true, refresh });
    const { documentsAfter, newsAfter, done } = this.#filled;
    this.#filled = {
      documentsAfter: kind === "document" ? next : documentsAfter,
      newsAfter: kind === "news" ? next : newsAfter,
      done: done + ids.length,
    };
    if (refresh) {
      this.#unseen = 0;
      await this.#save(this.#filled);
    }
    return Math.max(1, ids.length);
  }

  async #entry(kind: SearchedKind, id: string): Promise<EntryChange["entry"]> {
    if (kind === "document") {
      const document = await this.#source.document(id);
      return document === undefined ? undefined : documentEntry(document);
    }
    const news = await this.#source.news(id);
    return news === undefined ? undefined : newsEntry(news);
  }

  #write(kind: SearchedKind, entries: readonly EntryChange[], how: Omit<WriteOptions, "isAlias">): Promise<void> {
    const { place } = this.#indexes;
    const { number, isSearched } = this.#generation;
    const index = isSearched ? aliasOf(place, partOf[kind]) : indexOf(place, partOf[kind], number);
    return writeEntries(this.#client, index, entries, { ...how, isAlias: isSearched });
  }

  async #save(changed: Partial<Progress>): Promise<void> {
    this.#progress = { ...this.#progress, ...changed };
    this.#seen = await this.#indexes.save(this.#generation.number, this.#progress, this.#seen);
  }
}

/** One prefix belongs to one store. */
export function refuseOthers({ mark: found }: Progress, mark: string, { place }: EngineIndexes): void {
  if (found === mark) return;
  throw new Error(
    `The indexes ${place.prefix}-… belong to another installation: set another prefix in HIRAKU_SEARCH_URL.`,
  );
}
