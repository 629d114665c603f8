import { describe, expect, it } from "vitest";
import { saveFilter } from "../../store/saved-filters.ts";
import { countUnseen, listRecent, listUnseen, saveLooked } from "../../store/updates.ts";
import { addWatch, removeWatch } from "../../store/watches.ts";
import { allSources, filterSource, watchSource } from "../../text/format/update-source.ts";
import { checkForUpdates, daysToRead } from "./check.ts";
import { owner, type Setup, setUp, startMs } from "./testing/listing.ts";

const dayMs = 86_400_000;
const told = async ({ store }: Setup, source = watchSource("7203")) =>
  (await listRecent(store, owner, source, 1000)).map(({ document_id, event }) => `${document_id} ${event}`);
const check = (setup: Setup) => checkForUpdates(setup.deps, owner);

describe("a check", () => {
  it("tells each document once, and none that was there before the issuer was watched", async () => {
    const setup = await setUp();
    setup.listing.publish("old", "2026-11-10T15:00:00+09:00");
    await check(setup);
    expect(await told(setup)).toEqual([]);
    for (const id of ["a", "b", "c"]) setup.listing.publish(id, "2026-11-20T15:00:00+09:00");
    setup.nowMs += 3_600_000;
    for (let n = 0; n < 3; n++) await check(setup);
    expect((await told(setup)).sort()).toEqual(["a published", "b published", "c published"]);
  });

  it("tells what was filed between watching and the first check", async () => {
    const setup = await setUp();
    setup.listing.publish("new", "2026-11-20T11:00:00+09:00");
    setup.nowMs += 4 * 3_600_000;
    await check(setup);
    expect(await told(setup)).toEqual(["new published"]);
  });

  it("tells a document that is published weeks after its filing", async () => {
    const setup = await setUp();
    await check(setup);
    setup.listing.publish("late", "2026-10-01T15:00:00+09:00");
    setup.nowMs += dayMs;
    await check(setup);
    expect(await told(setup)).toEqual(["late published"]);
  });

  it("tells a withdrawal as an entry of its own, also of a document from before, and only once", async () => {
    const setup = await setUp();
    setup.listing.publish("old", "2026-11-02T15:00:00+09:00");
    await check(setup);
    setup.listing.publish("new", "2026-11-20T15:00:00+09:00");
    await check(setup);
    setup.listing.withdraw("old");
    setup.listing.withdraw("new");
    setup.nowMs += dayMs;
    await check(setup);
    await check(setup);
    expect((await told(setup)).sort()).toEqual(["new published", "new withdrawn", "old withdrawn"]);
  });

  it("counts documents, amendments and withdrawals apart", async () => {
    const setup = await setUp();
    await check(setup);
    setup.listing.publish("a", "2026-11-20T15:00:00+09:00");
    setup.listing.publish("b", "2026-11-20T15:01:00+09:00", { amends_document_id: "a" });
    setup.listing.publish("c", "2026-11-20T15:02:00+09:00", { content_status: "withdrawn" });
    await check(setup);
    expect(await countUnseen(setup.store, owner)).toMatchObject([{ published: 1, amendments: 1, withdrawals: 1 }]);
  });

  it("asks once for all watched issuers and once for each filter, and reads far back only once a day", async () => {
    const setup = await setUp();
    await addWatch(setup.store, owner, { security_code: "6758", name: null, name_en: null, added_at: startMs });
    await saveFilter(setup.store, owner, { filter_id: "f", address_query: "type=earnings_summary", saved_at: startMs });
    await check(setup);
    setup.listing.asked.length = 0;
    setup.nowMs += 600_000;
    await check(setup);
    expect(setup.listing.asked).toEqual([
      { security_codes: ["6758", "7203"], timeline_since: "2026-11-19", limit: 100 },
      { document_types: ["earnings_summary"], timeline_since: "2026-11-19", limit: 100 },
    ]);
  });

  it("tells a document to every source that lists it, and to everything together once", async () => {
    const setup = await setUp();
    await saveFilter(setup.store, owner, { filter_id: "f", address_query: "type=earnings_summary", saved_at: startMs });
    await check(setup);
    setup.listing.publish("a", "2026-11-20T15:00:00+09:00");
    setup.listing.publish("other", "2026-11-20T15:00:00+09:00", { security_code: "6758" });
    await check(setup);
    expect(await told(setup)).toEqual(["a published"]);
    expect((await told(setup, filterSource("f"))).sort()).toEqual(["a published", "other published"]);
    expect((await told(setup, allSources)).sort()).toEqual(["a published", "other published"]);
  });

  it("knows the documents of an issuer that is watched later, so that none of them is new", async () => {
    const setup = await setUp();
    await check(setup);
    setup.listing.publish("before", "2026-11-01T15:00:00+09:00", { security_code: "6758" });
    await addWatch(setup.store, owner, { security_code: "6758", name: null, name_en: null, added_at: startMs + 1000 });
    await check(setup);
    expect(await told(setup, watchSource("6758"))).toEqual([]);
    setup.listing.publish("after", "2026-11-20T15:00:00+09:00", { security_code: "6758" });
    await check(setup);
    expect(await told(setup, watchSource("6758"))).toEqual(["after published"]);
  });

  it("loses nothing over two months without a check", async () => {
    const setup = await setUp();
    await check(setup);
    const ids = Array.from({ length: 30 }, (_, n) => `d${n}`);
    ids.forEach((id, n) => setup.listing.publish(id, new Date(startMs + (n + 1) * 2 * dayMs).toISOString()));
    setup.nowMs += 62 * dayMs;
    await check(setup);
    expect(await told(setup)).toHaveLength(ids.length);
  });

  it("that the limits of the key end early leaves the rest to the next one", async () => {
    const setup = await setUp();
    await check(setup);
    for (let n = 0; n < 7; n++) setup.listing.publish(`d${n}`, `2026-11-20T1${n}:00:00+09:00`);
    let room = 2;
    const deps = { ...setup.deps, roomForRequest: () => Promise.resolve(room-- > 0) };
    expect(await checkForUpdates(deps, owner)).toMatchObject({ found: 4, complete: false });
    expect(await check(setup)).toMatchObject({ found: 3, complete: true });
    expect(new Set(await told(setup)).size).toBe(7);
  });

  it("forgets what an issuer listed once it is not watched any more", async () => {
    const setup = await setUp();
    await check(setup);
    setup.listing.publish("a", "2026-11-20T15:00:00+09:00");
    await check(setup);
    await removeWatch(setup.store, owner, "7203");
    await addWatch(setup.store, owner, { security_code: "6758", name: null, name_en: null, added_at: startMs });
    setup.nowMs += dayMs;
    await check(setup);
    expect(await told(setup)).toEqual([]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])("that ends at its step %i loses and doubles nothing", async (last) => {
    const setup = await setUp();
    await check(setup);
    for (let n = 0; n < 5; n++) setup.listing.publish(`d${n}`, `2026-11-20T1${n}:00:00+09:00`);
    let step = 0;
    const dies = () => {
      if (++step >= last) throw new Error("the process ends");
    };
    const deps = {
      ...setup.deps,
      now: () => {
        dies();
        return setup.nowMs;
      },
      listDocuments: (query: Parameters<typeof setup.deps.listDocuments>[0]) => {
        dies();
        return setup.deps.listDocuments(query);
      },
    };
    await expect(checkForUpdates(deps, owner)).rejects.toThrow("the process ends");
    await check(setup);
    expect((await told(setup)).sort()).toEqual(Array.from({ length: 5 }, (_, n) => `d${n} published`));
  });
});

describe("marking as seen", () => {
  it("hides what was shown and nothing that was found after it, and can be taken back", async () => {
    const setup = await setUp();
    await check(setup);
    setup.listing.publish("a", "2026-11-20T15:00:00+09:00");
    await check(setup);
    const [shown] = await countUnseen(setup.store, owner);
    setup.listing.publish("b", "2026-11-20T16:00:00+09:00");
    await check(setup);
    const source = watchSource("7203");
    await saveLooked(setup.store, owner, [{ source, through_seq: shown?.last_seq ?? 0, at: 1 }]);
    expect((await listUnseen(setup.store, owner, source, 9)).map(({ document_id }) => document_id)).toEqual(["b"]);
    await saveLooked(setup.store, owner, [{ source, through_seq: 0, at: 2 }]);
    expect(await listUnseen(setup.store, owner, source, 9)).toHaveLength(2);
  });
});

describe("the days of a check", () => {
  const list = { deepDays: 14, sliceDays: 7 };
  it("are parts without a gap, the newest without an end", () => {
    expect(daysToRead(list, "2026-11-19", true, "2026-11-20")).toEqual([
      { since: "2026-11-06", until: "2026-11-12" },
      { since: "2026-11-13", until: "2026-11-19" },
      { since: "2026-11-20", until: undefined },
    ]);
  });
  it("are the last complete day and what follows it", () => {
    expect(daysToRead(list, "2026-11-20", false, "2026-11-20")).toEqual([{ since: "2026-11-19", until: undefined }]);
  });
});
