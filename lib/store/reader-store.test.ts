import { beforeEach, describe, expect, it } from "vitest";
import { migrate } from "./migrations.ts";
import { createOwner } from "./owners.ts";
import { forgetReading, listReading, saveReadingPlace } from "./reading.ts";
import { findRecoveryCode } from "./recovery.ts";
import { forgetSearch, listSavedSearches, saveSearch } from "./saved-searches.ts";
import type { Store } from "./store.ts";
import { openMemoryStore } from "./testing/memory-store.ts";
import { openTestStore } from "./testing/test-store.ts";
import { addWatch, listWatches, removeWatch, watchesMax } from "./watches.ts";

let store: Store;
beforeEach(async () => {
  store = openTestStore();
  for (const owner_id of ["a", "b"]) await createOwner(store, { owner_id, created_at: 0, recovery_hash: null });
});

const place = (document_id: string, read_at: number) => ({
  document_id,
  section_id: "s1",
  page_number: null,
  title: "t",
  issuer_name: null,
  place: null,
  fraction: 0.5,
  read_at,
});

describe("the web app's store", () => {
  it("applies its schema in a file once, however often it is opened", () => {
    const { db } = openMemoryStore();
    migrate(db);
    migrate(db);
    const ids = db.prepare("select id from migrations").pluck().all();
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("takes over the recovery code that a session of the version before holds", async () => {
    const older = openMemoryStore();
    await createOwner(older, { owner_id: "a", created_at: 0, recovery_hash: "h" });
    older.db.exec(`
      delete from migrations where id = 'owners-2';
      alter table owners drop column sealed_recovery_code;
      alter table owners drop column recovery_offer_at;
      insert into sessions (session_hash, owner_id, key_id, upstream, sealed_key, demo, sealed_recovery_code, created_at, seen_at)
        values ('1', 'a', 'k', 'u', 's', 0, 'sealed', 1, 1), ('2', 'a', 'k', 'u', 's', 0, null, 2, 2);
    `);
    migrate(older.db);
    expect(await findRecoveryCode(older, "a")).toBe("sealed");
    expect(older.db.prepare("select sealed_recovery_code from sessions").pluck().all()).toEqual([null, null]);
  });

  it("keeps the data of each owner separate", async () => {
    await addWatch(store, "a", { security_code: "7203", name: "x", name_en: null, added_at: 1 });
    await saveReadingPlace(store, "a", place("d", 1));
    await saveSearch(store, "a", { search_id: "s", target: "news", query: "q", address_query: "q=q", saved_at: 1 });
    expect([
      await listWatches(store, "b"),
      await listReading(store, "b", 9),
      await listSavedSearches(store, "b"),
    ]).toEqual([[], [], []]);
    await removeWatch(store, "b", "7203");
    await forgetReading(store, "b", "d");
    await forgetSearch(store, "b", "s");
    expect(await listWatches(store, "a")).toHaveLength(1);
    expect(await listReading(store, "a", 9)).toHaveLength(1);
    expect(await listSavedSearches(store, "a")).toHaveLength(1);
  });
});

describe("watching", () => {
  it("twice has no further effect, but a later name fills in a missing one", async () => {
    await addWatch(store, "a", { security_code: "7203", name: null, name_en: null, added_at: 1 });
    await addWatch(store, "a", { security_code: "7203", name: "名", name_en: "N", added_at: 2 });
    await addWatch(store, "a", { security_code: "7203", name: null, name_en: null, added_at: 3 });
    expect(await listWatches(store, "a")).toEqual([{ security_code: "7203", name: "名", name_en: "N", added_at: 1 }]);
  });

  it("has a limit, which does not apply to an issuer already watched", async () => {
    const row = (n: number) => ({ security_code: String(n), name: null, name_en: null, added_at: n });
    for (let n = 0; n < watchesMax; n++) expect(await addWatch(store, "a", row(n))).toBe(true);
    expect(await addWatch(store, "a", row(watchesMax))).toBe(false);
    expect(await addWatch(store, "a", row(0))).toBe(true);
    expect(await listWatches(store, "a")).toHaveLength(watchesMax);
  });
});

describe("places", () => {
  it("are one for each document, the latest first, the oldest forgotten", async () => {
    for (let n = 0; n < 230; n++) await saveReadingPlace(store, "a", place(`d${n}`, n));
    await saveReadingPlace(store, "a", place("d100", 1000));
    const places = await listReading(store, "a", 1000);
    expect(places).toHaveLength(200);
    expect(places[0]?.document_id).toBe("d100");
    expect(places.at(-1)?.document_id).toBe("d30");
  });
});

describe("a saved search", () => {
  it("is saved once for one address", async () => {
    const row = { target: "documents", query: "q", address_query: "q=q", saved_at: 1 } as const;
    await saveSearch(store, "a", { ...row, search_id: "1" });
    await saveSearch(store, "a", { ...row, search_id: "2" });
    expect((await listSavedSearches(store, "a")).map(({ search_id }) => search_id)).toEqual(["2"]);
  });
});
