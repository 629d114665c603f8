import { readFileSync } from "node:fs";
import path from "node:path";
import { parseAtomFeed } from "feedsmith";
import { RelaxNGValidator, XmlDocument } from "libxml2-wasm";
import { describe, expect, it } from "vitest";
import type { FeedRow } from "../../store/feeds.ts";
import { listRecent } from "../../store/updates.ts";
import { allSources, watchSource } from "../../text/format/update-source.ts";
import { feedXml } from "./atom.ts";
import { checkForUpdates } from "./check.ts";
import { owner, type Setup, setUp } from "./testing/listing.ts";

const feed: FeedRow = {
  feed_id: "feed_1",
  owner_id: owner,
  source: watchSource("7203"),
  title: "7203 試験自動車 & <friends>",
  token_hash: "h",
  created_at: Date.parse("2026-11-01T00:00:00Z"),
  read_at: null,
};

function schemaFaults(xml: string): string[] {
  const schema = readFileSync(path.join(import.meta.dirname, "testing/atom.rng"), "utf8");
  using rng = XmlDocument.fromString(schema);
  using validator = RelaxNGValidator.fromDoc(rng);
  using document = XmlDocument.fromString(xml);
  try {
    validator.validate(document);
    return [];
  } catch (error) {
    return [String(error)];
  }
}

async function withEverything(): Promise<Setup> {
  const setup = await setUp();
  await checkForUpdates(setup.deps, owner);
  setup.listing.publish("plain", "2026-11-20T15:00:00+09:00");
  setup.listing.publish("odd:id", "2026-11-20T15:01:00+09:00", { title: "]]> & <b>\u0000\u0008太字\ud800</b> \"'" });
  setup.listing.publish("fix", "2026-11-20T15:02:00+09:00", { amends_document_id: "plain" });
  await checkForUpdates(setup.deps, owner);
  setup.listing.withdraw("plain");
  setup.nowMs += 86_400_000;
  await checkForUpdates(setup.deps, owner);
  return setup;
}

const origin = "https://hiraku.example";
const xmlOf = async (setup: Setup, source = feed.source, paused = false) =>
  feedXml(feed, await listRecent(setup.store, owner, source, 100), { paused, origin });

describe("a feed", () => {
  it("is valid by the schema of Atom, whatever its titles hold, empty or paused", async () => {
    const setup = await withEverything();
    expect(schemaFaults((await xmlOf(setup)).xml)).toEqual([]);
    expect(schemaFaults(feedXml(feed, [], { paused: true, origin }).xml)).toEqual([]);
    // The validator does find faults.
    expect(schemaFaults((await xmlOf(setup)).xml.replace(/<updated>[^<]*<\/updated>/, ""))).not.toEqual([]);
    expect(schemaFaults((await xmlOf(setup)).xml.replace(/<id>[^<]*<\/id><title>/, "<title>"))).not.toEqual([]);
  });

  it("is read by a reader: each document once, amendments and withdrawals as entries that say so", async () => {
    const { entries, title, id } = parseAtomFeed((await xmlOf(await withEverything())).xml);
    expect({ title: title?.value, id }).toEqual({ title: feed.title, id: "tag:hiraku,2026:feed/feed_1" });
    const read = entries?.map((entry) => ({
      id: entry.id,
      title: entry.title?.value,
      link: entry.links?.[0]?.href,
      kind: entry.categories?.[0]?.term,
    }));
    expect(read).toHaveLength(4);
    expect(read?.[0]).toEqual({
      id: "tag:hiraku,2026:document/plain/withdrawn",
      title: "【取下げ / Withdrawn】7203 試験自動車: 決算短信 plain",
      link: "https://hiraku.example/documents/plain",
      kind: "withdrawal",
    });
    expect(new Set(read?.map((each) => each.id)).size).toBe(4);
    expect(read?.filter(({ kind }) => kind === "amendment").map((each) => each.title)).toEqual([
      "【訂正 / Amendment】7203 試験自動車: 決算短信 fix",
    ]);
  });

  it("holds titles and links, and no text, price, key or owner", async () => {
    const { xml } = await xmlOf(await withEverything());
    expect(xml).not.toMatch(new RegExp(`${owner}|character|credit|4000|content>|summary`));
  });

  it("of everything has each document once", async () => {
    const setup = await withEverything();
    expect(parseAtomFeed((await xmlOf(setup, allSources)).xml).entries).toHaveLength(4);
  });

  it("has the same bytes and tag until something is new", async () => {
    const setup = await withEverything();
    const before = await xmlOf(setup);
    await checkForUpdates(setup.deps, owner);
    expect(await xmlOf(setup)).toEqual(before);
    setup.listing.publish("more", "2026-11-21T15:00:00+09:00");
    await checkForUpdates(setup.deps, owner);
    expect((await xmlOf(setup)).etag).not.toBe(before.etag);
  });
});
