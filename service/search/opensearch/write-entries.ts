import { z } from "zod";
import type { Entry } from "../core/entries.ts";
import { SearchUnavailableError } from "../port.ts";
import type { EngineClient } from "./client.ts";
import { encode } from "./encode.ts";

/** One document or statement as it is now; without an entry it is taken out. */
export interface EntryChange {
  readonly id: string;
  /** Grows with every change of the store: an older state never replaces a newer one. */
  readonly change: number;
  readonly entry: Entry | undefined;
}

const Answer = z.object({
  errors: z.boolean(),
  items: z.array(
    z.record(z.string(), z.object({ status: z.number(), error: z.object({ type: z.string() }).optional() })),
  ),
});

const Ids = z.object({
  hits: z.object({
    hits: z.array(
      z.object({ _id: z.string(), _source: z.object({ document: z.string() }), sort: z.array(z.unknown()) }),
    ),
  }),
});

const idsAtOnce = 5_000;
const bytesAtOnce = 4_000_000;
const written = 300;
const isAbsent = 404;
const isOlder = 409;

export interface WriteOptions {
  /** An index without older states of the entries. */
  readonly isNew: boolean;
  readonly isAlias: boolean;
  /** Not while more follows at once, which costs the engine much. */
  readonly refresh?: boolean;
}

/** Writes to an index or an alias, then makes all of it visible at once. */
export async function writeEntries(
  client: EngineClient,
  index: string,
  changes: readonly EntryChange[],
  { isNew, isAlias, refresh = true }: WriteOptions,
): Promise<void> {
  if (changes.length === 0 && !refresh) return;
  const ids = new Set<string>();
  let lines: object[] = [];
  let bytes = 0;
  // The next entries are encoded while the engine takes these.
  let sending: Promise<void> = Promise.resolve();
  const send = async () => {
    const before = sending;
    sending = bulk(client, index, lines);
    // Its failure is told where it is awaited, which may be after another one's.
    sending.catch(() => {});
    lines = [];
    bytes = 0;
    await before;
  };
  for (const { change, entry } of changes) {
    if (entry === undefined) continue;
    for (const { id, body } of encode(entry)) {
      ids.add(id);
      lines.push(
        { index: { _id: id, version: change, version_type: "external_gte", require_alias: isAlias } },
        { ...body, change },
      );
      // Of the text, which is nearly all there is: three bytes a character, in pairs and tokens.
      bytes += "text" in body && typeof body.text === "string" ? body.text.length * 10 : 500;
      if (bytes > bytesAtOnce) await send();
    }
  }
  await send();
  await sending;
  // Sections that the new state no longer has, and documents that are gone. In a new index there are none.
  if (!isNew && changes.length > 0) await dropOlder(client, index, changes, ids);
  if (refresh) await client.call({ method: "POST", path: `/${index}/_refresh` });
}

/** Deleted with the change's number, so that an older state that arrives late does not bring them back. */
async function dropOlder(
  client: EngineClient,
  index: string,
  changes: readonly EntryChange[],
  kept: ReadonlySet<string>,
): Promise<void> {
  const changeOf = new Map(changes.map(({ id, change }) => [id, change]));
  const older = changes.map(({ id, change, entry }) => ({
    bool: {
      filter: [
        { term: { document: id } },
        { range: { change: entry === undefined ? { lte: change } : { lt: change } } },
      ],
    },
  }));
  for (let after: readonly unknown[] | undefined; ; ) {
    const answer = await client.call({
      method: "POST",
      path: `/${index}/_search`,
      body: {
        query: { bool: { should: older, minimum_should_match: 1 } },
        size: idsAtOnce,
        _source: ["document"],
        sort: [{ document: "asc" }, { kind: "asc" }, { place: "asc" }, { passage: "asc" }],
        ...(after === undefined ? {} : { search_after: after }),
      },
    });
    const { hits } = Ids.parse(answer).hits;
    after = hits.at(-1)?.sort;
    if (after === undefined) return;
    await bulk(
      client,
      index,
      // Entries written a moment ago still look as they did.
      hits
        .filter(({ _id }) => !kept.has(_id))
        .map(({ _id, _source }) => ({
          delete: { _id, version: changeOf.get(_source.document) ?? 0, version_type: "external_gte" },
        })),
    );
    if (hits.length < idsAtOnce) return;
  }
}

async function bulk(client: EngineClient, index: string, lines: readonly object[]): Promise<void> {
  if (lines.length === 0) return;
  const answer = Answer.parse(await client.call({ method: "POST", path: `/${index}/_bulk`, body: lines }));
  if (answer.errors) refuseFailures(answer.items);
}

function refuseFailures(items: z.output<typeof Answer>["items"]): void {
  for (const item of items) {
    for (const { status, error } of Object.values(item)) {
      if (status < written || status === isOlder || (status === isAbsent && error === undefined)) continue;
      throw new SearchUnavailableError(new Error(`An entry was not written: ${status} ${error?.type ?? ""}`.trim()));
    }
  }
}
