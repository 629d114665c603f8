import type { Store } from "./database.ts";

/** Reading these again has a price: a section, a page, an original or an answer. */
export interface ReadThing {
  readonly owner_id: string;
  readonly upstream: string;
  /** Empty for answers to questions. */
  readonly document_id: string;
  /** `section:…`, `page:…`, `original:…` or `answer:…`. */
  readonly thing: string;
}

export interface ReadPrice {
  /** The price of opening it without owning it. */
  readonly credits: number;
  /** The most that the document's readings of one day count for, since nobody pays more than the whole costs. */
  readonly dayMax: number;
  readonly dayStartMs: number;
}

/** Openings within this time of the last one are the same visit. */
const visitGapMs = 30 * 60_000;

export function readRows(store: Store) {
  const last = store.prepare<ReadThing, { visit_at: number; last_at: number }>(
    `select visit_at, last_at from reads where owner_id = @owner_id and upstream = @upstream
       and document_id = @document_id and thing = @thing order by visit_at desc limit 1`,
  );
  const extend = store.prepare(
    `update reads set last_at = case when last_at > @now then last_at else @now end where owner_id = @owner_id and upstream = @upstream
       and document_id = @document_id and thing = @thing and visit_at = @visit_at`,
  );
  const insert = store.prepare(
    `insert into reads (owner_id, upstream, document_id, thing, visit_at, last_at, again, credits)
     values (@owner_id, @upstream, @document_id, @thing, @now, @now, @again, @credits)
     on conflict (owner_id, upstream, document_id, thing, visit_at) do nothing`,
  );
  const counted = store.prepare<
    Pick<ReadThing, "owner_id" | "upstream" | "document_id"> & { since: number },
    { credits: number }
  >(
    `select coalesce(sum(credits), 0) as credits from reads where owner_id = @owner_id and upstream = @upstream
       and document_id = @document_id and document_id <> '' and visit_at >= @since`,
  );
  const sums = store.prepare<[string], { credits: number; reads: number; since: number | null }>(
    `select coalesce(sum(credits), 0) as credits, coalesce(sum(again), 0) as reads, min(visit_at) as since
     from reads where owner_id = ?`,
  );
  return {
    /** Records an opening. The first visit to a thing is what was paid for; each later one counts its price. */
    async noteRead(thing: ReadThing, nowMs: number, priceOf: () => Promise<ReadPrice>): Promise<void> {
      const before = await last.get(thing);
      if (before !== undefined && nowMs - before.last_at < visitGapMs) {
        await extend.run({ ...thing, visit_at: before.visit_at, now: nowMs });
        return;
      }
      const again = before !== undefined;
      await insert.run({
        ...thing,
        now: nowMs,
        again: Number(again),
        credits: again ? await worth(thing, await priceOf()) : 0,
      });
    },
    sums: async (ownerId: string) => {
      const { credits = 0, reads = 0, since = null } = (await sums.get(ownerId)) ?? {};
      return { credits: Number(credits), reads: Number(reads), since };
    },
  };

  async function worth(
    { owner_id, upstream, document_id }: ReadThing,
    { credits, dayMax, dayStartMs }: ReadPrice,
  ): Promise<number> {
    const already = Number((await counted.get({ owner_id, upstream, document_id, since: dayStartMs }))?.credits);
    return Math.min(credits, Math.max(0, dayMax - already));
  }
}

export type ReadRows = ReturnType<typeof readRows>;
